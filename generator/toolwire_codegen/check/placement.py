"""Rules on rows: which kinds of row may stand where, and what a lens of each kind may hold."""

from __future__ import annotations

from ..load.transform import Given, Row
from ..operators.uses import has
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import CALL, OPAQUE, REASONING
from ..resolve.lenses import ResolvedLens, overlay_places
from ..resolve.paths import Path, follow, lists, must_be_there
from ..resolve.problems import Problem, Problems, quoted
from .absence import stands
from .references import entries

CALL_FIELDS = ("id", "name")
"""The fields of a call by which the adapters remember it while reading."""


def misplaced(project: ResolvedProject) -> Problems:
    for one in project.formats:
        for lens in one.lenses:
            yield from _rows(one, lens)
            yield from _givens(lens)
            yield from _hollow(one, lens)
            yield from _first_items(one, lens)
            if lens.whole:
                yield from _whole(one, lens)
            if lens.valued:
                yield from _valued(lens)
            yield from _call(one, lens)
            yield from _returns(one, lens)
            yield from _shown(one, lens)
            if lens.armed and any(not case.arm for case in lens.cases):
                yield Problem(
                    lens.lens.position,
                    "a lens has arms or cases",
                    "this has both",
                    "write all as `arms`, or all as `cases`",
                )


def _returns(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    """What goes back is said of the message of a reply, in the lens that keeps the rest of it."""
    spec = lens.lens
    if not spec.returns:
        return
    at = one.position("types", spec.title, "returns")
    messages = follow(one.inter, one.transform.response[0], ("message",)).shapes
    if spec.inter not in {shape.name for shape in messages}:
        what = f"`{spec.inter}` is no message of a reply"
        yield Problem(at, what, "all else goes back as it came", "leave `returns` out")
    elif not spec.keeps:
        what = "nothing is kept here that could go back"
        yield Problem(at, what, "`returns` is about what no row names", 'add `metadata: "*"`')
    elif spec.returns in one.wire.defs:
        written = [other.wire for other in one.transform.lenses if other.inter == spec.inter]
        if spec.returns not in written:
            what = f"no `{spec.inter}` goes back as a `{spec.returns}`"
            note = f"those that it has a lens to: {quoted(written)}"
            yield Problem(at, what, note, "name the type of a message in a request")


def _shown(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    """Replies show thoughts of others, where nothing is demanded that these do not have."""
    spec = lens.lens
    if not spec.shown:
        return
    at = one.position("types", spec.title, "own")
    paths = [".".join(path) for path in overlay_places(one.wire, spec)]
    stands = {".".join(given.path): given for given in spec.stands}
    excused = {".".join(absent.path) for absent in spec.absents}
    demanded = [path for path in paths if path not in stands and path not in excused]
    if spec.inter != REASONING:
        what = f"a `{spec.inter}` of another wire is not shown"
        yield Problem(at, what, f"replies show a `{REASONING}`", "write the reason alone")
    elif demanded:
        what = f"a `{spec.wire}` of another wire would be without {quoted(demanded)}"
        fix = f"say what stands there: `replies: {{ {demanded[0]}: … }}`"
        yield Problem(at, what, "the wire demands it", fix)
    elif next(other.lens for other in one.lenses if other.lens.shown) is not spec:
        what = f"another type shows a `{REASONING}`, too"
        yield Problem(at, what, "a thought of another wire goes one way", "write the reason alone")
    for path, given in stands.items():
        if path not in paths:
            what = f"`{path}` is nothing that a `{spec.wire}` of the wire's own always has"
            yield Problem(given.position, what, f"known: {quoted(paths)}", "leave it out")


def _rows(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    for row, case, record in lens.rows():
        if any(path and path[0] in one.inter.private(record) for path in row.fields):
            note = "its schema says `x-private` or `x-derived`"
            yield Problem(row.position, f"no wire sees `{row.left}`", note, "leave it out")
        if case is not None and not case.arm and not row.targets:
            yield Problem(
                row.position,
                "a case is chosen by fields that go to the wire",
                "this row writes none",
                "move the row out of the case",
            )
        if case is not None and len(row.targets) > 1:
            yield Problem(
                row.position, "a row of an arm goes to one place", "", "write an arm for each place"
            )
        if row.parts:
            yield from _parts(one, row, record)
        for path in row.fields:
            if len(path) > 2:
                yield Problem(
                    row.position,
                    f"`{'.'.join(path)}` is too deep a field",
                    "rows name a field, or a field of a field",
                    "write a lens for the inner type",
                )
        for target in (*row.targets, *(target for _, target in row.parts)):
            if target.path and target.path[-1] == "0":
                yield Problem(
                    target.position,
                    f"`{target.dotted}` names an item, not a key",
                    "",
                    "map the list, or a key of its item",
                )
    for case in lens.cases:
        for row in case.rows:
            if one.sequence(lens.lens, row) is not None:
                yield Problem(
                    row.position, "a sequence cannot stand in a case", "", "move the row out of it"
                )


def _parts(one: ResolvedFormat, row: Row, record: str) -> Problems:
    """A list that is spread over several keys: the arms named, and the rest."""
    at = row.position
    arms = [arm for arm, _ in row.parts]
    if arms.count("*") != 1 or arms == ["*"]:
        yield Problem(
            at,
            f"`{row.left}` is spread over keys without an arm or without the rest",
            "",
            'name an arm, and "*" for all others',
        )
    shapes = follow(one.inter, record, row.fields[0]).shapes
    if shapes and not lists(shapes):
        yield Problem(at, f"`{row.left}` is no list of types", "", "spread a list of a union")
    for shape in lists(shapes):
        if shape.name != OPAQUE and shape.name in arms and not one.inter.const(shape.name, "kind"):
            yield Problem(
                at, f"nothing tells a `{shape.name}`", "it has no constant `kind`", "give it one"
            )


def _whole(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    spec = lens.lens
    if len(spec.rows) > 1 or spec.cases or spec.givens or spec.keeps or spec.own:
        yield Problem(
            spec.position,
            "a lens with the wire value as a whole has no other rows",
            "",
            "leave `.` alone, or name keys",
        )
    for row in spec.rows:
        whole = row.targets and not row.targets[0].path and row.fields[0]
        if whole and not must_be_there(one.inter, spec.inter, row.fields[0]):
            yield Problem(
                row.position,
                f"`{row.left}` may be absent",
                "and the wire value never is",
                "map a required field",
            )


def _bare(row: Row) -> bool:
    """Whether a row takes a value as it is from where it stands."""
    return any(target.path == () and not target.operators for target in row.targets)


def _valued(lens: ResolvedLens) -> Problems:
    spec = lens.lens
    row = spec.rows[0]
    word = has(row.targets[0], lambda d: d.tells) if row.targets else False
    plain = row.is_const or (len(row.targets) == 1 and (row.targets[0].path or word))
    if len(spec.rows) > 1 or spec.cases or spec.keeps or spec.own or not plain:
        as_it_is = [*map(_bare, spec.rows)] == [True]
        yield Problem(
            spec.position,
            "a lens onto a plain value has one row",
            "`.: .` says no more than that it goes as it is" if as_it_is else "",
            "leave the lens out" if as_it_is else "write `.: wire.path` or `.: { const: … }` alone",
        )


def _givens(lens: ResolvedLens) -> Problems:
    spec = lens.lens
    computed = [given for given in spec.givens if given.computed]
    if computed and (not spec.keeps or lens.valued):
        fix = 'write a constant, or add `metadata: "*"`'
        yield _given(computed[0], "it needs a lens with `metadata`", fix)
    for case in lens.cases:
        for given in case.givens:
            if given.computed:
                fix = "write a constant, or move it to the lens"
                yield _given(given, "in a case a constant alone", fix)


def _hollow(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    """A constant in an object that the wire may be without: the object would always be there."""
    for given in lens.lens.givens:
        parent = given.path[:-1]
        if follow(one.wire, lens.lens.wire, given.path).lost:
            continue
        if must_be_there(one.wire, lens.lens.wire, parent) or _beside_row(lens, given, parent):
            continue
        dotted = ".".join(parent)
        instead = stands(one, lens.lens, parent, lead="")
        yield Problem(
            given.position,
            f"`{'.'.join(given.path)}` would be written where there is no `{dotted}`",
            f"`{dotted}` may be absent",
            f"add `when:` with a field that goes to `{dotted}`, or {instead}",
        )


def _beside_row(lens: ResolvedLens, given: Given, parent: Path) -> bool:
    """Whether the field that a constant goes with stands in the same object, and only there."""
    rows = [row for row in lens.lens.rows if row.fields[0][:1] == (given.when,) and row.targets]
    return any(
        all(
            t.path[: len(parent)] == parent and not has(t, lambda d: d.stands_in)
            for t in row.targets
        )
        for row in rows
    )


def _first_items(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    """A step `0` stands for a whole list, which only a request or a reply can do without."""
    pairs = [(inter, wire) for _, (inter, wires) in entries(one) for wire in wires]
    entry = (lens.lens.inter, lens.lens.wire) in pairs
    targets = [(slot.target.path, slot.target.position) for slot in lens.slots
               if slot.place != "row" or not entry]  # fmt: skip
    cases = [given for case in lens.cases for given in case.givens]
    givens = cases if entry else [*lens.lens.givens, *cases]
    for path, position in [*targets, *((given.path, given.position) for given in givens)]:
        if "0" in path[:-1]:
            yield Problem(
                position,
                f"`{'.'.join(path)}` takes the first item for the whole list",
                "only plain rows of a request or a reply may",
                "map the list",
            )


def _given(given: Given, note: str, fix: str) -> Problem:
    word = "sum" if given.sum else "when" if given.when else "numbered"
    return Problem(given.position, f"`{word}` has no meaning here", note, fix)


def _call(one: ResolvedFormat, lens: ResolvedLens) -> Problems:
    """Results are matched with calls: whoever reads a call reads its id and name."""
    spec = lens.lens
    if spec.inter != CALL or not _tracks(one) or lens.whole:
        return
    for name in CALL_FIELDS:
        rows = [row for row in spec.rows if row.fields == ((name,),) and len(row.targets) == 1]
        elsewhere = [row.position for row in spec.all_rows if (name,) in row.fields and row.targets]
        if not rows:
            yield Problem(
                elsewhere[0] if elsewhere else spec.position,
                f"`{name}` of a call is not read from one place of the wire",
                "results are matched with their calls by it",
                "read it in a row of its own, outside of cases" if elsewhere
                else f"add a row for `{name}`",
            )


def _tracks(one: ResolvedFormat) -> bool:
    for lens in one.lenses:
        for row, _, _ in lens.rows():
            if row.back is not None:
                return True
            for target in row.targets:
                if has(target, lambda d: d.call_ids):
                    return True
    return False
