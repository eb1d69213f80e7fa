"""A transform as tables that people read: the rows, what they do, and both shapes."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..load.project import Format, Project
from ..load.schema import Schema, alternatives_text
from ..load.stream import EventRows, Stream
from ..load.stream_operators import STREAM_OPERATORS
from ..load.transform import Case, Given, Lens, Row, Transform
from ..operators.registry import OPERATORS
from .inputs import Problem, nearest

MINIMUM = 24  # columns of a cell that is wrapped


def explain(project: Project, format_: Format, type_: str | None, width: int) -> Iterator[str]:
    """The lines that explain a format, or one of its types. Raises Problem for an unknown one."""
    transform = format_.transform
    lenses = [lens for lens in transform.lenses if type_ in (None, lens.inter, lens.wire)]
    if not lenses and type_ is not None:
        types = {name for lens in transform.lenses for name in (lens.inter, lens.wire)}
        raise Problem(f"{transform.name} maps no type {type_!r}{nearest(type_, types)}")
    if type_ is None:
        yield f"{transform.title} ({transform.name})"
        if transform.reference:
            yield transform.reference
        for name, (inter, wires) in transform.entries.items():
            yield f"{name + ':':9} {inter} <-> {' | '.join(wires)}"
    for lens in lenses:
        yield ""
        yield from _lens(project, format_, lens, width)
    if type_ is None:
        if transform.stream is not None:
            yield ""
            yield from _stream(transform.stream, width)
        yield from _rest(transform, width)


COUNTED = ("lenses", "rows", "lost", "kept whole", "operators", "via")


def coverage(project: Project) -> Iterator[str]:
    """How much of each format is mapped, and by what: a line a format.

    ``lost`` are rows that say what the wire cannot carry, ``kept whole`` lenses whose leftovers
    ride along, ``via`` the codecs a format brings itself.
    """
    yield f"{'':20}" + "".join(f"{name:>12}" for name in COUNTED)
    for name, format_ in sorted(project.formats.items()):
        lenses = format_.transform.lenses
        rows = [row for lens in lenses for row in lens.all_rows]
        targets = [t for row in rows for t in (*row.targets, *(part for _, part in row.parts))]
        operators = [operator for target in targets for operator in target.operators]
        own = {o.args for o in operators if o.name in OPERATORS and OPERATORS[o.name].made_here}
        lost = sum(bool(row.lost) and not row.elsewhere for row in rows)
        kept_whole = sum(lens.keeps for lens in lenses)
        counts = (len(lenses), len(rows), lost, kept_whole, len(operators), len(own))
        yield f"{name:20}" + "".join(f"{count:>12}" for count in counts)


def _lens(project: Project, format_: Format, lens: Lens, width: int) -> Iterator[str]:
    yield lens.title
    yield "-" * len(lens.title)
    rows = [_row(row) for row in lens.rows] + [_given(given) for given in lens.givens]
    for case in lens.cases:
        rows += list(_case(case))
    for absent in lens.absents:
        path, value = ".".join(absent.path), json.dumps(absent.value)
        rows.append(("", path, f"may be missing: then read as {value}, and left out again"))
    if lens.own:
        where = " (in requests)" if lens.shown else ""
        rows.append(("", "", f"nothing of its own overlay{where}: {lens.own}"))
    for stands in lens.stands:
        path, value = ".".join(stands.path), json.dumps(stands.values[0])
        rows.append(("", path, f"{value} in a reply, where it has none"))
    if lens.returns:
        rows.append(("", "", f"what `{lens.returns}` has goes back; the rest stays in the reply"))
    if lens.keeps:
        rows.append(("metadata", "*", "what no row names rides along"))
    yield from table((lens.inter, lens.wire, "how"), rows, width)
    yield ""
    left = _shape(project.intermediate, lens.inter)
    right = _shape(format_.schema, lens.wire)
    count = max(len(left), len(right))
    padded = [part + [""] * (count - len(part)) for part in (left, right)]
    yield from table(
        (f"shape of {lens.inter}", f"shape of {lens.wire}"), zip(*padded, strict=True), width
    )


def _row(row: Row) -> tuple[str, str, str]:
    if row.targets:
        paths = " or ".join(target.dotted for target in row.targets)
        words = [
            f"{operator}: {_purpose(operator.name)}"
            for target in row.targets
            for operator in target.operators
        ]
        return row.left, paths, "; ".join(dict.fromkeys(words))
    if row.lost:
        back = f"; read back by {row.back}: {_purpose(row.back.name)}" if row.back else ""
        unless = "" if row.unless is None else f"; {json.dumps(row.unless)} is as good as none"
        return row.left, "(elsewhere)" if row.elsewhere else "(lost)", f"{row.lost}{unless}{back}"
    return row.left, row.right, "by its arms" if row.parts else "fixed"


def _purpose(name: str) -> str:
    return OPERATORS[name].purpose if name in OPERATORS else "unknown"


def _given(given: Given) -> tuple[str, str, str]:
    path = ".".join(given.path)
    if given.sum:
        return "", path, f"the sum of {', '.join(given.sum)}"
    if given.numbered:
        return "", path, f"{given.numbered!r} and the number of its place"
    values = " or ".join(map(repr, given.values))
    when = f" when {given.when}" if given.when else ""
    return "", path, f"{values}{when}"


def _case(case: Case) -> Iterator[tuple[str, str, str]]:
    title = f"if {case.arm}:" if case.arm else "either:"
    yield title, "", f"loses: {case.lost}" if case.lost else ""
    for left, right, how in [*map(_row, case.rows), *map(_given, case.givens)]:
        yield f"  {left}", right, how


def _shape(schema: Schema, name: str) -> list[str]:
    """A record's fields with their types, ``?`` for those that may be left out."""
    if schema.record(name) is None:
        return [alternatives_text(schema.shapes(schema.defs.get(name)))]
    required = schema.required(name)
    return [
        f"{key}{'' if key in required else '?'}: {alternatives_text(schema.shapes(inner))}"
        for key, inner in schema.properties(name).items()
    ]


def _stream(stream: Stream, width: int) -> Iterator[str]:
    title = f"stream {stream.union} -> {stream.whole}"
    yield title
    yield "-" * len(title)
    yield f"complete with {' or '.join([*map('.'.join, stream.ends), *stream.ending])}"
    if stream.last:
        yield f"last of all: {stream.last}"
    if stream.framing.name:
        yield f"an event's name is its {stream.framing.name}"
    if stream.framing.done:
        yield f"after the last event: {stream.framing.done}"
    for one in stream.repeats:
        yield f"{one.key} of an event says {one.text}"
    rows = [row for event in stream.events for row in _event(event)]
    yield from table((f"place in {stream.whole}", "from the event"), rows, width)
    used = {row.operator for event in stream.events for row in event.rows}
    words = [(name, purpose) for name, (_, _, purpose) in STREAM_OPERATORS.items() if name in used]
    if words:
        yield ""
        yield from table(("operator", "how it goes there"), words, width)


def _event(event: EventRows) -> Iterator[tuple[str, str]]:
    """An event, and below it what of it goes where."""
    yield event.title, "ignored" if event.ignore else "read as an error" if event.error else ""
    for row in event.rows:
        place, _, source = row.text.partition(": ")
        yield f"  {place}", source
    if event.ignored:
        yield "  *", f"what no row names but {', '.join(event.ignored)}"


def _rest(transform: Transform, width: int) -> Iterator[str]:
    rows: list[tuple[str, str, str]] = []
    for union in transform.unions:
        for arm, reason in union.lost.items():
            rows.append((f"{union.inter} <-> {union.wire}", arm, f"lost: {reason}"))
    for found in transform.sequences:
        place, rules = f"{found.record}.{found.field}", list[str]()
        if found.member:
            folded = f"{found.member}*" + (f" {found.rest}?" if found.rest else "")
            rules.append(f"{folded} become one {found.into}.{found.into_key}")
        if found.lift:
            rules.append(f"{found.lift} leaves the list for {found.lift_key}")
        if found.spread:
            among = f", also with {', '.join(found.among)} among them" if found.among else ""
            rules.append(f"neighbours become one {found.spread}.{found.spread_key}{among}")
        if found.string:
            rules.append(f"a string is one {found.string}.{found.string_key}")
        rows.append((place, f"{found.wire_record}.{found.wire_key}", "; ".join(rules)))
    if rows:
        yield ""
        yield from table(("place", "arm or wire place", "rule"), rows, width)
    for name, words in transform.tables.items():
        yield ""
        yield f"table {name}"
        pairs: list[tuple[Any, str, Any]] = [(a, "<->", b) for a, b in words.both.items()]
        pairs += [(b, "<-", a) for a, b in words.decode.items()]
        pairs += [(a, "->", b) for a, b in words.encode.items()]
        if words.otherwise is not None:
            pairs.append((words.otherwise, "<-", "anything else"))
        yield from table(("intermediate", "", "wire"), [tuple(map(str, p)) for p in pairs], width)


def table(titles: Sequence[str], rows: Iterable[Sequence[str]], width: int) -> Iterator[str]:
    """Aligned columns; the last one is wrapped to what the terminal leaves it."""
    body = [list(titles), *map(list, rows)]
    half = max(MINIMUM, width // len(titles))
    widths = [max(len(row[column]) for row in body) for column in range(len(titles))]
    sizes = [min(size, half) for size in widths[:-1]]
    sizes.append(max(MINIMUM, width - sum(sizes) - 2 * len(sizes)))
    for number, row in enumerate(body):
        cells = [
            textwrap.wrap(
                cell, size, subsequent_indent="  ", drop_whitespace=True, break_on_hyphens=False
            )
            or [""]
            for cell, size in zip(row, sizes, strict=True)
        ]
        cells = [
            [" " * (len(text) - len(text.lstrip())) + cell[0].lstrip(), *cell[1:]]
            for text, cell in zip(row, cells, strict=True)
        ]
        for line in range(max(map(len, cells))):
            parts = [cell[line] if line < len(cell) else "" for cell in cells]
            padded = [part.ljust(size) for part, size in zip(parts, sizes, strict=True)]
            yield "  ".join(padded).rstrip()
        if number == 0:
            lengths = [min(size, w) for size, w in zip(sizes, widths, strict=True)]
            yield "  ".join("-" * length for length in lengths)
