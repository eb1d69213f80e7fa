"""Which of several lenses for one intermediate type writes a value, or which body it is.

A lens asks for the optional fields without which its wire type is none, and is not for a value
with a field that it loses and another one would keep. The last one takes the rest.
"""

from __future__ import annotations

from typing import Any

from toolwire_codegen.load.transform import Case, Lens, Row

from .conversation import Conversation
from .overlay import form_of, mark
from .registry import pipeline
from .spec import OPAQUE, Path, Spec

Json = Any


def is_meant(spec: Spec, lens: Lens, others: list[Lens], value: Json) -> bool:
    """Has a value what a lens asks for, and nothing that another one alone would keep?"""
    field, rows = _rows_of(spec, lens)
    rest = [_rows_of(spec, other)[1] for other in others]
    value = value[field] if field else value
    asked = needed(spec, rows)
    able = [other for other in rest if all(carries(other, path) for path in asked)]
    lost = [path for row in rows.rows if row.lost for path in row.fields]
    carried = [path for path in lost if any(carries(other, path) for other in able)]
    if not all(there(value, path) for path in asked) or any(there(value, path) for path in carried):
        return False
    if shares_out(spec, [rows, *rest]) and not takes(spec, rows, rest, value):
        return False
    kinds = {kind for kind in map(of_calls, rest) if kind}
    word = form_of(value, spec.name).get("of_calls") or ""
    return word == of_calls(rows) if of_calls(rows) else word not in kinds


def chosen(spec: Spec, lenses: list[Lens], value: Json) -> Lens:
    """The lens of these, all for one type, that writes a value."""
    for lens in lenses[:-1]:
        if is_meant(spec, lens, [other for other in lenses if other is not lens], value):
            return lens
    return lenses[-1]


def can_tell(spec: Spec, lenses: list[Lens]) -> bool:
    """Does anything but trying tell which of some lenses writes a value?"""
    rows = [_rows_of(spec, lens)[1] for lens in lenses]
    for one in rows[:-1]:
        lost = [path for row in one.rows if row.lost for path in row.fields]
        if needed(spec, one) or any(carries(o, p) for p in lost for o in rows if o is not one):
            return True
    return any(map(of_calls, rows)) or shares_out(spec, rows)


# -- lenses with rows for the arms of a union


def armed(lens: Lens) -> bool:
    """Has a lens rows for each arm of a union?"""
    return any(case.arm for case in lens.cases)


def shares_out(spec: Spec, lenses: list[Lens]) -> bool:
    """Has one of some lenses rows for a few arms of its union alone?"""
    return any(
        {arm for arm in spec.inter.arms(lens.inter) if arm != OPAQUE}
        > {spec.arm(lens, case.arm) for case in lens.cases}
        for lens in lenses if armed(lens)
    )  # fmt: skip


def takes(spec: Spec, lens: Lens, others: list[Lens], value: Json) -> bool:
    """Is a value of an arm that a lens has, in a way that no other lens has to itself?"""
    return any(
        _takes(case, others, value)
        for case in lens.cases
        if all(value.get(k) == tag for k, tag in spec.inter_tags(spec.arm(lens, case.arm)).items())
    )


def _takes(case: Case, others: list[Lens], value: Json) -> bool:
    """Has a value of an arm what is constant there, and nothing that another lens would keep?"""
    theirs = [one for other in others for one in other.cases if one.arm == case.arm]
    carried = {path for one in theirs for row in one.rows if not row.lost for path in row.fields}
    lost = [path for row in case.rows if row.lost for path in row.fields if path in carried]
    asked = [row.fields[0] for row in case.rows if row.is_const]
    return all(there(value, path) for path in asked) and not any(there(value, p) for p in lost)


def needed(spec: Spec, lens: Lens) -> list[Path]:
    """The optional fields that a lens asks for."""
    fields = [row.fields[0] for row in lens.rows if _tells(spec, lens, row)]
    return [_optional(spec, lens.inter, field) for field in fields]


def _optional(spec: Spec, record: str, field: Path) -> Path:
    """What of a path need not be there: all that follows must be, where that is."""
    *above, last = field
    shapes = spec.shapes(spec.inter, record, tuple(above)) if above else ()
    names = [shape.name for shape in shapes if shape.kind == "record"]
    if names and all(last in spec.inter.required(name) for name in names):
        return _optional(spec, record, tuple(above))
    return field


def _tells(spec: Spec, lens: Lens, row: Row) -> bool:
    """Does a field have to be there for this lens to be the one?"""
    if not row.targets or not row.fields[0] or not row.targets[0].path:
        return False
    if spec.required(spec.inter, lens.inter, row.fields[0]):
        return False
    target = row.targets[0]
    if any(one.spares for one in pipeline(target.operators)):
        return False
    return spec.required(spec.wire, lens.wire, target.path)


def _rows_of(spec: Spec, lens: Lens) -> tuple[str, Lens]:
    """The lens with the rows of one that only holds another record, and the field it does so in."""
    row = lens.rows[0] if len(lens.rows) == 1 else None
    if row is None or not row.targets or row.targets[0].path or not row.fields[0]:
        return "", lens
    names = {shape.name for shape in spec.shapes(spec.inter, lens.inter, row.fields[0])}
    here = [one for one in spec.transform.lenses if one.wire == lens.wire]
    inner = [one for one in here if {one.inter, *spec.inter.arms(one.inter)} & names]
    return (row.name, inner[0]) if inner else ("", lens)


def there(value: Json, path: Path) -> bool:
    """Is a field there, and not null?"""
    for key in path:
        value = value.get(key)
        if value is None:
            return False
    return True


def carries(lens: Lens, path: Path) -> bool:
    """May a value have a field, or a part of it, that was read by this lens?"""
    rows = [row for row in lens.all_rows if not row.lost]
    fields = [field for row in rows for field in row.fields if field]
    short = [min(len(field), len(path)) for field in fields]
    return any(a[:n] == path[:n] for a, n in zip(fields, short, strict=True))


# -- results of certain calls


def of_calls(lens: Lens) -> str:
    """The field of the calls whose results alone a lens is for, or ""."""
    targets = [target for row in lens.rows for target in row.targets]
    found = (one.of_calls for target in targets for one in pipeline(target.operators))
    return next((field for field in found if field), "")


def settle(spec: Spec, messages: list[Json]) -> None:
    """What the forms of results just read say of their calls, if these do not say it."""
    for place, kind in _kinds(spec, messages).items():
        result = messages[place]["toolResult"]
        form = form_of(result, spec.name)
        if form.get("of_calls") == kind:
            del form["of_calls"]
            overlay = result["metadata"][spec.name]
            if not form:
                del overlay["$"]
            if not overlay:
                del result["metadata"]
        elif kind and "of_calls" not in form:
            mark(result, spec.name, "of_calls", "")


def saying(spec: Spec, request: Json) -> Json:
    """A request whose results say what calls they are of."""
    messages = [*request["messages"]]
    for place, kind in _kinds(spec, messages).items():
        result = messages[place]["toolResult"]
        if kind and "of_calls" not in form_of(result, spec.name):
            metadata = result.get("metadata") or {}
            overlay = metadata.get(spec.name) or {}
            form = {**(overlay.get("$") or {}), "of_calls": kind}
            result = {**result, "metadata": {**metadata, spec.name: {**overlay, "$": form}}}
            messages[place] = {**messages[place], "toolResult": result}
    return {**request, "messages": messages}


def _kinds(spec: Spec, messages: list[Json]) -> dict[int, str]:
    """For each place of a result that answers a call: the field that this call has, or ""."""
    fields = {kind for kind in map(of_calls, spec.transform.lenses) if kind}
    if not fields:
        return {}
    found = {}
    for place, call in Conversation(messages).answers.items():
        has = [field for field in sorted(fields) if call.value.get(field) is not None]
        found[place] = has[0] if has else ""
    return found
