"""Rules on `absent`: what services leave out is told once, of a key that is read."""

from __future__ import annotations

from collections.abc import Iterator

from ..load.transform import Absent, Lens
from ..operators.uses import arguments, nulls, standing
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.intermediate import MESSAGE
from ..resolve.lenses import ResolvedLens, Slot
from ..resolve.paths import Path, follow, must_be_there, records
from ..resolve.problems import Problem, Problems
from ..resolve.streaming import never_null
from .stream_view import StreamView, reply_slots

LEAD = "say what stands for it: "


def misplaced(project: ResolvedProject) -> Problems:
    """`absent` stands where the key is read, and where it is noted that it was not there."""
    for one in project.formats:
        for lens in one.lenses:
            for absent in lens.lens.absents:
                note_and_fix = next(_reasons(one, lens, absent), None)
                if note_and_fix is not None:
                    what = f"`{'.'.join(absent.path)}` cannot be `absent` here"
                    yield Problem(absent.position, what, *note_and_fix)
                    continue
                yield from _unsaid(one, lens.lens, absent)


def _reasons(one: ResolvedFormat, lens: ResolvedLens, absent: Absent) -> Iterator[tuple[str, str]]:
    spec, path = lens.lens, absent.path
    if lens.whole or lens.valued:
        yield "this lens has no keys of its own", "say it in the lens that reads the key"
    if not spec.keeps:
        yield "nothing would remember that it was not there", 'add `metadata: "*"`'
    if path[-1] == "0":
        yield "an item of a list is there or not", f"name a key, or {some(path)}"
    holding = unsure(one, spec, path[:-1])
    for outer in holding[:1]:
        note = f"`{'.'.join(outer)}`, which it stands in, may be absent itself"
        items = [step for step in holding if step[-1] == "0"]
        fix = f"say first what stands for that: `absent: {{ {'.'.join(outer)}: {{}} }}`"
        fix = some(items[0]) if items else fix
        slots = [slot for slot in lens.slots if slot.target.path == path]
        if slots and not any(_demanded(one, slot) for slot in slots):
            fix = f"leave it out: `{slots[0].row.left}` may be absent as well"
            yield f"`{'.'.join(outer)}`, which it stands in, may be absent itself", fix
        kinds = records(follow(one.wire, spec.wire, outer).shapes)
        read = any(other.lens.wire in kinds for other in one.lenses)
        yield note, f"{fix}; or say it in the lens of that object" if read else fix
    holders = records(follow(one.wire, spec.wire, path[:-1]).shapes)
    if any(path[-1] in one.wire.required(name) for name in holders):
        yield "the schema requires it", "take it out of `required` there"
    if any(given.path == path for given in spec.givens):
        yield "it is `given`: that it was missing is noted anyway", "leave it out"
    slots = [slot for slot in lens.slots if slot.target.path == path]
    if any(len(slot.row.targets) > 1 for slot in slots):
        yield "its field may stand elsewhere", "map the field to one place"
    if absent.value is None and any(_demanded(one, slot) for slot in slots):
        yield "null says nothing, and its field must be there", "say what stands for it"
    names = {d.name for slot in slots for d in standing(slot) if d.reads_nothing}
    for name in sorted(names):
        yield f"`{name}` says what it means that nothing is there", "leave one of the two out"
    spoken = [slot.target.path for slot in lens.slots]
    spoken += [given.path for given in spec.givens]
    inside = any(place[: len(path)] == path for place in spoken)
    if not inside and not spec.own:
        yield "no row reads it", "leave it out: what no row reads may be missing anyway"
    for event, source in _never_null(one, lens, absent):
        at = ".".join(source)
        note = f"a reply begins with null there, and `{at}` of `{event}` is never null"
        yield note, f"let `{at}` be null in the schema"


def _never_null(
    one: ResolvedFormat, lens: ResolvedLens, absent: Absent
) -> Iterator[tuple[str, Path]]:
    """Where events that begin a reply have what says nothing in its message, and take no null."""
    stream = one.transform.stream
    if stream is None or absent.value is not None:
        return
    for slot in reply_slots(StreamView(one, stream)):
        kinds = records(one.wire_shapes(stream.whole, slot.target.path))
        if slot.row.fields[0] == (MESSAGE,) and lens.lens.wire in kinds:
            yield from never_null(one.wire, stream, (*slot.target.path, *absent.path))


def unsure(one: ResolvedFormat, lens: Lens, path: Path) -> list[Path]:
    """What may not be there on the way to a wire key, the key itself among it."""
    steps = [path[:end] for end in range(1, len(path) + 1)]
    return [
        step for step in steps
        if not must_be_there(one.wire, lens.wire, step, len(step) - 1)
        or (step != path and _null(one, lens, step))
    ]  # fmt: skip


def stands(
    one: ResolvedFormat, lens: Lens, path: Path, *, value: str = "{}", lead: str = LEAD
) -> str:
    """How to say what a wire key that is not there means; for no item, nothing stands."""
    missing = unsure(one, lens, path)
    for step in missing:
        if step[-1] == "0":
            return some(step)
    entries = [f"{'.'.join(step)}: {value if step == path else '{}'}" for step in missing]
    return f"{lead}`absent: {{ {', '.join(entries)} }}`"


def some(item: Path) -> str:
    """How to say that a list has an item, of the path of that."""
    return f"say `minItems: 1` of `{'.'.join(item[:-1])}`, and require it"


def _null(one: ResolvedFormat, lens: Lens, path: Path) -> bool:
    """Whether an object may be null, and nothing says what stands for it."""
    holders = records(follow(one.wire, lens.wire, path[:-1]).shapes) if path[1:] else [lens.wire]
    null = any(shape.kind == "null" for shape in follow(one.wire, lens.wire, path).shapes)
    return null and not all(path[-1] in one.wire.filled.get(name, ()) for name in holders)


def _demanded(one: ResolvedFormat, slot: Slot) -> bool:
    """Whether a field must be there, at least beside its record's others, and null is no value."""
    field = slot.row.fields[0]
    must = must_be_there(one.inter, slot.record, field, len(field) - 1) and not nulls(slot)
    return must and not any(d.settles for d in standing(slot)) and not _reads_null(one, slot)


def _reads_null(one: ResolvedFormat, slot: Slot) -> bool:
    """Whether a table has a word for null; of several places each may be null."""
    named = arguments(slot, lambda d: d.names_table) or ()
    tables = [one.transform.tables[name] for name in named if name in one.transform.tables]
    others = any(d.takes_null for d in standing(slot))
    return any(
        slot.target.more or None in table.decoding or (others and table.otherwise is not None)
        for table in tables
    )


def _unsaid(one: ResolvedFormat, lens: Lens, absent: Absent) -> Problems:
    """All lenses that read the type of the object know that the key may be missing."""
    holders = set(records(follow(one.wire, lens.wire, absent.path[:-1]).shapes))
    for other in one.lenses:
        if other.lens is lens or other.lens.wire not in holders or other.whole:
            continue
        if not any(theirs.path == absent.path[-1:] for theirs in other.lens.absents):
            yield Problem(
                other.lens.position,
                f"nothing says what it means that `{absent.path[-1]}` is not there",
                f"`{lens.title}` does",
                "say it in `absent` here too",
            )
