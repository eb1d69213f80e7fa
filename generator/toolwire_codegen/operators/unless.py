"""``unless``: a field that has its say only where another one has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr
from ..ir.fields import field_there
from ..resolve.paths import must_be_there
from ..resolve.problems import Problem, Problems, nearest
from .base import Reason, X
from .modifier import Modifier

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Unless(Modifier):
    """The other field says more: where it is, this one is neither read nor written.

    The two may stand at one place.
    """

    name = "unless"
    example = "unless(field)"
    takes = (1, 1)
    purpose = "read and written only where this other field is absent, which may stand there too"
    loss = "none"
    known_ahead = yields = True

    def read_where(self, reading: Reading, leaf: Leaf) -> Expr | None:
        return ir.not_(ir.has(X, self.args[0]))

    def written_where(self, writing: Writing, leaf: Leaf) -> Expr | None:
        return ir.not_(field_there((self.args[0],)))

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        always = must_be_there(one.inter, slot.record, slot.row.fields[0])
        if always or len(slot.row.targets) != 1:
            return "it is for a field that may be absent, and goes to one place", "leave it out"
        return None

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        at = slot.target.position
        others = {row.fields[0][0]: row for row in view.lens.rows if row.fields[0] and row.targets}
        others = {name: row for name, row in others.items() if row is not slot.row}
        other = others.get(args[0])
        if other is None:
            yield Problem(
                at,
                f"no row for `{args[0]}`, without which this one is read",
                nearest(args[0], others, "rows"),
                "name the field of another row",
            )
        elif must_be_there(one.inter, view.lens.inter, (args[0],)):
            yield Problem(at, f"`{args[0]}` is always there", "", "leave this row out")
        elif other not in view.before(slot.row):
            yield Problem(
                at,
                f"`{args[0]}` is read after this row",
                "it is asked whether it was there",
                "put its row before this one",
            )
