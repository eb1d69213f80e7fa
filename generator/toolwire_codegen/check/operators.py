"""Rules on operators: which there are, what they take, and where they may stand."""

from __future__ import annotations

from ..load.findings import Position
from ..load.transform import Operator
from ..operators.registry import OPERATORS, TARGETED
from ..operators.uses import definitions, has, read_first
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.problems import Problem, Problems, nearest

PLACE_NAMES = {
    "row": "a plain row",
    "arm": "a row of an arm",
    "case": "a row of a case",
    "part": "a part of a row",
}


def unknown(project: ResolvedProject) -> Problems:
    for _, _, slot in _slots(project):
        for operator in slot.target.operators:
            if operator.name not in TARGETED:
                names = list(TARGETED)
                yield Problem(
                    slot.target.position,
                    f"no operator `{operator.name}`",
                    nearest(operator.name, names, "operators"),
                    "use one of the operators",
                )
    for lens in (lens for one in project.formats for lens in one.lenses):
        for row, _, _ in lens.rows():
            if row.back is not None and not _reads_back(row.back):
                yield Problem(
                    row.position,
                    f"no operator `{row.back.name}` to read back with",
                    "",
                    "write `back: call_name(field)`",
                )


def arguments(project: ResolvedProject) -> Problems:
    for one, lens, slot in _slots(project):
        for operator in slot.target.operators:
            if operator.name in OPERATORS:
                yield from _count(operator, slot.target.position)
                yield from _argument(one, lens, slot, operator)
        yield from _repeated(slot)
    for lens in (lens for one in project.formats for lens in one.lenses):
        for row, _, _ in lens.rows():
            if row.back is not None and _reads_back(row.back):
                yield from _count(row.back, row.position)


def _reads_back(operator: Operator) -> bool:
    return operator.name in OPERATORS and OPERATORS[operator.name].reads_back


def _count(operator: Operator, at: Position) -> Problems:
    yield from wrong_count(operator.name, len(operator.args), OPERATORS[operator.name].takes, at)


def wrong_count(name: str, count: int, bounds: tuple[int, int], at: Position) -> Problems:
    """An operator with more or fewer arguments than it takes."""
    low, high = bounds
    if not low <= count <= high:
        wanted = _arguments(high) if low == high else f"{low} to {_arguments(high)}"
        yield Problem(
            at,
            f"`{name}` has {_arguments(count)}",
            f"it takes {wanted}",
            "give it that many",
        )


def _repeated(slot: Slot) -> Problems:
    """An operator that stands twice, or two that say what stands for an absent value."""
    found = [operator.name for operator in slot.target.operators]
    for name in dict.fromkeys(name for name in found if found.count(name) > 1):
        at = slot.target.position
        yield Problem(at, f"`{name}` stands twice", "one is applied", "keep one")
    if {"default", "fill"} <= set(found):
        yield Problem(
            slot.target.position,
            "`default` and `fill` both say what an absent value is written as",
            "one is applied",
            "keep one: what `default` writes is read back as absent",
        )
    if {"default", "expected"} <= set(found):
        yield Problem(
            slot.target.position,
            "`default` and `expected` both say what an absent value is",
            "one is applied",
            "keep one",
        )


def _arguments(count: int) -> str:
    return "no argument" if count == 0 else "1 argument" if count == 1 else f"{count} arguments"


def _argument(one: ResolvedFormat, lens: ResolvedLens, slot: Slot, operator: Operator) -> Problems:
    """What an argument names must be there, and a value must suit its field."""
    at, args = slot.target.position, operator.args
    low, high = OPERATORS[operator.name].takes
    if not low <= len(args) <= high:
        return
    if "" in args:
        yield Problem(
            at, f"`{operator.name}` has an empty argument", "", "write the argument, or no brackets"
        )
        return
    words = OPERATORS[operator.name].words
    if words and args and args[0] not in words:
        yield Problem(
            at,
            f"`{operator.name}` does not know {args[0]!r}",
            f"it takes {' or '.join(words)}",
            "use that, or no argument",
        )
    yield from OPERATORS[operator.name].argued(one, lens, slot, args)


def field_counts(project: ResolvedProject) -> Problems:
    for _, _, slot in _slots(project):
        count = len(slot.row.fields)
        joining = [o for o in slot.target.operators if o.name in OPERATORS]
        wide = [o for o in joining if OPERATORS[o.name].fields > 1]
        if count > 1 and not any(OPERATORS[o.name].fields == count for o in wide):
            yield Problem(
                slot.row.position,
                f"nothing joins the fields {slot.row.left}",
                "operators for two fields: "
                + ", ".join(n for n, o in OPERATORS.items() if o.fields == 2),
                "add one, or write a row for each field",
            )
        several = slot.row.targets[1:] and slot.target is slot.row.targets[0]
        if count > 1 and several and slot.place == "row":
            yield Problem(
                slot.target.position,
                f"{slot.row.left} may stand in no place of several",
                "a plain row reads fields together from one place",
                "map them to one place",
            )
        for operator in wide:
            if OPERATORS[operator.name].standing(count).fields != count:
                yield Problem(
                    slot.row.position,
                    f"`{operator.name}` is for {OPERATORS[operator.name].fields} fields",
                    f"this row has {count}",
                    "name them all: `(field, field)`",
                )
    for lens in (lens for one in project.formats for lens in one.lenses):
        for row, _, _ in lens.rows():
            if len(row.fields) > 1 and (row.is_const or row.parts or row.back is not None):
                yield Problem(
                    row.position,
                    f"one value cannot be all of {row.left}",
                    "",
                    "write a row for each field",
                )


def misplaced(project: ResolvedProject) -> Problems:
    """An operator that its place gives no meaning."""
    for one, lens, slot in _slots(project):
        values = [
            operator
            for operator in slot.target.operators
            if operator.name in OPERATORS and not OPERATORS[operator.name].modifier
        ]
        at = slot.target.position
        tells = has(slot.target, lambda d: d.tells) and slot.place == "row" and slot.owner.keeps
        if slot.target.more and not (tells or has(slot.target, lambda d: d.twofold)):
            either = f"[{', '.join(map('.'.join, slot.target.paths))}]"
            yield Problem(
                at,
                f"several places are one value in a table alone: `{slot.target.dotted}`",
                'of a plain row, in a lens with `metadata: "*"`',
                f"write `{either}` if the value may stand in any of them, `| table(name)` if they "
                "say it together, or name one place",
            )
        if len(values) > 1:
            yield Problem(
                at,
                f"two operators convert this value: {values[0]} and {values[1]}",
                "one is applied",
                "keep one",
            )
        for operator in slot.target.operators:
            if operator.name not in TARGETED:
                continue
            places = OPERATORS[operator.name].places
            if slot.place not in places:
                allowed = " or ".join(PLACE_NAMES[place] for place in places)
                yield Problem(
                    at,
                    f"`{operator.name}` has no meaning in {PLACE_NAMES[slot.place]}",
                    f"it may stand in {allowed}",
                    "move it there, or leave it out",
                )
            elif (reason := OPERATORS[operator.name].needs(one, lens, slot)) is not None:
                yield Problem(at, f"`{operator.name}` has no meaning here", *reason)


def back_before(project: ResolvedProject) -> Problems:
    """What `call_name` looks up must have been read before."""
    for one in project.formats:
        for lens in one.lenses:
            for row, case, _ in lens.rows():
                if row.back is None or not _reads_back(row.back) or len(row.back.args) != 1:
                    continue
                name = row.back.args[0]
                if case is not None:
                    if case.arm:  # else it is told as a row that chooses no case
                        what, fix = "`back` has no meaning in an arm", "move the row out of it"
                        yield Problem(row.position, what, "", fix)
                    continue
                before = [other for other in lens.before(row) if other.name == name]
                if not any(read_first(one, lens, other) for other in before):
                    yield Problem(
                        row.position,
                        f"`{name}` is not read before this row",
                        "the call's name is looked up by it",
                        "put the row of that field, a required one, before",
                    )


def _slots(project: ResolvedProject) -> list[tuple[ResolvedFormat, ResolvedLens, Slot]]:
    return [
        (one, lens, slot) for one in project.formats for lens in one.lenses for slot in lens.slots
    ]


def one_way(project: ResolvedProject) -> Problems:
    """An operator that is never read back belongs to an arm that says so."""
    for _, _, slot in _slots(project):
        for definition in definitions(slot.target):
            if definition.one_way and slot.case is not None and not slot.case.lost:
                yield Problem(
                    slot.target.position,
                    f"`{definition.name}` is not read back, and no reason is given",
                    definition.loss,
                    "add `lost: <the reason>` to the arm",
                )


def out_of_place(project: ResolvedProject) -> Problems:
    """What an operator asks of its place, where nothing else is wrong with it."""
    for one, lens, slot in _slots(project):
        for definition in definitions(slot.target):
            yield from definition.placed(one, lens, slot)


def misfits(project: ResolvedProject) -> Problems:
    """What an operator asks of its two sides beyond their JSON types."""
    for one, lens, slot in _slots(project):
        for operator in slot.target.operators:
            if operator.name in OPERATORS:
                definition = OPERATORS[operator.name]
                yield from definition.fitted(one, lens, slot, operator.args)
