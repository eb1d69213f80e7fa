"""A raw JSON Schema as input: passed on as it is, and checked with jsonschema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from .inputs import MOST, InvalidArguments, Mistake
from .typed import copied
from .words import Step, described, known_keys, place, schemas_at, shown, unknown_key

DEEPEST = 200
"""Levels of a value that is checked: schemas may recurse, and Python cannot for ever."""

_BOUNDS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "pattern": "a text that matches {}",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "uniqueItems": "items that differ",
    "minProperties": "at least {} keys",
    "maxProperties": "at most {} keys",
}


class RawSchema:
    """Arguments that go to the function by keyword, as they came. Raises ``ValueError``.

    ``taken`` are the keywords of the function, or None for any: a schema may be open where a
    function is not.
    """

    def __init__(self, schema: dict[str, Any], taken: frozenset[str] | None = None) -> None:
        from jsonschema.validators import Draft202012Validator, validator_for
        from referencing import Registry

        self.schema: dict[str, Any] = {"type": "object", **copied(schema)}
        if self.schema["type"] != "object":
            raise ValueError("the schema's type is not 'object'")
        kind = validator_for(self.schema, default=Draft202012Validator)
        kind.check_schema(self.schema)
        # An empty registry: nothing is fetched from anywhere.
        self._validator = kind(self.schema, registry=Registry())
        _look_up(self.schema)
        self._taken = taken

    def bound(self, arguments: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        mistakes: list[Mistake]
        if _deeper(arguments, DEEPEST):
            mistakes = [Mistake("", "a very deep value", f"{DEEPEST} levels at most")]
        else:
            mistakes = self._checked(arguments)
            mistakes += islice(self._not_taken(arguments, mistakes), MOST)
        if mistakes:
            raise InvalidArguments(list(dict.fromkeys(mistakes)))
        return (), copied(arguments)

    def _checked(self, arguments: dict[str, Any]) -> list[Mistake]:
        try:
            return list(islice(self._mistakes(self._validator.iter_errors(arguments)), MOST))
        except RecursionError:
            return [Mistake("", "a very deep value", "fewer levels")]
        except (ArithmeticError, ValueError):
            # jsonschema prints and divides what it finds, and some integers are too large for both.
            return [Mistake("", shown(arguments), "smaller numbers")]

    def _mistakes(self, errors: Iterable[Any]) -> Iterator[Mistake]:
        for error in errors:
            arm = _nearest_arm(error)
            if arm:
                yield from self._mistakes(arm)
            else:
                yield from self._of(error)

    def _of(self, error: Any) -> Iterator[Mistake]:
        path: tuple[Step, ...] = tuple(error.absolute_path)
        if error.validator == "required" and isinstance(error.instance, dict):
            for key in error.validator_value:
                if key not in error.instance:
                    wanted = error.schema.get("properties", {}).get(key)
                    expected = f"{described(wanted, self.schema)} (required)"
                    yield Mistake(place((*path, key)), "nothing", expected)
        elif error.validator == "additionalProperties" and error.validator_value is False:
            keys = known_keys([error.schema])
            for key in error.instance:
                if key not in keys and _stray(key, error.schema):
                    came = shown(error.instance[key])
                    yield Mistake(place((*path, key)), came, unknown_key(key, keys))
        else:
            yield Mistake(place(path), shown(error.instance), self._expected(error))

    def _expected(self, error: Any) -> str:
        if error.validator in ("type", "enum", "const", "anyOf", "oneOf"):
            return described(error.schema, self.schema)
        words = _BOUNDS.get(error.validator, f"a value that keeps {error.validator}: {{}}")
        return words.format(shown(error.validator_value))

    def _not_taken(self, arguments: dict[str, Any], mistakes: list[Mistake]) -> Iterator[Mistake]:
        """Keys that the schema lets through and the function does not take."""
        if self._taken is None or not isinstance(arguments, dict):
            return
        keys = known_keys(schemas_at(self.schema, ()))
        places = {mistake.path for mistake in mistakes}
        for key, value in arguments.items():
            if key not in self._taken and place((key,)) not in places:
                yield Mistake(place((key,)), shown(value), unknown_key(key, keys))


def _stray(key: str, schema: dict[str, Any]) -> bool:
    return not any(re.search(pattern, key) for pattern in schema.get("patternProperties", ()))


def _nearest_arm(error: Any) -> list[Any]:
    """The errors of the one arm of a union that the value was meant for: all lie inside it."""
    arms: dict[Any, list[Any]] = {}
    for one in error.context or ():
        arms.setdefault(one.schema_path[0], []).append(one)
    inner = [errors for errors in arms.values() if all(map(_inside, errors))]
    return inner[0] if len(inner) == 1 else []


def _inside(error: Any) -> bool:
    return bool(error.path) or error.validator in ("required", "additionalProperties")


def _deeper(value: Any, levels: int) -> bool:
    layer = [value]
    for _ in range(levels):
        layer = [
            item
            for one in layer
            if isinstance(one, (dict, list))
            for item in (one.values() if isinstance(one, dict) else one)
        ]
        if not layer:
            return False
    return True


def _look_up(schema: dict[str, Any]) -> None:
    """Follows every reference now, so that none fails in the middle of a run."""
    from referencing import Registry, Resource
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012

    root: Any = Resource.from_contents(schema, default_specification=DRAFT202012)
    registry: Any = Registry()
    resolver = registry.resolver_with_root(root)
    waiting: list[Any] = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            waiting += [value for key, value in node.items() if key not in _VALUES]
            if isinstance(node.get("$ref"), str):
                try:
                    resolver.lookup(node["$ref"])
                except Unresolvable as error:
                    raise ValueError(f"its $ref {node['$ref']!r} leads nowhere") from error


_VALUES = ("const", "default", "enum", "examples")
