"""Where a wire's bodies hold bytes as text: strings that their schema marks as base64.

Places are told by keys alone: lists and unions on the way to them are looked through.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..load.schema import REF, Schema

MARK, BASE64 = "contentEncoding", "base64"
FEW = 3
ITSELF = ""
"""The key of a node whose own value may be bytes."""

Marks = dict[str, dict[str, str]]
"""For each node the keys that lead to bytes, each with the node there."""
Node = tuple[frozenset[str], bool]
"""The objects that may stand somewhere, and whether bytes may."""


def marks(schema: Schema, roots: dict[str, list[str]]) -> tuple[Marks, dict[str, str]]:
    """The nodes below some bodies, of these types, that lead to bytes; and the node of each."""
    found: dict[Node, dict[str, Node]] = {}
    arms = {body: [{"$ref": f"{REF}{name}"} for name in names] for body, names in roots.items()}
    tops = {body: _node(schema, {"anyOf": refs}) for body, refs in arms.items()}
    todo = [*tops.values()]
    while todo:
        node = todo.pop()
        if node in found:
            continue
        keys = sorted({key for name in node[0] for key in schema.properties(name)})
        parts = {key: [schema.properties(name).get(key) for name in node[0]] for key in keys}
        found[node] = {key: _node(schema, {"anyOf": schemas}) for key, schemas in parts.items()}
        todo += found[node].values()
    leading = {node for node in found if node[1]}
    size = -1
    while size != len(leading):
        size = len(leading)
        leading |= {node for node, keys in found.items() if leading & {*keys.values()}}
    names = {node: " ".join([*sorted(node[0]), *[BASE64] * node[1]]) for node in leading}
    table = {
        names[node]: {
            **({ITSELF: ITSELF} if node[1] else {}),
            **{key: names[child] for key, child in found[node].items() if child in leading},
        }
        for node in sorted(leading, key=lambda node: names[node])
    }
    return table, {root: names[node] for root, node in tops.items() if node in leading}


def merged(table: Marks, *nodes: str) -> str:
    """The node of a value that is of one of these nodes ("" is none); a new one joins the table."""
    found = sorted({node for node in nodes if node})
    if len(found) < 2:
        return "".join(found)
    types = {name for node in found for name in node.split()}
    name = " ".join([*sorted(types - {BASE64}), *[BASE64] * (BASE64 in types)])
    if name not in table:
        keys = sorted({key for node in found for key in table[node]})
        table[name] = joined = {}
        for key in keys:
            children = [table[node].get(key, "") for node in found]
            joined[key] = merged(table, *children) if key else ITSELF
    return name


def labels(table: Marks) -> dict[str, str]:
    """A short name for each node: its types, or as many of them as tell it from the others."""
    found: dict[str, str] = {}
    for node in table:
        types = node.split()
        short = [f"{' '.join(types[:count])} etc." for count in range(FEW, len(types))]
        found[node] = next((one for one in short if one not in found.values()), node)
    return found


def _node(schema: Schema, subschema: Any) -> Node:
    parts = [*_parts(schema, subschema, ())]
    names = frozenset(part for part in parts if isinstance(part, str))
    return names, True in parts


def _parts(schema: Schema, subschema: Any, visited: tuple[str, ...]) -> Iterator[str | bool]:
    """The objects that a value may be or hold in lists, and whether it is marked text."""
    if not isinstance(subschema, dict):
        return
    name = str(subschema.get("$ref", "")).removeprefix(REF)
    if name in schema.defs and name not in visited:
        if schema.record(name):
            yield name
        else:
            yield from _parts(schema, schema.defs[name], (*visited, name))
    for arm in subschema.get("anyOf", ()):
        yield from _parts(schema, arm, visited)
    yield from _parts(schema, subschema.get("items"), visited)
    if subschema.get(MARK) == BASE64:
        yield True
