"""A reply that is still coming: texts that grow, and how one value comes after another."""

from __future__ import annotations

import copy
from typing import Any

from ..jsontext import arguments_in, dumps, loads
from ..spec import demand

Json = Any


class Growing:
    """A text that is still coming."""

    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def whole(self) -> str:
        """All of it; halves of a character that came apart find together."""
        return self.text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")

    def built(self) -> Json:
        return self.whole


class GrowingJson(Growing):
    """The JSON text of an object; ``carrier`` is the key for text that is none, or ""."""

    def __init__(self, text: str, carrier: str) -> None:
        super().__init__(text)
        self.carrier = carrier

    def built(self) -> Json:
        text = self.whole
        value = arguments_in(text or "{}")
        if value is not None:
            return value
        if self.carrier:
            return {self.carrier: text}
        try:
            return loads(text)
        except (ValueError, RecursionError):
            return text


class Unfinished(dict[str, Any]):
    """Arguments that come value by value; until they are all there, they are no object."""

    carrier = ""

    def built(self) -> Json:
        return {self.carrier: dumps(built(dict(self))).removesuffix("}")}


class Complete:
    """A value that nothing is added to any more."""

    def __init__(self, value: Json) -> None:
        self.value = value

    def built(self) -> Json:
        return self.value


def built(value: Json) -> Json:
    """What has come so far, as plain JSON."""
    if isinstance(value, Growing | Unfinished | Complete):
        return value.built()
    if isinstance(value, dict):
        return {key: built(item) for key, item in value.items()}
    return [built(item) for item in value] if isinstance(value, list) else value


def settle(w: dict[str, Json]) -> None:
    """An element is complete."""
    for key, value in w.items():
        if type(value) is Growing:
            w[key] = value.built()
        elif type(value) is GrowingJson:
            w[key] = Complete(value.built())


# -- one value after another


def put(w: dict[str, Json], key: str, value: Json) -> None:
    """A value replaces what was there, unless it says nothing; an object adds its keys."""
    before = w.get(key)
    if key not in w or not (value is None or (value in ("", []) and before)):
        w[key] = after(before, value)


def after(before: Json, value: Json) -> Json:
    """What a value makes of what was there before."""
    value = copy.deepcopy(value)
    if type(value) is not dict or type(before) is not dict:
        return value
    found = dict(before)
    for inner, one in value.items():
        if one != [] or not before.get(inner):
            found[inner] = after(before.get(inner), one)
    return found


def grow(w: dict[str, Json], key: str, piece: str) -> None:
    """The next piece of a text; what its object began with is its beginning."""
    before = w.get(key)
    if type(before) is Growing:
        before.text += piece
    else:
        w[key] = Growing(before + piece if type(before) is str else piece)


def grow_json(w: dict[str, Json], key: str, piece: str, carrier: str) -> None:
    """The next piece of an object's text. What its object began with was a placeholder."""
    before = w.get(key)
    if type(before) is GrowingJson:
        before.text += piece
    elif piece or not before:
        w[key] = GrowingJson(piece, carrier)


def items(w: dict[str, Json], key: str) -> list[Json]:
    """The list under a key, made if there is none."""
    if type(w.get(key)) is not list:
        w[key] = []
    found: list[Json] = w[key]
    return found


# -- objects that no schema knows


def add(w: dict[str, Json], key: str, value: Json, once: set[str]) -> None:
    """Texts and lists grow, but for what is told ``once``; objects are pieced together in turn."""
    if value is None:
        w.setdefault(key, None)
    elif type(value) is str and key not in once:
        grow(w, key, value)
    elif type(value) is dict:
        if type(w.get(key)) is not dict:
            w[key] = {}
        gather(w[key], value, once)
    elif type(value) is list:
        found = items(w, key)
        for item in value:
            _add_item(found, item, once)
    elif value or w.get(key) is None:
        w[key] = value


def gather(w: dict[str, Json], piece: Json, once: set[str]) -> None:
    """Add an object key by key."""
    demand(type(piece) is dict, "an object")
    for key, value in piece.items():
        add(w, key, value, once)


def _add_item(found: list[Json], item: Json, once: set[str]) -> None:
    """An item adds to the first of its number that nothing tells from it."""
    if type(item) is not dict:
        found.append(copy.deepcopy(item))
        return
    numbers = {key for key in once & item.keys() if type(item[key]) is int}
    words = {key for key in once & item.keys() - numbers if item[key]}
    for one in found if numbers else ():
        if (
            type(one) is dict
            and all(one.get(key) == item[key] for key in numbers)
            and all(one.get(key, item[key]) == item[key] for key in words)
        ):
            gather(one, item, once)
            return
    found.append({})
    gather(found[-1], item, once)


def opened_object(w: dict[str, Json], key: str, tags: dict[str, Json]) -> dict[str, Json]:
    """The object under a key; made with its tags if there is none."""
    if type(w.get(key)) is not dict:
        w[key] = dict(tags)
    found: dict[str, Json] = w[key]
    return found


def note_nulls(w: dict[str, Json], e: Json, names: set[str]) -> None:
    """Keys that are there and say nothing yet."""
    for key in names:
        if key in e and e[key] is None:
            w.setdefault(key, None)
