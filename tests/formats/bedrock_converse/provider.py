"""Converse, as AWS and its client have it: botocore's own service model says what is valid."""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import cache
from typing import Any

import botocore.session
from botocore.validate import ParamValidator

from provider_types import Complaint

Json = Any
DEMANDED: Json = {}
"""What a request must say, or its encoder refuses or makes it up."""


@cache
def _shape(member: str) -> Any:
    service = botocore.session.Session().get_service_model("bedrock-runtime")
    return getattr(service.operation_model("Converse"), member)


def with_bytes(value: Json, shape: Any) -> Json:
    """A body as boto3 takes it: base64 texts as bytes."""
    if shape is None or value is None:
        return value
    if shape.type_name == "blob":
        return base64.b64decode(value)
    if shape.type_name == "structure" and not shape.is_document_type and type(value) is dict:
        return {key: with_bytes(item, shape.members.get(key)) for key, item in value.items()}
    if shape.type_name == "list" and type(value) is list:
        return [with_bytes(item, shape.member) for item in value]
    return value


def _valid(member: str, **beside: Json) -> Callable[[Json], None]:
    def check(payload: Json) -> None:
        shape = _shape(member)
        if member == "output_shape" and "output" not in payload:
            return  # an error: its kind stands in a header
        report = ParamValidator().validate(with_bytes(payload, shape) | beside, shape)
        lines = report.generate_report().splitlines()
        # How long a text and how large a number is, the app has said.
        if wrong := [one for one in lines if "valid min " not in one]:
            raise Complaint(wrong[0])

    return check


CHECKS = {"request": _valid("input_shape", modelId="m"), "response": _valid("output_shape")}

WORDS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "content_filtered",
    "pause": "end_turn",
    "error": "malformed_model_output",
    "other": "end_turn",
}
"""The wire's word for each reason that a reply ended."""
WORDLESS = {"pause", "other"}
"""The reasons that it has no word of its own for."""


def word_in(body: Json) -> Json:
    """The wire's word for why a reply ended."""
    return body["stopReason"]
