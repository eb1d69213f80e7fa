"""The fixtures, the adapters by format, and what is valid by their schemas."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

import jsonschema

from exact import copied as copied
from exact import difference as difference
from exact import exactly as exactly
from formats import EVERY, entries, entry_type, entry_types
from formats import FORMATS as FORMATS
from formats import ROOT as ROOT
from quick_schema import Check, Quick

Json = Any
FIXTURES = Path(__file__).parent / "fixtures"


def others(name: str) -> list[str]:
    """A few formats to bring one's payloads to: each is brought to these, and these to each.

    What a conversion must prove is proved of reading and of writing; every pair would prove no more
    and take a time that grows with the square of the formats.
    """
    place = FORMATS.index(name) if name in FORMATS else len(FORMATS)
    return [*FORMATS[place + 1 :], *FORMATS[:place]][:FEW]


FEW = 3
ROUTES = [(name, other) for name in FORMATS for other in others(name)]
PAIRS = [*zip(FORMATS, FORMATS, strict=True), *ROUTES]
"""The same, and each format to itself."""


HELD = ("tools", "create")
"""Entries other than requests that are held against rules: tools by themselves."""


def as_it_is(name: str) -> Any:
    """A format's module that writes requests as they are: no rules are held against them."""
    module = importlib.import_module(f"toolwire.{name}")
    found = ModuleType(module.__name__)
    vars(found).update(vars(module))
    for verb in ("encode", "losses"):
        for entry in ("request", *HELD):
            if hasattr(module, f"{verb}_{entry}"):
                function = partial(getattr(module, f"{verb}_{entry}"), rules="off")
                setattr(found, f"{verb}_{entry}", function)
    return found


VERBS = ("decode", "encode", "losses")


@dataclass(frozen=True)
class Adapter:
    """One direction pair of one format: ``request``, ``response``, or another of its entries."""

    format: str
    entry: str
    decode: Callable[..., Json]
    encode: Callable[..., Json]
    losses: Callable[..., Json]

    @property
    def inter(self) -> str:
        """The type of its values in the intermediate format."""
        return entry_type(self.format, self.entry)

    def __str__(self) -> str:
        return f"{self.format}-{self.entry}"


def adapter(name: str, entry: str, rules: str = "off") -> Adapter:
    """The adapter functions of a format for one of its entries.

    The laws speak of what is written as it is: ``rules`` are for tests of their own.
    """
    module = importlib.import_module(f"toolwire.{name}")
    decode, *writing = [getattr(module, f"{verb}_{entry}") for verb in VERBS]
    if entry in ("request", *HELD):
        writing = [partial(function, rules=rules) for function in writing]
    return Adapter(name, entry, decode, *writing)


ADAPTERS = tuple(adapter(name, entry) for name in EVERY for entry in entries(name))


KINDS = {"requests": "request", "replies": "response", "errors": "response"}


@dataclass(frozen=True)
class Fixture:
    """One hand-written payload.

    ``kind`` is ``requests``, ``replies`` or ``errors``, or the name of another entry.
    """

    format: str
    kind: str
    name: str
    payload: Json

    @property
    def entry(self) -> str:
        return KINDS.get(self.kind, self.kind)

    @property
    def adapter(self) -> Adapter:
        return adapter(self.format, self.entry)

    @property
    def targets(self) -> list[str]:
        """The format to bring it to, if it is what others have too.

        Each payload goes to one, so that those of a format between them go to all.
        """
        if self.entry not in KINDS.values():
            return []
        rest = [name for name in FORMATS if name != self.format]
        return [rest[crc32(str(self).encode()) % len(rest)]]

    def __str__(self) -> str:
        return f"{self.format}-{self.kind}-{self.name}"


def _fixtures() -> Iterator[Fixture]:
    for path in sorted(FIXTURES.glob("*/*/*.json")):
        if path.parent.name == "streams":  # not one payload
            continue
        payload = json.loads(path.read_text(encoding="utf-8"))
        yield Fixture(path.parent.parent.name, path.parent.name, path.stem, payload)


ALL = tuple(_fixtures())


def fixture(format_: str, kind: str, name: str) -> Json:
    """The payload of one fixture."""
    wanted = (format_, kind, name)
    return next(f.payload for f in ALL if (f.format, f.kind, f.name) == wanted)


def schema_of(name: str) -> Json:
    """The JSON Schema of a format, or of the intermediate format."""
    path = ROOT / "schemas" / (
        "intermediate.schema.json" if name == "intermediate" else f"{name}/wire.schema.json"
    )
    return json.loads(path.read_text(encoding="utf-8"))


SCHEMAS = {name: schema_of(name) for name in (*EVERY, "intermediate")}
ENTRY_TYPES = {
    **{(one.format, one.entry): entry_types(one.format, one.entry) for one in ADAPTERS},
    **{("intermediate", one.inter): (one.inter,) for one in ADAPTERS},
    ("intermediate", "request"): ("Request",),
    ("intermediate", "response"): ("Response",),
}
"""The types of bodies, and of values: these by their own titles too."""


def _validator(name: str, titles: Sequence[str]) -> jsonschema.Draft202012Validator:
    arms = [{"$ref": f"#/$defs/{title}"} for title in titles]
    schema = {"anyOf": arms} if len(arms) > 1 else arms[0]
    return jsonschema.Draft202012Validator({**schema, "$defs": SCHEMAS[name]["$defs"]})


_VALIDATORS = {key: _validator(key[0], titles) for key, titles in ENTRY_TYPES.items()}


@cache
def _of_types(name: str, titles: tuple[str, ...]) -> Check:
    """Whether a value is of one of these types of a format."""
    return Quick(_validator(name, titles).schema).is_valid


def invalid(name: str, entry: str, value: Json) -> str | None:
    """Why ``value`` is no ``entry`` of a format (by its schema), or None if it is one."""
    fits = _of_types(name, ENTRY_TYPES[name, entry])
    return None if fits(value) else why_not(_VALIDATORS[name, entry], value)


def why_not(validator: jsonschema.Draft202012Validator, value: Json) -> str:
    """Why a value is not valid."""
    error = jsonschema.exceptions.best_match(validator.iter_errors(value))
    assert error is not None, f"two validators disagree on {value}"
    return f"{error.json_path}: {error.message}"


def is_error_body(name: str, body: Json) -> bool:
    """Whether a body is none of a format's replies, but one of those that say what went wrong."""
    reply, *errors = ENTRY_TYPES[name, "response"]
    if not errors or _of_types(name, (reply,))(body):
        return False
    return _of_types(name, (*errors,))(body)
