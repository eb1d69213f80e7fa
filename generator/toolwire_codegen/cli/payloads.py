"""What a payload is (request, reply, error body), and what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .inputs import Payload, Problem, nearest
from .sse import Framing

INTERMEDIATE = "intermediate"
KINDS = ("request", "response", "error")
STREAM = "stream"
WORDS = (*KINDS, STREAM)


class WireSchema:
    """The JSON Schema of a format as the generated package ships it."""

    def __init__(self, folder: Path, name: str) -> None:
        try:
            text = (folder / "schemas" / f"{name}.json").read_text(encoding="utf-8")
        except FileNotFoundError:
            names = [path.stem for path in (folder / "schemas").glob("*.json")]
            raise Problem(f"no format {name!r}{nearest(name, names)}") from None
        self.schema: dict[str, Any] = json.loads(text)
        self.defs: dict[str, Any] = self.schema["$defs"]
        self.entries: dict[str, list[str]] = self.schema["x-entries"]
        self.framing = Framing.of(self.schema)
        snaked: dict[str, str] = self.schema.get("x-snaked", {})
        self.spelled = {other: key for key, other in snaked.items() if other != key}
        self._validators: dict[str, Any] = {}

    def types(self, kind: str) -> list[str]:
        """The types of requests, of replies, of error bodies, or of another entry's bodies."""
        if kind not in ("response", "error"):
            return self.entries.get(kind, [])
        types = self.entries.get("response", [])
        return types[-1:] if kind == "response" else types[:-1]

    @property
    def kinds(self) -> tuple[str, ...]:
        """What its payloads may be: requests, replies, error bodies, what else it converts."""
        return (*KINDS, *(entry for entry in self.entries if entry not in KINDS))

    def guess(self, value: Any, option: str = "--as") -> tuple[str, str]:
        """(kind, type) that a payload most resembles: by the keys it has and those it lacks.

        Lacking nothing is no resemblance: it takes a key. Raises Problem that names the ``option``
        which says what the payload is.
        """
        value = plain(value, self.spelled)
        likely = [
            (kind, name)
            for kind in self.kinds
            for name in self.types(kind)
            if self._resemblance(value, name)[1]
        ]
        if not likely:
            raise Problem(f"nothing in it tells what it is: say so with {option}")
        return max(likely, key=lambda entry: self._resemblance(value, entry[1]))

    def _resemblance(self, value: Any, name: str) -> tuple[int, int]:
        definition = self.defs.get(name, {})
        keys = set(value) if isinstance(value, dict) else set()
        lacking = set(definition.get("required", ())) - keys
        return -len(lacking), len(keys & set(definition.get("properties", {})))

    def named(self, word: str, value: Any) -> str:
        """The type that ``--as`` means: a kind, or a definition's name. Raises Problem."""
        if word in self.kinds:
            types, value = self.types(word), plain(value, self.spelled)
            if not types:
                raise Problem(f"this format has no type for {word}")
            return max(types, key=lambda name: self._resemblance(value, name))
        if word not in self.defs:
            raise Problem(f"no type {word!r}{nearest(word, [*self.kinds, STREAM, *self.defs])}")
        return word

    def stream_type(self) -> str:
        """The type of a stream's events. Raises Problem if the format has no streams."""
        name: str = self.schema.get("x-events", "")
        if name not in self.defs:
            raise Problem("this format has no type for the events of a stream")
        return name

    def complaints(self, payload: Payload, name: str) -> Iterator[str]:
        """What is wrong with the payload as a ``name``, one line each. Raises Problem."""
        try:
            validator = self._validator(name)
            errors = list(validator.iter_errors(plain(payload.value, self.spelled)))
            for error in sorted(errors, key=lambda error: [str(key) for key in error.path]):
                inner = _innermost(error)
                pointer = pointer_to(payload.value, inner.absolute_path, self.spelled)
                yield f"{payload.place}: {pointer or '/'}: {_short(inner.message)}"
        except RecursionError:
            raise Problem(f"{payload.place}: nests too deep to validate") from None

    def _validator(self, name: str) -> Any:
        from jsonschema import Draft202012Validator

        if name not in self._validators:
            schema = {"$ref": f"#/$defs/{name}", "$defs": self.defs}
            self._validators[name] = Draft202012Validator(schema)
        return self._validators[name]


def plain(value: Any, spelled: dict[str, str]) -> Any:
    """A payload whose keys are spelled as the schema has them; ``spelled``: those by others."""
    if not spelled:
        return value
    if isinstance(value, list):
        return [plain(item, spelled) for item in value]
    if not isinstance(value, dict):
        return value
    return {_key(key, value, spelled): plain(item, spelled) for key, item in value.items()}


def _key(key: str, value: dict[str, Any], spelled: dict[str, str]) -> str:
    other = spelled.get(key, key)
    return key if other in value else other


def pointer_to(value: Any, path: Iterable[str | int], spelled: dict[str, str]) -> str:
    """Where something is in a payload, in the payload's own spelling."""
    found = ""
    for step in path:
        if isinstance(value, dict) and step not in value:
            step = next(key for key in value if spelled.get(key) == step)
        value, found = value[step], f"{found}/{_escaped(str(step))}"
    return found


def _innermost(error: Any) -> Any:
    """Of a union's error, the one inside the arm that the value's tags and keys select."""
    while error.context:
        arms: dict[Any, list[Any]] = {}
        for inner in error.context:
            arms.setdefault(inner.schema_path[0], []).append(inner)
        # First go the arms whose tags say no, then those whose keys are not there.
        for verdicts in (("const", "enum", "not"), ("required",), ("type",)):
            left = {
                key: found
                for key, found in arms.items()
                if not any(one.validator in verdicts and not _inner(one, error) for one in found)
            }
            arms = left or arms
        if len(arms) != 1:
            return error
        error = next(iter(arms.values()))[0]
    return error


def _inner(one: Any, error: Any) -> bool:
    """Is the error deeper in the value than a tag of it?"""
    return len(one.absolute_path) > len(error.absolute_path) + 1


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _short(message: str) -> str:
    """Messages repeat the value, which may be long."""
    return message if len(message) <= 200 else f"{message[:90]} … {message[-90:]}"
