"""Fields that do not reach the wire: a value of the wrong type is refused all the same."""

from __future__ import annotations

from ... import ir
from ...ir import Stmt
from ...ir.fields import (
    bound_there,
    checked,
    field_there,
    field_value,
    fits,
    kind_of,
    refuse_misfit,
)
from ...load.schema import Shape
from ...load.transform import Row
from ...resolve.paths import must_be_there
from .state import Path, Writing, X

Fields = list[tuple[Path, tuple[Shape, ...]]]
"""Fields, each with what it may be."""
FEW = 4
"""Fields that are asked for one by one."""


class Refused:
    """Gathers the fields that a lens loses, and plans what refuses them, all at once."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.resolver, self.bound, self.lens = writing.resolver, writing.bound, writing.lens
        self.loose: Fields = []

    def unwritten(self, row: Row, inter: str) -> None:
        """Fields that do not reach the wire: what they must not be is refused all the same."""
        for path in row.fields if self.lens.rows[0].fields[0] else ():
            shapes = self.resolver.format.inter_shapes(inter, path)
            if len(path) > 1 or not shapes or fits(X, shapes) is None:
                continue
            if must_be_there(self.resolver.inter, inter, path):
                checked(self.writing.scope, path[0], shapes, path)
                continue
            self.loose.append((path, shapes))
        if isinstance(row.const, dict) and row.fields[0]:
            for key in row.const:
                path = (*row.fields[0], key)
                self._refuse_there(path, self.resolver.format.inter_shapes(inter, path))

    def unnamed(self, inter: str) -> Fields:
        """Fields that only tell which lens a value is for, and what they may be."""
        named = {path[0] for row in self.lens.all_rows for path in row.fields if path}
        free = set(self.resolver.inter.properties(inter)) - named - {"metadata"}
        free -= set(self.resolver.inter.required(inter))
        return [
            ((field,), self.resolver.format.inter_shapes(inter, (field,)))
            for field in self.resolver.inter.properties(inter)
            if field in free
        ]

    def refuse(self, fields: Fields) -> None:
        """Refuse values of the wrong type in these fields, and in those that rows lose."""
        fields, self.loose = [*self.loose, *fields], []
        kinds = {path[0]: kind_of(shapes) for path, shapes in fields if len(path) == 1}
        same = {field: kind for field, kind in kinds.items() if kind}
        for path, shapes in fields:
            if len(path) > 1 or path[0] not in same:
                self._refuse_there(path, shapes)
        if same:
            step: Stmt = ir.do(ir.runtime("unwritten", X, ir.const(same)))
            if len(same) <= FEW:
                # Most values have none of them: asking is cheaper than a call.
                step = ir.if_((ir.or_(*(ir.has(X, field) for field in same)), [step]))
            self.writing.scope.add(step)

    def _refuse_there(self, path: Path, shapes: tuple[Shape, ...]) -> None:
        name = self.writing.scope.fresh(path[-1])
        refused = refuse_misfit(ir.var(name), shapes, path)
        if not refused:
            return
        if len(path) == 1:
            self.writing.scope.add(ir.if_((bound_there(path, name), refused)))
            return
        value = ir.let(name, ir.opt(field_value(path[:-1]), path[-1]))
        self.writing.scope.add(ir.if_((field_there(path[:-1]), [value, *refused])))
