"""Does a payload satisfy the provider's own SDK types?

``refusal(format, entry, payload)`` gives its words for what does not fit, or None.
Which types these are, each format says in ``formats/<format>/provider.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from formats import part
from samples import is_error_body

Json = Any


class Complaint(ValueError):
    """What a provider's own validator says of a payload that it refuses."""


@cache
def adapter_of(type_: Any) -> TypeAdapter[Any]:
    """What validates values of a type."""
    return TypeAdapter(type_)


def _consume(value: Any) -> None:
    """Iterable fields of the SDKs' TypedDicts are validated only as they are iterated."""
    if isinstance(value, dict):
        for item in value.values():
            _consume(item)
    elif not isinstance(value, (str, bytes)) and hasattr(value, "__iter__"):
        for item in value:
            _consume(item)


def typed_dict(type_: Any) -> Callable[[Json], None]:
    """A check for a TypedDict of an SDK."""

    def check(payload: Json) -> None:
        _consume(adapter_of(type_).validate_python(payload))

    return check


def streamed_or_not(plain: Any, streaming: Any) -> Callable[[Json], None]:
    """A check for the TypedDict of requests whose reply comes whole, or in pieces."""

    def check(payload: Json) -> None:
        typed_dict(streaming if payload.get("stream") is True else plain)(payload)

    return check


def model(type_: Any) -> Callable[[Json], None]:
    """A check for a model of an SDK."""

    def check(payload: Json) -> None:
        type_.model_validate(payload)

    return check


def refusal(format_: str, entry: str, payload: Json) -> str | None:
    """Why the SDK's types refuse a payload, or None. Error bodies have no SDK type."""
    if entry == "response" and is_error_body(format_, payload):
        return None
    try:
        part(format_, "provider").CHECKS[entry](payload)
    except Complaint as error:
        return str(error)
    except ValidationError as error:
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']} (given {first['input']!r})"
    return None
