"""Plans what is shown of texts in numbered items of events that have the shape of the reply.

Such an item begins a block, or brings the next piece of its text, as a call does there.
"""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ..asking import asked
from .blocks import BlockPlanner
from .shown import PIECES, Blocks, Element
from .state import READING, S, StreamState, lookup, slot_part

Shown = tuple[Expr, list[Stmt]]


def texts_of(state: StreamState, blocks: Blocks) -> list[Element]:
    """The elements of a list of blocks whose text such items bring piece by piece."""
    return [
        one for one in blocks.elements
        if one.kind in PIECES.values()
        and any(row.operator == "append" for row in state.rows_at((*blocks.path, *one.text)))
        and not (blocks.single or one.listed or one.rather or one.marked or one.moved)
    ]  # fmt: skip


def begun(state: StreamState, blocks: Blocks, text: Element, slot: Expr, item: Expr,
          key: str) -> Shown:  # fmt: skip
    """A text begins once its element says that it is one, with all that has come of it.

    ``key``: its number, if that is the event's alone.
    """
    first = ir.runtime("first_piece", S, slot, item, READING)
    if key:
        first = ir.runtime("besides", first, ir.const((key,)))
    is_it = ir.and_(ir.not_(ir.Filled(slot_part(slot, "kind"))), _is(state, blocks, text, slot))
    begin = ir.do(ir.runtime("begin", S, slot, ir.const(text.kind)))
    shows = BlockPlanner(state).begin_text(text, slot, item)
    return is_it, [ir.assign(item, first), begin, *shows]


def grown(state: StreamState, blocks: Blocks, text: Element, slot: Expr, item: Expr,
          key: str) -> Shown:  # fmt: skip
    """What an item brings of a text that has begun: the next piece, and what it says beside it."""
    planner, path = BlockPlanner(state), text.text
    piece = ir.var(state.scope.fresh("text"))
    value = lookup(item, path)
    if state.comes_so_far((*blocks.path, *path)):
        value = ir.runtime("news_at", slot_part(slot, "w"), item, ir.const(path), ir.const(False))
    tags = [tag for tag, _ in text.lens.wire_tags]
    names = state.names_constant([*tags, key, *(path[:1] if not path[1:] else ())])
    deep = ir.const((path,) if path[1:] else ())
    beside = ir.do(ir.runtime("show_beside", S, slot, ir.FormatName(), item, names, deep))
    is_it = ir.eq(slot_part(slot, "kind"), text.kind)
    if [one.kind for one in blocks.elements].count(text.kind) > 1:
        is_it = ir.and_(is_it, _is(state, blocks, text, slot))
    shown = planner.piece_of(text, slot, path, piece)
    return is_it, [beside, ir.assign(piece, value), ir.if_(shown)]


def _is(state: StreamState, blocks: Blocks, text: Element, slot: Expr) -> Expr:
    question = blocks.union.question_of(text.lens)
    return asked(state.resolver.snaked, question, slot_part(slot, "w"))
