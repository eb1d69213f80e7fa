"""Rules on ``answers``: a result repeats what the message of its call has, and that fits."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.findings import Position
from ..load.transform import Answer
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import CALL, RESULT
from ..resolve.paths import Path, Shapes, follow, text, types
from ..resolve.problems import Problem, Problems, nearest

NAMED = ((RESULT, "a result answers"), (CALL, "a call is answered"))


def misplaced(project: ResolvedProject) -> Problems:
    """Both entries are there: one of results, one of calls."""
    for one in project.formats:
        for name, answer in one.transform.answers.items():
            for entry, (type_, what) in zip((name, answer.call), NAMED, strict=True):
                yield from _entry(one, entry, type_, what, answer.position)


def _entry(
    one: ResolvedFormat, entry: str, type_: str, what: str, at: Position
) -> Iterator[Problem]:
    entries = one.transform.entries
    inter, _ = entries.get(entry, ("", ()))
    if inter != type_:
        mapped = f"`{entry}` maps `{inter}`" if inter else f"there is no entry `{entry}`"
        fitting = [name for name, (other, _) in entries.items() if other == type_]
        near = nearest(entry, fitting, "entries of it")
        yield Problem(at, f"{mapped}, and {what}", near, f"name an entry of `{type_}`")


def paths(project: ResolvedProject) -> Problems:
    """The places are there, in what each entry usually is, and may hold the same."""
    for one in project.formats:
        for name, answer in one.transform.answers.items():
            for path, source in answer.places.items():
                yield from _places(one, name, answer, path, source)


def _places(
    one: ResolvedFormat, name: str, answer: Answer, path: Path, source: Path
) -> Iterator[Problem]:
    found: list[Shapes] = []
    for entry, place in ((name, path), (answer.call, source)):
        _, wires = one.transform.entries.get(entry, ("", ()))
        if not wires or not one.wire.record(wires[-1]):
            return
        reached = follow(one.wire, wires[-1], place)
        if reached.lost:
            near = nearest(reached.lost, reached.names, "keys")
            what = f"`{wires[-1]}` has no path `{'.'.join(place)}`"
            yield Problem(answer.position, what, near, "name where it stands")
            return
        found.append(reached.shapes)
    left, right = found
    if not types(left) & types(right) and "any" not in types(left) | types(right):
        what = f"`{'.'.join(path)}` is {text(left)}, and `{'.'.join(source)}` {text(right)}"
        yield Problem(answer.position, what, "", "name places that hold the same")
