"""Plans the decoding half of a lens: wire object in, intermediate object out."""

from __future__ import annotations

from ... import ir
from ...ir import Expr
from ...ir.fields import is_constant
from ...load.transform import Row
from ...operators.base import Pairs
from ..bound import PLACED, BoundLens
from ..counts import counted
from ..failures import classes
from ..resolve import Resolver
from ..returned import stays
from ..unread import required_overlay_keys, unread_absents
from .cases import CaseReader
from .leftovers import Leftovers
from .new_object import NewObject
from .rows import RowReader
from .state import Reading


class LensReader:
    """Plans ``decode`` of one lens as a function ``(w[, calls]) -> x``."""

    def __init__(self, resolver: Resolver, bound: BoundLens) -> None:
        self.resolver, self.bound, self.lens = resolver, bound, bound.lens
        self.reading = Reading(resolver, bound)
        self.objects = self.reading.objects
        self.rows = RowReader(self.reading)
        self.leftovers = Leftovers(self.reading)
        self.made = NewObject(self.reading, self.rows, self.leftovers)

    def plan(self) -> ir.Function:
        lens, scope = self.lens, self.reading.scope
        params = ["w", "calls"] if self.bound.reads_calls else ["w"]
        params += PLACED[: self.bound.numbered]
        if self._scalar_value():
            return self._scalar_function(params)
        if floats := counted(self.resolver, self.bound):
            scope.add(*floats)
            scope.forms = True
        self.objects.open_root()
        for key, value in self.bound.wire_tags:
            if not isinstance(value, tuple):
                self.objects.took(self.objects.root, key)
        self._require_overlay()
        if not self.bound.keeps:
            for given in lens.givens:
                value = ir.opt(self.objects.node(given.path[:-1]).var, given.path[-1])
                fits = ir.or_(*(is_constant(value, v) for v in given.values))
                scope.add(ir.if_((ir.not_(fits), [ir.ret(ir.const(None))])))
        pairs: Pairs = [
            ((key,), ir.const(value)) for key, value in self.bound.inter_tags
            if not isinstance(value, tuple)
        ]  # fmt: skip
        late: list[Row] = []
        for row in lens.rows:
            if not self.rows.early(row, lens.inter, pairs):
                late.append(row)
        if lens.cases:
            CaseReader(self.reading, self.rows, self.made).plan(pairs, late)
        else:
            self.made.build(pairs, late, lens.inter)
        self.leftovers.keep()
        self._return()
        body = scope.body
        if scope.forms:
            body = [ir.let("form", ir.const(None)), *body]
        for node in self.objects.nodes.values():
            if node.dynamic:
                body = [ir.let(node.counter, ir.const(0)), *body]
        return ir.Function(
            self.bound.reading,
            params,
            f"Read `{lens.wire}` as `{lens.inter}`.",
            lens.row_texts,
            body,
        )

    def _scalar_value(self) -> bool:
        return any(row.fields[0] == () for row in self.lens.rows)

    def _scalar_function(self, params: list[str]) -> ir.Function:
        """A lens onto a scalar of the intermediate format: no object to build, no leftovers."""
        row, scope = self.lens.rows[0], self.reading.scope
        if row.is_const:
            value: Expr = ir.const(row.const)
        else:
            self.objects.respell_root()
            leaf = self.resolver.leaf(self.lens, row, row.targets[0])
            raw: Expr = self.objects.root.var
            if leaf.target.path:
                raw = ir.opt(self.objects.node(leaf.node).var, leaf.key)
            value = leaf.codec.decode(self.reading.scope, raw, self.reading.spot(leaf))
        scope.add(ir.ret(value))
        return ir.Function(
            self.bound.reading,
            params,
            f"Read `{self.lens.wire}` as `{self.lens.inter}`.",
            [f"{row.left}: {row.right}"],
            [*([ir.let("form", ir.const(None))] if scope.forms else []), *scope.body],
        )

    def _require_overlay(self) -> None:
        """What this wire demands and no row names rides in the overlay: it must be there."""
        left_out, root = unread_absents(self.resolver, self.bound), self.objects.root.var
        for key in required_overlay_keys(self.resolver, self.bound):
            if key in left_out:
                continue
            expected = ir.fail("a value: this wire demands one", root, key)
            self.reading.scope.add(ir.if_((ir.not_(ir.has(root, key)), [expected])))

    def _return(self) -> None:
        """Give the new object back; the calls of a whole request or reply are told apart first."""
        x, resolver = ir.var("x"), self.resolver
        if resolver.converses(self.lens):
            found = [resolver.finds_by_name, *([True] if resolver.names_apart else [])]
            args = (ir.get(x, "messages"), ir.FormatName(), *map(ir.const, found))
            distinguish = ir.do(ir.runtime("told_apart", *args))
            self.reading.scope.add(ir.if_((ir.Filled(ir.var("calls")), [distinguish])))
            if resolver.answered:
                where = (ir.get(x, "messages"), ir.FormatName(), ir.const(resolver.answered))
                settle = ir.do(ir.runtime("settle_kinds", *where))
                special = ir.Holds(ir.Member(ir.var("calls"), "special"))
                self.reading.scope.add(ir.if_((special, [settle])))
        self.reading.scope.add(*classes(resolver, self.lens))
        apart = stays(resolver, self.lens)
        if self.lens.inter == resolver.transform.response[0] and self.bound.reads_calls:
            sent = ir.const(resolver.sends_made_ids)
            named = ir.runtime("named", x, ir.var("calls"), sent)
            # What stays with the reply is asked for once its calls have their names.
            give = ir.let("x", named) if apart else ir.ret(named)
            self.reading.scope.add(ir.if_((ir.Filled(ir.Made()), [give])))
        self.reading.scope.add(*apart)
        self.reading.scope.add(ir.ret(x))
