"""Rules on `errors`: the kinds of failures there are, each said in words that are read as it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..load.failures import READ, WORDS
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import FAILED, REASON
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import follow, records
from ..resolve.problems import Problem, Problems, nearest, quoted
from ..resolve.streaming import failing
from ..resolve.streaming import kinds as kinds_of

ERROR = ("error",)
KIND = ("error", "kind")
Rows = dict[str, dict[str, Any]]


def kinds(project: ResolvedProject) -> Problems:
    """Each kind has a row, and each row is one of the kinds."""
    for one in project.formats:
        rows = one.transform.errors
        if not rows:
            continue
        names = _kinds(one)
        for kind in rows:
            if kind not in names:
                at = one.position("errors", kind)
                near = nearest(kind, names, "kinds")
                yield Problem(at, f"no failure is of the kind `{kind}`", near, "name one there is")
        if missing := [kind for kind in names if kind not in rows]:
            at = one.position("errors")
            what = f"nothing says how this wire tells {quoted(missing)}"
            yield Problem(at, what, "each kind has a status, and perhaps words", "add a row")


def events(project: ResolvedProject) -> Problems:
    """What tells of a failure in a stream is one of the events that hold it."""
    for one in project.formats:
        stream = one.transform.stream
        names = _names(one)
        if stream is not None and not names:
            types = {rows.event for rows in stream.events}
            event_kinds = kinds_of(one.wire, stream.union, types)
            if {kind.event for kind in event_kinds if one.wire.record(kind.event)} - types:
                continue  # rows of events are missing: that is what is wrong
        for kind, row in one.transform.errors.items():
            name = row["says"].get("event")
            if name is not None and name not in names:
                at = one.position("errors", kind, "says", "event")
                what = f"no event `{name}` is one of several that tell of failures by their names"
                yield Problem(at, what, nearest(name, names, "such events"), "name one there is")


def unread_events(project: ResolvedProject) -> Problems:
    """What failed is said by the name of the event alone: each name is read as a kind."""
    for one in project.formats:
        for name in _names(one) if one.transform.errors else ():
            if _kind_of({"type": name}, one.transform.errors) is None:
                yield Problem(
                    one.position("errors"),
                    f"no row reads the event `{name}`",
                    "what failed is said by its name alone",
                    "name it under the `types` of a kind",
                )


def _names(one: ResolvedFormat) -> tuple[str, ...]:
    """The events that tell of failures by their names alone, where there are several."""
    stream = one.transform.stream
    if stream is None or stream.union not in one.wire.defs:
        return ()
    types = [rows.event for rows in stream.events]
    return failing(kinds_of(one.wire, stream.union, types), stream)


def first_events(project: ResolvedProject) -> Problems:
    """A kind whose row names no event goes out with the first of several, and is read as that."""
    for one in project.formats:
        for name in _names(one)[:1]:
            for kind, row in one.transform.errors.items():
                says = row["says"]
                message = {"message": says["message"]} if "message" in says else {}
                read = _kind_of({"type": name, **message}, one.transform.errors)
                if "event" not in says and read != kind:
                    yield Problem(
                        one.position("errors", kind),
                        f"`{kind}` is read back from a stream as "
                        + (f"`{read}`" if read else "no kind"),
                        f"it goes out as `{name}`, the first of the events that tell of failures",
                        "name its event: `says: { event: name }`",
                    )


def unsaid(project: ResolvedProject) -> Problems:
    """Every kind is said in words, where the wire has places for words that are no prose."""
    for one in project.formats:
        telling = list(_telling(one))
        for kind, row in one.transform.errors.items():
            for lens, places in telling:
                keys = [key for key in ("type", "code") if key in places]
                if keys and not row["says"]:
                    yield Problem(
                        one.position("errors", kind),
                        f"`{kind}` is said in no words",
                        f"`{lens.lens.wire}` has a place for {quoted(keys)}",
                        "add `says: { type: word }`",
                    )
                    break


def read_back(project: ResolvedProject) -> Problems:
    """What is written of a kind is read as that kind, wherever the wire has places for it."""
    for one in project.formats:
        rows, telling = one.transform.errors, list(_telling(one))
        for kind, row in rows.items() if telling else ():
            at = one.position("errors", kind)
            own = {key: word for key, word in row["says"].items() if key in READ}
            for key, word in own.items():
                if not any(key in places for _, places in telling):
                    what = f"no error of this wire has a place for a {key}"
                    yield Problem(at, what, f"`{kind}` says one", "leave it out")
                elif key != "message" and _kind_of({key: word}, rows) is None:
                    what = f"no row reads the {key} {word!r}"
                    yield Problem(at, what, f"`{kind}` says it", f"name it under `{key}s`")
            for lens, places in telling:
                error = {key: word for key, word in own.items() if key in places}
                read = _kind_of(error, rows)
                if error and read != kind:
                    words = ", ".join(f"{key} {word!r}" for key, word in error.items())
                    fix = f"name a word that it says under {quoted(f'{key}s' for key in error)}"
                    if {"code", "message"} <= error.keys() and read == _kind_of(
                        {"code": error["code"]}, rows
                    ):
                        fix = (
                            "codes are asked ahead of messages: say one of its own, or let the row "
                            "of `Error` read that word as `type`, which is asked behind them"
                        )
                    yield Problem(
                        at,
                        f"`{kind}` is read back as {f'`{read}`' if read else 'no kind'}",
                        f"in a `{lens.lens.wire}` it says {words}",
                        fix,
                    )
                    break


def hidden(project: ResolvedProject) -> Problems:
    """Each word means one kind: what an earlier row takes is never this one's."""
    for one in project.formats:
        rows = one.transform.errors
        for kind, row in rows.items():
            for key, words in zip(READ, WORDS, strict=True):
                for word in row[words]:
                    read = _kind_of({key: word}, rows)
                    if read != kind:
                        yield Problem(
                            one.position("errors", kind),
                            f"the {key} {word!r} never means `{kind}`",
                            f"it means `{read}`",
                            "name it in one of the two rows",
                        )


def other_ends(project: ResolvedProject) -> Problems:
    """A reply that is read with an error has failed: no other reason stands beside one."""
    for one in project.formats:
        for lens, _ in _telling(one):
            for row in lens.lens.rows:
                if row.is_const and row.fields[0] == (REASON,) and row.const != FAILED:
                    yield Problem(
                        row.position,
                        f"a reply with an `error` would have ended by {row.const!r}",
                        f"every `{lens.lens.wire}` tells of a failure",
                        f"write `{{ const: {FAILED} }}`, or read the reason through a table",
                    )


def _kinds(one: ResolvedFormat) -> list[str]:
    shapes = follow(one.inter, one.transform.response[0], KIND).shapes
    return [word for shape in shapes for word in shape.consts]


def _telling(one: ResolvedFormat) -> Iterator[tuple[ResolvedLens, set[str]]]:
    """The lenses of replies that tell of a failure, each with the words it has places for."""
    inter, wires = one.transform.response
    for wire in wires:
        lens = one.pairs.get((inter, wire))
        places = _places(one, lens) if lens is not None else set()
        if lens is not None and places:
            yield lens, places


def _places(one: ResolvedFormat, lens: ResolvedLens) -> set[str]:
    found: set[str] = set()
    for row in lens.lens.rows:
        if not row.targets or row.fields[0][:1] != ERROR:
            continue
        found |= {path[1] for path in row.fields if len(path) > 1}
        if row.fields[0] == ERROR:
            names = records(follow(one.inter, lens.lens.inter, ERROR).shapes)
            stands = records(follow(one.wire, lens.lens.wire, row.targets[0].path).shapes)
            pairs = [one.pairs.get((name, wire)) for name in names for wire in stands]
            rows = [inner for pair in pairs if pair is not None for inner in pair.lens.rows]
            found |= {inner.name for inner in rows if inner.targets}
    return found


def _kind_of(error: dict[str, str], rows: Rows) -> str | None:
    """The kind that words are read as: codes first, parts of messages, types, a status."""
    code, message, type_ = error.get("code"), error.get("message", "").casefold(), error.get("type")
    asked: tuple[Callable[[dict[str, Any]], bool], ...] = (
        lambda row: code in row["codes"],
        lambda row: any(part.casefold() in message for part in row["messages"]),
        lambda row: type_ in row["types"],
        lambda row: code == str(row["status"]),
    )
    return next((kind for ask in asked for kind, row in rows.items() if ask(row)), None)
