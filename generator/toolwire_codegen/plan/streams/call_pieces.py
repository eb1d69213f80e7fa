"""Plans what is shown of blocks in events that have the shape of the reply: a piece of each."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ..asking import asked
from .converted import as_read
from .numbered_texts import begun, grown, texts_of
from .shown import Blocks, Element
from .state import READING, SHOWS_CALLS, S, StreamState, slot_part

Number = tuple[str, bool] | None
"""The key that a call is found by, if it has one, and whether the call itself has it."""


def piece_shown(
    state: StreamState, blocks: Blocks, slot: Expr, item: Expr, number: Number, shows: Expr | None
) -> list[Stmt]:
    """Show the piece of a tool call, or of a text, that an element of a keyed list brought."""
    order = [question.arm for question, _ in blocks.union.asked]
    texts = texts_of(state, blocks) if number is not None else []
    elements = sorted([*blocks.calls, *texts], key=lambda one: order.index(one.lens.lens.wire))
    if not elements:
        return []
    calls = [one for one in elements if one.is_call]
    key, keeps_key = number or ("", False)
    kind, alone = slot_part(slot, "kind"), "" if keeps_key else key
    begin = [
        _begun(state, blocks, one, slot, item) if one.is_call
        else begun(state, blocks, one, slot, item, alone)
        for one in elements
    ]  # fmt: skip
    begin += [grown(state, blocks, one, slot, item, key) for one in texts]
    later = ir.do(ir.runtime("show_later", S, slot, READING))
    pieces = [_shown(state, blocks, call, slot, item, number, len(elements) > 1) for call in calls]
    steps: list[Stmt] = [ir.if_(*begin), ir.if_((ir.not_(ir.Filled(kind)), [later]), *pieces)]
    return [ir.if_((shows, steps))] if shows is not None else steps


def _begun(
    state: StreamState, blocks: Blocks, element: Element, slot: Expr, item: Expr
) -> tuple[Expr, list[Stmt]]:
    """A call begins, once its element says that it is one: with all that has come of it."""
    question = blocks.union.question_of(element.lens)
    as_json = state.comes_as_json((*blocks.path, *element.arguments))
    text = map(ir.const, element.arguments if as_json else ())
    is_it = asked(state.resolver.snaked, question, slot_part(slot, "w"))
    return ir.and_(ir.not_(ir.Filled(slot_part(slot, "kind"))), is_it), [
        ir.assign(item, ir.runtime("first_piece", S, slot, item, READING, *text)),
        ir.do(ir.runtime("begin", S, slot, ir.const(element.kind))),
    ]


def _shown(
    state: StreamState, blocks: Blocks, element: Element, slot: Expr, item: Expr, number: Number,
    several: bool,
) -> tuple[Expr, list[Stmt]]:  # fmt: skip
    """The piece of a call of one kind; ``several``: blocks of others are shown so as well."""
    paths = (element.id, element.name, element.arguments, element.invalid)
    *fields, invalid = [
        ir.runtime("inside", item, *map(ir.const, path)) if path else ir.const(None)
        for path in paths
    ]
    steps: list[Stmt] = []
    for at, path in enumerate((element.id, element.name)):
        if path in element.spelled:
            read, fields[at] = as_read(element.spelled[path], fields[at], item, state.scope)
            steps += read
    if state.comes_so_far((*blocks.path, *element.arguments)):
        # The event has all of the text.
        first = ir.not_(ir.Filled(slot_part(slot, "is_shown")))
        given = ir.const(element.arguments)
        fields[2] = ir.runtime("news_at", slot_part(slot, "w"), item, given, first)
    waits: list[Stmt] = []
    if element.carrier != "" and not state.comes_as_json((*blocks.path, *element.arguments)):
        # More of an object may come: no text of it goes on with what was shown.
        hold = ir.runtime("hold_arguments", S, slot, *map(ir.const, (
            [*element.arguments], element.carrier
        )))  # fmt: skip
        waits = [ir.if_((ir.Filled(fields[2]), [ir.do(hold)]))]
        fields[2] = invalid
    key = ir.const(element.id[-1] if element.id else "")
    news = (item, *_news(state, element, number))
    show = ir.do(ir.runtime("show_call", S, slot, ir.FormatName(), key, *fields, *news))
    kind = slot_part(slot, "kind")
    is_it = ir.eq(kind, element.kind) if several else ir.Filled(kind)
    return ir.and_(SHOWS_CALLS, is_it), [*steps, show, *waits]


def _news(state: StreamState, call: Element, number: Number) -> tuple[Expr, Expr]:
    """The keys of a call that are told apart from its other news, and what it usually has."""
    all_givens = call.call_lens.givens if call.call_lens is not None else ()
    givens = [g for g in all_givens if len(g.path) == 1 and g.values and not g.when]
    paths = (call.id, call.name, call.arguments, call.invalid)
    key, keeps_key = number or ("", False)
    named = [*(path[0] for path in paths if path), *(key for key, _ in call.lens.wire_tags)]
    usual = {given.path[0]: given.values[0] for given in givens}
    usual |= {key: None} if keeps_key else {}
    names = named if keeps_key or not key else [*named, key]
    return state.names_constant(names), ir.const(usual)
