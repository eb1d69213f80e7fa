"""Rules on where a stream's keys and events stand: what the planner gives a meaning to."""

from __future__ import annotations

from itertools import groupby

from ..load.framing import AROUND
from ..load.stream import EventRows, names
from ..load.transform import Target
from ..operators.uses import has
from ..resolve.format import ResolvedProject
from ..resolve.intermediate import MESSAGE, OPAQUE
from ..resolve.paths import Path, follow, lists, records
from ..resolve.problems import Problem, Problems, nearest, quoted
from .stream_telling import slots_at
from .stream_view import StreamView, brings, dotted, last_about, reply_slots, streams


def misplaced(project: ResolvedProject) -> Problems:
    """The section as a whole, and what stands for a whole event."""
    for view in streams(project):
        stream = view.stream
        if _endless(view):
            yield Problem(
                view.one.position("stream", "ends"),
                "nothing says when a reply is complete",
                "`ends` names a key that is there, and no null, only then",
                "write `ends: wire.path`, or the event that comes then: `ends: Event`",
            )
        if len(stream.last.split(".")) > 1:
            yield Problem(
                view.one.position("stream", "last"),
                f"`{stream.last}` is no key of the whole itself",
                "it goes out in an event of its own",
                "name one key",
            )
        yield from _names(view)
        yield from _out_of_order(view)
        apart = [event for event, _ in groupby(rows.event for rows in stream.events)]
        for event, arms in view.events.items():
            at = arms[-1].position
            if apart.count(event) > 1:
                yield Problem(
                    at,
                    f"the arms of `{event}` stand apart",
                    "they are read in one place",
                    "write them one after the other",
                )
            if len(arms) > 1 and not all(rows.arm for rows in arms):
                yield Problem(
                    at,
                    f"`{event}` has rows of its own and rows of its arms",
                    "an event has one or the other",
                    "write rows for each arm",
                )
            keys = {dotted(view.wire.way_to(event, rows.arm)) for rows in arms if rows.arm}
            if len(keys - {""}) > 1:
                yield Problem(
                    at,
                    f"the arms of `{event}` stand under {quoted(sorted(keys - {''}))}",
                    "an event is told by the arm of one key",
                    "keep the arms of one key",
                )
            for rows in arms:
                yield from _event(view, rows)


def unsaid_last(project: ResolvedProject) -> Problems:
    """What goes out last has a row: by it an event is known that brings nothing else."""
    for view in streams(project):
        last = view.stream.last
        places = [row.place for rows in view.stream.events for row in rows.rows]
        exists = not follow(view.wire, view.stream.whole, (last,)).lost
        if last and exists and not any([*map(str, place)] == [last] for place in places):
            yield Problem(
                view.one.position("stream", "last"),
                f"no event has a row for `{last}`",
                "what goes out last comes in an event that says so",
                "write that row, or name another key",
            )


def last_of_all(project: ResolvedProject) -> Problems:
    """What goes out last is no place of what comes before: it would seem that nothing follows."""
    for view in streams(project):
        last = view.stream.last
        slots = [slot for slot in reply_slots(view) if slot.row.fields[0][:1] == (MESSAGE,)]
        inside = [*view.stream.ends, *(path for slot in slots for path in slot.target.paths)]
        if inner := next((path for path in inside if last and path[:1] == (last,)), None):
            yield Problem(
                view.one.position("stream", "last"),
                f"`{last}` does not come last",
                f"`{dotted(inner)}` stands in it: a reply would be complete with its first event",
                "name a key that comes behind all of that, such as the counts, or leave `last` out",
            )


def _names(view: StreamView) -> Problems:
    """What names an event in its frame is a text that every event of a kind has."""
    key, wire = view.stream.framing.name, view.wire
    if key == AROUND:
        plain = [one.arm for one in view.kinds if not one.key and one.event in view.known_arms]
        if plain:
            yield Problem(
                view.one.position("stream", "framing", "name"),
                f"{quoted(plain)} has no key that alone is its name",
                "`.` is the only key of an event, which holds all that it brings",
                "name a key of the events, or write rows for what each holds under its only key",
            )
        return
    named = [arm for arm in view.known_arms if key in wire.properties(arm)]
    bad = [arm for arm in named if not all(isinstance(v, str) for v in wire.const(arm, key) or [0])]
    if key and bad:
        yield Problem(
            view.one.position("stream", "framing", "name"),
            f"`{key}` of {quoted(bad)} is no constant text",
            "it stands on the line that names the event",
            "name a key that tells the events apart",
        )


def _out_of_order(view: StreamView) -> Problems:
    """Written, a reply begins with what stands before its elements, and ends with what is after."""
    sent = [rows for rows in view.stream.events if not (rows.ignore or rows.error)]
    marks = [{row.operator for row in rows.rows} for rows in sent]
    begun = [index for index, names in enumerate(marks) if "open" in names]
    ended = [index for index, names in enumerate(marks) if "close" in names]
    if not begun or not ended:
        return
    yield from _begun_last(view, sent, sent[ended[-1] + 1 :])
    for index, rows in enumerate(sent):
        inside = begun[0] <= index <= ended[-1]
        if inside == (view.subject(rows.event) is not None) or (inside and _block(view, rows)):
            continue
        here = "among" if inside else "before" if index < begun[0] else "after"
        fix = "put the events of the elements together, between the beginning and the end"
        if not inside and begun[0] < ended[-1]:  # it is at their edge, and may be one of them
            first, last = sent[begun[0]].title, sent[ended[-1]].title
            fix = f"write it behind `{first}`, the first that begins an element"
            fix = f"write it ahead of `{last}`, the last that ends one" if here == "after" else fix
        yield Problem(
            rows.position,
            f"`{rows.title}` stands {here} the events of the elements",
            "events are sent in this order",
            fix,
        )


def _begun_last(view: StreamView, sent: list[EventRows], behind: list[EventRows]) -> Problems:
    """The event that brings the list of the elements goes out ahead of them."""
    opened = [flow.row for flow in view.all_flows() if flow.row.operator == "open"]
    place = names(opened[0].place)
    around = [
        rows for rows in sent
        if view.subject(rows.event) is None
        and any(names(row.place) == place[: len(row.place)] for row in rows.rows)
    ]  # fmt: skip
    for rows in around if around[:1] and around[0] in behind else ():
        if brings(view, rows, place) and rows.rows[0].operator != "whole":
            yield Problem(
                rows.position,
                f"`{rows.title}` stands behind the events of the elements",
                f"events are sent in this order, and it brings `{dotted(place)}`, which has these",
                "write it ahead of them; what has all of the reply where it ends is `| whole`",
            )


def _block(view: StreamView, rows: EventRows) -> bool:
    """Whether an event brings pieces of a text that is a block, and no element."""
    return all(
        row.operator == "append" and any(slot.part for slot in slots_at(view, names(row.place)))
        for row in rows.rows
    )


def never_sent(project: ResolvedProject) -> Problems:
    """Where no event is about an element, each has the shape of the reply: one tells it all."""
    for view in streams(project):
        with_rows = [rows for rows in view.stream.events if rows.rows]
        for rows in with_rows[1:] if last_about(view) is None else ():
            if rows.title in view.stream.ending:
                continue  # it goes out behind all else
            ends = f"; or, where it ends a reply, write `ends: {rows.title}`"
            plain = all(row.plain for row in rows.rows)
            yield Problem(
                rows.position,
                f"`{rows.title}` would never be sent",
                "no event names an element: one has the shape of the reply, and tells all of it, "
                f"`{with_rows[0].title}`",
                "let that type have its keys, too, and the rows; or name the elements: `list[key]`"
                + (ends if plain else ""),
            )


def blockless(project: ResolvedProject) -> Problems:
    """What a stream shows are the blocks of a message."""
    for view in streams(project):
        if not _shows_blocks(view):
            yield Problem(
                view.stream.position,
                f"`{view.stream.whole}` has no blocks to show as they come",
                "its lens maps no list of several types to `message.content`",
                "map that field, one call with `single`, or leave `stream` out",
            )


def _shows_blocks(view: StreamView) -> bool:
    """Whether the message of a reply that has a lens is read from a list of several types."""
    one, whole = view.one, view.stream.whole
    lens = one.pairs.get((one.transform.response[0], whole))
    places = []
    for row in lens.lens.rows if lens is not None else ():
        if row.fields[0] == ("message", "content"):
            plain = [target for target in row.targets if not _converted(target)]
            places += [(whole, target.path) for target in (*plain, *(one for _, one in row.parts))]
        elif row.fields[0] == ("message",):
            for target in row.targets:
                places += _contents(view, records(follow(view.wire, whole, target.path).shapes))
    reached = [follow(view.wire, *place).shapes for place in places]
    items = {name for shapes in reached for name in records((*shapes, *lists(shapes)))}
    content = follow(one.inter, one.transform.response[0], ("message", "content")).shapes
    kinds = {shape.name for shape in lists(content)}
    read = [inter for inter, wire in one.pairs
            if wire in items and kinds >= (set(one.inter.arms(inter)) or {inter})]  # fmt: skip
    # Blocks of one type alone have nothing to be told by as they come.
    several = len(read) > 1 or OPAQUE in kinds or not kinds
    return lens is None or (bool(read or not kinds) and several)


def _converted(target: Target) -> bool:
    """Whether an operator makes something of its own of what is there."""
    return has(target, lambda d: d.converts)


def _contents(view: StreamView, messages: list[str]) -> list[tuple[str, Path]]:
    """Where wire messages hold what is read as `content`."""
    return [
        (lens.lens.wire, target.path)
        for lens in view.one.lenses
        if lens.lens.wire in messages
        for row in lens.lens.rows
        if row.name == "content"
        for target in (*row.targets, *(target for _, target in row.parts))
    ]


def _endless(view: StreamView) -> bool:
    """Whether `ends` is left out, empty, or names what has no key."""
    section = view.one.transform.document.data["stream"]
    nameless = [path for path in view.stream.ends if not path or path[-1] == "0"]
    lost = [path for path in nameless if follow(view.wire, view.stream.whole, path).lost]
    return section.get("ends", []) in ([], {}) or len(nameless) > len(lost)


def _event(view: StreamView, rows: EventRows) -> Problems:
    is_known_arm = rows.event in view.known_arms
    if rows.error and (rows.arm or (is_known_arm and not _tells_errors(view, rows.event))):
        wires = view.one.transform.streamed_entry[1]
        replies = [name for name in wires if _tells_errors(view, name)]
        yield Problem(
            rows.position,
            f"`{rows.title}` tells of no error",
            nearest(rows.event, replies, "types of a reply that map `error`"),
            f"name it in `{view.one.transform.streamed}`, with a lens that maps `error`, or write "
            "rows for it",
        )
    if rows.event in view.arms and not is_known_arm:
        yield Problem(
            rows.position,
            f"`{rows.event}` is any event that is not known",
            "such events are passed on as they are",
            "remove it",
        )


def _tells_errors(view: StreamView, name: str) -> bool:
    """Whether a reply of this type is read with an `error`."""
    inter, wires = view.one.transform.streamed_entry
    lens = view.one.pairs.get((inter, name)) if name in wires else None
    rows = lens.lens.rows if lens is not None else ()
    return any(row.fields[0][:1] == ("error",) and row.targets for row in rows)
