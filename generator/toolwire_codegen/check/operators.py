"""Rules on operators: which there are, what they take, and where they may stand."""

from __future__ import annotations

from collections.abc import Callable

from ..load.findings import Position
from ..load.operators import OPERATORS
from ..load.transform import Operator, Row, literal
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import fits, follow, lists, must_be_there, text, types
from . import fillers
from .problems import Problem, Problems, nearest

PLACES: dict[str, tuple[str, ...]] = {
    "data_url": ("case",),
    "starts": ("case",),
    "starts_none": ("case",),
    "json_text": ("arm",),
    "carried": ("arm",),
    "outcome": ("arm",),
    "joined": ("part",),
    "worded": ("part",),
    "alone": ("arm",),
    "text": ("row", "arm", "part"),
    "table": ("row", "arm", "case"),
    "default": ("row", "arm"),
    "one_or_many": ("row", "arm"),
    "not": ("row", "arm"),
    "sole": ("row", "arm"),
    "pluck": ("row", "arm"),
    "digits": ("row", "arm"),
    "retyped": ("row", "arm"),
    "via": ("row", "arm"),
}
"""Where an operator may stand, if not only in a plain row of a lens."""

WORDS = {"text": ("list", "string"), "nonempty": ("drop",), "minted": ("sent",)}
"""The words that an operator may have as its argument."""

PLACE_NAMES = {
    "row": "a plain row",
    "arm": "a row of an arm",
    "case": "a row of a case",
    "part": "a part of a row",
}


def unknown(view: ResolvedProject) -> Problems:
    for _, _, slot in _slots(view):
        for operator in slot.target.operators:
            if operator.name not in OPERATORS or operator.name == "call_name":
                known = [name for name in OPERATORS if name != "call_name"]
                yield Problem(
                    slot.target.position,
                    f"no operator `{operator.name}`",
                    nearest(operator.name, known, "operators"),
                    "use one of the operators",
                )
    for lens_view in (lens_view for one in view.formats for lens_view in one.lenses):
        for row, _, _ in lens_view.rows():
            if row.back is not None and row.back.name != "call_name":
                yield Problem(
                    row.position,
                    f"no operator `{row.back.name}` to read back with",
                    "",
                    "write `back: call_name(field)`",
                )


def arguments(view: ResolvedProject) -> Problems:
    for one, lens_view, slot in _slots(view):
        for operator in slot.target.operators:
            if operator.name in OPERATORS:
                yield from _count(operator, slot.target.position)
                yield from _argument(one, lens_view, slot, operator)
        yield from _repeated(slot)
    for lens_view in (lens_view for one in view.formats for lens_view in one.lenses):
        for row, _, _ in lens_view.rows():
            if row.back is not None and row.back.name == "call_name":
                yield from _count(row.back, row.position)


def _count(operator: Operator, at: Position) -> Problems:
    yield from wrong_count(operator.name, len(operator.args), OPERATORS[operator.name].args, at)


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


def _argument(one: ResolvedFormat, view: ResolvedLens, slot: Slot, operator: Operator) -> Problems:
    """What an argument names must be there, and a value must suit its field."""
    at, args = slot.target.position, operator.args
    low, high = OPERATORS[operator.name].args
    if not low <= len(args) <= high:
        return
    if "" in args:
        yield Problem(
            at, f"`{operator.name}` has an empty argument", "", "write the argument, or no brackets"
        )
        return
    words = WORDS.get(operator.name)
    if words is not None and args and args[0] not in words:
        yield Problem(
            at,
            f"`{operator.name}` does not know {args[0]!r}",
            f"it takes {' or '.join(words)}",
            "use that, or no argument",
        )
    if operator.name in ("default", "fill"):
        shapes = follow(one.inter, slot.record, slot.row.fields[0]).shapes
        value = literal(args[0])
        if shapes and not fits(one.inter, value, shapes):
            yield Problem(
                at,
                f"{args[0]} cannot stand in `{slot.row.left}`",
                f"the field is {text(shapes)}",
                "write a value of the field, as JSON",
            )
    if operator.name == "less":
        yield from _fields(one, slot.record, args, slot)
        yield from twice(args, "less", at)
        if slot.row.left in args:
            yield Problem(at, f"`{slot.row.name}` less itself is nothing", "", "name other counts")
    if operator.name == "position" and args:
        reached = follow(one.wire, view.lens.wire, tuple(args[0].split(".")))
        if reached.lost:
            yield Problem(
                at,
                f"`{view.lens.wire}` has no path `{args[0]}`",
                nearest(reached.lost, reached.names, "keys"),
                "name where the wire has the call's name",
            )
    if operator.name == "pluck":
        if not one.wire.record(args[0]):
            yield Problem(
                at,
                f"no wire object `{args[0]}`",
                nearest(args[0], one.wire.defs, "types"),
                "name the type of the list's items",
            )
        elif (reached := follow(one.wire, args[0], tuple(args[1].split(".")))).lost:
            yield Problem(
                at,
                f"`{args[0]}` has no path `{args[1]}`",
                nearest(reached.lost, reached.names, "keys"),
                "name what each item holds",
            )
    if operator.name == "beside":
        yield from _beside(one, view, slot, args)


def twice(names: tuple[str, ...], what: str, at: Position) -> Problems:
    """A count that is added or taken off more than once."""
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield Problem(at, f"`{what}` counts `{name}` twice", "", "name it once")


def _fields(one: ResolvedFormat, record: str, names: tuple[str, ...], slot: Slot) -> Problems:
    for name in names:
        shapes = follow(one.inter, record, (name,)).shapes
        if not shapes:
            known = nearest(name, one.inter.properties(record), "fields")
            yield Problem(
                slot.target.position,
                f"`{record}` has no field `{name}`",
                known,
                "name a field beside this one",
            )
        elif "integer" not in types(shapes):
            yield Problem(
                slot.target.position,
                f"`{name}` is no integer",
                f"it is {text(shapes)}",
                "name a count",
            )


def _beside(one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]) -> Problems:
    at = slot.target.position
    others = {row.name: row for row in view.lens.rows if row.targets and row is not slot.row}
    other = others.get(args[0])
    if other is None:
        yield Problem(
            at,
            f"no row for `{args[0]}` to stand beside",
            nearest(args[0], others, "rows"),
            "name the field of another row",
        )
        return
    if slot.target.path[:-1] != other.targets[0].path or len(slot.target.path) != 2:
        yield Problem(
            at,
            f"`{slot.target.dotted}` is not inside `{other.targets[0].dotted}`",
            "",
            f"name a key of what `{args[0]}` is written to",
        )
    shapes = follow(one.inter, view.lens.inter, other.fields[0]).shapes
    if shapes and not fits(one.inter, args[1], shapes):
        yield Problem(
            at,
            f"{args[1]!r} cannot stand in `{args[0]}`",
            f"the field is {text(shapes)}",
            "name one of its values",
        )


def field_counts(view: ResolvedProject) -> Problems:
    for _, _, slot in _slots(view):
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
        for operator in wide:
            if OPERATORS[operator.name].fields != count:
                yield Problem(
                    slot.row.position,
                    f"`{operator.name}` is for {OPERATORS[operator.name].fields} fields",
                    f"this row has {count}",
                    "name them all: `(field, field)`",
                )
    for lens_view in (lens_view for one in view.formats for lens_view in one.lenses):
        for row, _, _ in lens_view.rows():
            if len(row.fields) > 1 and (row.is_const or row.parts or row.back is not None):
                yield Problem(
                    row.position,
                    f"one value cannot be all of {row.left}",
                    "",
                    "write a row for each field",
                )


def misplaced(view: ResolvedProject) -> Problems:
    """An operator that its place gives no meaning."""
    for one, lens_view, slot in _slots(view):
        values = [
            operator
            for operator in slot.target.operators
            if operator.name in OPERATORS and not OPERATORS[operator.name].modifier
        ]
        at = slot.target.position
        if len(values) > 1:
            yield Problem(
                at,
                f"two operators convert this value: {values[0]} and {values[1]}",
                "one is applied",
                "keep one",
            )
        for operator in slot.target.operators:
            if operator.name not in OPERATORS or operator.name == "call_name":
                continue
            places = PLACES.get(operator.name, ("row",))
            if slot.place not in places:
                allowed = " or ".join(PLACE_NAMES[place] for place in places)
                yield Problem(
                    at,
                    f"`{operator.name}` has no meaning in {PLACE_NAMES[slot.place]}",
                    f"it may stand in {allowed}",
                    "move it there, or leave it out",
                )
            elif (reason := NEEDS.get(operator.name, _nothing)(one, lens_view, slot)) is not None:
                yield Problem(at, f"`{operator.name}` has no meaning here", *reason)


Need = Callable[[ResolvedFormat, ResolvedLens, Slot], tuple[str, str] | None]


def _nothing(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[str, str] | None:
    return None


def _expected(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[str, str] | None:
    if must_be_there(one.inter, slot.record, slot.row.fields[0]):
        return "the field is always there", "leave it out"
    if len(slot.target.path) != 1 or len(slot.row.targets) != 1:
        return "it is for one key of the wire object itself", "leave it out"
    return None


def _nonempty(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[str, str] | None:
    if not must_be_there(one.inter, slot.record, slot.row.fields[0]):
        return "the field may be absent: then it is not written at all", "leave it out"
    return None


def _calls(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[str, str] | None:
    if slot.target.operator("table") is None:
        return "it adds to a table", "write `table(name) | calls`"
    if not follow(one.inter, view.lens.inter, ("message", "content")).shapes:
        return "it looks for calls in `message.content`", "leave it out"
    before = _before(view, slot.row)
    named = [row for row in before if row.name in ("message", "content")]
    if not any(_read_first(one, view, row) for row in named):
        return "it looks at the message", "put the row of the message before this one"
    return None


def _joined(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[str, str] | None:
    items = [s.name for s in lists(follow(one.inter, slot.record, slot.row.fields[0]).shapes)]
    arms = items if slot.part == "*" else [slot.part]
    if any("text" in one.inter.properties(arm) for arm in arms):
        return None
    return "it joins blocks that hold a `text`", "use it for such an arm"


def _alone(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[str, str] | None:
    if len(slot.target.path) < 2:
        return "the arm's own object always has other keys", "name a key of an inner object"
    return None


def _bare(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[str, str] | None:
    if slot.part not in ("", "*"):
        return "one arm alone stands there", "leave it out"
    return None


def _beside_need(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[str, str] | None:
    if must_be_there(one.inter, slot.record, slot.row.fields[0]) or len(slot.row.targets) != 1:
        return "it is for a field that may be absent, and goes to one place", "leave it out"
    return None


NEEDS: dict[str, Need] = {
    "default": fillers.default,
    "fill": fillers.fill,
    "expected": _expected,
    "nonempty": _nonempty,
    "calls": _calls,
    "joined": _joined,
    "worded": _joined,
    "alone": _alone,
    "text": _bare,
    "beside": _beside_need,
}


def back_before(view: ResolvedProject) -> Problems:
    """What `call_name` looks up must have been read before."""
    for one in view.formats:
        for lens_view in one.lenses:
            for row, case, _ in lens_view.rows():
                if row.back is None or row.back.name != "call_name" or len(row.back.args) != 1:
                    continue
                name = row.back.args[0]
                if case is not None:
                    yield Problem(
                        row.position,
                        "`back` has no meaning in a case",
                        "",
                        "move the row out of it",
                    )
                    continue
                before = [other for other in _before(lens_view, row) if other.name == name]
                if not any(_read_first(one, lens_view, other) for other in before):
                    yield Problem(
                        row.position,
                        f"`{name}` is not read before this row",
                        "the call's name is looked up by it",
                        "put the row of that field, a required one, before",
                    )


def _before(view: ResolvedLens, row: Row) -> tuple[Row, ...]:
    rows = view.lens.rows
    index = next((i for i, other in enumerate(rows) if other is row), 0)
    return rows[:index]


def _read_first(one: ResolvedFormat, view: ResolvedLens, row: Row) -> bool:
    """Whether a row gives its value before the object is built."""
    if len(row.targets) != 1 or len(row.fields) != 1:
        return False
    names = {operator.name for operator in row.targets[0].operators}
    if names & {"minted", "position"}:
        return True
    if names & {"less"} or one.sequence(view.lens, row) is not None:
        return False
    return must_be_there(one.inter, view.lens.inter, row.fields[0])


def _slots(view: ResolvedProject) -> list[tuple[ResolvedFormat, ResolvedLens, Slot]]:
    return [
        (one, lens_view, slot)
        for one in view.formats
        for lens_view in one.lenses
        for slot in lens_view.slots
    ]


def one_way(view: ResolvedProject) -> Problems:
    """An operator that is never read back belongs to an arm that says so."""
    for _, _, slot in _slots(view):
        one_way_ = slot.target.operator("json_text") is not None
        if one_way_ and slot.case is not None and not slot.case.lost:
            yield Problem(
                slot.target.position,
                "`json_text` is not read back, and no reason is given",
                OPERATORS["json_text"].loss,
                "add `lost: <the reason>` to the arm",
            )
