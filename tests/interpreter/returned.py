"""What of a reply's message goes back in a request; what does not stays in the reply's overlay."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from toolwire_codegen.load.transform import Lens

from .landing import landed_lenses
from .overlay import form_of, mark
from .registry import pipeline
from .spec import Spec

Json = Any


def part(spec: Spec, lens: Lens, value: Json) -> None:
    """Take what a request's message would not have out of the message of a reply."""
    found = _message(spec, lens)
    if found is None:
        return
    path, message = found
    left = _take(spec, value["message"], [message.returns])
    if left:
        for key in reversed(path):
            left = [left] if key == "0" else {key: left}
        overlay = value.setdefault("metadata", {}).setdefault(spec.name, {})
        overlay.update(_over(left, {key: overlay[key] for key in overlay if key in left}))
    # What stands under keys of its own as well goes with all that it has.
    whole = {arm for row in message.rows for arm, target in row.parts
             if any(one.says_all for one in pipeline(target.operators))}  # fmt: skip
    blocks = {}
    for at, block in enumerate(value["message"]["content"]):
        holder = block.get("toolCall", block)
        types = [one.wire for one in landed_lenses(spec, message) if one.inter not in whole
                 and spec.inter_tags(one.inter).get("kind") == block["kind"]]  # fmt: skip
        left = _take(spec, holder, types) if types and block["kind"] != "opaque" else {}
        if left:
            blocks[str(at)] = left
    if blocks:
        stayed = {"of": len(value["message"]["content"]), "at": blocks}
        mark(value, spec.name, "blocks", stayed)


def joined(spec: Spec, lens: Lens, value: Json) -> Json:
    """A reply with what stayed behind of its blocks."""
    stayed = None if _message(spec, lens) is None else form_of(value, spec.name).get("blocks")
    if stayed is None:
        return value
    if stayed["of"] != len(value["message"]["content"]):
        return value
    value = deepcopy(value)
    for at, left in stayed["at"].items():
        block = value["message"]["content"][int(at)]
        metadata = block.get("toolCall", block).setdefault("metadata", {})
        metadata[spec.name] = _over(left, metadata.get(spec.name, {}))
    return value


def _message(spec: Spec, lens: Lens) -> tuple[tuple[str, ...], Lens] | None:
    """Where a reply has its message, and through which lens, if that says what goes back."""
    for row in lens.rows:
        if lens.inter == "Response" and row.fields[0] == ("message",) and row.targets:
            path = row.targets[0].path
            names = {shape.name for shape in spec.shapes(spec.wire, lens.wire, path)}
            for other in spec.transform.lenses:
                if other.returns and other.inter == "AssistantMessage" and other.wire in names:
                    return path, other
    return None


def _take(spec: Spec, value: Json, types: list[str]) -> Json:
    """Take out of a value's overlay what none of these types has."""
    metadata = value.get("metadata", {})
    overlay = metadata.get(spec.name, {})
    left = {key: item for key, item in overlay.items() if key != "$"}
    left = _unknown(spec, left, types)
    if left:
        metadata[spec.name] = _without(overlay, left)
        if not metadata[spec.name]:
            del value["metadata"]
    return left


def _unknown(spec: Spec, rest: Json, types: list[str]) -> Json:
    """What of some keys is none of these types', at any depth."""
    left = {}
    for key, item in rest.items():
        having = [name for name in types if key in spec.wire.properties(name)]
        inner = [[shape.name for shape in spec.shapes(spec.wire, name, (key,))
                  if shape.kind == "record"] for name in having]  # fmt: skip
        if not having:
            left[key] = item
        elif type(item) is dict and all(len(names) == 1 for names in inner):
            deeper = _unknown(spec, item, [names[0] for names in inner])
            if deeper:
                left[key] = deeper
    return left


def _without(value: Json, left: Json) -> Json:
    """A value without what is left of it elsewhere."""
    result = {}
    for key, item in value.items():
        if key not in left:
            result[key] = item
        elif type(item) is dict and type(left[key]) is dict and item != left[key]:
            result[key] = _without(item, left[key])
    return result


def _over(below: Json, above: Json) -> Json:
    """Two values, one laid over the other: objects key by key, lists at their first items."""
    if type(below) is dict and type(above) is dict:
        both = {**below, **above}
        return {key: _over(below[key], above[key]) if key in below and key in above else item
                for key, item in both.items()}  # fmt: skip
    if type(below) is list and type(above) is list and below and above:
        return [_over(below[0], above[0]), *above[1:]]
    return above
