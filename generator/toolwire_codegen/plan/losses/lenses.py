"""Plans the loss report: for each lens, what of an intermediate value its wire cannot carry.

A loss is something that does not come back: ``decode(encode(x))`` is ``normal(x)`` where the
report is empty. Each operator's loss rule is a row of ``RULES``.
"""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import field_there, held
from ...ir.losses import joined, lose, lose_field
from ...ir.scope import snake
from ...load.transform import Case, Row
from ...resolve.intermediate import CALL
from ..bound import BoundLens, BoundUnion, whole_row
from ..landing import land
from ..write.cases import case_condition
from ..write.state import Writing
from .lists import ListLosses, inner

X = ir.var("x")
CONTEXT = [ir.var("calls")]


BESIDE = "this wire has no place for it beside the rest"
AS_NONE = "on this wire it is as good as none"


class LossPlanner(ListLosses):
    """Plans the loss functions of one format."""

    def lens(self, bound: BoundLens) -> ir.Function:
        """What one lens does not carry of an object it writes."""
        lens = bound.lens
        body: list[Stmt] = []
        whole = lens.rows and not lens.rows[0].fields[0]
        if not whole:
            body += land(self.resolver, bound, report=True)
            row = whole_row(bound)
            # An overlay on a value that only holds another is laid on what it holds.
            keeps = lens.keeps or (row is not None and lens.inter != CALL)
            if self.resolver.inter.properties(lens.inter):
                body.append(self.strange(X, ir.Place(""), keeps, lens.inter))
            else:
                body.append(self.foreign(X, "", keeps))
            for holder in dict.fromkeys(
                path[0] for row in lens.rows for path in row.fields if len(path) > 1 and row.targets
            ):
                value, suffix = ir.get(X, holder), f"/{holder}"
                inside = []
                if "metadata" in self._held_fields(lens.inter, holder):
                    inside.append(self.foreign(value, suffix, False))
                for shape in self.resolver.format.inter_shapes(lens.inter, (holder,)):
                    inside += self.unknown(value, suffix, shape.name)
                body.append(ir.if_((field_there((holder,)), inside)))
        if lens.inter == CALL:
            body.append(ir.put(ir.var("calls"), ir.get(X, "id"), ir.get(X, "name")))
        for row in lens.rows:
            body.extend(self._row(bound, row, lens.inter))
        branches = [
            (self._case_condition(bound, case), self._case(bound, case)) for case in lens.cases
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

    def union(self, union: BoundUnion) -> ir.Function:
        """What a union has no arm for, and what its arms do not carry."""
        hidden = [ir.NewSet()] if union.hides_ids else []
        written = ir.call(union.writing, X, *hidden)
        nowhere: Expr = ir.missing(written)
        if union.lists:
            nowhere = ir.not_(ir.Filled(ir.call(union.writing_list, ir.arr(X), *hidden)))
        reasons = self._reasons(union)
        known = [ir.var(self._constant(union, reasons))] if reasons else []
        unsupported = self.unsupported(X, ir.var("path"), *known)
        body: list[Stmt] = [ir.if_((nowhere, [unsupported, ir.Stop()]))]
        if union.by_value:
            local = ir.call(union.reading, written)
            differs = ir.not_(ir.runtime("same", local, X))
            body.append(ir.if_((differs, [lose("", "value", "it reads back otherwise")])))
        branches = []
        for lens in union.lenses:
            if any(not row.fields[0] for row in lens.lens.rows):
                continue
            condition = self._arm(lens)
            several = [o for o in union.lenses if o.lens.inter == lens.lens.inter]
            if len(several) > 1:
                given = ir.call(lens.writing, X, *([ir.NewSet()] if lens.hides_ids else []))
                condition = ir.and_(condition, ir.present(given))
            branches.append((condition, [inner(lens.losing, X, "")]))
        if union.scalars or any(not r.fields[0] for o in union.lenses for r in o.lens.rows):
            objects = ir.is_(X, "object")
            branches = [(ir.and_(objects, c), b) for c, b in branches]
        if branches:
            body.append(ir.if_(*branches))
        return ir.Function(
            union.losing,
            ["x", "path", "losses", "calls"],
            f"What `{union.wire}` cannot carry of `{union.inter}`.",
            [],
            body,
        )

    def _constant(self, union: BoundUnion, reasons: dict[str, str]) -> str:
        return self.resolver.constants.put(f"NO_{snake(union.wire).upper()}", reasons)

    def _reasons(self, union: BoundUnion) -> dict[str, str]:
        """Tag (or first required key) of each arm declared lost → the reason."""
        schema, found = self.resolver.inter, {}
        for name, reason in union.lost.items():
            kinds = [schema.const(name, key) for key in schema.required(name)]
            tag = next((values[0] for values in kinds if len(values) == 1), None)
            found[str(tag or sorted(schema.required(name))[0])] = reason
        for lens in union.lenses:
            if lens.lens.own and lens.inter_tags:
                found.setdefault(str(lens.inter_tags[0][1]), lens.lens.own)
        return found

    def _arm(self, lens: BoundLens) -> Expr:
        if lens.inter_tags:
            return ir.and_(*(ir.eq(ir.opt(X, k), v) for k, v in lens.inter_tags))
        keys = sorted(self.resolver.inter.required(lens.lens.inter))
        return ir.has(X, keys[0])

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
            body.extend(self.unknown(X, "", case.arm))
            body.extend(self._mistaken(bound, case))
            return joined(body)
        body.extend(self._claimed(bound, case))
        named = {path[0] for row in case.rows for path in row.fields}
        named |= {path[0] for row in bound.lens.rows for path in row.fields}
        named |= self.resolver.inter.private(bound.lens.inter)
        for field in self.resolver.inter.properties(bound.lens.inter):
            tag = self.resolver.inter.const(bound.lens.inter, field)
            if field in named or field == "metadata" or tag:
                continue
            body.append(lose_field(BESIDE, (field,)))
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
            why = next((other.lost for other in lens.rows if other.lost), BESIDE)
            return self._const(inter, row, why)
        if row.lost:
            return self._lost(row)
        if row.parts:
            return self.parts(bound, row, inter)
        sequence = self.resolver.format.sequence(lens, row)
        if sequence is not None:
            folding = next(f for f in self.foldings if f.sequence is sequence)
            return self.sequence(folding)
        leaf = self.resolver.leaf(lens, row, row.targets[0], inter)
        field = row.fields[0]
        if not field:
            return []
        body = leaf.codec.losses(leaf)
        for modifier in leaf.modifiers:
            body = [*body, *modifier.losses(leaf)]
        guarded = not leaf.inter_required and not any(row in c.rows for c in lens.cases)
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
        value, suffix = held(row.fields[0]), "/" + "/".join(row.fields[0])
        body: list[Stmt] = []
        if isinstance(row.const, dict):
            body.append(self.foreign(value, suffix, False))
            for shape in self.resolver.format.inter_shapes(inter, row.fields[0]):
                body += self.unknown(value, suffix, shape.name)
            body.append(ir.LoseFields("lost_unless", value, suffix, why, dict(row.const)))
        elif row.const is not True:
            *outer, field = row.fields[0]
            holder, place = held(tuple(outer)), "".join(f"/{key}" for key in outer)
            usual = {field: row.const}
            body.append(ir.LoseFields("lost_unless", holder, place, why, usual))
        return [ir.if_((field_there(row.fields[0]), body))] if body else []

    def _lost(self, row: Row) -> list[Stmt]:
        if row.back is not None:
            known = ir.Lookup(ir.var("calls"), ir.get(X, row.back.args[0]), ir.const(""))
            differs = ir.Ne(known, ir.get(X, row.name))
            reason = "no call with that id has this name, and the wire has no other place for it"
            return [ir.if_((differs, [lose(f"/{row.name}", "field", reason)]))]
        return [lose_field(row.lost, path) for path in row.fields]


def reports(planner: LossPlanner) -> dict[str, ir.Function]:
    """Every loss function of a format, by name."""
    found: dict[str, ir.Function] = {}
    for bound in planner.resolver.bound.values():
        function = planner.lens(bound)
        found[function.name] = function
    for union in planner.resolver.unions.values():
        function = planner.union(union)
        found[function.name] = function
    for folding in planner.foldings:
        function = planner.unit(folding)
        found[function.name] = function
    return found
