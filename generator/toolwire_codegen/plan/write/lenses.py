"""Plans the encoding half of a lens: intermediate object in, wire object out."""

from __future__ import annotations

from ... import ir
from ...ir import Stmt
from ...ir.fields import field_value
from ...ir.trees import tree
from ...operators.base import FORM, OWN, Pairs
from ..arms import answering
from ..bound import PLACED, BoundLens, holds_result
from ..failures import rewords
from ..landing import land
from ..resolve import Resolver
from ..returned import rejoins, shows
from ..unread import deeper_overlay_places, required_overlay_keys, unread_absents
from .cases import CaseWriter
from .new_object import NewObject
from .refused import Refused
from .rows import RowWriter
from .state import Writing, X


class LensWriter:
    """Plans ``encode`` of one lens as a function ``(x[, hidden]) -> w``."""

    def __init__(self, resolver: Resolver, bound: BoundLens) -> None:
        self.resolver, self.bound, self.lens = resolver, bound, bound.lens
        self.writing = Writing(resolver, bound)
        self.refused = Refused(self.writing)
        self.rows = RowWriter(self.writing, self.refused)
        self.made = NewObject(self.writing)

    def plan(self) -> ir.Function:
        lens = self.lens
        params = ["x", "hidden"] if self.bound.hides_ids else ["x"]
        params += PLACED[: self.bound.numbered]
        body = self._whole_value()
        if not body and lens.cases:
            body = CaseWriter(self.writing, self.rows, self.refused, self.made).plan()
        elif not body:
            body = self._record()
        prelude: list[Stmt] = []
        prelude += answering(self.resolver, lens)
        if self.resolver.converses(lens):
            args = [ir.FormatName(), ir.const(self.resolver.finds_by_name)]
            inside = any(holds_result(bound.lens) for bound in self.resolver.bound.values())
            args += [ir.const(True)] if inside else []
            prelude.append(ir.let("x", ir.runtime("paired", X, *args)))
        prelude += land(self.resolver, self.bound)
        prelude += rewords(self.resolver, lens)
        body = [*rejoins(self.resolver, lens), *shows(self.resolver, lens), *body]
        if self.bound.keeps or self.writing.scope.forms:
            prelude.append(ir.Own(self._uses_form(body)))
        if lens.own:
            keys = required_overlay_keys(self.resolver, self.bound)
            left_out = unread_absents(self.resolver, self.bound)
            ours = [
                ir.runtime("excused", OWN, ir.const(key)) if key in left_out
                else ir.has(OWN, key)
                for key in keys
            ]  # fmt: skip
            deeper = deeper_overlay_places(self.resolver, self.bound)
            ours += [ir.runtime("stands_at", OWN, ir.const(".".join(path))) for path in deeper]
            foreign = ir.or_(ir.missing(OWN), *map(ir.not_, ours))
            prelude.append(ir.if_((foreign, [ir.ret(ir.const(None))])))
        return ir.Function(
            self.bound.writing,
            params,
            f"Write `{lens.inter}` as `{lens.wire}`.",
            lens.row_texts,
            [*prelude, *body],
        )

    @staticmethod
    def _uses_form(body: list[Stmt]) -> bool:
        asking = (ir.Styled, ir.Spelled, ir.SpelledAt)
        return any(node == FORM or isinstance(node, asking) for node in ir.nodes(body))

    def _whole_value(self) -> list[Stmt]:
        """A lens whose intermediate or wire side is not a record."""
        row = self.lens.rows[0] if self.lens.rows else None
        if row is not None and row.fields[0] == ():
            tags = [(key, ir.const(value)) for key, value in self.bound.wire_tags
                    if not isinstance(value, tuple)]  # fmt: skip
            pairs: Pairs = [((key,), value) for key, value in tags]
            pairs += [((g.path), ir.const(g.values[0])) for g in self.lens.givens]
            if not row.is_const:
                leaf = self.resolver.leaf(self.lens, row, row.targets[0])
                value = leaf.codec.encode(self.writing.scope, X, self.writing.spot(leaf))
                if not leaf.target.path:
                    return [*self.writing.scope.body, ir.ret(value)]
                pairs.append((leaf.target.path, value))
            return [*self.writing.scope.body, ir.ret(tree(pairs))]
        if row is not None and row.targets and not row.targets[0].path:
            leaf = self.resolver.leaf(self.lens, row, row.targets[0])
            field, scope = field_value(row.fields[0]), self.writing.scope
            value = leaf.codec.encode(scope, field, self.writing.spot(leaf))
            return [*scope.body, ir.ret(value)]
        return []

    def _record(self) -> list[Stmt]:
        sometimes = self.made.sometimes()
        always, after = self.rows.all(self.lens.rows, self.lens.inter)
        fixed = self.made.fixed()
        self.refused.refuse(self.refused.unnamed(self.lens.inter))
        # Values first, then the object, then what depends on it.
        made, attached = self.made.made([*fixed, *always])
        end = [*sometimes, *after, *attached, *self.writing.last, *self.made.laid()]
        return [*self.writing.scope.body, *made, *end]
