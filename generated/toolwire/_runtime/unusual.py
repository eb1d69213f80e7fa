# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Forms that say that a wire had a value otherwise than its API demands."""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .conversation import style_said

Json = Any
LACKING = ("absent", "null")
"""Where a form lists keys that the wire had not, or had as null."""


def is_unusual(value: dict[str, Json], format_: str, params: dict[str, Json]) -> bool:
    """Whether a form says that a wire had not what its API demands, or had it in another style."""
    if "metadata" not in value:
        return False
    form = ((value["metadata"] or EMPTY).get(format_) or EMPTY).get("$") or EMPTY
    keys = params.get("keys", ())
    return (
        any(key in keys for lacking in LACKING for key in form.get(lacking, ()))
        or any(
            style_said(value, format_, field) in styles
            for field, styles in params.get("styles", EMPTY).items()
        )
        or bool(misplaced(form, params))
    )


def misplaced(form: dict[str, Json], params: dict[str, Json]) -> list[str]:
    """The fields that a wire had under a key where they do not go out."""
    return [
        field
        for key, fields in params.get("places", EMPTY).items()
        for field in fields
        if (form.get(field) or EMPTY).get("at") == key
    ]
