"""Rules on the types of a body: which of them one is read as, and which a value is written as."""

from __future__ import annotations

from ..load.transform import Lens
from ..operators.uses import asked_for, lost_fields
from ..resolve.by_arm import by_arm
from ..resolve.format import ResolvedProject
from ..resolve.intermediate import FAILED, REASON
from ..resolve.problems import Problem, Problems
from ..resolve.telling import tell
from .references import entries, entry_at
from .unions import alike


def ambiguous(project: ResolvedProject) -> Problems:
    """A body is read by the first of an entry's types that it could be."""
    for one in project.formats:
        for key, (inter, wires) in entries(one):
            at = entry_at(one, key)
            types = [wire for wire in wires if (inter, wire) in one.pairs]
            for question in tell(one.wire, types, types, openly=False):
                if question.unlike:
                    yield Problem(
                        at,
                        f"a body that is `{question.unlike}` would be read as `{question.arm}`",
                        alike(one.wire, question.arm, question.unlike),
                        f"require in `{question.arm}` what `{question.unlike}` does not have",
                    )
            for wire in types[:-1]:
                lens = one.pairs[inter, wire].lens
                if not (by_arm(lens) or asked_for(one, lens)):
                    last = types[-1]
                    mapped = f"map an optional field of `{inter}` to a key that `{wire}` requires"
                    apart = f"write an entry of its own for `{wire}` under `entries`"
                    free = asked_for(one, one.pairs[inter, last].lens)
                    yield Problem(
                        at,
                        f"every `{inter}` would be written as `{wire}`, and none as `{last}`",
                        f"no field asks for `{wire}`",
                        f"put it last, {mapped}, or {apart}" if free else f"{mapped}, or {apart}",
                    )


def half_asked(project: ResolvedProject) -> Problems:
    """A value goes by what it holds, and not by what may be missing inside of that."""
    for one in project.formats:
        for _, (inter, wires) in entries(one):
            lenses = [one.pairs[inter, wire].lens for wire in wires if (inter, wire) in one.pairs]
            for lens in lenses:
                for path in asked_for(one, lens):
                    losing = [other for other in lenses if path[:1] in lost_fields(other)]
                    row = next(row for row in lens.rows if row.fields[0][: len(path)] == path)
                    if len(path) > 1 and losing:
                        where = row.targets[0]
                        yield Problem(
                            row.position,
                            f"a `{inter}` whose `{path[0]}` has no `{'.'.join(path[1:])}` would be "
                            f"written as `{losing[-1].wire}`, and lose it all",
                            f"`{lens.wire}` requires `{'.'.join(where.path)}`",
                            "say what stands there then: `| fill(…)`",
                        )


def forgotten(project: ResolvedProject) -> Problems:
    """What tells of a failure in one entry does so in each other where it would be told apart.

    Without it such a body is refused there, or a reply; a failure goes out as a reply.
    """
    for one in project.formats:
        for key, (inter, wires) in entries(one):
            named = {
                wire: other for other, (of, theirs) in reversed(entries(one)) if of == inter
                for wire in theirs if wire not in wires
            }  # fmt: skip
            for wire, other in named.items():
                lens = one.transform.lens(inter, wire)
                types = [wire, *(name for name in wires if (inter, name) in one.pairs)]
                questions = tell(one.wire, types, types, openly=False)
                same = any(each.unlike and wire in (each.arm, each.unlike) for each in questions)
                if lens is not None and _fails(lens) and not same:
                    yield Problem(
                        entry_at(one, key),
                        f"`{key}` leaves out `{wire}`",
                        f"`{other}` reads it as a failure",
                        f"name it here, too: `{inter} <-> {' | '.join(types)}`",
                    )


def _fails(lens: Lens) -> bool:
    """Whether each body of a type tells of a failure."""
    return any(row.fields[0] == (REASON,) and row.const == FAILED for row in lens.rows)
