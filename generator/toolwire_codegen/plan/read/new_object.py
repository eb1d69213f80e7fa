"""The object that a lens reads to: made of what is always there, then added to."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from ... import ir
from ...ir.trees import nested
from ...load.transform import Row
from ...operators.base import Pairs
from ...operators.uses import definitions
from ...resolve.intermediate import CALL
from ...resolve.paths import must_be_there
from .leftovers import Leftovers
from .rows import RowReader
from .state import Reading


class NewObject:
    """Plans the object, and the rows that may add to it, those on one wire object together."""

    def __init__(self, reading: Reading, rows: RowReader, leftovers: Leftovers) -> None:
        self.reading, self.objects, self.rows = reading, reading.objects, rows
        self.leftovers = leftovers
        self.resolver, self.bound, self.lens = reading.resolver, reading.bound, reading.lens
        #: Rows are planned that only an object that is there is read by.
        self.inside = False

    def build(self, pairs: Pairs, late: list[Row], inter: str) -> None:
        scope = self.reading.scope
        tree: dict[str, Any] = {}
        for path, value in pairs:
            branch = tree
            for depth, key in enumerate(path[:-1], 1):
                fresh = key not in branch
                branch = branch.setdefault(key, {})
                if fresh:
                    shapes = self.resolver.format.inter_shapes(inter, path[:depth])
                    tags = self.resolver.inter.tags(shapes[0].name)
                    branch.update({name: ir.const(tag) for name, tag in tags.items()})
            branch[path[-1]] = value
        value = nested(tree)
        scope.add(ir.let("x", value))
        if self.reading.invalid is not None:
            name, expr = self.reading.invalid
            self.reading.invalid = None
            scope.add(ir.if_((ir.present(expr), [ir.put(ir.var("x"), name, expr)])))
        if self.lens.inter == CALL and self.reading.bound.reads_calls:
            opened = ir.put(ir.var("calls"), self.reading.locals["id"], self.reading.locals["name"])
            scope.add(opened)
            if self.resolver.tells_kinds(self.lens):
                scope.add(ir.SetMember(ir.var("calls"), "special", ir.const(True)))
        self.add(late, inter)

    def add(self, late: list[Row], inter: str) -> None:
        """Rows that may add to the object already built."""
        for keys, group in self._groups(late):
            if keys and self._apart(keys, group) and not any(self._due(r, inter) for r in group):
                self._enclosed(keys, group, inter)
                continue
            for home, rows in groupby(group, self._home):
                self._together(home, list(rows), inter)

    def _groups(self, late: list[Row]) -> list[tuple[set[str], list[Row]]]:
        """Neighbours that read the same optional wire objects, with these objects' keys."""
        groups: list[tuple[set[str], list[Row]]] = []
        for row in late:
            keys = {path[0] for target in row.targets for path in target.paths if path}
            nested = any(len(path) > 1 for target in row.targets for path in target.paths)
            if groups and groups[-1][0] & keys:
                groups[-1] = (groups[-1][0] | keys, [*groups[-1][1], row])
            elif nested or not groups or groups[-1][0]:
                groups.append((keys if nested else set(), [row]))
            else:
                groups[-1][1].append(row)
        return groups

    def _apart(self, keys: set[str], group: list[Row]) -> bool:
        """Whether nothing but these rows has to do with these keys, which may all be absent."""
        lens, wire = self.lens, self.resolver.wire
        others = [row for row in lens.all_rows if not any(row is one for one in group)]
        spoken = [p for row in others for t in row.targets for p in t.paths]
        spoken += [given.path for given in lens.givens]
        free = not any(path[:1] and path[0] in keys for path in spoken)
        expected = any(d.excuses for row in group for t in row.targets for d in definitions(t))
        optional = not keys & set(wire.required(lens.wire))
        planned = self.objects.eager and self.bound.keeps and not lens.cases
        return planned and free and optional and not expected

    def _due(self, row: Row, inter: str) -> bool:
        """Whether a row's field is there whatever the wire has."""
        return any(must_be_there(self.resolver.inter, inter, path) for path in row.fields)

    def _enclosed(self, keys: set[str], group: list[Row], inter: str) -> None:
        """Rows on optional objects in one block: a wire object without these keys skips it."""
        before, self.inside = list(self.objects.root.children), True
        with self.reading.inner() as inner:
            for home, rows in groupby(group, self._home):
                self._together(home, list(rows), inter)
        body, self.inside = inner.body, False
        opened = [child for child in self.objects.root.children if child not in before]
        for child in opened:
            self.leftovers.merge_rests(child, body)
            self.leftovers.put_rest(self.objects.root, child, body)
        self.objects.root.children = before
        there = [ir.has(self.objects.root.var, key) for key in sorted(keys)]
        self.reading.scope.add(ir.if_((ir.or_(*there), body)))

    def _home(self, row: Row) -> tuple[str, ...]:
        """The optional wire object that all targets of a row stand in, or ()."""
        homes = {path[:-1] for target in row.targets for path in target.paths}
        home = homes.pop() if len(homes) == 1 else ()
        required = must_be_there(self.resolver.wire, self.lens.wire, home)
        return () if required or self.objects.is_list(home[:-1]) else home

    def _together(self, home: tuple[str, ...], rows: list[Row], inter: str) -> None:
        """Rows on one object that may not be there: asked for once."""
        if not home or len(rows) == 1 or any(self._due(row, inter) for row in rows):
            for row in rows:
                self.rows.late(row, inter)
            return
        node = self.objects.node(home)
        with self.reading.inner() as inner:
            for row in rows:
                self.rows.late(row, inter)
        body = inner.body
        self.reading.scope.add(*body if self.inside else [ir.if_((ir.Filled(node.var), body))])
