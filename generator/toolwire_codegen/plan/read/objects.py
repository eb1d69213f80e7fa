"""The wire objects a lens reads: opened once, and what no row takes of them kept.

Leftovers are found in one of two ways. Where they are the rule, each object is copied first and
each taken key dropped from the copy. Elsewhere taken keys are counted, and the copy is made only
where the count shows that there is more.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope, snake
from ...resolve.lenses import kept_keys
from ...resolve.paths import must_be_there
from ..bound import BoundLens
from ..landing import landing
from ..resolve import Resolver

MANY_OPTIONAL = 6
"""From here on leftovers are the rule: copying first costs less than counting."""


@dataclass
class Node:
    """One wire object a lens takes values from."""

    path: tuple[str, ...]
    var: Expr
    rest: Expr
    parent: Node | None
    key: str = ""
    static: list[str] = field(default_factory=list)
    absorbed: list[str] = field(default_factory=list)
    dynamic: list[tuple[Expr, str]] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)

    @property
    def counter(self) -> str:
        """The local that counts the optional keys taken."""
        return "_".join(["taken", *(snake(part) for part in self.path)])


class WireObjects:
    """The part of a lens reader that opens wire objects and keeps their rest."""

    def __init__(self, resolver: Resolver, bound: BoundLens) -> None:
        self.resolver, self.bound, self.lens = resolver, bound, bound.lens
        self.scope = Scope()
        self.root = Node((), ir.var("w"), ir.var("rest"), None)
        self.nodes: dict[tuple[str, ...], Node] = {(): self.root}
        self.locals: dict[str, Expr] = {}
        self.raws: dict[tuple[str, ...], Expr] = {}
        self.texts: dict[tuple[str, ...], Expr] = {}
        self.shared: set[tuple[str, ...]] = set()
        self.eager = self._eager()
        #: Rows are planned that only an object that is there is read by.
        self.inside = False
        self.invalid: tuple[str, Expr] | None = None

    def _eager(self) -> bool:
        lens = self.lens
        targets = [len(row.targets) for row in lens.all_rows]
        odd = any(row.parts for row in lens.all_rows) or any(n > 1 for n in targets)
        late = any(given.sum or given.when for given in lens.givens)
        sequences = any(self.resolver.format.sequence(lens, row) for row in lens.rows)
        parents = {
            t.path[:end] for row in lens.rows for t in row.targets for end in range(1, len(t.path))
        }
        loose = not all(must_be_there(self.resolver.wire, lens.wire, path) for path in parents)
        many = len(targets) > MANY_OPTIONAL
        transform = self.resolver.transform
        many = many or lens.inter in (transform.request[0], transform.response[0])
        return bool(lens.cases) or odd or late or sequences or loose or many

    def node(self, path: tuple[str, ...]) -> Node:
        """The wire object at ``path``, opened (and checked) on first use."""
        if path in self.nodes:
            return self.nodes[path]
        parent, key = self.node(path[:-1]), path[-1]
        required = must_be_there(self.resolver.wire, self.lens.wire, path)
        scope = self.scope
        name = scope.fresh("first" if key == "0" else key)
        var = ir.var(name)
        node = Node(path, var, ir.var(scope.fresh(f"{name}_rest")), parent, key)
        self.nodes[path] = node
        parent.children.append(node)
        if key == "0":
            first = ir.at(parent.var, 0)
            if not required:
                first = ir.IfElse(ir.Filled(parent.var), first, ir.var("EMPTY"))
            scope.add(ir.let(name, first))
        elif required:
            scope.add(ir.let(name, ir.get(parent.var, key)))
            kind = "array" if self._is_list(path) else "object"
            expected = "a list" if kind == "array" else "an object"
            bad = ir.fail(expected, parent.var, key)
            scope.add(ir.if_((ir.isnt(var, kind), [bad])))
        else:
            self._open_optional(node, path)
            return node
        if not self._is_list(path):
            scope.add(*self._opened(node))
        return node

    def _open_optional(self, node: Node, path: tuple[str, ...]) -> None:
        """An object that may not be there is read as an empty one."""
        assert node.parent is not None
        open_ = "list_at" if self._is_list(path) else "object_at"
        self.scope.add(
            ir.assign(node.var, ir.runtime(open_, node.parent.var, ir.const(node.key)))
        )
        some: list[Stmt] = [] if self._is_list(path) else self._opened(node)
        if any(absent.path[:-1] == path for absent in self.lens.absents):
            # Nothing is filled into an object that is not there.
            there = ir.present(ir.opt(node.parent.var, node.key))
            none = [ir.assign(node.rest, node.var)] if self.eager and self.bound.keeps else []
            some = [ir.if_((there, some), otherwise=none)]
        self.scope.add(*some)

    def _opened(self, node: Node) -> list[Stmt]:
        """What comes before an object's rows: respelling, and the copy for leftovers."""
        outer, self.scope = self.scope, self.scope.inner()
        self._respell(node)
        self._fill_in(node)
        if self.eager and self.bound.keeps:
            self.scope.add(ir.assign(node.rest, ir.Copy(node.var)))
        inner, self.scope = self.scope, outer
        return inner.body

    def _is_list(self, path: tuple[str, ...]) -> bool:
        shapes = self.resolver.format.wire_shapes(self.lens.wire, path)
        return any(shape.kind == "array" for shape in shapes)

    def _respell(self, node: Node) -> None:
        """Bring snake_case keys into the spelling the rows speak of; the form notes which."""
        name = self.resolver.snake_keys(self.lens.wire, node.path)
        if not name:
            return
        prefix = "".join(f"{part}." for part in node.path)
        self.scope.forms = True
        condition = ir.not_(ir.Disjoint(ir.var(name), node.var))
        depth = len(node.path)
        paths = [t.path for row in self.lens.all_rows for t in row.targets]
        inner = {p[depth] for p in paths if p[:depth] == node.path and len(p) > depth + 1}
        args = [node.var, ir.var(name), ir.const(prefix), ir.var("form")]
        args += [ir.const(sorted(inner))] if inner else []
        renamed = ir.runtime("camel", *args)
        self.scope.add(
            ir.if_(
                (
                    condition,
                    [
                        ir.Unpack(
                            (
                                ir.name_of(node.var),
                                "form",
                            ),
                            renamed,
                        )
                    ],
                )
            )
        )

    def _fill_in(self, node: Node) -> None:
        """Put in what services leave out; the form notes it. What comes after finds it there.

        Of what no row reads, the note is enough.
        """
        noted_only = unread_absents(self.resolver, self.bound)
        for absent in self.lens.absents:
            if absent.path[:-1] != node.path:
                continue
            self.scope.forms = True
            key = absent.path[-1]
            if not node.path and key in noted_only:
                noted = ir.let("form", ir.runtime("absent", ir.var("form"), ir.const(key)))
                self.scope.add(ir.if_((ir.not_(ir.has(node.var, key)), [noted])))
                continue
            none = ir.missing(ir.opt(node.var, key))
            if absent.value is None:
                none = ir.not_(ir.has(node.var, key))
            args = [ir.var("form"), node.var, ir.const(key), ir.const(absent.value)]
            args += [ir.const(".".join(absent.path))] if node.path else []
            filled = ir.runtime("filled_in", *args)
            self.scope.add(
                ir.if_(
                    (
                        none,
                        [
                            ir.Unpack(
                                (
                                    "form",
                                    ir.name_of(node.var),
                                ),
                                filled,
                            )
                        ],
                    )
                )
            )

    def took(self, node: Node, key: str, when: Expr | None = None, absorbs: bool = False) -> None:
        """Account for a wire key that a row has taken (``when``: only if that holds)."""
        if not self.bound.keeps:
            return
        if self.eager:
            inner = self.nodes.get((*node.path, key))
            if inner is not None:
                self.scope.add(ir.assign(inner.rest, ir.const(None)))
            drop: Stmt = ir.drop(node.rest, key)
            if absorbs:
                drop = ir.Pop(node.rest, ir.const(key))
            self.scope.add(drop)
        elif when is not None:
            self.scope.add(ir.Bump(node.counter))
            node.dynamic.append((when, key))
        elif absorbs:
            node.absorbed.append(key)
        else:
            node.static.append(key)

    def _givens(self) -> None:
        for given in self.lens.givens:
            node = self.node(given.path[:-1])
            key = given.path[-1]
            value = ir.get(node.var, key)
            if given.sum:
                fields = [ir.Lookup(ir.var("x"), ir.const(f), ir.const(0)) for f in given.sum]
                same = ir.and_(ir.is_(value, "integer"), ir.eq(value, ir.Plus(tuple(fields))))
            else:
                same = ir.eq(value, given.values[0])
            outer, self.scope = self.scope, self.scope.inner()
            self.took(node, key, ir.and_(ir.has(node.var, key), same))
            taken, self.scope = self.scope.body, outer
            path = ir.const(".".join(given.path))
            gone = ir.let("form", ir.runtime("absent", ir.var("form"), path))
            self.scope.forms = True
            check = ir.if_((ir.not_(ir.has(node.var, key)), [gone]), (same, taken))
            if given.when:
                there = ir.has(ir.var("x"), given.when)
                self.scope.add(ir.if_((there, [check])))
            else:
                self.scope.add(check)

    def _finish(self) -> None:
        """Keep what no row has taken, and the form, under the format's own name."""
        scope = self.scope
        if not self.bound.keeps:
            held = self.resolver.inter.properties(self.lens.inter)
            if scope.forms and "metadata" in held:
                only = ir.runtime("sealed", ir.obj(), ir.var("form"))
                scope.add(ir.if_((ir.present(ir.var("form")), [self._metadata(only)])))
            self._return()
            return
        self._givens()
        form = ir.var("form") if scope.forms else ir.const(None)
        body: list[Stmt] = []
        if self.eager:
            self._merge_rests(self.root, body)
            scope.add(*body)
            kept: Expr = ir.Filled(ir.var("rest"))
            condition = ir.or_(kept, ir.present(form)) if scope.forms else kept
            found = [self._metadata(self._sealed(ir.var("rest"), form))]
        else:
            sizes = [
                ir.SizeNot(node.var, len(node.static) + len(node.absorbed)
                     + len(node.children), node.counter if node.dynamic else "")
                for node in self.nodes.values()
            ]  # fmt: skip
            # A key that is missing, and so noted, may hide one too many in the count.
            exact = not any(node.absorbed for node in self.nodes.values()) and not self.lens.givens
            noted = [ir.present(form)] if scope.forms and not exact else []
            condition = ir.or_(*sizes, *noted)
            body.append(ir.let("rest", ir.Copy(self.root.var)))
            self._drop_taken(self.root, body)
            kept = ir.Filled(ir.var("rest"))
            kept = ir.or_(kept, ir.present(form)) if scope.forms else kept
            body.append(ir.if_((kept, [self._metadata(self._sealed(ir.var("rest"), form))])))
            found = body
        branches = [(condition, found)]
        if scope.forms and not self.eager and exact:
            branches.append((ir.present(form), [self._metadata(ir.obj([("$", form)]))]))
        otherwise: list[Stmt] = []
        if self.lens.own:
            otherwise = [self._metadata(ir.obj([("$", ir.obj([("own", ir.const(True))]))]))]
        scope.add(ir.if_(*branches, otherwise=otherwise))
        self._return()

    def _return(self) -> None:
        """Give the new object back; the calls of a whole request or reply are told apart first."""
        x, resolver = ir.var("x"), self.resolver
        if resolver.converses(self.lens):
            args = (ir.get(x, "messages"), ir.FormatName(), ir.const(resolver.finds_by_name))
            told = ir.do(ir.runtime("told_apart", *args))
            self.scope.add(ir.if_((ir.Filled(ir.var("calls")), [told])))
        elif self.lens.inter == resolver.transform.response[0] and self.bound.reads_calls:
            sent = ir.const(resolver.sends_made_ids)
            named = ir.ret(ir.runtime("named", x, ir.var("calls"), sent))
            self.scope.add(ir.if_((ir.Filled(ir.Made()), [named])))
        self.scope.add(ir.ret(x))

    def _sealed(self, rest: Expr, form: Expr) -> Expr:
        name = landing(self.resolver, self.bound)
        if name:
            form = ir.runtime("stayed", rest, form, ir.var(name))
        return ir.runtime("sealed", rest, form)

    def _metadata(self, overlay: Expr) -> Stmt:
        return ir.put(ir.var("x"), "metadata", ir.obj([(ir.FormatName(), overlay)]))

    def _drop_taken(self, node: Node, body: list[Stmt]) -> None:
        if node.static:
            body.append(ir.drop(node.rest, *node.static))
        for key in node.absorbed:
            body.append(ir.Pop(node.rest, ir.const(key)))
        for condition, key in node.dynamic:
            body.append(ir.if_((condition, [ir.drop(node.rest, key)])))
        for child in node.children:
            if not self._is_list(child.path):
                body.append(ir.assign(child.rest, ir.Copy(child.var)))
            self._drop_taken(child, body)
            self._put_rest(node, child, body)

    def _merge_rests(self, node: Node, body: list[Stmt]) -> None:
        for child in node.children:
            self._merge_rests(child, body)
            self._put_rest(node, child, body)

    def _put_rest(self, node: Node, child: Node, body: list[Stmt]) -> None:
        if self._is_list(child.path):
            first = child.children[0]
            body.append(ir.ListRest(node.rest, child.key, first.rest, first.var, child.var))
        elif child.path in self.shared:
            untaken = ir.present(child.rest)
            keep = ir.RestOrDrop(node.rest, child.key, child.rest, child.var)
            body.append(ir.if_((untaken, [keep])))
        elif child.key != "0":
            body.append(ir.RestOrDrop(node.rest, child.key, child.rest, child.var))


def kept_required(resolver: Resolver, bound: BoundLens) -> list[str]:
    """Wire keys that always ride in the overlay of what a lens reads."""
    return kept_keys(resolver.wire, bound.lens)


def unread_absents(resolver: Resolver, bound: BoundLens) -> dict[str, Any]:
    """Keys that may be missing and that no row reads, with what stands for them.

    They ride in the overlay: that they were missing is noted, and nothing is put in their place.
    """
    kept = kept_required(resolver, bound)
    single = [absent for absent in bound.lens.absents if len(absent.path) == 1]
    return {absent.path[0]: absent.value for absent in single if absent.path[0] in kept}
