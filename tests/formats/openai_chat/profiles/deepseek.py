"""DeepSeek: by its API reference, its guide to thinking with tools, and that to tool calls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from acceptance import nodes
from formats.openai_chat.profiles import PLAIN, Service

Json = Any
MODELS = (
    "deepseek-chat", "deepseek-reasoner", "deepseek-v4-flash", "deepseek-v4-pro",
)  # fmt: skip


def _more(body: Json) -> Iterator[str]:
    if body["model"] == "deepseek-reasoner" and (body.get("logprobs") or body.get("top_logprobs")):
        yield "a log of probabilities"
    choice = body.get("tool_choice")
    if str(body["model"]).startswith(("deepseek-reasoner", "deepseek-v4")):
        if choice not in (None, "auto", "none"):
            yield "Thinking mode does not support this tool_choice"
        for message in body["messages"]:
            if message["role"] == "assistant" and not message.get("reasoning_content"):
                yield "The reasoning_content in the thinking mode must be passed back to the API"
    names = [(tool.get("function") or {}).get("name") for tool in body.get("tools") or ()]
    if len(names) != len({*names}):
        yield "Tool names must be unique."
    for tool in body.get("tools") or ():
        function = tool.get("function") or {}
        if function.get("strict") is True:
            yield from _strict(function.get("parameters") or {})
    form = (body.get("response_format") or {}).get("type")
    if form not in (None, "text", "json_object"):
        yield "a schema of the reply"
    if form == "json_object" and "json" not in json.dumps(body["messages"]).lower():
        yield "JSON, and no message says so"


def _strict(parameters: Json) -> Iterator[str]:
    """What the strict mode answers, in its own words."""
    for schema, _ in nodes(parameters):
        kinds = schema.get("type")
        if isinstance(kinds, list) and not {"object", "array"}.isdisjoint(kinds):
            yield "unknown variant `object`, expected one of `string`, `number`, `integer` …"
        if kinds == "object" and not schema.get("properties"):
            yield "An object with no properties is not allowed"
        if any("type" not in arm for arm in schema.get("anyOf", ())):
            yield "field `anyOf`: missing field `type`"
        if not {"minItems", "maxItems", "minLength", "maxLength"}.isdisjoint(schema):
            yield "a length"


breaches = Service(
    knows=(
        "max_tokens", "presence_penalty", "frequency_penalty", "response_format",
        "reasoning_effort", "tool_choice",
    ),
    roles=("system", "user", "assistant", "tool"),
    parts=("text",),
    choices=PLAIN,
    efforts=("low", "medium", "high", "xhigh", "max"),
    thoughts=("reasoning_content",),
    stops=16,
    more=_more,
    declines=False,
).breaches  # fmt: skip
