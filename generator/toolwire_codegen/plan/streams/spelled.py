"""Plans the reading of events that spell an element out: by keys of their own, or as a whole."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...load.stream import EventRows, StreamRow, names
from ...resolve.paths import lists, must_be_there, records
from ...resolve.spelled import (
    is_element,
    not_its_own,
    repeating_types,
    respelled,
    rows_at_end,
)
from ...resolve.streaming import shapes_at, source_of, subject, walk
from .blocks import BlockPlanner
from .shown import Blocks, Path
from .state import (
    PIECES,
    ROOT,
    E,
    StreamState,
    emptied_as,
    lookup,
    slot_part,
    value_at,
)


def begun_as(state: StreamState, rows: EventRows, row: StreamRow) -> Expr:
    """What an element begins as: what the event has of it, or says of it key by key."""
    if not row.record:
        return state.scope.let(row.source[-1], value_at(E, row.source))
    left = [] if row.source else sorted(not_its_own(state.wire, state.stream, rows, row))
    made = ir.obj([*_tags(state, row), *_unsaid(state, row)])
    built = ir.runtime("made_of", value_at(E, row.source), state.names_constant(left), made)
    part = state.scope.let("part", built)
    for one in respelled(rows):
        value = ir.var(state.scope.fresh(one.source[-1]))
        there = ir.present(ir.Bind(ir.name_of(value), lookup(E, one.source)))
        path = ir.const(names(one.place[len(row.place) :]))
        state.scope.add(ir.if_((there, [ir.do(ir.runtime("put_at", part, path, value))])))
    return part


def ended_with(
    state: StreamState, blocks: BlockPlanner, found: Blocks | None, slot: Expr, rows: EventRows
) -> None:
    """What an event that ends an element brings of it: it is shown, if it is news, and put in."""
    own, scope = rows_at_end(state.wire, state.stream, rows), state.scope
    if not own:
        return
    news = scope.let("news", ir.obj())
    depth = len(subject(own[0].place))
    for one in own:
        path, value = ir.const(names(one.place[depth:])), lookup(E, one.source)
        scope.add(ir.do(ir.runtime("say_last", news, slot_part(slot, "w"), path, value)))
    put = ir.do(ir.runtime("update", slot_part(slot, "w"), news))
    shown = blocks.final(found, slot, news, whole=False) if found is not None else []
    scope.add(ir.if_((ir.Filled(news), [*shown, put])))
    for holder in sorted({one.source[:end] for one in own for end in range(1, len(one.source))}):
        # What stands beside it in an object of the event is the reply's, as is all of the event.
        keys = {one.source[len(holder)] for one in own if one.source[: len(holder)] == holder}
        types = records(source_of(state.wire, rows.event, rows.arm, holder).shapes)
        made = [name for name in types if keys <= {*state.wire.properties(name)}]
        keys |= {tag for name in made for tag in state.wire.tags(name)}  # nothing of the reply
        inner = ir.var(scope.fresh(holder[-1]))
        there = ir.is_(ir.Bind(ir.name_of(inner), lookup(E, holder)), "object")
        args = (ROOT, slot_part(ROOT, "w"), inner, state.names_constant(sorted(keys)))
        scope.add(ir.if_((there, [ir.do(ir.runtime("keep_others", *args))])))


def last_end(
    state: StreamState, row: StreamRow, slot: Expr, others: list[Stmt], close: list[Stmt]
) -> list[Stmt]:
    """What an event does that ends an element, and says nothing else of it.

    Where that may come once more as an event that it is, that is the end of it: it may say more.
    """
    settle, again = ir.do(ir.runtime("settle", slot_part(slot, "w"))), []
    for record in repeating_types(state.wire, state.stream, row):
        if row.record:
            return others
        tags = [ir.eq(ir.opt(slot_part(slot, "w"), key), tag)
                for key, tag in state.wire.tags(record).items()]  # fmt: skip
        again.append(ir.not_(ir.and_(*tags)))
    if not again:
        return [settle, *others, *close]
    return [*others, ir.if_((ir.and_(*again), [settle, *close]))]


def whole_at_once(state: StreamState, row: StreamRow) -> bool:
    """Whether an element is whole where it begins: no event ends its type, or brings more of it."""
    if not row.record:
        return False
    for rows in state.stream.events:
        for one in rows.rows:
            more = one.operator in ("close", "done", *PIECES)
            if more and names(subject(one.place)) == names(row.place):
                itself = is_element(state.wire, state.stream, rows.event, one)
                if (rows.event if itself else one.record) in ("", row.record):
                    return False
    return True


def _tags(state: StreamState, row: StreamRow) -> list[tuple[str, Expr]]:
    return [(key, ir.const(value)) for key, value in state.wire.tags(row.record).items()]


def _unsaid(state: StreamState, row: StreamRow) -> list[tuple[str, Expr]]:
    """What such an element must have and only its pieces bring: so far that is empty."""
    rows = [one for event in state.stream.events for one in event.rows if one.operator in PIECES]
    required, found = state.wire.required(row.record), dict[Path, Expr]()
    for one in rows:
        path = names(one.place[len(row.place) :])
        own = names(subject(one.place)) == names(row.place) and one.record in ("", row.record)
        if own and path[0] in required and must_be_there(state.wire, row.record, path):
            found[path] = emptied_as(one)[1]
    return _inside(state, row.record, found)


def _inside(
    state: StreamState, record: str, found: dict[Path, Expr]
) -> list[tuple[str, Expr]]:  # fmt: skip
    """The keys of an object with what stands at paths inside of it, and the constants there."""
    pairs: list[tuple[str, Expr]] = []
    for key in dict.fromkeys(path[0] for path in found):
        inner = {path[1:]: value for path, value in found.items() if path[0] == key and path[1:]}
        if not inner:
            pairs.append((key, found[(key,)]))
            continue
        types = records(state.wire.shapes(state.wire.properties(record)[key]))
        tags = state.wire.tags(types[0]) if len(types) == 1 else {}
        made = [(tag, ir.const(value)) for tag, value in tags.items()]
        made += _inside(state, types[0], inner) if types else []
        pairs.append((key, ir.obj(made)))
    return pairs


def unbegun(state: StreamState, event: str, row: StreamRow) -> list[tuple[Path, Expr]]:
    """What an element must have inside and only pieces bring: where, and how that begins."""
    begun = source_of(state.wire, event, "", row.source).shapes
    items = lists(shapes_at(state.wire, state.stream.whole, names(row.place)))
    found: list[tuple[Path, Expr]] = []
    moved = [later for rows in state.stream.events for _, later in rows.moves]
    for piece in (one for rows in state.stream.events for one in rows.rows):
        if piece in moved:
            continue
        path = names(piece.place[len(row.place) :])
        own = names(subject(piece.place)) == names(row.place) and len(path) > 1
        if own and piece.operator in PIECES and walk(state.wire, begun, path).lost:
            holders = records(walk(state.wire, items, path[:-1]).shapes)
            if any(path[-1] in state.wire.required(name) for name in holders):
                found.append((path, emptied_as(piece)[1]))
    return found


def taken_whole(
    blocks: BlockPlanner, found: Blocks | None, slot: Expr, opened: Expr, showing: list[Stmt],
    *, named: bool,
) -> list[Stmt]:  # fmt: skip
    """An event that is an element: its pieces may have told of it, or it is the first word of it.

    ``opened`` begins it, ``showing`` shows what is no block. Of one that is not ``named``, nothing
    else is told.
    """
    begun: list[Stmt] = [ir.assign(slot, opened)]
    final: list[Stmt] = []
    ended = showing
    if found is not None:
        begun += [*blocks.begin(found, slot, E), *blocks.given(found, slot)]
        final += blocks.final(found, slot, E)
        ended = blocks.close(found, slot)
    final.append(ir.do(ir.runtime("renew", slot, E)))
    put: list[Stmt] = [ir.if_((ir.missing(slot), begun), otherwise=final)] if named else begun
    return [*put, *ended]
