"""JSON of every form that a type of a provider's package has: each field once in each of its forms.

What a package says of a wire goes further than any recording: every tool of the server's, every
kind of part, every word of an enumeration.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import typing_extensions
from pydantic import BaseModel

Json = Any
DATA = "aGVsbG8="
SAID: dict[str, str] = {
    **dict.fromkeys(("data", "file_data", "inline_data", "result"), DATA),
    **dict.fromkeys(("arguments", "partial_json"), '{"a":1}'),
    **dict.fromkeys(("url", "image_url", "file_url", "uri"), "https://example.com/a.png"),
    **dict.fromkeys(("media_type", "mime_type", "mimeType"), "image/png"),
}
"""Texts that are not just any, by their keys."""
PLAIN: dict[Any, list[Json]] = {
    bool: [True, False], int: [5], float: [0.5], bytes: [DATA], type(None): [None],
    datetime: ["2026-01-01T00:00:00Z"], Any: [{"a": 1}], object: [{"a": 1}],
}  # fmt: skip
NEEDED: tuple[Any, ...] = (typing.Required, typing_extensions.Required)
WRAPPED: tuple[Any, ...] = (Annotated, *NEEDED, typing.NotRequired, typing_extensions.NotRequired)
LITERALS: tuple[Any, ...] = (Literal, typing_extensions.Literal)
DEEPEST = 6
"""So many records inside of each other have more than what they need."""


class Field(NamedTuple):
    """A key of a record."""

    key: str
    type: Any
    needed: bool


@cache
def fields(record: Any) -> tuple[Field, ...] | None:
    """The keys of a record, a typed dictionary or a model; None of any other type."""
    if typing_extensions.is_typeddict(record):
        hints = typing_extensions.get_type_hints(record, include_extras=True)
        # What is required was not known where a module's annotations are texts.
        total = all(getattr(base, "__total__", True) for base in (record, *_bases(record)))
        return tuple(Field(k, v, get_origin(v) in NEEDED or total) for k, v in hints.items())
    if isinstance(record, type) and issubclass(record, BaseModel):
        return tuple(
            Field(one.serialization_alias or one.alias or name, one.annotation, one.is_required())
            for name, one in record.model_fields.items()
        )
    return None


def _bases(record: Any) -> Collection[Any]:
    found: Collection[Any] = getattr(record, "__orig_bases__", ())
    return found


def variants(type_: Any, key: str = "", outer: tuple[Any, ...] = ()) -> Iterator[Json]:
    """JSON of a type; the first has nothing that it does not need."""
    while True:
        origin: Any = get_origin(type_)
        if origin in WRAPPED:
            type_ = get_args(type_)[0]
        elif hasattr(type_, "__value__"):  # an alias with a name of its own
            type_ = type_.__value__
        else:
            break
    if type_ is str:
        yield SAID.get(key, "x")
    elif type_ in PLAIN:
        yield from PLAIN[type_]
    elif origin in LITERALS:
        yield from get_args(type_)
    elif origin in (Union, types.UnionType):
        for one in get_args(type_):
            yield from variants(one, key, outer)
    elif isinstance(type_, type) and issubclass(type_, Enum):
        yield from (one.value for one in type_)
    elif isinstance(origin, type) and issubclass(origin, Mapping):
        yield from ({"k": one} for one in variants(get_args(type_)[1], key, outer))
    elif isinstance(origin, type) and issubclass(origin, Iterable):
        yield from ([one] for one in variants(get_args(type_)[0], key, outer))
        yield []
    elif (found := fields(type_)) is not None:
        yield from _records(type_, found, outer)
    else:
        yield {"k": 1} if type_ is dict else "x"


def _records(type_: Any, found: tuple[Field, ...], outer: tuple[Any, ...]) -> Iterator[Json]:
    inner = (*outer, type_)
    least = {one.key: next(variants(one.type, one.key, inner)) for one in found if one.needed}
    yield least
    if len(outer) >= DEEPEST or outer.count(type_) > 1:
        return
    for one in found:
        for value in variants(one.type, one.key, inner):
            yield {**least, one.key: value}
    yield {one.key: next(variants(one.type, one.key, inner)) for one in found}
