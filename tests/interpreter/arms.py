"""Which lens a wire object is for: by a tag that all have, or by the keys that it must have."""

from __future__ import annotations

from typing import Any

from toolwire_codegen.load.transform import Lens

from .jsontext import is_constant
from .spec import Place, Spec

Json = Any


def is_arm(spec: Spec, lens: Lens, w: Json, lenses: list[Lens], place: Place) -> bool:
    """Is a wire object this arm? By a tag that all arms have, or by the keys it must have."""
    wire = spec.wire
    tagged = [{k for k in wire.properties(x.wire) if wire.const(x.wire, k)} for x in lenses]
    common = sorted(set.intersection(*tagged))
    common = [key for key in common if any(key in wire.required(x.wire) for x in lenses)]
    if common:
        key = common[0]
        if key not in w and key not in wire.required(lens.wire):
            return all(spec.has_either(w, other) for other in wire.required(lens.wire))
        return any(is_constant(w.get(key), v) for v in wire.const(lens.wire, key))
    return has_required(spec, lens, w, _presence(spec, place)) or _says(spec, lens, w, place)


def _says(spec: Spec, lens: Lens, w: Json, place: Place) -> bool:
    """Does a tag that the arm need not have say that it is this one?"""
    wire = spec.wire
    for shape in place.wire:
        excluded = wire.defs.get(shape.name, {}).get("not", {})
        for arm in excluded.get("anyOf", [excluded]):
            for key, value in arm.get("properties", {}).items():
                ours = key in w and "const" in value and key not in wire.required(lens.wire)
                known = ours and value["const"] in wire.const(lens.wire, key)
                if known and is_constant(w[key], value["const"]):
                    return True
    return False


def _presence(spec: Spec, place: Place) -> frozenset[str]:
    """The keys that tell the arms apart: those the unknown arm must not have."""
    found: set[str] = set()
    for shape in place.wire:
        excluded = spec.wire.defs.get(shape.name, {}).get("not", {})
        for arm in excluded.get("anyOf", [excluded]):
            if "properties" not in arm:
                found |= {*arm.get("required", ())}
    return frozenset(found)


def has_required(spec: Spec, lens: Lens, w: Json, telling: frozenset[str]) -> bool:
    wire, said = spec.wire, 0
    for key in wire.required(lens.wire):
        values = wire.const(lens.wire, key)
        if values:
            said += 1
            if not any(is_constant(w.get(key), value) for value in values):
                return False
        elif not telling or key in telling:
            said += 1
            if not spec.has_either(w, key):
                return False
    if said:
        return True
    optional = [k for k in wire.properties(lens.wire) if wire.const(lens.wire, k)]
    return not optional or optional[0] not in w


def is_body(spec: Spec, lens: Lens, w: Json) -> bool:
    """Whether a body has what it must; a key that is null, and may not be, is no sign of it."""
    wire, name = spec.wire, lens.wire
    null = {key for key in wire.required(name) if w.get(key, "") is None}
    takes = {key for key in null for s in wire.shapes(wire.properties(name)[key])
             if s.kind in ("null", "any")}  # fmt: skip
    tagged = bool(wire.tags(name))
    return has_required(spec, lens, w, frozenset()) and (tagged or null <= takes)
