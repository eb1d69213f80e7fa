"""Plain forms: the shape most values have, planned in line.

A value is plain when it has just the keys its rows speak of, each of the expected type, and no
metadata. Its conversion is then one literal, and needs no call. Anything else goes to the lens's
own function, which gives the same for a plain value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..load.transform import Case, Lens, Row
from . import ir
from .codecs import Copy, Scope, Table
from .ir import Expr, Stmt
from .operators import Arguments, Minted, Position, Text
from .resolve import CALL, BoundLens, Leaf, Resolver

SCALARS = ("string", "boolean", "integer")


@dataclass
class Plain:
    """A condition on a value, and the literal that stands for it where it holds."""

    condition: Expr
    value: Expr


def _leaves(resolver: Resolver, lens: Lens) -> list[Leaf] | None:
    """The targets of a lens that is simple enough to have a plain form."""
    if not lens.keeps or lens.cases or lens.own:
        return None
    if any(len(row.targets) != 1 for row in lens.rows if not row.parts):
        return None
    if any(given.sum or given.when or len(given.path) > 1 for given in lens.givens):
        return None
    return [resolver.leaf(lens, row, row.targets[0]) for row in lens.rows if row.targets]


def plain_read(resolver: Resolver, bound: BoundLens, w: Expr, scope: Scope) -> Plain | None:
    """The plain form of a wire object whose tags the caller has seen."""
    lens = bound.lens
    leaves = _leaves(resolver, lens)
    if leaves is None:
        return None
    tags = [(key, value) for key, value in bound.wire_tags if not isinstance(value, tuple)]
    size = len(tags) + len(leaves) + len(lens.givens)
    conditions: list[Expr] = [Expr("size_is", (w, size))]
    for given in lens.givens:
        conditions.append(ir.eq(ir.opt(w, given.path[0]), given.values[0]))
    pairs = [(k, ir.const(v)) for k, v in bound.inter_tags if not isinstance(v, tuple)]
    for row in lens.rows:
        if row.parts:
            text = _text_part(resolver, lens, row)
            if text is None:
                return None
            local = scope.fresh(row.name)
            raw = Expr("walrus", (local, ir.opt(w, text.key)))
            conditions += [ir.is_(raw, "string"), Expr("true", (ir.var(local),))]
            block = ir.obj([("kind", ir.const("text")), ("text", ir.var(local))])
            pairs.append((row.name, ir.arr(block)))
            conditions[0] = Expr("size_is", (w, size + 1))
    for leaf in leaves:
        if len(leaf.target.path) != 1 or len(leaf.field) != 1 or not leaf.inter_required:
            return None
        if isinstance(leaf.codec, Table):
            only = _only_value(resolver, lens, leaf)
            if only is None:
                return None
            conditions.append(ir.eq(ir.get(w, leaf.key), only[1]))
            pairs.append((leaf.field[0], ir.const(only[0])))
            continue
        raw = ir.get(w, leaf.key) if leaf.wire_required else ir.opt(w, leaf.key)
        local = scope.fresh(leaf.row.name)
        bound_raw = Expr("walrus", (local, raw))
        value: Expr = ir.var(local)
        codec = leaf.codec
        if isinstance(codec, Text) and codec.inter_string and codec.inter_list:
            if codec.wire_string and codec.canonical == "string":
                conditions.append(ir.is_(bound_raw, "string"))
            elif not codec.wire_string:
                bare = codec.bare(ir.var(local), scope)
                conditions += [ir.is_(bound_raw, "array"), bare]
                only = bare.args[1].args[0].args[0]
                value = ir.get(ir.var(only), "text")
            else:
                return None
        elif type(codec) is Copy and codec.types and codec.types[0] in SCALARS and not codec.consts:
            conditions.append(ir.is_(bound_raw, codec.types[0]))
            if len(codec.types) > 1:
                return None
        else:
            return None
        if leaf.has("nonempty"):
            conditions.append(Expr("true", (ir.var(local),)))
        pairs.append((leaf.field[0], value))
    return Plain(ir.and_(*conditions), ir.obj(list(dict(pairs).items())))


def _text_part(resolver: Resolver, lens: Lens, row: Row) -> Leaf | None:
    """The part of a spread list that takes plain text from a string, if its first one does."""
    arm, target = row.parts[0]
    leaf = resolver.part(lens, row, arm, target, lens.inter)
    text = isinstance(leaf.codec, Text) and leaf.codec.wire_string
    return leaf if arm == "*" and text and len(target.path) == 1 else None


def _only_value(resolver: Resolver, lens: Lens, leaf: Leaf) -> tuple[Any, Any] | None:
    """The one value a field may have, and how the wire's table spells it."""
    consts = resolver.inter.const(lens.inter, leaf.field[0])
    codec = leaf.codec
    if len(consts) != 1 or not isinstance(codec, Table):
        return None
    return consts[0], resolver.constants[codec.writing][consts[0]]


def plain_write(resolver: Resolver, bound: BoundLens, x: Expr, scope: Scope) -> Plain | None:
    """The plain form of an intermediate object whose tag the caller has seen."""
    lens = bound.lens
    leaves = _leaves(resolver, lens)
    if leaves is None or any(row.parts for row in lens.rows):
        return None
    tabled = [leaf for leaf in leaves if isinstance(leaf.codec, Table)]
    size = len(bound.inter_tags) + len(leaves) - len(tabled)
    conditions: list[Expr] = [Expr("size_is", (x, size))]
    tags = [((key,), ir.const(v)) for key, v in bound.wire_tags if not isinstance(v, tuple)]
    pairs: list[tuple[tuple[str, ...], Expr]] = [*tags]
    pairs += [(given.path, ir.const(given.values[0])) for given in lens.givens]
    for leaf in leaves:
        if len(leaf.field) != 1 or not leaf.inter_required:
            return None
        value = ir.get(x, leaf.field[0])
        codec = leaf.codec
        if isinstance(codec, Table):
            only = _only_value(resolver, lens, leaf)
            if only is None:
                return None
            pairs.append((leaf.target.path, ir.const(only[1])))
            continue
        if isinstance(codec, Text) and codec.inter_string and codec.inter_list:
            local = scope.fresh(leaf.row.name)
            conditions.append(ir.is_(Expr("walrus", (local, value)), "string"))
            value = ir.var(local)
            if not codec.wire_string:
                value = ir.arr(codec.part(value))
        elif isinstance(codec, Arguments):
            conditions.append(ir.has(x, leaf.field[0]))
            value = ir.runtime("dumps", value) if codec.as_text else value
        elif not (isinstance(codec, Minted) or (type(codec) is Copy and not codec.consts)):
            return None
        if leaf.has("nonempty"):
            conditions.append(Expr("true", (value,)))
        pairs.append((leaf.target.path, value))
    return Plain(ir.and_(*conditions), tree(pairs))


def plain_call(resolver: Resolver, bound: BoundLens, scope: Scope) -> list[Stmt]:
    """The way out of a call's reader for the shape most calls have: ids, objects, nothing else."""
    lens = bound.lens
    leaves = _leaves(resolver, lens)
    if leaves is None or lens.inter != CALL or lens.givens:
        return []
    w = ir.var("w")
    tags = [key for key, value in bound.wire_tags if not isinstance(value, tuple)]
    paths = {leaf.node for leaf in leaves}
    if len(paths) != 1:
        return []
    (path,) = paths
    conditions: list[Expr] = []
    node = w
    if len(path) > 1:
        return []
    if path:
        name = scope.fresh(path[0])
        inside = Expr("walrus", (name, ir.opt(w, path[0])))
        conditions += [Expr("size_is", (w, len(tags) + 1)), ir.is_(inside, "object")]
        node, tags = ir.var(name), []
    conditions.append(Expr("size_is", (node, len(tags) + len(leaves))))
    pairs: list[tuple[str, Expr]] = []
    for leaf in leaves:
        local = scope.fresh(leaf.row.name)
        raw = Expr("walrus", (local, ir.opt(node, leaf.key)))
        value = ir.var(local)
        if isinstance(leaf.codec, Arguments):
            if leaf.codec.as_text:
                return []
            carrier = leaf.codec.args[0].args[0]
            conditions += [ir.is_(raw, "object"), ir.not_(ir.has(value, carrier))]
        else:
            conditions.append(ir.is_(raw, "string"))
        if isinstance(leaf.codec, Minted):
            made = Expr("in", (value, Expr("made", ())))
            conditions += [Expr("true", (value,)), ir.not_(made)]
        pairs.append((leaf.field[0], value))
    known = dict(pairs)
    opened = [ir.put(ir.var("calls"), known["id"], known["name"])] if resolver.tracks_calls else []
    return [ir.if_((ir.and_(*conditions), [*opened, ir.ret(ir.obj(pairs))]))]


def plain_case(resolver: Resolver, bound: BoundLens, case: Case, x: Expr) -> Plain | None:
    """The plain form of one arm of a union that a lens writes case by case."""
    lens = bound.lens
    tags = [(k, v) for k, v in bound.wire_tags if not isinstance(v, tuple)]
    pairs: list[tuple[tuple[str, ...], Expr]] = [((k,), ir.const(v)) for k, v in tags]
    rows = [row for row in (*lens.rows, *case.rows) if not row.lost]
    if any(len(row.targets) != 1 or len(row.fields) != 1 for row in rows):
        return None
    required = resolver.inter.required(case.arm)
    rows = [row for row in rows if row.name in required]
    kinds = [
        (key, resolver.inter.const(case.arm, key)[0])
        for key in required
        if len(resolver.inter.const(case.arm, key)) == 1
    ]
    conditions: list[Expr] = [Expr("size_is", (x, len(required)))]
    conditions += [ir.eq(ir.get(x, key), value) for key, value in kinds]
    for row in rows:
        leaf = resolver.leaf(lens, row, row.targets[0], case.arm)
        value, codec = ir.get(x, row.name), leaf.codec
        if isinstance(codec, Text) and codec.inter_string and not codec.inter_list:
            conditions.append(ir.is_(value, "string"))
            value_written = value if codec.wire_string else ir.arr(codec.part(value))
        elif isinstance(codec, Position):
            conditions.append(ir.not_(Expr("true", (ir.var("hidden"),))))
            value_written = value
        elif type(codec) is Copy and codec.types == ("string",):
            value_written = value
        else:
            return None
        if leaf.has_default or leaf.has("nonempty"):
            conditions.append(Expr("true", (value,)))
        pairs.append((leaf.target.path, value_written))
    pairs += [(given.path, ir.const(given.values[0])) for given in case.givens]
    return Plain(ir.and_(*conditions), tree(pairs))


def tree(pairs: list[tuple[tuple[str, ...], Expr]]) -> Expr:
    """Paths and values as one nested literal."""
    root: dict[str, Any] = {}
    for path, value in pairs:
        branch = root
        for key in path[:-1]:
            branch = branch.setdefault(key, {})
        branch[path[-1]] = value

    def nested(branch: dict[str, Any]) -> Expr:
        return ir.obj([(k, nested(v) if isinstance(v, dict) else v) for k, v in branch.items()])

    return nested(root)


def whole_row(bound: BoundLens) -> Row | None:
    """The row of a lens that hands its whole wire object to another lens, if it is one."""
    rows = bound.lens.rows
    return rows[0] if bound.whole_child and len(rows) == 1 else None
