"""Rules on the end of a stream: what says that a reply is complete comes, and can be said."""

from __future__ import annotations

import json
from typing import Any

from ..load.stream import EventRows, names
from ..load.transform import Given
from ..operators.uses import has
from ..resolve.format import ResolvedProject
from ..resolve.intermediate import MESSAGE
from ..resolve.paths import Path, fits, follow, text, types
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.streaming import alternatives, demanded, unindexed
from .stream_coverage import objects
from .stream_view import StreamView, dotted, last_about, reply_slots, streams


def words(project: ResolvedProject) -> Problems:
    """The words that a reply ends with are words of their place, and those that events say."""
    for view in streams(project):
        at = view.one.position("stream", "ends")
        for path, ends in zip(view.stream.ends, view.stream.words, strict=True):
            place, shapes = dotted(path), follow(view.wire, view.stream.whole, path).shapes
            odd = [word for word in ends if word is None or not fits(view.wire, word, shapes)]
            if shapes and odd:
                what, note = f"`{place}` never ends with {odd[0]!r}", f"it is {text(shapes)}"
                yield Problem(at, what, note, "name one of its values")
            elif not ends and shapes and types(shapes) <= {"boolean", "null"}:
                what, note = f"any `{place}` would end a reply", f"it is {text(shapes)}"
                yield Problem(at, what, note, f"say which: `{place}: [true]`")
            elif ends and (whole_words := _whole_words(view, path)):
                yield from _apart(view, place, ends, whole_words)
            elif missing := [word for word in ends if word not in _brought(view, path, ends)]:
                what = f"no event brings a reply whose `{place}` is {quoted(missing)}"
                fix = f"write an event that says so, or leave {quoted(missing)} out of `ends`"
                yield Problem(at, what, "each event there has words of its own", fix)


def events(project: ResolvedProject) -> Problems:
    """An event that ends a reply by its type goes out behind all else, one with each reply."""
    for view in streams(project):
        named = [rows for rows in view.stream.events if rows.title in view.stream.ending]
        wrong = {rows.title: why for rows in named if (why := _ends_none(view, rows)) is not None}
        for why in wrong.values():
            yield Problem(view.one.position("stream", "ends"), *why)
        sent = [rows for rows in named if not rows.ignore and rows.title not in wrong]
        if named and not (sent or wrong or view.stream.ends):
            title = named[0].title
            fix = f"write `{title}: {{}}`, or rows: it goes out with each reply"
            note = "nothing is read of it, and nothing goes out for it"
            what = f"no reply that goes out would be complete: `{title}` is never sent"
            yield Problem(named[0].position, what, note, fix)
        for rows in sent[1:]:
            what = f"`{rows.title}` would end each reply once more"
            note = f"`{sent[0].title}` at {sent[0].position.short} does"
            fix = f"write `\"<- {rows.title}\"` or `{rows.title}: ignore` if it is only read"
            yield Problem(rows.position, what, note, fix)


def _ends_none(view: StreamView, rows: EventRows) -> tuple[str, str, str] | None:
    """What is wrong with an event that is to end a reply, what is known of it, and the fix."""
    title, with_rows = rows.title, [one for one in view.stream.events if one.rows]
    last = last_about(view)
    if rows.error:
        what = f"`{title}` tells of a failure"
        return what, "that is the end of a reply in any case", "leave it out here"
    if rows.arm or (rows.rows and view.subject(rows.event) is not None):
        fix = "name the event that comes behind the last of them"
        return f"`{title}` is about an element", "the reply goes on behind that", fix
    if rows.rows and last is None and rows is with_rows[0]:
        fix = "name an event of its own, or the place that says why it ended"
        return f"each `{title}` would end a reply", "it brings a part of one", fix
    deep = [row for row in rows.rows if not row.plain] if last is None else []
    if deep:
        note = f"`{with_rows[0].title}` tells all others, and this one has what says no more"
        what = f"`{title}` brings `{deep[0].text}`, and is sent once, behind all else"
        return what, note, "let it have keys of the reply itself, such as the counts: `key: key`"
    if last is not None and rows in view.stream.events[: view.stream.events.index(last)]:
        note = "events are sent in this order, and the reply would have ended before it has these"
        fix = f"write it behind `{last.title}`"
        return f"`{title}` stands ahead of the events of the elements", note, fix
    keys = [row.args[0] for row in rows.rows if row.operator == "whole" and row.args]
    keys += [
        key for key, words in alternatives(view.wire, with_rows).items() if rows.event in words
    ]
    if keys:
        fix = f"write `ends: {{ {keys[0]}: [word, word] }}`"
        return f"not each reply ends with `{title}`", f"`{keys[0]}` says which does", fix
    return None


def other_wholes(project: ResolvedProject) -> Problems:
    """A reply that goes out in a stream is written as what its events build."""
    for view in streams(project):
        inter, wires = view.one.transform.streamed_entry
        for wire in wires:
            lens = view.one.pairs.get((inter, wire))
            rows = lens.lens.rows if lens is not None and wire != view.stream.whole else ()
            if any(row.fields[0][:1] == (MESSAGE,) and (row.targets or row.parts) for row in rows):
                yield Problem(
                    view.one.position("stream", "events"),
                    f"a reply in a stream may be written as `{wire}`, and go out as what it is not",
                    f"events build a `{view.stream.whole}`; `{wire}` is a reply, too",
                    "write an entry of its own for one of them under `entries`",
                )


def _whole_words(view: StreamView, path: Path) -> list[Any]:
    """The words of a place with which events bring a reply as a whole."""
    rows = [flow.row for flow in view.all_flows() if flow.row.operator == "whole"]
    return [word for row in rows if row.args[:1] == path for word in row.args[1:]]


def _brought(view: StreamView, path: Path, ends: tuple[Any, ...]) -> list[Any]:
    """The words of a place that events are constant about, where several are; else all of them."""
    by_event = alternatives(view.wire, view.stream.events).get(path[0]) if len(path) == 1 else None
    return [*ends] if by_event is None else [word for words in by_event.values() for word in words]


def _apart(view: StreamView, place: str, ends: tuple[Any, ...], whole_words: list[Any]) -> Problems:
    at = view.one.position("stream", "ends")
    if missing := [word for word in whole_words if word not in ends]:
        what = f"a reply whose `{place}` is {quoted(missing)} would never be complete"
        yield Problem(at, what, "an event brings it as a whole", "name it here")
    if missing := [word for word in ends if word not in whole_words]:
        what = f"no event brings a reply whose `{place}` is {quoted(missing)}"
        yield Problem(at, what, f"events do so for {quoted(whole_words)}", "name it in one of them")


def going_on(project: ResolvedProject) -> Problems:
    """While a reply goes on, events leave out why it ended, say null, or have a word for it."""
    for view in streams(project):
        if not view.whole or not all(flow.is_resolved for flow in view.all_flows()):
            continue
        worded = {one.path for lens in view.one.lenses if lens.lens.wire == view.stream.whole
                  for one in lens.lens.absents}  # fmt: skip
        ends = zip(view.stream.ends, view.stream.words, strict=True)
        for path, words in ends:
            if words == (True,) or (words and path in worded) or not _is_reason(view, path):
                continue
            for event, source in demanded(view.wire, view.stream, path):
                yield Problem(
                    view.one.position("stream", "ends"),
                    f"`{dotted(source)}` stands in each `{event}`, also while the reply goes on",
                    "it says why the reply ended, and is never null",
                    _blank(view, words),
                )


def unwritten(project: ResolvedProject) -> Problems:
    """What each event has of the end is written: by a row, or as a constant."""
    for view in streams(project):
        if not view.whole or not all(flow.is_resolved for flow in view.all_flows()):
            continue
        rows = {path for slot in reply_slots(view) for path in slot.target.paths}
        written = rows | {given.path for given in _constants(view)}
        for path, ends in zip(view.stream.ends, view.stream.words, strict=True):
            for event, source in demanded(view.wire, view.stream, path):
                if ends and path not in written:
                    yield Problem(
                        view.one.position("stream", "ends"),
                        f"not every `{event}` that goes out has `{dotted(source)}`",
                        f"it is required there, and nothing writes `{dotted(path)}`",
                        f"write what ends a reply under `given`: `{_constant(path, ends)}`",
                    )


def constants(project: ResolvedProject) -> Problems:
    """A constant that stands where the end is told is one that ends a reply."""
    for view in streams(project):
        ends_at = dict(zip(view.stream.ends, view.stream.words, strict=True))
        for given in _constants(view):
            ends = ends_at.get(given.path, ())
            if ends and not any(word in given.values for word in ends):
                what = f"`{dotted(given.path)}` would never say that a reply is complete"
                fix = f"write `{_constant(given.path, ends)}`"
                yield Problem(given.position, what, "`ends` has another word", fix)


def _constants(view: StreamView) -> list[Given]:
    lenses = [lens.lens for lens in view.one.lenses if lens.lens.wire == view.stream.whole]
    return [given for lens in lenses for given in lens.givens]


def _constant(path: Path, ends: tuple[Any, ...]) -> str:
    return f"{dotted(path)}: {json.dumps(ends[0], ensure_ascii=False)}"


def _is_reason(view: StreamView, path: Path) -> bool:
    """Whether what is read there may say why a reply ended: else that is what is wrong."""
    slots = [slot for slot in reply_slots(view) if slot.target.path == path]
    return bool(path) and (not slots or any(has(slot.target, lambda d: d.tells) for slot in slots))


def _blank(view: StreamView, words: tuple[Any, ...]) -> str:
    """What to do for a word that stands there while a reply goes on."""
    lacks = f"out of `required` of `{view.stream.whole}`"
    if words:
        return f"name under `absent` the word that ends none, with its key {lacks}"
    return (
        "let it be absent or null in the schema; or name the words that end a reply in `ends`, "
        f"and the one that does not under `absent`, with its key {lacks}"
    )


def unbrought(project: ResolvedProject) -> Problems:
    """What says that a reply is complete is brought by an event."""
    for view in streams(project):
        if not view.whole or not all(flow.is_resolved for flow in view.all_flows()):
            continue
        built = objects(view)
        for path in view.stream.ends:
            plain = unindexed(path)
            if not plain or follow(view.wire, view.stream.whole, path).lost:
                continue
            if plain[0] in view.wire.required(view.stream.whole):
                continue  # told as a key that is required
            holder = built.get(plain[:-1])
            put = {names(flow.row.place) for flow in view.all_flows()}
            keys = {key for _, keys in holder.sources for key in keys} if holder else set()
            if holder is None or not (holder.free or plain[-1] in holder.keys | keys):
                if any(plain[: len(place)] == place for place in put if place):
                    continue  # it comes with what holds it
                yield Problem(
                    view.one.position("stream", "ends"),
                    f"no event brings `{dotted(path)}`",
                    "a reply is complete once it is there",
                    "add a row for it, or for what holds it",
                )
