"""Plans the loss report of lists: those spread over several wire keys, and sequences."""

from __future__ import annotations

from functools import reduce

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import field_there
from ...load.transform import Row
from ...operators.base import Codec
from ...operators.leaf import Leaf
from ...operators.texts import TEXT
from ...resolve.intermediate import TEXT_BLOCK
from ...resolve.paths import must_be_there
from ..arms import is_arm
from ..bound import BoundLens
from ..codecs import Many
from ..resolve import Resolver
from ..sequence import BoundSequence
from ..spreading import Spreading
from ..standing import but_listed, listed, listed_kinds, stood
from .reports import X, strange, unsupported
from .unions import reasons


def parts(resolver: Resolver, bound: BoundLens, row: Row, inter: str) -> list[Stmt]:
    """A list that stands in several wire keys loses its order across them."""
    body: list[Stmt] = []
    value, where = reduce(ir.get, row.fields[0], X), "/".join(["", *row.fields[0]])
    schema = resolver.inter
    chosen = [(arm, resolver.part(bound.lens, row, arm, t, inter)) for arm, t in row.parts]
    also = listed_kinds(chosen)
    branches: list[tuple[Expr, list[Stmt]]] = []
    otherwise: list[Stmt] = []
    block = ir.var("block")
    for arm, leaf in chosen:
        codec = leaf.codec.items
        inner: list[Stmt] = []
        if isinstance(codec, Many):
            inner = [ir.LoseAt(codec.item.losing, block, f"{where}/", "index")]
        elif leaf.codec.whole_blocks:
            place = ir.PlaceAt(f"{where}/", "index")
            inner = [strange(resolver, block, place, True, arm)]
            inner += leaf.codec.losses_of_block(leaf, block, place)
        elif leaf.codec.field_alone:
            place = ir.PlaceAt(f"{where}/", "index")
            record = TEXT_BLOCK if arm == "*" else arm
            inner = [strange(resolver, block, place, False, record)]
            inner += _beside(resolver, record, leaf.codec, place)
            inner += leaf.codec.losses_of_block(leaf, block, place)
            if arm == "*":
                other = ir.Ne(ir.opt(block, "kind"), ir.const("text"))
                lost = unsupported(block, place)
                inner = [ir.if_((other, [lost]), otherwise=inner)]
        if arm == "*":
            otherwise = inner
        else:
            kind = ir.eq(ir.opt(block, "kind"), schema.const(arm, "kind")[0])
            kind = but_listed(kind, block, also.get(arm, ""))
            if leaf.codec.sets_aside:
                branches.insert(0, (ir.and_(kind, stood(block, leaf, chosen)), inner))
                continue
            if isinstance(codec, Many):
                kind = ir.or_(kind, ir.eq(ir.opt(block, "at"), leaf.key))
            branches.append((kind, inner))
    texts = [rank for rank, (_, leaf) in enumerate(chosen) if leaf.codec.field_alone == TEXT]
    media = [rank for rank in range(len(chosen)) if inter != bound.lens.inter and rank not in texts]
    ranks = _ranks(resolver, chosen)
    rest = next((rank for rank, (arm, _) in enumerate(chosen) if arm == "*"), 0)
    style = chosen[rest][1].codec.lone_style
    args = [ir.const(one) for one in (ranks, rest, texts, media, style)]
    spot = (X, ir.const(row.name), ir.FormatName())
    order = ir.runtime("reordered", value, *spot, *args, *_held_too(resolver, chosen))
    body.append(ir.LoseIf(where, "order", _joined(row, chosen, order)))
    body += _several(resolver, chosen, value, where)
    body.append(ir.ForIndex("index", "block", value, [ir.if_(*branches, otherwise=otherwise)]))
    if resolver.strings(inter, row.fields[0]):
        return [ir.if_((ir.is_(value, "array"), body))]
    return body


def _ranks(resolver: Resolver, chosen: list[tuple[str, Leaf]]) -> dict[str, int]:
    """Where in their order the keys of blocks stand, by kind; of what nobody knows, by its key."""
    ranks: dict[str, int] = {}
    for rank, (arm, leaf) in enumerate(chosen):
        if arm == "*":
            continue
        if leaf.codec.marks:
            ranks[leaf.codec.marks] = rank
        elif not leaf.codec.sets_aside:
            ranks[resolver.inter.const(arm, "kind")[0]] = rank
        if isinstance(leaf.codec.items, Many):
            ranks[f"opaque.{leaf.key}"] = rank
    return ranks


def _held_too(resolver: Resolver, chosen: list[tuple[str, Leaf]]) -> list[Expr]:
    """The key of a list that holds what has keys of its own as well, and its kinds."""
    marks = next((leaf.codec.marks for _, leaf in chosen if leaf.codec.marks), "")
    also = listed_kinds(chosen)
    key = (listed(marks, chosen) if marks else "") or next(iter(also.values()), "")
    kinds = [resolver.inter.const(arm, "kind")[0] for arm in also]
    return [*map(ir.const, [key, *kinds])] if key else []


def _joined(row: Row, chosen: list[tuple[str, Leaf]], order: Expr) -> Expr:
    """Why a list does not come back, or that plain texts of a part are one string."""
    for _, leaf in chosen:
        if leaf.codec.joins:
            args = (X, ir.const(row.name), ir.FormatName(), ir.const(leaf.key))
            order = ir.runtime("or_joined", order, *args)
    return order


def _several(
    resolver: Resolver, chosen: list[tuple[str, Leaf]], value: Expr, where: str
) -> list[Stmt]:  # fmt: skip
    """Blocks of which the wire has one alone."""
    return [
        ir.LoseIf(where, "value", ir.runtime("several", value, *map(ir.const, (kind, leaf.key))))
        for arm, leaf in chosen if leaf.codec.as_list
        for kind in resolver.inter.const(arm, "kind")[:1]
    ]  # fmt: skip


def _beside(resolver: Resolver, record: str, codec: Codec, place: Expr) -> list[Stmt]:
    """What a block has beside the one field that the wire takes, or that it lacks that."""
    field = codec.field_alone
    others = set(resolver.inter.properties(record)) - {"kind", "metadata", field, codec.marks}
    body: list[Stmt] = []
    if others:
        reason = ir.const(f"this wire takes its {field} alone")
        args = (ir.var("block"), place, ir.var("losses"), reason)
        body.append(ir.do(ir.runtime("lost", *args, *map(ir.const, sorted(others)))))
    if field in resolver.inter.required(record):
        return body
    there = ir.is_(ir.opt(ir.var("block"), field), "string")
    return [ir.if_((there, body), otherwise=[unsupported(ir.var("block"), place)])]


def sequence_losses(bound: BoundSequence) -> list[Stmt]:
    """Units that a list loses, or that lose their place in it."""
    s, resolver = bound.sequence, bound.resolver
    value: Expr = ir.get(X, s.field)
    units, numbered = value, False
    body: list[Stmt] = []
    if s.lift:
        role = resolver.inter.const(s.lift, "role")[0]
        body.append(
            ir.do(
                ir.runtime(
                    "lift_losses", value, ir.const(role), ir.var("FORMAT"),
                    ir.const(s.lift_anywhere), ir.var("path"), ir.var("losses"),
                )
            )
        )  # fmt: skip
    if bound.fold is not None and bound.fold.joins_rest:
        body.append(
            ir.do(
                ir.runtime("fold_losses", value, ir.var("FORMAT"), ir.var("path"), ir.var("losses"))
            )
        )
    if bound.spread is not None:
        tags, place = ir.const(dict(bound.spread.tags)), ir.Place(f"/{s.field}")
        own = (tags, ir.var("FORMAT"), place, ir.var("losses"))
        body.append(ir.do(ir.runtime("spread_losses", value, ir.Named(bound.again), *own)))
    if s.lift and not s.lift_anywhere:
        args = (ir.const("role"), ir.const(role), ir.FormatName())
        split = ir.Unpack(("lifted", "units"), ir.runtime("numbered_leading", value, *args))
        lifted, units, numbered = ir.var("lifted"), ir.var("units"), True
        body += [split, ir.LoseEach(bound.lifted().losing, lifted, f"/{s.field}", True)]
    body.append(ir.LoseEach(bound.losing, units, f"/{s.field}", numbered))
    if must_be_there(resolver.inter, s.record, (s.field,)):
        return body
    return [ir.if_((field_there((s.field,)), body))]


def unit(bound: BoundSequence) -> ir.Function:
    """The losses of one unit of a sequence, wherever on the wire it goes."""
    s, resolver = bound.sequence, bound.resolver
    units = [*bound.fold.units] if bound.fold is not None else []
    if s.lift_anywhere:
        units.append((bound.lifted(), bound.lifted()))
    branches: list[tuple[Expr, list[Stmt]]] = [
        (is_arm(resolver, lens, X), [ir.LoseIn(through.losing, X, "")]) for lens, through in units
    ]
    if bound.spread is not None:
        branches.append((bound.spread.is_unit(X), _spread(resolver, bound.spread)))
    otherwise: list[Stmt]
    if bound.others is not None:
        otherwise = [ir.LoseIn(bound.others.losing, X, "")]
    else:
        own = ir.Ne(ir.opt(X, "format"), ir.FormatName())
        lost = unsupported(X, ir.var("path"), *reasons(resolver, bound.left))
        otherwise = [ir.if_((own, [lost]))]
    return ir.Function(
        bound.losing,
        ["x", "path", "losses", "calls"],
        f"What the wire cannot carry of one of `{s.record}.{s.field}`.",
        [],
        [ir.if_(*branches, otherwise=otherwise)] if branches else otherwise,
    )


def _spread(resolver: Resolver, spreading: Spreading) -> list[Stmt]:
    """The losses of a unit that stands as several elements: those of its blocks."""
    s = spreading.sequence
    body: list[Stmt] = []
    if name := spreading.landing:
        args = (X, ir.var("FORMAT"), ir.var(name))
        report = ir.runtime("unlanded", *args, ir.var("path"), ir.var("losses"))
        landed = ir.let("x", ir.runtime("landed", *args))
        body.append(ir.if_((ir.has(X, "metadata"), [ir.do(report), landed])))
    # What no block has taken has no place: there is no element of the unit's own.
    place = (ir.var("path"), ir.var("losses"))
    body.append(ir.do(ir.runtime("unplaced", X, ir.var("FORMAT"), *place)))
    body.append(strange(resolver, X, ir.Place(""), True, s.spread))
    losing = spreading.blocks.losing
    return [*body, ir.LoseEach(losing, spreading.listed(X), f"/{s.spread_key}")]


def again(bound: BoundSequence) -> ir.Function:
    """What some units of a sequence are once they are written and read."""
    s = bound.sequence
    lifted = [ir.arr()] if s.lift_anywhere else []
    hidden = [ir.NewSet()] if bound.hides_ids else []
    items = ir.call(bound.writing, ir.var("units"), *hidden, *lifted)
    calls = [ir.runtime("opened", ir.const(None))] if bound.reads_calls else []
    doc = f"What some of `{s.record}.{s.field}` are once they are written and read."
    read = ir.ret(ir.call(bound.reading, items, *calls))
    return ir.Function(bound.again, ["units"], doc, [], [read])
