"""Rules on telling apart: which arm, case or entry a value is, on either side."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ..load.schema import Schema
from ..load.transform import Case, Row
from ..operators.choice import core, tells
from ..operators.uses import declines, definitions, has
from ..resolve.by_arm import by_arm
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import OPAQUE
from ..resolve.lenses import ResolvedLens
from ..resolve.paths import Path, Shapes, fits, follow, must_be_there, text, types
from ..resolve.problems import Problem, Problems, quoted
from ..resolve.signs import Arm
from ..resolve.telling import tell
from .joins import Join
from .matching import joins
from .twins import one_type, says_the_same

SPELLED = "put it first, or give it a type of its own, whose lens says `own: <the reason>`"


def ambiguous_wires(project: ResolvedProject) -> Problems:
    for one in project.formats:
        for join in joins(one):
            if len(join.pairs) > 1:
                yield from _wire_arms(one, join)
                yield from _inter_arms(one, join)
                yield from _of_one_type(one, join)
            elif join.pairs and len(set(join.wires)) > 1:
                yield from _any_object(one, join, join.pairs[0])


def unkept(project: ResolvedProject) -> Problems:
    """In lists whose items are kept where nobody knows them, each arm keeps such keys, too."""
    for one in project.formats:
        open_ = [join for join in joins(one) if join.items and OPAQUE in join.names]
        arms = {id(pair): (join, pair.lens) for join in reversed(open_) for pair in join.pairs}
        for join, lens in arms.values():
            whole = any(not target.path for row in lens.rows for target in row.targets)
            if not lens.keeps and not whole and one.wire.record(lens.wire):
                what = f"keys of `{lens.wire}` that nobody knows are dropped"
                note = f"{join.what} are kept whatever they are"
                yield Problem(lens.position, what, note, 'add `metadata: "*"`')


def _any_object(one: ResolvedFormat, join: Join, pair: ResolvedLens) -> Problems:
    """One lens among several wire types: it has to know its own."""
    schema, wire = one.wire, pair.lens.wire
    question = next((t for t in tell(schema, join.wires, [wire]) if t.arm == wire), None)
    signs = (
        question is not None
        and all(question.claims)
        and (not question.unlike or OPAQUE in join.names)
    )
    if not signs and not declines(one, pair) and schema.record(wire):
        others = quoted(name for name in dict.fromkeys(join.wires) if name != wire)
        yield Problem(
            join.position,
            f"{join.what} cannot tell `{wire}` from {others}",
            f"`{wire}` has no constant and no key of its own that it must have",
            f"require one in `{wire}`",
        )


def _wire_arms(one: ResolvedFormat, join: Join) -> Problems:
    objects = [pair for pair in join.pairs if not worded(one, pair)]
    for first, second in combinations(objects, 2):
        wire = first.lens.wire
        if wire == second.lens.wire and not declines(one, first):
            why, fix = f"{wire}: always takes it", "give one of them a constant, or another order"
            yield _same(join, first.lens.inter, second.lens.inter, why, fix)
    inter = {pair.lens.wire: pair.lens.inter for pair in reversed(join.pairs)}
    for question in tell(one.wire, join.wires, inter):
        if question.arm in inter and question.unlike in inter:
            why = alike(one.wire, question.arm, question.unlike)
            fix = "require in one of them a constant, a key or a type that the other has not"
            yield _same(join, inter[question.arm], inter[question.unlike], why, fix)


def worded(one: ResolvedFormat, pair: ResolvedLens) -> bool:
    """Whether a lens is for the words of an enumeration, and no object."""
    wire = pair.lens.wire
    return any(shape.of == wire for shape in follow(one.wire, wire, ()).shapes)


def _same(join: Join, first: str, second: str, why: str, fix: str) -> Problem:
    return Problem(
        join.position,
        f"{join.what} cannot tell `{first}` from `{second}` on the wire",
        why,
        fix,
    )


def alike(schema: Schema, first: str, second: str) -> str:
    """Why nothing tells one wire type from another."""
    signs = [str(sign) for sign in Arm(schema, first).signs if not (sign.loose or sign.kinds)]
    if not signs:
        return f"nothing must be there in `{first}`"
    return f"all that must be there in `{first}` may be in `{second}`: {', '.join(signs[:3])}"


def _inter_arms(one: ResolvedFormat, join: Join) -> Problems:
    """The intermediate side: by the first tag, or by the first key that must be there."""
    schema = one.inter
    arms = dict.fromkeys(pair.lens.inter for pair in join.pairs if not pair.valued)
    keys = sorted({key for arm in arms for key in schema.tags(arm)})
    signs: dict[str, tuple[str, Any]] = {}
    for arm in arms:
        tag = schema.tags(arm)
        if keys and keys[0] in tag:
            signs[arm] = (keys[0], tag[keys[0]])
        elif schema.required(arm):
            signs[arm] = (sorted(schema.required(arm))[0], None)
        else:
            yield Problem(
                join.position,
                f"{join.what} cannot tell `{arm}` from other arms",
                "it has no tag and no required field",
                "give it a required constant",
            )
    for (a, (key, value)), (b, other) in combinations(signs.items(), 2):
        same = (key, value) == other if value is not None else key in schema.required(b)
        if same:
            yield Problem(
                join.position,
                f"{join.what} cannot tell `{a}` from `{b}`",
                f"`{key}` is the same in both",
                "give one of them a constant",
            )


def _of_one_type(one: ResolvedFormat, join: Join) -> Problems:
    """Several lenses for one type: which of them writes a value."""
    pairs = [pair for pair in join.pairs if not pair.valued]
    for inter in dict.fromkeys(pair.lens.inter for pair in pairs):
        alike = [pair for pair in pairs if pair.lens.inter == inter]
        alike.sort(key=lambda pair: not pair.lens.own)  # these are tried first
        others = {id(pair): [o.lens for o in alike if o is not pair] for pair in alike}
        decided = {id(pair): tells(one, pair.lens, others[id(pair)]) for pair in alike}
        for pair in alike[:-1]:
            tried = pair.cases and not pair.armed and not any(decided.values())
            # What only holds another record does not look whose that is.
            own = pair.lens.own and core(one, pair.lens)[1] is pair.lens
            if own or decided[id(pair)] or tried:
                continue  # the next one is asked where it does not do
            first, last = pair.lens.wire, alike[-1].lens.wire
            fix = f"map an optional field to a key that `{first}` requires, "
            fix += "or lose one that the other maps"
            if by_arm(core(one, pair.lens)[1]):
                fix = "leave some of the arms to one of them alone"
            elif says_the_same(one, pair, last):
                fix = one_type(one, first, last)
            yield Problem(
                join.position,
                f"every `{inter}` would be written as `{first}`, and none as `{last}`",
                "no field tells one from the other",
                fix,
            )


def ambiguous_cases(project: ResolvedProject) -> Problems:
    for one in project.formats:
        for lens in one.lenses:
            cases = lens.cases
            for case in cases:
                yield from _unmarked(one, lens, case)
            for first, second in combinations(cases, 2):
                if not first.lost and not second.lost and _read_alike(one, lens, first, second):
                    yield Problem(
                        second.position,
                        "this is never read: what fits it fits an earlier one",
                        f"the one at {first.position.short}",
                        "put it first, give one of them a constant, or say `lost: <the reason>` of "
                        "what is only written",
                    )
                elif not first.lost and _takes_texts(one, lens, first, second):
                    yield Problem(
                        second.position,
                        "a list of one text is never read as this",
                        f"the one at {first.position.short} takes any list",
                        "put it first",
                    )
                if not second.at and _written_alike(one, first, second):
                    yield Problem(
                        second.position,
                        "this is never written: what fits it fits an earlier one",
                        f"the one at {first.position.short}",
                        SPELLED if not first.arm and _fields(first) == _fields(second)
                        else "put it first",
                    )
            if cases and all(case.lost for case in cases):
                yield Problem(
                    lens.lens.position,
                    "none of these is ever read",
                    "each says that it is lost",
                    "leave one without `lost`",
                )


def half_read(project: ResolvedProject) -> Problems:
    """An arm that takes a key of an object which another arm takes whole."""
    for one in project.formats:
        for lens in one.lenses:
            arms = [case for case in lens.cases if case.arm and not case.lost]
            whole = {t.path: case for case in arms for row in case.rows for t in row.targets}
            for case in arms:
                for row in case.rows:
                    for target in row.targets:
                        other = whole.get(target.path[:-1])
                        if other is None or other is case:
                            continue
                        if arms.index(other) < arms.index(case):
                            yield Problem(
                                target.position,
                                "this is never read: what fits it fits an earlier arm",
                                f"the arm at {other.position.short} takes all of the object",
                                "put it first",
                            )
                        elif not has(target, lambda d: d.apart):
                            yield Problem(
                                target.position,
                                f"what stands beside `{target.dotted}` is no part of the value",
                                f"the arm at {other.position.short} takes all of the object",
                                "add `| alone`: with other keys it is for that arm",
                            )


def unread_values(project: ResolvedProject) -> Problems:
    """Where arms share one wire value, each type that it may have is read by one of them."""
    for one in project.formats:
        for lens in one.lenses:
            rows = [
                (case, row) for case in lens.cases if case.arm
                for row in _deciding_rows(one, lens, case) if row.targets
            ]  # fmt: skip
            for path in dict.fromkeys(row.targets[0].path for _, row in rows):
                shapes = follow(one.wire, lens.lens.wire, path).shapes
                taking = [(case, row) for case, row in rows
                          if row.targets[0].path in (path, path[:-1])]  # fmt: skip
                left = types(shapes) - {"null", "any", "integer"}
                for case, row in taking:
                    if not case.lost:
                        left -= _read(one, lens, case, row, path, shapes)
                if left:
                    few = sorted({definition.name for _, row in taking
                                  for definition in definitions(row.targets[0])
                                  if definition.of_one and "array" in left})  # fmt: skip
                    lost = [case for case, row in taking if case.lost
                            and left & _read(one, lens, case, row, path, shapes)]  # fmt: skip
                    yield Problem(
                        taking[0][1].targets[0].position,
                        f"no arm reads `{'.'.join(path)}` where it is {' or '.join(sorted(left))}",
                        f"it is {text(shapes)}"
                        + "".join(f"; `{name}` reads a list of one item alone" for name in few)
                        + "".join(f"; `{case.arm}` is `lost`: written, and never read"
                                  for case in lost),
                        "leave out its `lost`" if lost
                        else "add an arm that does, or take it out of the schema",
                    )


def _read(
    one: ResolvedFormat, lens: ResolvedLens, case: Case, row: Row, path: Path, shapes: Shapes
) -> set[str]:  # fmt: skip
    """The JSON types that a row of an arm reads where it takes a path, or all of what has it."""
    target = row.targets[0]
    if target.path != path:
        return types(shapes)
    taken = _accepted(one, lens, case, row)
    for definition in definitions(target):
        only = set(definition.reads_only.split("|")) - {""}
        rest = definition.one_way or definition.of_one
        taken = set() if rest else taken & (only or taken)
    return taken


def _takes_texts(one: ResolvedFormat, lens: ResolvedLens, first: Case, second: Case) -> bool:
    """Whether an earlier arm reads a list of one text, which is the later arm's `text`."""
    texts = {row.targets[0].path for row in second.rows if row.targets
             and has(row.targets[0], lambda d: d.blocks)}  # fmt: skip
    plain = [row for row in first.rows if row.targets and row.targets[0].path in texts
             and not row.targets[0].operators]  # fmt: skip
    guarded = [given for given in first.givens if given.values]
    return not guarded and any(
        "array" in _accepted(one, lens, first, row)
        and "array" in types(follow(one.wire, lens.lens.wire, row.targets[0].path).shapes)
        for row in plain
    )


def _unmarked(one: ResolvedFormat, lens: ResolvedLens, case: Case) -> Problems:
    """A case with nothing to know it by."""
    if not case.lost and not _marks(one, lens, case):
        yield Problem(
            case.position,
            "nothing tells when this is meant on the wire",
            "it has no constant and no required field",
            "map a required field, or add `given`",
        )
    if not case.arm and not case.rows:
        yield Problem(
            case.position, "nothing tells when to write this", "it maps no field", "map a field"
        )
    if case.arm and one.inter.record(case.arm) and not one.inter.tags(case.arm):
        yield Problem(
            case.position,
            f"nothing tells a `{case.arm}`",
            "it has no required constant",
            "give it a tag in the intermediate schema",
        )


def _marks(one: ResolvedFormat, lens: ResolvedLens, case: Case) -> list[Any]:
    plain = [g for g in case.givens if g.values and not g.built]
    return [*plain, *_deciding_rows(one, lens, case)]


def _deciding_rows(one: ResolvedFormat, lens: ResolvedLens, case: Case) -> list[Row]:
    record = case.arm or lens.lens.inter
    return [
        row
        for row in case.rows
        if row.parts
        or (row.targets and (not case.arm or must_be_there(one.inter, record, row.fields[0])))
    ]


def _read_alike(one: ResolvedFormat, lens: ResolvedLens, first: Case, second: Case) -> bool:
    """Whether every wire value of the second fits the first."""
    for given in first.givens:
        if not given.values or given.built:
            continue
        same = [g for g in second.givens if g.path == given.path]
        if not any(set(map(repr, g.values)) & set(map(repr, given.values)) for g in same):
            return False
    rows = _deciding_rows(one, lens, second)
    for row in _deciding_rows(one, lens, first):
        taken = set() if row.parts else _accepted(one, lens, first, row)
        if any(
            _alike(row, other)
            and (row.targets[0].operators or _accepted(one, lens, second, other) <= taken)
            for other in rows
        ):
            continue  # what decides there decides the same for both
        if row.parts or has(row.targets[0], lambda d: d.decides):
            return False
        path = row.targets[0].path
        others = [o for o in rows if o.targets and o.targets[0].path == path]
        if any(_accepted(one, lens, second, other) <= taken for other in others):
            continue
        shapes = follow(one.wire, lens.lens.wire, path).shapes
        read = tuple(shape for shape in shapes if shape.json_type in taken)
        constants = [value for g in second.givens if g.path == path for value in g.values]
        if not constants or not all(fits(one.wire, value, read) for value in constants):
            return False
    return bool(_marks(one, lens, first))


def _alike(first: Row, second: Row) -> bool:
    """Whether two rows read the same value by the same words."""
    if first.parts or second.parts or not second.targets:
        return False
    uses = [row.targets[0].operators for row in (first, second)]
    return first.targets[0].paths == second.targets[0].paths and uses[0] == uses[1]


def _accepted(one: ResolvedFormat, lens: ResolvedLens, case: Case, row: Row) -> set[str]:
    """The JSON types on the wire that a row of a case takes."""
    target = row.targets[0]
    wire = types(follow(one.wire, lens.lens.wire, target.path).shapes) - {"null"}
    inter = types(follow(one.inter, case.arm or lens.lens.inter, row.fields[0]).shapes)
    if has(target, lambda d: d.blocks):
        return wire & {"string"} | (wire & inter & {"array"})
    if "any" in inter or "any" in wire:
        return wire - {"any"} or inter
    return wire & inter or wire


def _written_alike(one: ResolvedFormat, first: Case, second: Case) -> bool:
    """Whether every value with the fields of the second is written as the first."""
    if first.arm or second.arm:
        tags = one.inter.tags(first.arm)
        return bool(tags) and first.arm != "" and tags == one.inter.tags(second.arm)
    targets = [target for row in first.rows for target in row.targets]
    guarded = any(has(target, lambda d: d.guards and not d.guards_all) for target in targets)
    return bool(_fields(first)) and _fields(first) <= _fields(second) and not guarded


def _fields(case: Case) -> set[Path]:
    return {path for row in case.rows for path in row.fields}
