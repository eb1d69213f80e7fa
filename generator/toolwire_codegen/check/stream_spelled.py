"""Rules on events that are about elements of one type, spell one out, or are one."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.stream import UNNAMED, Step, StreamRow, names
from ..resolve.format import ResolvedProject
from ..resolve.paths import Path, lists, must_be_there, records
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.spelled import found_by, respelled, rows_at_end
from ..resolve.streaming import has_inside, source_of, subject, walk
from .stream_coverage import ELEMENT
from .stream_sent import filled
from .stream_view import Flow, StreamView, dotted, odd, shown, streams


def misplaced(project: ResolvedProject) -> Problems:
    """Which event goes out for an element is said by its type, where several may."""
    for view in streams(project):
        for place, flows in _lists(view):
            for operator in ELEMENT:
                yield from _either(flows, operator)
            yield from _unended(view, place, flows)
            yield from _unsent(view, place, flows)
            yield from _same_name(view, place)
        for flow in view.all_flows():
            if flow.place.is_resolved and any(step.key == UNNAMED for step in flow.row.place):
                yield from _unnamed(view, flow)
            elif flow.place.is_resolved and not flow.row.is_const:
                yield from _named(view, flow)


def _lists(view: StreamView) -> Iterator[tuple[Path, list[Flow]]]:
    """The lists whose elements events open and close, with these rows."""
    flows = [
        flow for flow in view.all_flows()
        if flow.row.operator in ELEMENT and flow.row.place and flow.place.is_resolved
    ]  # fmt: skip
    for place in dict.fromkeys(names(flow.row.place) for flow in flows):
        yield place, [flow for flow in flows if names(flow.row.place) == place]


def _either(flows: list[Flow], operator: str) -> Problems:
    """Several events that would go out for the same element."""
    nameless = any(one.row.operator == "open" and one.row.unnamed for one in flows)
    own = [
        flow for flow in flows
        if flow.row.operator == operator and not _is(flow)
        and (nameless or not flow.row.unnamed)
    ]  # fmt: skip
    first: dict[str, Flow] = {}
    for flow in own:
        earlier = first.setdefault(flow.row.record, flow)
        if earlier is not flow or (len(own) > 1 and not flow.row.record):
            other = earlier if earlier is not flow else next(one for one in own if one is not flow)
            fix = f"say of which type each does: `{operator}(Type)`"
            if flow.row.record:
                fix = f"let one event {operator} a `{flow.row.record}`, and `ignore` the other"
            yield Problem(
                flow.row.position,
                f"`{flow.rows.title}` and `{other.rows.title}` both {operator} an element of "
                f"`{shown(flow.row.place)}`",
                "each would be sent" if operator == "close" else "one of them would be sent",
                fix,
            )


def _unended(view: StreamView, place: Path, flows: list[Flow]) -> Problems:
    """Elements of one type that grow, and that nothing ends, where others have an end.

    Or where all ends are of elements that are an event as a whole.
    """
    closing = [flow for flow in flows if flow.row.operator == "close"]
    whole = {flow.rows.event for flow in closing if _is(flow)}
    ends = {flow.row.record for flow in closing if not _is(flow)}
    grows = {one.row.record for one in view.all_flows()
             if one.row.operator == "append" and names(subject(one.row.place)) == place}
    note = f"of `{dotted(place)}`, {quoted(sorted(ends))} have an end of their own"
    for flow in flows if closing and "" not in ends else ():
        named = flow.row.record if flow.row.operator == "open" else ""
        if named and named not in ends | whole and grows & {"", named}:
            yield Problem(
                flow.row.position,
                f"no event ends a `{named}`",
                note if ends else f"of `{dotted(place)}`, {quoted(sorted(whole))} come whole",
                f"write `close({named})` of the event that ends it",
            )


def _is(flow: Flow) -> bool:
    """Whether an event is the element itself."""
    items = {shape.name for shape in flow.place.shapes}
    return flow.row.operator == "close" and not flow.row.source and flow.rows.event in items


def _unsent(view: StreamView, place: Path, flows: list[Flow]) -> Problems:
    """Types of elements that no event begins or is, where events say which they begin."""
    if missing := unbrought(view, place):
        yield Problem(
            next(flow for flow in flows if flow.row.operator == "open").row.position,
            f"no event brings {quoted(missing)} of `{dotted(place)}`",
            "the events that begin an element there say of which types",
            f"begin it by `. | open({missing[0]})`, or let an event of that type be it: "
            f"`{dotted(place)}[.]: . | close`",
        )


def unbrought(view: StreamView, place: Path) -> list[str]:
    """The types of elements at a place that no event begins or is, if events say which they begin.
    """
    flows = [flow for at, flows in _lists(view) if at == place for flow in flows]
    opened = [flow.row.record for flow in flows if flow.row.operator == "open"]
    begun = {*opened, *(flow.rows.event for flow in flows if _is(flow))}
    items = lists(walk(view.wire, view.whole, place).shapes)
    return [name for name in records(items) if name not in begun] if opened and all(opened) else []


def _same_name(view: StreamView, place: Path) -> Problems:
    """Constants where elements have what events find them by: all of them would be one."""
    for name, path in found_by(view.wire, view.stream, place).own:
        for lens in view.one.lenses:
            for given in lens.lens.givens if lens.lens.wire == name else ():
                if given.path == path and given.values:
                    yield Problem(
                        given.position,
                        f"each `{name}` would have the same `{dotted(path)}`",
                        f"events find the elements of `{dotted(place)}` by it",
                        f"write `{{ {dotted(path)}: {{ numbered: text }} }}`: each has its own",
                    )


def _unnamed(view: StreamView, flow: Flow) -> Problems:
    """An element that nothing names is its event, or the last one that began so."""
    keys = [step.key for step in flow.row.place if step.key]
    alone = _is(flow) or _begun_unnamed(view, flow)
    if not alone or UNNAMED in keys[:-1]:
        kinds = records(view.place(subject(flow.row.place)).shapes)
        yield odd(
            flow,
            "is no element by itself",
            f"an event that is of one of its types is one: {quoted(kinds)}",
            "write `. | close` in the row of such an event alone, or name the key that finds it; "
            "where no event names one, let one begin so, too: `list[.]: key | open`",
        )


def _begun_unnamed(view: StreamView, flow: Flow) -> list[Flow]:
    """The rows with which elements of a flow's list begin that nothing names."""
    place = names(subject(flow.row.place))
    return [
        one for one in view.all_flows()
        if one.row.operator == "open" and one.row.unnamed and names(one.row.place) == place
    ]


def _named(view: StreamView, flow: Flow) -> Problems:
    """What names elements that begin without a name would find none of them."""
    if not _is(flow) and (begun := _begun_unnamed(view, flow)):
        steps = subject(flow.row.place)
        yield odd(
            flow,
            f"finds elements by `{steps[-1].key}`",
            f"those of `{dotted(names(steps))}` begin without a name, at "
            f"{begun[0].row.position.short}",
            f"write `{shown((*steps[:-1], Step(steps[-1].name, UNNAMED)))}` here, or name the key "
            "there, too",
        )


def nothing_of(view: StreamView, flow: Flow, inside: tuple[Step, ...]) -> Problems:
    """What an event says under another key is a key of the element that it begins, or ends."""
    bound = next(one for one in flow.rows.rows if one.operator in ELEMENT)
    types = [bound.record] if bound.record else records(view.place(bound.place).shapes)
    if not inside or not any(has_inside(view.wire, name, names(inside)) for name in types):
        yield odd(
            flow,
            f"is nothing of {quoted(types)}",
            f"the event {'begins' if bound.operator == 'open' else 'ends'} one at "
            f"{bound.position.short}",
            "name a key of that type",
        )


def unsaid(project: ResolvedProject) -> Problems:
    """Keys that an event requires which begins an element, and that such an element may lack."""
    for view in streams(project):
        for flow in view.all_flows():
            row, rows = flow.row, flow.rows
            if flow.is_resolved and row in rows_at_end(view.wire, view.stream, rows):
                yield from _unsaid_at_end(view, flow, row)
            spells = row.operator == "open" and row.record and not row.source and not rows.arm
            if not spells or not flow.is_resolved or row.record not in view.wire.defs:
                continue
            missing = [dotted(path) for path in _demanded(view, flow) if _lacks(view, flow, path)]
            if missing:
                yield Problem(
                    row.position,
                    f"not every `{rows.event}` that goes out has {quoted(sorted(missing))}",
                    f"it is required there, and a `{row.record}` may lack it",
                    f"leave it out of what `{rows.event}` requires, or write a row for it",
                )


def _demanded(view: StreamView, flow: Flow) -> list[Path]:
    """What an event requires that is to be of the element which it begins.

    Objects that rows bring something of require what their types do; constants go out anyway.
    """
    row, rows = flow.row, flow.rows
    keys = {step.key for step in row.place} | {*view.wire.tags(rows.event)}
    found: list[Path] = [
        (key,) for key in view.wire.required(rows.event) - keys - filled(view, rows.event)
    ]
    ways = {one.source[:end]: one.source[end] for one in respelled(rows)
            for end in range(1, len(one.source))}  # fmt: skip
    for way, inside in ways.items():
        shapes = source_of(view.wire, rows.event, rows.arm, way).shapes
        types = [name for name in records(shapes) if inside in view.wire.properties(name)]
        for name in types[:1]:
            found += [(*way, key) for key in view.wire.required(name) - {*view.wire.tags(name)}]
    return found


def _lacks(view: StreamView, flow: Flow, path: Path) -> bool:
    """Whether an element may lack all that such an event has at a path."""
    places = [
        names(one.place[len(flow.row.place) :]) for one in respelled(flow.rows)
        if one.source[: len(path)] == path
    ]  # fmt: skip
    own = [path] if len(path) == 1 else []  # under its own name
    return not any(must_be_there(view.wire, flow.row.record, one) for one in places or own)


def _unsaid_at_end(view: StreamView, flow: Flow, row: StreamRow) -> Problems:
    """A key that an event requires which ends an element, and that such an element may lack."""
    rows, element = flow.rows, subject(row.place)
    ends = next(one for one in rows.rows if one.operator == "close")
    types = [ends.record] if ends.record else records(view.place(element).shapes)
    path = names(row.place[len(element) :])
    lacking = [name for name in types if name in view.wire.defs
               and not must_be_there(view.wire, name, path)]  # fmt: skip
    if lacking and must_be_there(view.wire, rows.event, row.source):
        yield Problem(
            row.position,
            f"not every `{rows.event}` that goes out has `{dotted(row.source)}`",
            f"it is required there, and a `{lacking[0]}` may lack it",
            f"leave it out of what `{rows.event}` requires",
        )
