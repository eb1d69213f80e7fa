"""What ``minted`` and ``position`` share: the id of a call, where a wire may have none."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .. import ir
from ..ir import Expr, Stmt
from ..resolve.paths import types
from .base import FORM, Pairs, RowCodec, Use

if TYPE_CHECKING:
    from .handed import Reading, Writing
    from .leaf import Leaf


class Id(RowCodec):
    """An id; where the wire has none another is found, and the form says so."""

    absorbs = True
    expected = "an id"

    args: tuple[str, ...]

    def __init__(self, use: Use) -> None:
        self.args = use.operator.args
        self.has_place = bool(types(use.wire) & {"string", "any"})
        """Has the wire a place for an id at all? A type of a body may have none."""

    @abstractmethod
    def found(self, name: Expr) -> Expr:
        """The id for a value that came without one; ``name``: the tool's, if it stands there."""

    @abstractmethod
    def restored(self, writing: Writing, leaf: Leaf, value: Expr, restore: Expr) -> Stmt:
        """Leave an id out again that was made up (``restore`` says whether it still is)."""

    def tool_name(self, reading: Reading) -> Expr:
        """The name of the tool, where the wire has it beside the id."""
        return ir.const(None)

    def read_first(self, reading: Reading, leaf: Leaf, pairs: Pairs) -> bool | None:
        scope, node = reading.scope, reading.object(leaf.node)
        value = scope.let(leaf.row.name, ir.opt(node, leaf.key))
        made = self.found(self.tool_name(reading))
        spelling = ir.runtime("missing_id", node, ir.const(leaf.key), value)
        scope.forms = True
        noted = ir.runtime("noted", ir.var("form"), ir.const(leaf.row.name), spelling)
        note = ir.let("form", noted)
        bad = ir.or_(ir.isnt(value, "string"), ir.not_(ir.Filled(value)))
        # An id that is there but equals a made-up one must not pass for it.
        clash = ir.In(value, ir.Made())
        style = scope.note(leaf.row.name, "style", ir.const("present"))
        scope.add(ir.if_((bad, [ir.assign(value, made), note]), (clash, [style])))
        reading.took(leaf, absorbs=True)
        reading.locals[leaf.row.name] = value
        pairs.append((leaf.field, value))
        return True

    def write_row(self, writing: Writing, leaf: Leaf, always: Pairs, after: list[Stmt]) -> bool:
        writing.scope.forms = True
        value = writing.taken(leaf)
        if self.has_place:
            always.append((leaf.target.path, value))
        node, key = writing.object(leaf.node), ir.const(leaf.key)
        spelling = ir.get(FORM, leaf.row.name)
        restore = ir.runtime("restore_id", node, key, spelling, value)
        after.append(self.restored(writing, leaf, value, restore))
        return True

    def losses(self, leaf: Leaf) -> list[Stmt]:
        return []

    def made(self, values: Mapping[str, Expr]) -> Expr | None:
        none = ir.const(None)
        return self.found(values.get("name", none) if self.args else none)

    def plain(self, leaf: Leaf, raw: Expr, value: Expr) -> list[Expr] | None:
        made = ir.In(value, ir.Made())
        return [ir.is_(raw, "string"), ir.Filled(value), ir.not_(made)]
