"""``of_calls``: a lens for the results of those calls alone that have a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr
from ..resolve.intermediate import ANSWERED, CALL, RESULT
from ..resolve.problems import Problem, Problems, nearest
from .base import FORM
from .modifier import Modifier

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading
    from .leaf import Leaf


class OfCalls(Modifier):
    """The form notes it as long as it is not known of the call; the runtime looks at that."""

    name = "of_calls"
    example = "of_calls(field)"
    takes = (1, 1)
    purpose = "the wire has a type of its own for results of calls that have this field"
    loss = "none"
    of_calls = notes = True

    def read(self, reading: Reading, leaf: Leaf, value: Expr) -> None:
        reading.scope.forms = True
        noted = ir.runtime("noted", FORM, ir.const(self.name), ir.const(self.args[0]))
        reading.scope.add(ir.let("form", noted))

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        fields = one.inter.properties(CALL)
        if args[0] not in fields:
            what = f"a `{CALL}` has no field `{args[0]}`"
            note, fix = nearest(args[0], fields, "fields"), "name a field of calls"
            yield Problem(slot.target.position, what, note, fix)
        elif args[0] in one.inter.required(CALL):
            note = f"every `{CALL}` has `{args[0]}`"
            fix = "name a field that may be absent"
            yield Problem(slot.target.position, "this tells no call from another", note, fix)

    @classmethod
    def placed(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
        if slot.row.fields[0] != (ANSWERED,):
            what = "`of_calls` says which calls results are for"
            note = f"a result names its call in `{ANSWERED}`"
            yield Problem(slot.target.position, what, note, "put it there, or leave it out")
            return
        others = [v for v in one.lenses if v is not view and v.lens.inter == view.lens.inter]
        if not others:
            what = f"`{view.lens.wire}` is for the results of some calls, and nothing for others"
            yield Problem(slot.target.position, what, "", f"add a lens from `{RESULT}` for these")
