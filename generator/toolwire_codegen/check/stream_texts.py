"""Rules on texts of which a stream brings pieces, and the whole reply makes one."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.stream import ENDS, OPENS, names
from ..load.transform import Lens, literal
from ..operators.uses import arguments
from ..resolve.format import ResolvedProject
from ..resolve.intermediate import CALL, CALL_ID, CALL_NAME, REASONING, TEXT_BLOCK, WHOSE
from ..resolve.paths import Path, follow, lists, records, types
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.streaming import subject, unindexed
from .stream_telling import slots_at
from .stream_view import Flow, StreamView, brings, dotted, odd, reply_slots, shown, streams


def parted(project: ResolvedProject) -> Problems:
    """Pieces follow one another: nothing goes out between the texts that a row joins."""
    for view in streams(project):
        for flow in view.all_flows():
            if flow.row.operator != "append":
                continue
            for slot in slots_at(view, names(flow.row.place)):
                args = arguments(slot, lambda d: d.parts_texts)
                if args is None or (args and literal(args[0]) == ""):
                    continue
                yield Problem(
                    slot.target.position,
                    "texts that a stream brings piece by piece have nothing between them",
                    f"the pieces of `{shown(flow.row.place)}` at {flow.row.position.short} follow "
                    "one another",
                    'write `joined("")`, in a lens of its own if requests have another',
                )


def growing(project: ResolvedProject) -> Problems:
    """Whose reply it is comes whole, and why it ended: neither grows piece by piece."""
    for view in streams(project):
        whole = [*_whole(view)]
        for flow in view.all_flows():
            row, place = flow.row, names(flow.row.place)
            others = {names(one.place) for one in flow.rows.rows if one is not row}
            for path, note in whole if row.operator in ("append", "gather") else ():
                nearer = any(path[: len(one)] == one and len(one) > len(place) for one in others)
                if nearer or path in others or path[-1] in row.args:
                    continue
                if path == place or (row.operator == "gather" and _gathered(view, flow, path)):
                    fix = f"write `gather({path[-1]})`: it is told once, however often it comes"
                    yield Problem(
                        row.position,
                        f"`{row.operator}` would make `{dotted(path)}` longer with each piece",
                        note,
                        "leave the operator out" if path == place else fix,
                    )
            if row.operator == "append" and flow.is_resolved and subject(row.place):
                yield from _naming(view, flow)


def _gathered(view: StreamView, flow: Flow, path: Path) -> bool:
    """Whether an object that is gathered key by key may bring a place of the reply."""
    place, sources = names(flow.row.place), records(flow.source.shapes)
    rest = path[len(place) :]
    lost = [follow(view.wire, source, rest).lost for source in sources]
    return path[: len(place)] == place and not (lost and all(lost))


def _whole(view: StreamView) -> Iterator[tuple[Path, str]]:
    """What of a reply no piece makes longer, and what is known of it."""
    for slot in reply_slots(view):
        if slot.row.fields[0] in WHOSE:
            note = f"`{slot.row.left}` at {slot.row.position.short} is read from it"
            yield unindexed(slot.target.path), note
    for path, words in zip(view.stream.ends, view.stream.words, strict=True):
        shapes = follow(view.wire, view.stream.whole, path).shapes
        if path and "string" in types(shapes):
            how = f"with {quoted(words)}" if words else "with any word"
            yield unindexed(path), f"a reply ends {how} there"


def _naming(view: StreamView, flow: Flow) -> Problems:
    """What says which call an element is, or of which tool, comes with what begins it."""
    row = flow.row
    read = [*slots_at(view, names(row.place))]
    if read and all(one.record == CALL and one.row.name in (CALL_ID, CALL_NAME) for one in read):
        yield Problem(
            row.position,
            f"`{row.operator}` would make `{shown(row.place)}` longer with each piece",
            f"`{read[0].row.left}` of a call at {read[0].row.position.short} is read from it, and "
            "nothing else",
            "name the key of the text that comes so",
        )


def joining(project: ResolvedProject) -> Problems:
    """Neighbours of a list become one text if they have nothing else, but what tells their type."""
    for view in streams(project):
        for flow in view.all_flows():
            if flow.row.operator == "run" and flow.is_resolved:
                yield from _joins(view, flow, {*flow.row.args[:1]} - {OPENS})
                if ENDS in flow.row.args[1:]:
                    yield from _ends(view, flow)


def _ends(view: StreamView, flow: Flow) -> Problems:
    """An event has an item where it ends if it has the list, and says that the reply has ended."""
    place, at = names(flow.row.place), view.subject(flow.rows.event)
    listed = any(slot.row.name == "content" for slot in slots_at(view, place))
    over = [unindexed(end) for end in view.stream.ends]
    if at is not None or not listed or view.stream.ending:
        note = "it is for the list of a reply's blocks, in events of the shape of the reply"
        yield odd(flow, f"has no use for `{ENDS}`", note, "leave that word out")
    elif not any(brings(view, flow.rows, end) for end in over):
        what = f"is in no event that says `{' or '.join(map(dotted, over))}`"
        yield odd(flow, what, f"`{ENDS}` puts an item beside that", "leave that word out")


def _joins(view: StreamView, flow: Flow, named: set[str]) -> Problems:
    lenses = {dotted(path): lens for path, lens in _texts(view, flow)}
    lone = {path: lens for path, lens in lenses.items() if not _beside(view, lens, path)}
    if not named and lone:
        what, note = f"pieces of a text in `{shown(flow.row.place)}` stay blocks of their own", ""
        yield Problem(flow.row.position, what, note, f"write `run({next(iter(lone))})`")
    for key in sorted(named) if lenses else ():
        if key not in lenses:
            what = f"`run({key})` joins no text of `{shown(flow.row.place)}`"
            note = f"its texts stand under {quoted(lenses)}"
            yield Problem(flow.row.position, what, note, f"write `run({next(iter(lenses))})`")
        elif beside := _beside(view, lenses[key], key):
            yield Problem(
                flow.row.position,
                f"`run({key})` never joins two `{lenses[key].wire}`",
                f"{quoted(beside)} stands in each, and may be another",
                "let the schema require it as a constant, or write `run`: each is a block",
            )


def _texts(view: StreamView, flow: Flow) -> Iterator[tuple[tuple[str, ...], Lens]]:
    """The lenses of texts among the items of a list, each with the key that has all of one."""
    items = records(lists(flow.place.shapes))
    lenses = [lens.lens for lens in view.one.lenses if lens.lens.wire in items]
    for lens in lenses:
        if lens.inter in (TEXT_BLOCK, REASONING) and not lens.own:
            for row in lens.rows:
                if row.name == "text" and row.targets and not row.targets[0].operators:
                    yield row.targets[0].path, lens


def _beside(view: StreamView, lens: Lens, text: str) -> list[str]:
    """What each of them has beside its text and what tells its type."""
    keys = {given.path[0] for given in lens.givens} | view.wire.required(lens.wire)
    return sorted(keys - {*view.wire.tags(lens.wire)} - {text})
