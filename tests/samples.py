"""The fixtures, the adapters by format, and exact comparison of JSON values."""

from __future__ import annotations

import importlib
import json
import marshal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32

import jsonschema

from formats import EVERY, entries, entry_type, entry_types
from formats import FORMATS as FORMATS
from formats import ROOT as ROOT

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


def as_it_is(name: str) -> Any:
    """A format's module that writes requests as they are: no rules are held against them."""
    module = importlib.import_module(f"toolwire.{name}")
    found = ModuleType(module.__name__)
    vars(found).update(vars(module))
    for verb in ("encode", "losses"):
        if hasattr(module, f"{verb}_request"):
            function = partial(getattr(module, f"{verb}_request"), rules="off")
            setattr(found, f"{verb}_request", function)
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
    if entry == "request":
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


def exactly(left: Json, right: Json) -> bool:
    """Equal as JSON says it: 1 is neither 1.0 nor true, null is not absent, -0.0 is not 0.0."""
    return difference(left, right) is None


def copied(value: Json) -> Json:
    """Another JSON value that is the same, sooner than ``copy.deepcopy`` makes it."""
    return marshal.loads(marshal.dumps(value, PLAINLY))


PLAINLY = 2
"""A version of marshal's format in which the same data are the same bytes, types and all."""


def difference(left: Json, right: Json) -> str | None:
    """The first place where two JSON values differ, in words; None if they do not."""
    return None if _surely_same(left, right) else _difference(left, right, "")


def _surely_same(left: Json, right: Json) -> bool:
    """Whether two values are known to be the same without a look at each of their places."""
    try:
        if marshal.dumps(left, PLAINLY) == marshal.dumps(right, PLAINLY):
            return True
        # Keys in another order. What was marshalled is of Python's own types alone.
        return bool(left == right) and _sorted(left) == _sorted(right)
    except (ValueError, TypeError, RecursionError):  # no plain data, or too deep
        return False


_sorted = json.JSONEncoder(sort_keys=True, check_circular=False).encode


def _difference(left: Json, right: Json, path: str) -> str | None:
    """The same by looking at each value: keys may stand in another order."""
    if type(left) is not type(right):
        return f"{path or '/'}: {left!r} is not {right!r}"
    if isinstance(left, dict):
        for key in [*left, *right]:
            if key not in right or key not in left:
                found = "missing" if key in left else "added"
                return f"{path}/{key}: {found}: {left.get(key, right.get(key))!r}"
            inner = _difference(left[key], right[key], f"{path}/{key}")
            if inner is not None:
                return inner
        return None
    if isinstance(left, list):
        if len(left) != len(right):
            return f"{path or '/'}: {len(left)} items are not {len(right)}: {left!r}: {right!r}"
        found_in = (
            _difference(a, b, f"{path}/{index}")
            for index, (a, b) in enumerate(zip(left, right, strict=True))
        )
        return next((text for text in found_in if text is not None), None)
    return None if repr(left) == repr(right) else f"{path or '/'}: {left!r} is not {right!r}"


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


def invalid(name: str, entry: str, value: Json) -> str | None:
    """Why ``value`` is no ``entry`` of a format (by its schema), or None if it is one."""
    error = jsonschema.exceptions.best_match(_VALIDATORS[name, entry].iter_errors(value))
    return None if error is None else f"{error.json_path}: {error.message}"


def is_error_body(name: str, body: Json) -> bool:
    """Whether a body is none of a format's replies, but one of those that say what went wrong."""
    reply, *errors = ENTRY_TYPES[name, "response"]
    if not errors or _validator(name, [reply]).is_valid(body):
        return False
    return _validator(name, errors).is_valid(body)
