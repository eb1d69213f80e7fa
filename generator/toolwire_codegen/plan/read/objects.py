"""The wire objects a lens reads: opened once, and each key that a row takes accounted for."""

from __future__ import annotations

from dataclasses import dataclass, field

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Steps, snake
from ...load.transform import Given
from ...operators.leaf import Leaf
from ...resolve.enclosing import enclosing
from ...resolve.paths import companions, must_be_there
from ..bound import BoundLens
from ..resolve import Resolver
from ..unread import unread_absents

Path = tuple[str, ...]
SCALARS = frozenset({"string", "integer", "number", "boolean"})
MANY_OPTIONAL = 6
"""From here on leftovers are the rule: copying first costs less than counting."""


@dataclass
class Node:
    """One wire object a lens takes values from."""

    path: Path
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
    """Opens wire objects as the rows of a lens ask for them."""

    def __init__(self, resolver: Resolver, bound: BoundLens, steps: Steps) -> None:
        self.resolver, self.bound, self.lens, self.steps = resolver, bound, bound.lens, steps
        self.root = Node((), ir.var("w"), ir.var("rest"), None)
        self.nodes: dict[Path, Node] = {(): self.root}
        self.raws: dict[Path, Expr] = {}
        #: objects that are a value as well, with what other rows have left of them
        self.shared: set[Path] = set()
        #: objects that a lens of their own reads, with the keys in them that rows of this one take
        self.enclosing = enclosing(resolver.format, self.lens)
        #: Leftovers are the rule: each object is copied first, and each taken key dropped from the
        #: copy. Elsewhere taken keys are counted, and the copy is made where there are more.
        self.eager = self._eager()

    def _eager(self) -> bool:
        lens = self.lens
        targets = [len(row.targets) for row in lens.all_rows]
        odd = any(row.parts for row in lens.all_rows) or any(n > 1 for n in targets)
        odd = odd or any(target.more for row in lens.all_rows for target in row.targets)
        late = any(given.sum or given.when for given in lens.givens)
        sequences = any(self.resolver.format.sequence(lens, row) for row in lens.rows)
        parents = {
            path[:end] for row in lens.rows for t in row.targets for path in t.paths
            for end in range(1, len(path))
        }
        loose = not all(must_be_there(self.resolver.wire, lens.wire, path) for path in parents)
        many = len(targets) > MANY_OPTIONAL
        transform = self.resolver.transform
        many = many or lens.inter in (transform.request[0], transform.response[0])
        many = many or any(map(self._stands_in, lens.givens))
        return bool(lens.cases or self.enclosing) or odd or late or sequences or loose or many

    def _stands_in(self, given: Given) -> bool:
        """Whether a constant is written for what a sender knows: traffic has something else."""
        wire, owner = self.resolver.wire, self.lens.wire
        shapes = self.resolver.format.wire_shapes(owner, given.path)
        free = all(shape.kind in SCALARS and not shape.consts for shape in shapes)
        return free and must_be_there(wire, owner, given.path)

    def open_root(self) -> None:
        """What comes before all rows."""
        if not self.bound.whole_child:
            self._respell(self.root)
            self._fill_in(self.root)
        if self.eager and self.bound.keeps:
            self.steps.scope.add(ir.let("rest", ir.Copy(self.root.var)))

    def respell_root(self) -> None:
        self._respell(self.root)

    def node(self, path: Path) -> Node:
        """The wire object at ``path``, opened (and checked) on first use."""
        if path in self.nodes:
            return self.nodes[path]
        parent, key = self.node(path[:-1]), path[-1]
        required = must_be_there(self.resolver.wire, self.lens.wire, path)
        scope = self.steps.scope
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
        elif self._also_a_value(path):
            value = ir.opt(parent.var, key)
            obj = ir.IfElse(ir.is_(value, "object"), value, ir.var("EMPTY"))
            scope.add(ir.let(name, obj))
        elif required:
            scope.add(ir.let(name, ir.get(parent.var, key)))
            kind = "array" if self.is_list(path) else "object"
            expected = "a list" if kind == "array" else "an object"
            bad = ir.fail(expected, parent.var, key)
            if self.lens.cases and self.bound.declines and self._either(path):
                bad = ir.ret(ir.const(None))
            scope.add(ir.if_((ir.isnt(var, kind), [bad])))
        else:
            self._open_optional(node, path)
            return node
        if not self.is_list(path):
            scope.add(*self._opened(node))
        return node

    def _also_a_value(self, path: Path) -> bool:
        """Whether another case takes what stands at a path as it is, and it may be no object."""
        rows = [row for case in self.lens.cases if not case.arm for row in case.rows]
        shapes = self.resolver.format.wire_shapes(self.lens.wire, path)
        plain = any(shape.kind in SCALARS for shape in shapes)
        return plain and any(target.path == path for row in rows for target in row.targets)

    def _open_optional(self, node: Node, path: Path) -> None:
        """An object that may not be there is read as an empty one."""
        assert node.parent is not None
        open_ = "list_at" if self.is_list(path) else "object_at"
        self.steps.scope.add(
            ir.assign(node.var, ir.runtime(open_, node.parent.var, ir.const(node.key)))
        )
        some: list[Stmt] = [] if self.is_list(path) else self._opened(node)
        if any(absent.path[:-1] == path for absent in self.lens.absents):
            # Nothing is filled into an object that is not there.
            there = ir.present(ir.opt(node.parent.var, node.key))
            none = [ir.assign(node.rest, node.var)] if self.eager and self.bound.keeps else []
            some = [ir.if_((there, some), otherwise=none)]
        self.steps.scope.add(*some)

    def _opened(self, node: Node) -> list[Stmt]:
        """What comes before an object's rows: respelling, and the copy for leftovers."""
        with self.steps.inner() as inner:
            self._respell(node)
            self._fill_in(node)
            if self.eager and self.bound.keeps:
                named = self.enclosing.get(node.path)
                # The others are those of a lens of their own.
                own = ir.Copy(node.var) if named is None else self._some("only", node, named)
                inner.add(ir.assign(node.rest, own))
        return inner.body

    def _some(self, what: str, node: Node, keys: frozenset[str]) -> Expr:
        """A copy of an object with some of its keys, or the object without them."""
        name = self.resolver.constants.put(f"KEYS_IN_{snake(node.key).upper()}", keys)
        return ir.runtime(what, node.var, ir.var(name))

    def _either(self, path: Path) -> bool:
        """Whether the wire may have something else where a lens looks for an object."""
        shapes = self.resolver.format.wire_shapes(self.lens.wire, path)
        return any(shape.kind not in ("record", "object", "array", "null") for shape in shapes)

    def is_list(self, path: Path) -> bool:
        shapes = self.resolver.format.wire_shapes(self.lens.wire, path)
        return any(shape.kind == "array" for shape in shapes)

    def _respell(self, node: Node) -> None:
        """Bring snake_case keys into the spelling the rows speak of; the form notes which."""
        name = self.resolver.snake_keys(self.lens.wire, node.path)
        if not name:
            return
        prefix = "".join(f"{part}." for part in node.path)
        self.steps.scope.forms = True
        condition = ir.not_(ir.Disjoint(ir.var(name), node.var))
        depth = len(node.path)
        paths = [p for row in self.lens.all_rows for t in row.targets for p in t.paths]
        inner = {p[depth] for p in paths if p[:depth] == node.path and len(p) > depth + 1}
        args = [node.var, ir.var(name), ir.const(prefix), ir.var("form")]
        args += [ir.const(sorted(inner))] if inner else []
        renamed = ir.runtime("camel", *args)
        self.steps.scope.add(
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
            self.steps.scope.forms = True
            key = absent.path[-1]
            if not node.path and key in noted_only:
                noted = ir.let("form", ir.runtime("absent", ir.var("form"), ir.const(key)))
                self.steps.scope.add(ir.if_((ir.not_(ir.has(node.var, key)), [noted])))
                continue
            none = ir.missing(ir.opt(node.var, key))
            if absent.value is None:
                none = ir.not_(ir.has(node.var, key))
            if beside := companions(self.resolver.inter, self.lens, absent.path):
                others = [ir.present(ir.opt(node.var, other[-1])) for other in beside]
                none = ir.and_(none, ir.or_(*others))
            args = [ir.var("form"), node.var, ir.const(key), ir.const(absent.value)]
            args += [ir.const(".".join(absent.path))] if node.path else []
            filled = ir.runtime("filled_in", *args)
            self.steps.scope.add(
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
        if not self.bound.keeps or (*node.path, key) in self.enclosing:
            return
        if self.eager:
            inner = self.nodes.get((*node.path, key))
            if inner is not None:
                self.steps.scope.add(ir.assign(inner.rest, ir.const(None)))
            drop: Stmt = ir.drop(node.rest, key)
            if absorbs:
                drop = ir.Pop(node.rest, ir.const(key))
            self.steps.scope.add(drop)
        elif when is not None:
            self.steps.scope.add(ir.Bump(node.counter))
            node.dynamic.append((when, key))
        elif absorbs:
            node.absorbed.append(key)
        elif key not in node.static:
            node.static.append(key)

    def raw(self, leaf: Leaf) -> Expr:
        """The wire value of a leaf in a local name, missing if it is not there."""
        path = leaf.target.path
        if not path:
            return self.root.var
        if path in self.enclosing:
            if path not in self.raws:
                left = self._some("without", self.node(path), self.enclosing[path])
                self.raws[path] = self.steps.scope.let(leaf.row.name, left)
            return self.raws[path]
        if path in self.nodes and not self._also_a_value(path):
            # Other rows have taken keys of this very object: what they left is the value.
            self.shared.add(path)
            return self.nodes[path].rest
        if path not in self.raws:
            node = self.node(leaf.node)
            self.raws[path] = self.steps.scope.let(leaf.key, ir.opt(node.var, leaf.key))
        return self.raws[path]
