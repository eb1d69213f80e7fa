"""Rules on what the elements of a stream become: all that their types require, at any depth.

An element has what the event brings that begins it, and what pieces bring. Of its own keys
`stream_coverage` asks; here it is about what is inside of them, and about elements that their
first pieces begin.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..load.stream import names
from ..resolve.format import ResolvedProject
from ..resolve.paths import Path, Shapes, records, types
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.spelled import begun_saying, begun_with, comes_whole
from ..resolve.streaming import subject, unindexed, walk
from .stream_coverage import ELEMENT, of_type
from .stream_rows import PIECES
from .stream_spelled import unbrought
from .stream_twice import about
from .stream_view import Flow, StreamView, anything, dotted, streams


def unwritten(project: ResolvedProject) -> Problems:
    for view in streams(project):
        reported: set[Path] = set()
        for flow in view.all_flows() if all(flow.is_resolved for flow in view.all_flows()) else ():
            place = names(subject(flow.row.place))
            missing = [path for path in _unbrought(view, flow, place) if path not in reported]
            missing = [*dict.fromkeys(missing)]
            reported |= {*missing}
            if missing:
                yield Problem(
                    flow.row.position,
                    f"no event brings {quoted(dotted((*place, *path)) for path in missing)}",
                    "what begins here requires it",
                    "add a row for it where the element begins, or ends, or leave it out of what "
                    "is required; other events bring more of a text, or of a list",
                )


def _unbrought(view: StreamView, flow: Flow, place: Path) -> Iterator[Path]:
    """What the elements that a row begins never have, and require."""
    row = flow.row
    record = row.record if row.operator == "open" else ""
    if not place or comes_whole(view.wire, view.stream, place, record):
        return
    if row.operator == "open" and not row.record:
        for source in records(flow.source.shapes):
            kinds = [_inside(view, flow, name, source) for name in made(view, flow, source)]
            yield from min(kinds, key=len, default=[])
    elif row.operator == "open":
        yield from _inside_spelled(view, flow, place)
    elif row.opens:
        for name in about(view, flow):
            yield from _lacking(view, _brought(view, place, name), (name,), (), ())


def _inside(view: StreamView, flow: Flow, name: str, source: str) -> list[Path]:
    """What an element lacks inside of its keys, where an event begins it with an object."""
    brought = _brought(view, names(flow.row.place), name)
    return [path for path in _lacking(view, brought, (name,), (source,), ()) if len(path) > 1]


def _inside_spelled(view: StreamView, flow: Flow, place: Path) -> list[Path]:
    """The same, where an event spells the element out: with its own keys, and what rows say."""
    row, brought = flow.row, _brought(view, place, flow.row.record)
    keys = begun_with(view.wire, view.stream, flow.rows, row)
    own = keys - {path[0] for path, _ in brought if path}
    whole: list[tuple[Path, Shapes]] = [((key,), ()) for key in own]
    lacking = _lacking(view, [*brought, *whole], (row.record,), (), ())
    return [path for path in lacking if len(path) > 1]


def made(view: StreamView, flow: Flow, source: str) -> list[str]:
    """The types of elements that an object may be the beginning of: those with a key of it.

    Where both say constants, these agree.
    """
    wire, tags = view.wire, view.wire.tags(source)
    found = []
    for name in records(flow.place.shapes):
        own = wire.tags(name)
        agree = all(own[key] == tags[key] for key in own.keys() & tags.keys())
        if agree and {*wire.properties(name)} & {*wire.properties(source)}:
            found.append(name)
    return [source] if source in found else found


def _brought(view: StreamView, place: Path, element: str) -> list[tuple[Path, Shapes]]:
    """Where rows bring values of an element of a type: paths inside of it, with what comes."""
    return [
        (names(flow.row.place)[len(place) :], flow.source.shapes) for flow in view.all_flows()
        if names(flow.row.place)[: len(place)] == place and flow.row.operator not in ELEMENT
        and of_type(flow) in ("", element)
    ]  # fmt: skip


def _lacking(
    view: StreamView,
    brought: list[tuple[Path, Shapes]],
    kinds: tuple[str, ...],
    sources: tuple[str, ...],
    at: Path,
) -> list[Path]:
    """The required keys that an object lacks which may be of several types: of the best of them."""
    wire = view.wire
    here = [name for path, shapes in brought if path == at for name in records(shapes)]
    if any(anything(shapes) for path, shapes in brought if path == at):
        return []
    put = {key for name in (*sources, *here) for key in wire.properties(name)}
    put |= {path[len(at)] for path, _ in brought if len(path) > len(at) and path[: len(at)] == at}
    found = []
    for name in kinds:
        left: list[Path] = []
        for key in sorted(wire.required(name) - {*wire.tags(name)}):
            inner = wire.shapes(wire.properties(name)[key])
            if key not in put:
                left.append((*at, key))
            elif records(inner) and types(inner) == {"object"} and not anything(inner):
                deeper = _of(view, (*sources, *here), key)
                whole = any(path == (*at, key) for path, _ in brought)
                if not whole and not anything(deeper):
                    inside = tuple(records(deeper))
                    left += _lacking(view, brought, tuple(records(inner)), inside, (*at, key))
        found.append(left)
    return min(found, key=len, default=[])


def _of(view: StreamView, holders: tuple[str, ...], key: str) -> Shapes:
    """What stands under a key of some types, where they have it."""
    having = [name for name in holders if key in view.wire.properties(name)]
    return tuple(
        shape for name in having
        for shape in walk(view.wire, view.wire.shapes({"$ref": f"#/$defs/{name}"}), (key,)).shapes
    )  # fmt: skip


def unplaced(project: ResolvedProject) -> Problems:
    """What a lens says of an element has a place in the event that spells one out, or in others.

    It would go out with the event that begins it, whose schema knows nothing of it.
    """
    for view in streams(project):
        for flow in view.all_flows():
            row, place = flow.row, names(flow.row.place)
            if row.operator != "open" or not row.record or not flow.is_resolved:
                continue
            if comes_whole(view.wire, view.stream, place, row.record):
                continue
            brought = [
                names(one.row.place)[len(place) :] for one in view.all_flows()
                if one.row is not row and names(one.row.place)[: len(place)] == place
                and of_type(one) in ("", row.record)
            ]  # fmt: skip
            for path, writer in _writers(view, row.record).items():
                placed = any(path[: len(one)] == one[: len(path)] for one in brought if one)
                if not placed and not begun_saying(view.wire, view.stream, flow.rows, row, path):
                    yield Problem(
                        row.position,
                        f"no event has a place for `{dotted(path)}` of a `{row.record}`",
                        f"{writer} writes it",
                        f"give `{flow.rows.event}` a key for it, or another event one with a row",
                    )


def _writers(view: StreamView, record: str) -> dict[Path, str]:
    """Where lenses write something of an element of a type, and which row says so."""
    found: dict[Path, str] = {}
    for lens in (one for one in view.one.lenses if one.lens.wire == record):
        for slot in lens.slots:
            for path in map(unindexed, slot.target.paths):
                found.setdefault(path, f"`{slot.row.left}` at {slot.row.position.short}")
        for given in lens.lens.givens:
            found.setdefault(unindexed(given.path), f"`given` at {given.position.short}")
    tags = {(key,) for key in view.wire.tags(record)}
    return {path: writer for path, writer in found.items() if path and path not in tags}


def strange(project: ResolvedProject) -> Problems:
    """What begins or ends an element as an object is of a type that may stand there."""
    for view in streams(project):
        for flow in view.all_flows():
            row, kinds = flow.row, records(flow.place.shapes)
            asked = flow.is_resolved and row.operator in ELEMENT and row.source and not row.record
            element_keys = {key for name in kinds for key in view.wire.properties(name)}
            for source in records(flow.source.shapes) if asked and kinds else ():
                keys = {*view.wire.properties(source)}
                if keys and not keys & element_keys:
                    verb = "begins" if row.operator == "open" else "ends"
                    outer, end = dotted(row.source[:-1]), row.source[-1]
                    yield Problem(
                        row.position,
                        f"`{source}` {verb} no element of `{dotted(names(row.place))}`",
                        f"no type there has one of its keys: {quoted(sorted(keys))}",
                        "name the object that is like an element"
                        + (f"; `{end}` may be a key of it: `{outer} | {row.operator}`"
                           if row.source[1:] else ""),
                    )  # fmt: skip


def unbegun(project: ResolvedProject) -> Problems:
    """Pieces are of elements of a type that an event begins, or that one of them begins itself.

    So is an end that is of one type.
    """
    for view in streams(project):
        for flow in view.all_flows():
            row, element = flow.row, subject(flow.row.place)
            asked = row.operator in PIECES or (row.operator == "close" and row.record)
            if (
                not (asked and flow.is_resolved and element)
                or view.subject(flow.rows.event) is None
            ):
                continue
            kinds, begun = about(view, flow), _begun(view, names(element))
            if not (kinds and begun) or {*kinds} & begun:
                continue
            if {*kinds} <= {*unbrought(view, names(element))}:
                continue  # told of the list
            fix = f"write `| {row.operator}(opens)`, or open one by an event"
            if row.operator == "close" or _spelled_out(view, names(element)):
                fix = f"let an event begin one, `. | open({kinds[0]})`, or `ignore` this one"
            yield Problem(
                row.position,
                f"no event begins an element of {quoted(kinds)}",
                f"those that begin in `{dotted(names(element))}`: {quoted(sorted(begun))}",
                fix,
            )


def _begun(view: StreamView, place: Path) -> set[str]:
    """The types of elements that begin at a place; none where an event may begin any."""
    found: set[str] = set()
    for flow in view.all_flows():
        row = flow.row
        if row.opens and names(subject(row.place)) == place:
            found |= {*about(view, flow)}
        elif row.operator == "open" and names(row.place) == place:
            if row.record:
                found.add(row.record)
            elif anything(flow.source.shapes):
                return set()
            for source in records(flow.source.shapes) if not row.record else ():
                found |= {*made(view, flow, source)}
    return found


def _spelled_out(view: StreamView, place: Path) -> bool:
    """Whether events that begin an element at a place say of which type it is."""
    rows = [flow.row for flow in view.all_flows() if names(flow.row.place) == place]
    return any(row.operator == "open" and row.record for row in rows)
