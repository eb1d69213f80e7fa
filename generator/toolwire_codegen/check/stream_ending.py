"""Rules on how a streamed reply comes to its end: each reason is one, and comes last."""

from __future__ import annotations

from typing import Any

from ..load.findings import Position
from ..load.stream import EventRows, names
from ..load.transform import ANY, Absent, Table, words
from ..operators.uses import arguments
from ..resolve.format import ResolvedProject
from ..resolve.intermediate import FOR_CALLS, WHOSE
from ..resolve.lenses import Slot
from ..resolve.paths import Path, follow, must_be_there, types
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.streaming import never_null, unindexed
from .stream_view import Flow, StreamView, brings, dotted, last_about, reply_slots, streams
from .tables import word as as_said


def unending(project: ResolvedProject) -> Problems:
    """The words that a reply's reason is written with are words that it ends with."""
    for view in streams(project):
        ends = dict(zip(view.stream.ends, view.stream.words, strict=True))
        for slot in reply_slots(view):
            named = [path for path in slot.target.paths if path in ends]
            # A place that no table speaks of says so with a word of its own, such as a flag;
            # so does an event that ends a reply by its type.
            apart = [own_words for path, own_words in ends.items() if path not in slot.target.paths]
            flagged = any(apart) or bool(view.stream.ending)
            missing = [] if flagged else [
                word for word in _written(view, slot) if not _ends(slot, word, ends)
            ]  # fmt: skip
            for path in named[:1] if missing else ():
                column = slot.target.paths.index(path)
                values = dict.fromkeys(words(word)[column] for word in missing)
                what, fix = f"is {quoted(map(as_said, values))}", "name it here"
                if {*values} == {None}:
                    what, fix = "is not there", "name the place where the table has a word for it"
                yield Problem(
                    view.one.position("stream", "ends"),
                    f"a reply whose `{dotted(path)}` {what} would never be complete",
                    "a table says that as the reason why it ended",
                    fix,
                )
            for path in named[:1] if not flagged else ():
                yield from _read_alone(view, slot, path, ends)


def _read_alone(
    view: StreamView, slot: Slot, path: Path, ends: dict[Path, tuple[Any, ...]]
) -> Problems:
    """The words that are only read, as a reason of their own, are words that a reply ends with."""
    table, column = _table(view, slot), slot.target.paths.index(path)
    if table is None:
        return
    stand_ins = [
        one.value for lens in view.one.lenses for one in lens.lens.absents if one.path == path
    ]
    left = [
        words(wire)[column] for wire, reason in table.decode.items()
        if len(words(wire)) == len(slot.target.paths) and not _ends(slot, wire, ends)
        and reason != table.otherwise
    ]  # fmt: skip
    if odd := [word for word in dict.fromkeys(left) if word not in (ANY, None, *stand_ins)]:
        yield Problem(
            view.one.position("stream", "ends"),
            f"a reply whose `{dotted(path)}` is {quoted(map(as_said, odd))} would never be "
            "complete",
            "a table reads that as the reason why it ended",
            'name it here, or leave it to `"<- *"` if such a reply goes on',
        )


def _table(view: StreamView, slot: Slot) -> Table | None:
    """The table that says why a reply ended, if what is read there does."""
    names = arguments(slot, lambda d: d.tells) or ()
    return view.one.transform.tables.get(names[0]) if names else None


def _written(view: StreamView, slot: Slot) -> list[Any]:
    """What a table writes as the reasons why a reply ended, which calls alone do not say."""
    table = _table(view, slot)
    encoding = {} if table is None else table.encoding
    apart = any(path not in slot.target.paths for path in view.stream.ends)
    return [
        word for reason, word in encoding.items()
        if len(words(word)) == len(slot.target.paths) and not (apart and reason == FOR_CALLS)
    ]  # fmt: skip


def _read(view: StreamView, path: Path) -> list[Any]:
    """The words of a place that a table reads as reasons why a reply ended."""
    found = []
    for slot in reply_slots(view):
        table = _table(view, slot) if path in slot.target.paths else None
        for wire in table.decoding if table is not None else ():
            if len(words(wire)) == len(slot.target.paths):
                found.append(words(wire)[slot.target.paths.index(path)])
    return [*dict.fromkeys(found)]


def _ends(slot: Slot, wire: Any, ends: dict[Path, tuple[Any, ...]]) -> bool:
    """Whether a reply of which these words are said has come to its end."""
    pairs = zip(slot.target.paths, words(wire), strict=True)
    return any(_is_end(word, ends[path]) for path, word in pairs if path in ends)


def _is_end(word: Any, ends: tuple[Any, ...]) -> bool:
    """Whether a word of a place is one that ends a reply; ``ends``: those words, if it has any."""
    return word in ends if ends else word not in (None, False)


def begun_ended(project: ResolvedProject) -> Problems:
    """What is there from the beginning, or stands for a word that is not there, ends no reply."""
    for view in streams(project):
        lenses = [lens for lens in view.one.lenses if lens.lens.wire == view.stream.whole]
        absents = [absent for lens in lenses for absent in lens.lens.absents]
        flows = [*view.all_flows()]
        for path, ends in zip(view.stream.ends, view.stream.words, strict=True):
            constants = [flow.row for flow in flows if flow.row.is_const
                         and names(flow.row.place) == path]  # fmt: skip
            for row in constants:
                if _is_end(row.const, ends):
                    yield Problem(
                        row.position,
                        f"a stream would have ended before it began: `{dotted(path)}` is in `ends`",
                        "a constant of a reply is there from the first event on",
                        f"take it from the event: `{dotted(path)}: type`, or another of its keys",
                    )
            for absent in absents:
                if absent.path == path and absent.value in ends:
                    yield Problem(
                        absent.position,
                        f"a reply without `{dotted(path)}` would be read as one that ended",
                        f"`ends` has {absent.value!r}, and events of a reply that goes on say it",
                        "name the word of a reply that goes on, and leave that out of `ends`",
                    )
                elif absent.path == path and not ends and absent.value is not None:
                    if not view.stream.ending:
                        yield from _never_said(view, absent.position, path, flows)
                    yield from _any_word(view, absent)


def _any_word(view: StreamView, absent: Absent) -> Problems:
    """A word that is no reason why a reply ended, where any would end it, and none is left out."""
    path, reasons = absent.path, _read(view, absent.path)
    # Events that are about elements may leave the key out: one at the end alone has it.
    always_there = _behind(view) is None or never_null(view.wire, view.stream, path)
    if always_there and reasons and absent.value not in reasons:
        yield Problem(
            view.one.position("stream", "ends"),
            f"{absent.value!r} would end a reply, as any word of `{dotted(path)}`",
            f"at {absent.position.short} it stands for the word of one that goes on",
            f"name the words that do: `{dotted(path)}: [{', '.join(map(str, reasons))}]`",
        )


def _never_said(view: StreamView, at: Position, path: Path, flows: list[Flow]) -> Problems:
    """An event that ends a reply by a key says it: no word that is left out is one of those."""
    behind = _behind(view) or []
    for flow in flows:
        place = names(flow.row.place)
        source = (*flow.row.source, *path[len(place) :])
        last = flow.rows in behind and bool(flow.row.source) and path[: len(place)] == place
        nullable = "null" in types(follow(view.wire, flow.rows.event, source).shapes)
        if last and (nullable or not must_be_there(view.wire, flow.rows.event, source)):
            yield Problem(
                at,
                f"a stream whose `{flow.rows.title}` has no `{dotted(source)}` never ends",
                f"a whole reply without `{dotted(path)}` has ended",
                f"require it in `{flow.rows.event}`, or let `ends` name a key that each end has, "
                "such as the event's type",
            )


def unended(project: ResolvedProject) -> Problems:
    """An event behind those of the elements says that a reply is complete."""
    for view in streams(project):
        behind, paths = _behind(view), [*map(unindexed, view.stream.ends)]
        bringing = [rows for rows in view.stream.events for path in paths
                    if rows.rows and path and brings(view, rows, path)]  # fmt: skip
        lacking = not view.stream.ending and not any(rows in (behind or ()) for rows in bringing)
        if behind is not None and bringing and lacking:
            yield Problem(
                view.one.position("stream", "ends"),
                f"no event behind those of the elements brings {quoted(map(dotted, paths))}",
                f"`{bringing[0].title}` does, ahead of them: no reply would ever be complete",
                "write rows for an event that does",
            )


def begun_last(project: ResolvedProject) -> Problems:
    """What says whose reply begins goes out ahead of what ends it."""
    for view in streams(project):
        behind, ends = _behind(view) or [], [*filter(None, map(unindexed, view.stream.ends))]
        ending = [rows for rows in behind if rows.title in view.stream.ending
                  or any(brings(view, rows, path) for path in ends)]  # fmt: skip
        for rows in behind[behind.index(ending[0]) :] if ending else ():
            whose = [unindexed(slot.target.path) for slot in reply_slots(view)
                     if slot.target.path and slot.row.fields[0] in WHOSE]
            first = [path for path in whose if brings(view, rows, path)]
            ahead = view.stream.events[: view.stream.events.index(rows)]
            if first and rows not in ending and not any(
                brings(view, one, path) for one in ahead if one.rows for path in first
            ):
                yield Problem(
                    rows.position,
                    f"`{rows.title}` goes out behind `{ending[0].title}`, which ends the reply",
                    f"events are sent in this order, and a reply begins with `{dotted(first[0])}`",
                    "write it ahead of the events of the elements",
                )


def _behind(view: StreamView) -> list[EventRows] | None:
    """The events that go out behind those about elements, if there are any of these."""
    with_rows, last = [rows for rows in view.stream.events if rows.rows], last_about(view)
    return with_rows[with_rows.index(last) + 1 :] if last is not None else None

