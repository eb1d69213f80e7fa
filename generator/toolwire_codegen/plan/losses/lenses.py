"""Plans the loss report: for each lens, what of an intermediate value its wire cannot carry.

A loss is something that does not come back: ``decode(encode(x))`` is ``normal(x)`` where the
report is empty. Each operator has its own rule.
"""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import field_there, field_value
from ...ir.losses import joined, lose, lose_field
from ...load.transform import Case, Row
from ...resolve.intermediate import CALL
from ..arms import answering
from ..bound import BoundLens, holds_result, whole_row
from ..failures import reworded_losses
from ..landing import land
from ..resolve import Resolver
from ..returned import shows
from ..sequence import BoundSequence
from ..write.cases import case_condition
from ..write.state import Writing
from .lists import again, parts, sequence_losses, unit
from .reports import X, foreign, strange, unknown
from .unions import union_losses

READ_AGAIN = ("message", "content")
"""Where the calls stand that a reply's reason is read by."""
FIXED = "this wire says nothing else here"
AS_NONE = "on this wire it is as good as none"


class LensLosses:
    """Plans the loss functions of lenses."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver

    def plan(self, bound: BoundLens) -> ir.Function:
        """What one lens does not carry of an object it writes."""
        lens = bound.lens
        body: list[Stmt] = []
        whole = lens.rows and not lens.rows[0].fields[0]
        body += answering(self.resolver, lens)
        body += reworded_losses(self.resolver, lens)
        body += shows(self.resolver, lens)
        if not whole:
            body += land(self.resolver, bound, report=True)
            row = whole_row(bound)
            # An overlay on a value that only holds another is laid on what it holds.
            keeps = lens.keeps or (row is not None and lens.inter != CALL)
            if holds_result(lens):
                # Both keep what they have besides, under the same keys as well.
                body.append(foreign(X, "", keeps, lens.inter))
                body += unknown(self.resolver, X, "", lens.inter)
            elif self.resolver.inter.properties(lens.inter):
                body.append(strange(self.resolver, X, ir.Place(""), keeps, lens.inter))
            else:
                body.append(foreign(X, "", keeps, lens.inter))
            for holder in dict.fromkeys(
                path[0] for row in lens.rows for path in row.fields if len(path) > 1 and row.targets
            ):
                value, suffix = ir.get(X, holder), f"/{holder}"
                inside = []
                shapes = self.resolver.format.inter_shapes(lens.inter, (holder,))
                if "metadata" in self._held_fields(lens.inter, holder):
                    inside.append(foreign(value, suffix, False, shapes[0].name))
                for shape in shapes:
                    inside += unknown(self.resolver, value, suffix, shape.name)
                body.append(ir.if_((field_there((holder,)), inside)))
        if lens.inter == CALL:
            body.append(ir.put(ir.var("calls"), ir.get(X, "id"), ir.get(X, "name")))
        for row in lens.rows:
            body.extend(self._row(bound, row, lens.inter))
        branches = [
            (self._case_condition(bound, case), self._case(bound, case))
            for case in lens.cases
            if not case.at
        ]
        if branches:
            body.append(ir.if_(*branches))
        return ir.Function(
            bound.losing,
            ["x", "path", "losses", "calls"],
            f"What `{lens.wire}` cannot carry of `{lens.inter}`.",
            [],
            joined(body),
        )

    def _held_fields(self, inter: str, field: str) -> list[str]:
        shapes = self.resolver.format.inter_shapes(inter, (field,))
        return [key for shape in shapes for key in self.resolver.inter.properties(shape.name)]

    # -- cases

    def _case_condition(self, bound: BoundLens, case: Case) -> Expr:
        return case_condition(Writing(self.resolver, bound), case)

    def _case(self, bound: BoundLens, case: Case) -> list[Stmt]:
        body: list[Stmt] = []
        if case.lost:
            body.append(lose("", "kind", case.lost))
        for row in case.rows:
            body.extend(self._row(bound, row, case.arm or bound.lens.inter))
        if case.arm:
            body.extend(unknown(self.resolver, X, "", case.arm))
            body.extend(self._mistaken(bound, case))
            return joined(body)
        body.extend(self._claimed(bound, case))
        named = {path[0] for row in case.rows for path in row.fields}
        alone = " and ".join(sorted(named))
        named |= {path[0] for row in bound.lens.rows for path in row.fields}
        named |= self.resolver.inter.private(bound.lens.inter)
        for field in self.resolver.inter.properties(bound.lens.inter):
            tag = self.resolver.inter.const(bound.lens.inter, field)
            if field in named or field == "metadata" or tag:
                continue
            body.append(lose_field(f"the wire has {alone} alone here", (field,)))
        return joined(body)

    def _claimed(self, bound: BoundLens, case: Case) -> list[Stmt]:
        """A value that an earlier case would read as two fields."""
        body: list[Stmt] = []
        for other in bound.lens.cases[: bound.lens.cases.index(case)]:
            for theirs in other.rows:
                claimed = self.resolver.leaf(bound.lens, theirs, theirs.targets[0])
                for row in case.rows:
                    same = row.targets[0].path == claimed.target.path
                    read = claimed.codec.claims(ir.get(X, row.name)) if same else None
                    if read is not None:
                        lost = lose(f"/{row.name}", "value", f"it reads back as {theirs.left}")
                        body.append(ir.if_((ir.present(read), [lost])))
        return body

    def _mistaken(self, bound: BoundLens, case: Case) -> list[Stmt]:
        """A text that an earlier case would claim on the way back."""
        body: list[Stmt] = []
        for other in bound.lens.cases:
            if other is case:
                break
            for row in other.rows:
                for target in row.targets:
                    theirs = self.resolver.leaf(bound.lens, row, target, other.arm)
                    read = theirs.codec.claims(ir.get(X, "value"))
                    if read is None or not self._unclaimed(bound, case, target.path):
                        continue
                    tag = self.resolver.inter.const(other.arm, "kind")[0]
                    reason = f"this text reads back as a result of kind {tag}"
                    body.append(ir.if_((ir.present(read), [lose("/value", "kind", reason)])))
        return body

    def _unclaimed(self, bound: BoundLens, case: Case, path: tuple[str, ...]) -> bool:
        """Whether a case writes something at a path that does not say what it is."""
        leaves = [
            self.resolver.leaf(bound.lens, row, target, case.arm)
            for row in case.rows
            for target in row.targets
        ]
        return any(leaf.target.path == path and leaf.codec.claims(X) is None for leaf in leaves)

    # -- rows

    def _row(self, bound: BoundLens, row: Row, inter: str) -> list[Stmt]:
        lens = bound.lens
        if row.is_const:
            lost = [other for other in lens.rows if other.lost]
            # What is lost inside of a field has reasons of its own.
            nearest = min(lost, key=lambda one: len(one.fields[0]), default=None)
            return self._const(inter, row, nearest.lost if nearest is not None else FIXED)
        if row.lost:
            return self._lost(row)
        if row.parts:
            return parts(self.resolver, bound, row, inter)
        sequence = self.resolver.format.sequence(lens, row)
        if sequence is not None:
            return sequence_losses(BoundSequence(self.resolver, sequence))
        leaf = self.resolver.leaf(lens, row, row.targets[0], inter)
        field = row.fields[0]
        if not field:
            return []
        body = leaf.codec.losses(leaf)
        for modifier in leaf.modifiers:
            body = [*body, *modifier.losses(leaf, Writing(self.resolver, bound))]
        whole = any(row in case.rows for case in lens.cases if not case.arm)
        guarded = not leaf.inter_required and not whole
        statements: list[Stmt] = []
        if body:
            statements = [ir.if_((field_there(field), body))] if guarded else body
        for modifier in leaf.modifiers:
            statements += modifier.always_losses(leaf)
        if leaf.has_default and leaf.wire_required and not leaf.inter_required:
            gone = {field[0]: leaf.default}
            statements.append(ir.LoseFields("lost_where", X, "", AS_NONE, gone))
        return statements

    def _const(self, inter: str, row: Row, why: str) -> list[Stmt]:
        """A field that has one value wherever this lens is chosen."""
        if not row.fields[0]:
            return []
        value, suffix = field_value(row.fields[0]), "/" + "/".join(row.fields[0])
        body: list[Stmt] = []
        shapes = self.resolver.format.inter_shapes(inter, row.fields[0])
        if row.calls is not None:
            read = ir.runtime("called", ir.const(row.const), field_value(READ_AGAIN))
            return [ir.if_((ir.Ne(value, read), [lose(suffix, "value", why)]))]
        if isinstance(row.const, dict) and any(shape.name for shape in shapes):
            body.append(foreign(value, suffix, False, shapes[0].name))
            for shape in shapes:
                body += unknown(self.resolver, value, suffix, shape.name)
            body.append(ir.LoseFields("lost_unless", value, suffix, why, dict(row.const)))
        elif row.const is not True:
            *outer, field = row.fields[0]
            holder, place = field_value(tuple(outer)), "".join(f"/{key}" for key in outer)
            usual = {field: row.const}
            body.append(ir.LoseFields("lost_unless", holder, place, why, usual))
        return [ir.if_((field_there(row.fields[0]), body))] if body else []

    def _lost(self, row: Row) -> list[Stmt]:
        if row.back is not None:
            name = ir.Lookup(ir.var("calls"), ir.get(X, row.back.args[0]), ir.const(""))
            differs = ir.Ne(name, ir.get(X, row.name))
            reason = "no call with that id has this name, and the wire has no other place for it"
            return [ir.if_((differs, [lose(f"/{row.name}", "field", reason)]))]
        if row.elsewhere:
            return []
        return [self._lost_field(row, path) for path in row.fields]

    def _lost_field(self, row: Row, path: tuple[str, ...]) -> Stmt:
        if row.unless is None:
            return lose_field(row.lost, path)
        says: Expr = ir.Ne(field_value(path), ir.const(row.unless))  # 0.0 is 0
        if type(row.unless) is bool:
            says = ir.eq(field_value(path), not row.unless)
        differs = ir.and_(field_there(path), says)
        return ir.if_((differs, [lose("".join(f"/{key}" for key in path), "field", row.lost)]))


def loss_functions(resolver: Resolver, sequences: list[BoundSequence]) -> dict[str, ir.Function]:
    """Every loss function of a format, by name."""
    planner = LensLosses(resolver)
    found = [planner.plan(bound) for bound in resolver.bound.values()]
    found += [union_losses(resolver, union) for union in resolver.unions.values()]
    found += [unit(sequence) for sequence in sequences]
    found += [again(sequence) for sequence in sequences if sequence.spread is not None]
    return {function.name: function for function in found}
