"""``json``: an object as JSON text; of a call, the arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import Scope
from ..resolve.intermediate import CALL
from ..resolve.problems import Problem, Problems
from .arguments import Arguments
from .base import Codec, Definition, Spot

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .leaf import Leaf


class JsonObject(Codec, Definition):
    """One field: text that is no object stays as it is."""

    partial = spelled = subtle = True
    leaves = True
    expected = "the JSON text of an object"

    def accepts(self, raw: Expr) -> Expr | None:
        return ir.is_(raw, "string")

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return ir.runtime("object_from", raw)

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        return ir.runtime("dumps", value)

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return []


class Json(Arguments, Definition):
    name = "json"
    example = "json"
    inter, wire = "object", "string"
    purpose = "an object as JSON text"
    loss = "none"
    reads_nothing = settles = streams = True
    fields = 2
    single = JsonObject
    reader, writer = "arguments_from_text", "text_from_arguments"
    spells = True

    @classmethod
    def placed(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
        """A call is never left as it is: what a model wrote has a field of its own."""
        if view.lens.inter == CALL and len(slot.row.fields) == 1:
            what = "the text of a call's arguments may be no object"
            fix = "name both fields: `(arguments, invalidArguments)`"
            yield Problem(slot.target.position, what, "it would have no place", fix)
