"""Overlay keys on a message that only its blocks may have: they go to the last such block."""

from __future__ import annotations

from typing import Any

from toolwire_codegen.load.transform import Lens

from .spec import Spec

Json = Any


def block_keys(spec: Spec, lens: Lens) -> dict[str, set[str]]:
    """By the kind of a block: keys that its type has, no row names, and the message has not."""
    found: dict[str, set[str]] = {}
    for block in landed_lenses(spec, lens):
        lens_keys(spec, block, set(spec.wire.properties(lens.wire)), found)
    return found


def landed_lenses(spec: Spec, lens: Lens) -> list[Lens]:
    """The lenses of the blocks that a message holds."""
    rows = [row for row in lens.rows if row.name == "content"]
    if not rows or "role" not in spec.inter.properties(lens.inter):
        return []
    targets = [*rows[0].targets, *(target for _, target in rows[0].parts)]
    places = [spec.place(lens, rows[0], target, lens.inter).items for target in targets]
    return [block for items in places if items is not None for block in spec.lenses_at(items)]


def lens_keys(spec: Spec, block: Lens, own: set[str], found: dict[str, set[str]]) -> None:
    """Add those of one type of block."""
    kind = spec.inter_tags(block.inter).get("kind")
    keys = _free_keys(spec, block) - own
    if kind and keys:
        found[kind] = found.get(kind, set()) | keys


def _free_keys(spec: Spec, block: Lens) -> set[str]:
    whole = [row for row in block.rows if row.targets and not row.targets[0].path]
    if whole:
        lenses = [
            one for one in spec.transform.lenses if one.wire == block.wire and one is not block
        ]
        inner = spec.shapes(spec.inter, block.inter, whole[0].fields[0])
        names = {shape.name for shape in inner}
        return {key for one in lenses if one.inter in names for key in _free_keys(spec, one)}
    if not block.keeps or block.own:
        return set()
    givens = [*block.givens, *(given for case in block.cases for given in case.givens)]
    paths = [t.path for row in block.all_rows for t in row.targets] + [g.path for g in givens]
    named = {path[0] for path in paths if path} | set(spec.wire_tags(block))
    return set(spec.wire.properties(block.wire)) - named


def landed(spec: Spec, lens: Lens, x: Json) -> Json:
    """A message with such keys where they may stand."""
    return land(spec, block_keys(spec, lens), x) if type(x) is dict else x


def land(spec: Spec, keys: dict[str, set[str]], x: Json) -> Json:
    """A message with these keys where they may stand."""
    keys = keys if x.get("metadata") else {}
    own = dict(x["metadata"].get(spec.name) or {}) if keys else {}
    here = own.get("$", {}).get("here", ())
    content = x["content"] if own else []
    blocks = [{"kind": "text", "text": content}] if type(content) is str else list(content)
    moved = False
    for key in [key for key in own if key not in here and any(key in ks for ks in keys.values())]:
        value, moved = own.pop(key), True
        fitting = [
            at for at, one in enumerate(blocks)
            if key in keys.get(one["kind"], ()) and one.get("text", "-") != ""
        ]  # fmt: skip
        if fitting:
            blocks[fitting[-1]] = _carrying(blocks[fitting[-1]], spec.name, key, value)
    if not moved:
        return x
    content = content if blocks == [{"kind": "text", "text": content}] else blocks
    return {**x, "content": content, "metadata": {**x["metadata"], spec.name: own}}


def _carrying(block: Json, name: str, key: str, value: Json) -> Json:
    if "toolCall" in block:
        return {**block, "toolCall": _carrying(block["toolCall"], name, key, value)}
    metadata = block.get("metadata") or {}
    return {**block, "metadata": {**metadata, name: {**metadata.get(name, {}), key: value}}}
