"""A lens with cases: the one that a value is of is found, and its rows are written."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import field_there
from ...load.transform import Case
from .new_object import NewObject
from .refused import Fields, Refused
from .rows import RowWriter
from .state import Path, Writing, X


class CaseWriter:
    """Plans a way for each case; what all of them write is asked for once."""

    def __init__(
        self, writing: Writing, rows: RowWriter, refused: Refused, made: NewObject
    ) -> None:
        self.writing, self.rows, self.refused, self.made = writing, rows, refused, made
        self.resolver, self.lens = writing.resolver, writing.lens

    def plan(self) -> list[Stmt]:
        cases = self.lens.written
        inters = [case.arm or self.lens.inter for case in cases]
        rows = self.lens.rows
        shared = [row for row in rows if self.resolver.alike(row, inters)]
        sometimes = self.made.sometimes()
        always, after = self.rows.all(shared, inters[0])
        unnamed = [self.refused.unnamed(inter) for inter in inters]
        common = [one for one in unnamed[0] if all(one in each for each in unnamed)]
        self.refused.refuse(common)
        outer = self.writing.scope
        ways: list[tuple[Expr, list[Stmt], list[Stmt]]] = []
        for case, inter, fields in zip(cases, inters, unnamed, strict=True):
            with self.writing.way() as way:
                condition = case_condition(self.writing, case)
                fixed = self.made.fixed(case)
                own = [row for row in rows if row not in shared]
                more, later = self.rows.all([*own, *case.rows], inter)
                fields = [*fields, *self._left_out(case, inter)]
                self.refused.refuse([one for one in fields if one not in common])
                made, attached = self.made.made([*fixed, *always, *more])
                end = [*sometimes, *after, *attached, *self.writing.last, *self.made.laid()]
                ways.append((condition, [*way.body, *made, *later], end))
        head, outer.body = outer.body, []
        otherwise = [*self._refuse_cases(), ir.ret(ir.const(None))]
        if any(case.arm for case in self.lens.cases):
            otherwise = [ir.fail("a known kind", X, "kind")]
        ends = [end for _, _, end in ways]
        shared_end = ends[0] if all(end == ends[0] for end in ends) else []
        branches = [
            (condition, body if shared_end else [*body, *end]) for condition, body, end in ways
        ]
        return [*head, ir.if_(*branches, otherwise=otherwise), *shared_end]

    def _left_out(self, case: Case, inter: str) -> Fields:
        """What an earlier case asks for beside this one's fields, and did not get."""
        own = _fields(case)
        more = [
            path for other in self.lens.cases[: self.lens.cases.index(case)]
            if {*own} < {*_fields(other)} for path in _fields(other) if path not in own
        ]  # fmt: skip
        shapes = self.resolver.format.inter_shapes
        return [(path, shapes(inter, path)) for path in dict.fromkeys(more)]

    def _refuse_cases(self) -> list[Stmt]:
        """Where no case holds: fields that no case could take are refused."""
        inter, rows = self.lens.inter, [row for case in self.lens.cases for row in case.rows]
        paths = dict.fromkeys(path for row in rows for path in row.fields)
        fields = [(path, self.resolver.format.inter_shapes(inter, path)) for path in paths]
        with self.writing.way() as way:
            self.refused.refuse(fields)
        return way.body


def _fields(case: Case) -> list[Path]:
    return [path for row in case.rows for path in row.fields]


def case_condition(writing: Writing, case: Case) -> Expr:
    """Whether a value is of a case: by its tags, or by the fields that the case has."""
    if case.arm:
        tags = writing.resolver.inter.tags(case.arm)
        return ir.and_(*(ir.eq(ir.opt(X, key), tag) for key, tag in tags.items()))
    conditions: list[Expr | None] = []
    if case.at:
        writing.scope.forms = True
        conditions.append(ir.SpelledAt(case.noted, case.at))
    for row in case.rows:
        for path in row.fields:
            conditions.append(field_there(path[:1]))
        leaf = writing.resolver.leaf(writing.lens, row, row.targets[0])
        value = ir.get(X, row.name)
        conditions.append(leaf.codec.holds(writing.scope, value, writing.spot(leaf)))
    return ir.and_(*conditions)
