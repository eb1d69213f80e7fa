"""Rules on how a streamed reply comes to its end: each reason is one, and comes last."""

from __future__ import annotations

from typing import Any

from ..load.stream import EventRows
from ..load.transform import words
from ..operators.uses import arguments
from ..resolve.format import ResolvedProject
from ..resolve.paths import Path
from ..resolve.problems import Problem, Problems, quoted
from .stream_view import StreamView, brings, dotted, reply_slots, streams


def unending(view: ResolvedProject) -> Problems:
    """The words that a reply's reason is written with are words that it ends with."""
    for seen in streams(view):
        stream, at = seen.stream, seen.one.position("stream", "ends")
        for path, ends in zip(stream.ends, stream.words, strict=True):
            said = _written(seen, path) if ends and len(stream.ends) == 1 else []
            if missing := [word for word in said if word not in ends]:
                yield Problem(
                    at,
                    f"a reply whose `{dotted(path)}` is {quoted(missing)} would never be complete",
                    "a table says that as the reason why it ended",
                    "name it here",
                )


def _written(seen: StreamView, path: Path) -> list[Any]:
    """The words of a place that tables write as the reason why a reply ended."""
    found: list[Any] = []
    for slot in reply_slots(seen):
        for name in arguments(slot, lambda d: d.tells) or ():
            table = seen.one.transform.tables.get(name)
            if table is not None and path in slot.target.paths:
                column = slot.target.paths.index(path)
                said = [words(word)[column : column + 1] for word in table.encoding.values()]
                found += [word for one in said for word in one]
    return [*dict.fromkeys(found)]


def begun_ended(view: ResolvedProject) -> Problems:
    """What stands for a word that is not there yet is none that a reply ends with."""
    for seen in streams(view):
        lenses = [lens for lens in seen.one.lenses if lens.lens.wire == seen.stream.whole]
        absents = [absent for lens in lenses for absent in lens.lens.absents]
        for path, ends in zip(seen.stream.ends, seen.stream.words, strict=True):
            for absent in absents:
                if absent.path == path and absent.value in ends:
                    yield Problem(
                        absent.position,
                        f"a reply without `{dotted(path)}` would be read as one that ended",
                        f"`ends` has {absent.value!r}, and events of a reply that goes on say it",
                        "name the word of a reply that goes on, and leave that out of `ends`",
                    )


def unended(view: ResolvedProject) -> Problems:
    """An event behind those of the elements says that a reply is complete."""
    for seen in streams(view):
        behind, paths = _behind(seen), [*map(_plain, seen.stream.ends)]
        bringing = [rows for rows in seen.stream.events for path in paths
                    if rows.rows and path and brings(seen, rows, path)]  # fmt: skip
        if behind is not None and bringing and not any(rows in behind for rows in bringing):
            yield Problem(
                seen.one.position("stream", "ends"),
                f"no event behind those of the elements brings {quoted(map(dotted, paths))}",
                f"`{bringing[0].title}` does, ahead of them: no reply would ever be complete",
                "write rows for an event that does",
            )


def _behind(seen: StreamView) -> list[EventRows] | None:
    """The events that go out behind those about elements, if there are any of these."""
    told = [rows for rows in seen.stream.events if rows.rows]
    about = [seen.subject(rows.event) is not None for rows in told]
    return told[len(told) - about[::-1].index(True) :] if any(about) else None


def _plain(path: Path) -> Path:
    return tuple(step for step in path if step != "0")
