"""What no row has taken of a wire object: kept in the overlay, with the form beside it."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import is_constant
from ..bound import numbered
from ..hollow import hollow
from ..landing import landing
from .objects import Node
from .state import Reading


class Leftovers:
    """Plans the end of a reader: the rest of each object put together, and kept."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.objects = reading, reading.objects
        self.resolver, self.bound, self.lens = reading.resolver, reading.bound, reading.lens

    def keep(self) -> None:
        """Keep what no row has taken, and the form, under the format's own name."""
        scope = self.reading.scope
        if not self.bound.keeps:
            fields = self.resolver.inter.properties(self.lens.inter)
            if scope.forms and "metadata" in fields:
                only = ir.runtime("sealed", ir.obj(), ir.var("form"))
                scope.add(ir.if_((ir.present(ir.var("form")), [self._metadata(only)])))
            return
        self._givens()
        form = ir.var("form") if scope.forms else ir.const(None)
        body: list[Stmt] = []
        if self.objects.eager:
            self.merge_rests(self.objects.root, body)
            scope.add(*body)
            has_rest: Expr = ir.Filled(ir.var("rest"))
            condition = ir.or_(has_rest, ir.present(form)) if scope.forms else has_rest
            found = [self._metadata(self._sealed(ir.var("rest"), form))]
        else:
            sizes = [
                ir.SizeNot(node.var, len(node.static) + len(node.absorbed)
                     + len(node.children), node.counter if node.dynamic else "")
                for node in self.objects.nodes.values()
            ]  # fmt: skip
            # A key that is missing, and so noted, may hide one too many in the count.
            absorbed = any(node.absorbed for node in self.objects.nodes.values())
            exact = not absorbed and not self.lens.givens
            noted = [ir.present(form)] if scope.forms and not exact else []
            condition = ir.or_(*sizes, *noted)
            body.append(ir.let("rest", ir.Copy(self.objects.root.var)))
            self._drop_taken(self.objects.root, body)
            has_rest = ir.Filled(ir.var("rest"))
            has_rest = ir.or_(has_rest, ir.present(form)) if scope.forms else has_rest
            body.append(ir.if_((has_rest, [self._metadata(self._sealed(ir.var("rest"), form))])))
            found = body
        branches = [(condition, found)]
        if scope.forms and not self.objects.eager and exact:
            branches.append((ir.present(form), [self._metadata(ir.obj([("$", form)]))]))
        otherwise: list[Stmt] = []
        if self.lens.own:
            otherwise = [self._metadata(ir.obj([("$", ir.obj([("own", ir.const(True))]))]))]
        scope.add(ir.if_(*branches, otherwise=otherwise))

    def _givens(self) -> None:
        scope = self.reading.scope
        for given in self.lens.givens:
            node = self.objects.node(given.path[:-1])
            key = given.path[-1]
            value = ir.get(node.var, key)
            if given.sum:
                counts = [*map(self._count, filter(self.reading.reads, given.sum))]
                total = ir.Plus(tuple(counts)) if counts else ir.const(0)
                same = ir.and_(ir.is_(value, "integer"), ir.eq(value, total))
            elif given.numbered:
                same = ir.eq(value, numbered(given))
            else:
                same = is_constant(value, given.values[0])
            with self.reading.inner() as inner:
                self.objects.took(node, key, ir.and_(ir.has(node.var, key), same))
            path = ir.const(".".join(given.path))
            gone = ir.let("form", ir.runtime("absent", ir.var("form"), path))
            scope.forms = True
            check = ir.if_((ir.not_(ir.has(node.var, key)), [gone]), (same, inner.body))
            if given.when:
                there = ir.has(ir.var("x"), given.when)
                scope.add(ir.if_((there, [check])))
            else:
                scope.add(check)

    def _count(self, field: str) -> Expr:
        """A number that has been read; where there may be none, that is 0."""
        x = ir.var("x")
        always = field in self.resolver.inter.required(self.lens.inter)
        return ir.get(x, field) if always else ir.Lookup(x, ir.const(field), ir.const(0))

    def _sealed(self, rest: Expr, form: Expr) -> Expr:
        name = landing(self.resolver, self.bound)
        if name:
            form = ir.runtime("stayed", rest, form, ir.var(name))
        return ir.runtime("sealed", rest, form)

    def _metadata(self, overlay: Expr) -> Stmt:
        return ir.put(ir.var("x"), "metadata", ir.obj([(ir.FormatName(), overlay)]))

    def _drop_taken(self, node: Node, body: list[Stmt]) -> None:
        # Children that a key was read of were not empty: they go, and come back if more is left.
        if gone := [*node.static, *(child.key for child in node.children if child.static)]:
            body.append(ir.drop(node.rest, *gone))
        for key in node.absorbed:
            body.append(ir.Pop(node.rest, ir.const(key)))
        for condition, key in node.dynamic:
            body.append(ir.if_((condition, [ir.drop(node.rest, key)])))
        for child in node.children:
            if not self.objects.is_list(child.path):
                body.append(ir.assign(child.rest, ir.Copy(child.var)))
            self._drop_taken(child, body)
            if child.static:
                put = ir.put(node.rest, child.key, child.rest)
                body.append(ir.if_((ir.Filled(child.rest), [put])))
            else:
                self.put_rest(node, child, body)

    def merge_rests(self, node: Node, body: list[Stmt]) -> None:
        for child in node.children:
            self.merge_rests(child, body)
            self.put_rest(node, child, body)

    def put_rest(self, node: Node, child: Node, body: list[Stmt]) -> None:
        if self.objects.is_list(child.path):
            first = child.children[0]
            body.append(ir.ListRest(node.rest, child.key, first.rest, first.var, child.var))
        elif child.path in self.objects.shared:
            untaken = ir.present(child.rest)
            keep = ir.RestOrDrop(node.rest, child.key, child.rest, child.var)
            body.append(ir.if_((untaken, [keep])))
        elif child.key != "0":
            any_case = hollow(self.resolver, self.lens, child.path)
            body.append(ir.RestOrDrop(node.rest, child.key, child.rest, child.var, any_case))
