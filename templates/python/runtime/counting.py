"""How large schemas are, for wires that hold no one to a schema that is larger.

What is counted: ``members`` of all objects, ``depth`` of objects inside of objects, ``values`` of
enumerations, ``letters`` of names and such values, ``words``: the letters of the longest of more
than 250 values; ``bare`` objects; ``schemas``; members that are ``optional``, and ``unions``:
members of several types.
"""

from __future__ import annotations

from typing import Any

from .errors import Loss
from .keywords import MANY, MAP, ONE, VALUES
from .recalled import recalled

Json = Any
Sizes = dict[str, int]
WORDS = {
    "members": "members",
    "depth": "objects inside of one another",
    "values": "values of enumerations",
    "letters": "letters of names and values",
    "words": "letters of an enumeration of more than 250",
    "bare": "objects that name no member",
    "schemas": "schemas",
    "optional": "members that may be left out",
    "unions": "members of several types",
}
MANY_VALUES = 250
CHOICES = ("anyOf", "oneOf")


def sizes(schema: Json) -> Sizes:
    """What is counted of one schema. References are not followed: what they name counts once."""
    found: Sizes = recalled("sizes", schema, _counted)[0]
    return found


def _counted(schema: Json) -> tuple[Sizes, list[Loss]]:
    found = dict.fromkeys(WORDS, 0)
    found["schemas"] = 1
    todo: list[tuple[Json, int]] = [(schema, 0)]
    for node, depth in todo:
        if type(node) is not dict:
            continue
        members = node.get("properties")
        if type(members) is dict:
            depth += 1
            found["depth"] = max(found["depth"], depth)
            _members(members, node.get("required"), found)
        kinds = node.get("type")
        if not members and (kinds == "object" or (type(kinds) is list and "object" in kinds)):
            found["bare"] += 1
        listed = node.get("enum")
        values = listed if type(listed) is list else [node["const"]] if "const" in node else []
        found["values"] += len(values) if listed is values else 0
        letters = sum(len(value) for value in values if type(value) is str)
        found["letters"] += letters
        if len(values) > MANY_VALUES:
            found["words"] = max(found["words"], letters)
        for key, value in node.items():
            if key in ("$defs", "definitions") and type(value) is dict:
                found["letters"] += sum(len(name) for name in value)
                todo += [(inner, 0) for inner in value.values()]
                continue
            look = VALUES.get(key)
            if look == MAP and type(value) is dict:
                todo += [(inner, depth) for inner in value.values()]
            elif look == MANY and type(value) is list:
                todo += [(inner, depth) for inner in value]
            elif look == ONE:
                todo.append((value, depth))
    return found, []


def _members(members: dict[str, Json], required: Json, found: Sizes) -> None:
    found["members"] += len(members)
    found["letters"] += sum(len(name) for name in members)
    needed = {*required} if type(required) is list else set()
    found["optional"] += len(members.keys() - needed)
    found["unions"] += sum(
        type(one) is dict and (type(one.get("type")) is list or any(key in one for key in CHOICES))
        for one in members.values()
    )


def too_many(found: Sizes, most: Sizes) -> str:
    """What there is more of than there may be, in words; "" if nothing is."""
    for name, limit in most.items():
        if found[name] > limit:
            return f"no more than {limit} {WORDS[name]}"
    return ""


def added(one: Sizes, other: Sizes) -> Sizes:
    """What is counted of both."""
    return {name: one[name] + other[name] for name in one}
