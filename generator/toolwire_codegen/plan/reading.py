"""Plans the decoding half of a lens: wire object in, intermediate object out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..load.transform import Case, Given, Row
from . import ir
from .codecs import Codec, Copy, Scalar, Scope, Spot, Table, snake
from .ir import Expr, Stmt
from .operators import Arguments, Less, Minted, Pair, Position, Retyped, Text, ThroughUnion
from .resolve import CALL, OPAQUE, BoundLens, Leaf, Resolver

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


class LensReader:
    """Plans ``decode`` of one lens as a function ``(w[, calls]) -> x``."""

    def __init__(self, resolver: Resolver, bound: BoundLens) -> None:
        self.resolver, self.bound, self.lens = resolver, bound, bound.lens
        self.scope = Scope()
        self.root = Node((), ir.var("w"), ir.var("rest"), None)
        self.nodes: dict[tuple[str, ...], Node] = {(): self.root}
        self.locals: dict[str, Expr] = {}
        self.raws: dict[tuple[str, ...], Expr] = {}
        self.shared: set[tuple[str, ...]] = set()
        self.eager = self._eager()
        self.invalid: tuple[str, Expr] | None = None

    def _eager(self) -> bool:
        lens = self.lens
        targets = [len(row.targets) for row in lens.all_rows]
        odd = any(row.parts for row in lens.all_rows) or any(n > 1 for n in targets)
        late = any(given.sum or given.when for given in lens.givens)
        sequences = any(self.resolver.sequence(lens, row) for row in lens.rows)
        parents = {t.path[:end] for row in lens.rows for t in row.targets for end in range(1, len(t.path))}
        required = self.resolver.is_required
        loose = not all(required(self.resolver.wire, lens.wire, path) for path in parents)
        many = len(targets) > MANY_OPTIONAL
        transform = self.resolver.transform
        many = many or lens.inter in (transform.request[0], transform.response[0])
        return bool(lens.cases) or odd or late or sequences or loose or many

    # -- the function

    def plan(self) -> ir.Function:
        lens, scope = self.lens, self.scope
        params = ["w", "calls"] if self.bound.reads_calls else ["w"]
        if self._scalar_value():
            return self._scalar_function(params)
        if not self.bound.whole_child:
            self._respell(self.root)
        if self.eager and self.bound.keeps:
            scope.add(ir.let("rest", Expr("copy", (self.root.var,))))
        for key, value in self.bound.wire_tags:
            if not isinstance(value, tuple):
                self._took(self.root, key)
        self._require_kept()
        if not self.bound.keeps:
            for given in lens.givens:
                value = ir.opt(self._node(given.path[:-1]).var, given.path[-1])
                known = ir.or_(*(ir.eq(value, v) for v in given.values))
                scope.add(ir.if_((ir.not_(known), [ir.ret(ir.const(None))])))
        pairs: list[tuple[tuple[str, ...], Expr]] = [
            ((key,), ir.const(value)) for key, value in self.bound.inter_tags
            if not isinstance(value, tuple)
        ]  # fmt: skip
        late: list[Row] = []
        for row in lens.rows:
            if not self._early(row, lens.inter, pairs):
                late.append(row)
        if lens.cases:
            self._cases(pairs, late)
        else:
            self._build(pairs, late, lens.inter)
        self._finish()
        body = scope.body
        if scope.forms:
            body = [ir.let("form", ir.const(None)), *body]
        for node in self.nodes.values():
            if node.dynamic:
                body = [ir.let(node.counter, ir.const(0)), *body]
        rows = [f"{row.left}: {row.right}" for row in lens.rows]
        rows += [
            f"{case.arm or 'case'}: {row.left}: {row.right}"
            for case in lens.cases
            for row in case.rows
        ]
        return ir.Function(
            self.bound.reading,
            params,
            f"Read `{lens.wire}` as `{lens.inter}`.",
            rows,
            body,
            self.bound.partial,
        )

    def _scalar_value(self) -> bool:
        return any(row.fields[0] == () for row in self.lens.rows)

    def _scalar_function(self, params: list[str]) -> ir.Function:
        """A lens onto a scalar of the intermediate format: no object to build, no leftovers."""
        row = self.lens.rows[0]
        if row.is_const:
            value: Expr = ir.const(row.const)
        else:
            self._respell(self.root)
            leaf = self.resolver.leaf(self.lens, row, row.targets[0])
            raw = ir.opt(self._node(leaf.node).var, leaf.key)
            value = leaf.codec.decode(self.scope, raw, self._spot(leaf))
        self.scope.add(ir.ret(value))
        return ir.Function(
            self.bound.reading,
            params,
            f"Read `{self.lens.wire}` as `{self.lens.inter}`.",
            [f"{row.left}: {row.right}"],
            [*([ir.let("form", ir.const(None))] if self.scope.forms else []), *self.scope.body],
            not row.is_const,
        )

    def _require_kept(self) -> None:
        """What this wire demands and no row names rides in the overlay: it must be there."""
        for key in kept_required(self.resolver, self.bound):
            expected = ir.fail(f"the key {key!r}", self.root.var, None)
            self.scope.add(ir.if_((ir.not_(ir.has(self.root.var, key)), [expected])))

    # -- nodes

    def _node(self, path: tuple[str, ...]) -> Node:
        """The wire object at ``path``, opened (and checked) on first use."""
        if path in self.nodes:
            return self.nodes[path]
        parent, key = self._node(path[:-1]), path[-1]
        required = self.resolver.is_required(self.resolver.wire, self.lens.wire, path)
        scope = self.scope
        name = scope.fresh("first" if key == "0" else key)
        var = ir.var(name)
        node = Node(path, var, ir.var(scope.fresh(f"{name}_rest")), parent, key)
        self.nodes[path] = node
        parent.children.append(node)
        if key == "0":
            first = ir.at(parent.var, 0)
            if not required:
                first = Expr("if_else", (Expr("true", (parent.var,)), first, ir.var("EMPTY")))
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
        is_list = self._is_list(path)
        kind, expected = ("array", "a list") if is_list else ("object", "an object")
        name, empty = node.var.args[0], ir.var("EMPTY")
        none = [ir.let(name, empty)]
        some: list[Stmt] = [] if is_list else self._opened(node)
        if some and self.eager and self.bound.keeps:
            none.append(ir.let(node.rest.args[0], empty))
        bad = [ir.fail(expected, node.parent.var, node.key)]
        self.scope.add(
            ir.let(name, ir.opt(node.parent.var, node.key)),
            ir.if_((ir.missing(node.var), none), (ir.isnt(node.var, kind), bad), otherwise=some),
        )

    def _opened(self, node: Node) -> list[Stmt]:
        """What is done with a wire object before its rows: respelling, and the copy for leftovers."""
        outer, self.scope = self.scope, self.scope.inner()
        self._respell(node)
        if self.eager and self.bound.keeps:
            self.scope.add(ir.let(node.rest.args[0], Expr("copy", (node.var,))))
        inner, self.scope = self.scope, outer
        return outer.joined(inner)

    def _is_list(self, path: tuple[str, ...]) -> bool:
        shapes = self.resolver.wire_shapes(self.lens.wire, path)
        return any(shape.kind == "array" for shape in shapes)

    def _respell(self, node: Node) -> None:
        """Bring snake_case keys into the spelling the rows speak of; the form notes which."""
        if not self.resolver.transform.snake_case:
            return
        spellings = self.resolver.spellings(self.lens.wire, node.path)
        if not spellings:
            return
        name = f"SPELLINGS_{snake(self.lens.wire).upper()}" + "".join(
            f"_{snake(part).upper()}" for part in node.path
        )
        self.resolver.constants[name] = spellings
        prefix = "".join(f"{part}." for part in node.path)
        self.scope.forms = True
        condition = ir.not_(Expr("disjoint", (ir.var(f"{name}_KEYS"), node.var)))
        self.resolver.constants[f"{name}_KEYS"] = frozenset(spellings)
        renamed = ir.runtime(
            "camel", node.var, ir.var(name), ir.const(prefix), ir.var("form")
        )
        self.scope.add(
            ir.if_((condition, [Stmt("let2", (node.var.args[0], "form", renamed))]))
        )

    def _took(self, node: Node, key: str, when: Expr | None = None, absorbs: bool = False) -> None:
        """Account for a wire key that a row has taken (``when``: only if that holds)."""
        if not self.bound.keeps:
            return
        if self.eager:
            inner = self.nodes.get((*node.path, key))
            if inner is not None:
                self.scope.add(ir.let(inner.rest.args[0], ir.const(None)))
            drop: Stmt = ir.drop(node.rest, key)
            if absorbs:
                drop = ir.do(Expr("call", ("pop", (node.rest, ir.const(key)))))
            self.scope.add(drop)
        elif when is not None:
            self.scope.add(Stmt("bump", (node.counter,)))
            node.dynamic.append((when, key))
        elif absorbs:
            node.absorbed.append(key)
        else:
            node.static.append(key)

    # -- rows

    def _spot(self, leaf: Leaf) -> Spot:
        node = self._node(leaf.node)
        name = leaf.row.name if leaf.row.name != "." else leaf.key
        return Spot(name, node.var, leaf.key, self._content())

    def _content(self) -> Expr | None:
        """The blocks of the message being read, once its row has been planned."""
        if "message" in self.locals:
            return ir.get(self.locals["message"], "content")
        return self.locals.get("content")

    def _raw(self, leaf: Leaf) -> Expr:
        """The wire value of a leaf in a local name, missing if it is not there."""
        path = leaf.target.path
        if not path:
            return self.root.var
        if path in self.nodes:
            # Other rows have taken keys of this very object: what they left is the value.
            self.shared.add(path)
            return self.nodes[path].rest
        if path not in self.raws:
            node = self._node(leaf.node)
            self.raws[path] = self.scope.let(leaf.key, ir.opt(node.var, leaf.key))
        return self.raws[path]

    def _early(self, row: Row, inter: str, pairs: list[tuple[tuple[str, ...], Expr]]) -> bool:
        """Plan a row whose value is part of the new object from the start; False if it is not."""
        if row.is_const:
            pairs.append((row.fields[0], ir.const(row.const)))
            return True
        if row.lost:
            if row.back is not None:
                known = self.locals[row.back.args[0]]
                name = Expr("lookup", (ir.var("calls"), known, ir.const("")))
                pairs.append((row.fields[0], self.scope.let(row.name, name)))
                self.scope.contextual = True
                self.locals[row.name] = pairs[-1][1]
            return True
        if row.parts:
            pairs.append((row.fields[0], self._parts(row, inter)))
            return True
        if self.resolver.sequence(self.lens, row) is not None:
            value = self._sequence(row)
            if value is None:
                return False
            pairs.append((row.fields[0], value))
            return True
        if len(row.targets) > 1:
            return False
        leaf = self.resolver.leaf(self.lens, row, row.targets[0], inter)
        codec = leaf.codec
        if isinstance(codec, Arguments):
            self._arguments(leaf, codec, pairs)
            return True
        if isinstance(codec, Minted | Position):
            pairs.append((leaf.field, self._id(leaf, codec)))
            return True
        if isinstance(codec, Less) or not (leaf.inter_required or self._always_there(leaf)):
            return False
        value = self._required(leaf)
        self.locals[row.name] = value
        pairs.append((leaf.field, value))
        return True

    def _always_there(self, leaf: Leaf) -> bool:
        """Whether the wire never lacks what an optional field stands for."""
        shapes = self.resolver.wire_shapes(self.lens.wire, leaf.target.path)
        nullable = any(shape.kind in ("null", "any") for shape in shapes)
        plain = type(leaf.codec) is Copy and len(leaf.field) == 1
        return leaf.wire_required and plain and not nullable and not leaf.has_default

    def _required(self, leaf: Leaf) -> Expr:
        """The value of a field that is always there."""
        scope = self.scope
        if not leaf.target.path:
            return leaf.codec.decode(scope, self.root.var, self._spot(leaf))
        if leaf.has_default and not leaf.wire_required:
            return self._defaulted(leaf)
        node = self._node(leaf.node)
        if isinstance(leaf.codec, Text) or not isinstance(leaf.codec, Codec):
            value = leaf.codec.decode(scope, ir.get(node.var, leaf.key), self._spot(leaf))
            self._took(node, leaf.key)
            return value
        loose = not self.bound.keeps and not leaf.wire_required
        read = ir.opt(node.var, leaf.key) if loose else ir.get(node.var, leaf.key)
        raw = scope.let(leaf.row.name, read)
        self.raws[leaf.target.path] = raw
        condition = leaf.codec.accepts(raw)
        checked = not isinstance(leaf.codec, ThroughUnion)
        if condition is not None and checked:
            scope.add(ir.if_((negated(condition), [self._misfit(leaf, node)])))
        value = self._converted(leaf, raw, node)
        if leaf.has("nonempty"):
            empty = scope.note(leaf.row.name, "style", ir.const("empty"))
            scope.add(ir.if_((ir.not_(Expr("true", (value,))), [empty])))
        self._took(node, leaf.key)
        return value

    def _converted(self, leaf: Leaf, raw: Expr, node: Node) -> Expr:
        scope, codec = self.scope, leaf.codec
        value = codec.decode(scope, raw, self._spot(leaf))
        if value is raw and not codec.partial:
            return value
        local = value if value.op == "var" else scope.let(leaf.row.name, value)
        if codec.partial:
            scope.add(ir.if_((ir.missing(local), [self._misfit(leaf, node)])))
        if codec.spelled and self.bound.keeps:
            self._note_spelling(scope, leaf, local, raw)
        return local

    def _misfit(self, leaf: Leaf, node: Node) -> Stmt:
        if self.bound.declines:
            return ir.ret(ir.const(None))
        return ir.fail(leaf.codec.expected, node.var, leaf.key)

    def _note_spelling(self, scope: Scope, leaf: Leaf, value: Expr, raw: Expr) -> None:
        """Keep a raw spelling that our own encoder would not write."""
        if isinstance(leaf.codec, Retyped):
            odd = Expr("true", (leaf.codec.odd,))
            scope.add(ir.if_((odd, [scope.note(leaf.row.name, "as", raw)])))
            return
        again = leaf.codec.encode(scope, value, self._spot(leaf))
        if isinstance(leaf.codec, Table):
            again = Expr("lookup", (ir.var(leaf.codec.writing), value, ir.const(None)))
        elif leaf.has("calls"):
            table = leaf.codec.table  # type: ignore[attr-defined]
            again = Expr("lookup", (ir.var(table.writing), value, ir.const(None)))
        # These codecs write texts, lists and objects of texts: equal is equal as JSON.
        same = Expr("ne", (again, raw))
        scope.add(ir.if_((same, [scope.note(leaf.row.name, "as", raw)])))

    def _defaulted(self, leaf: Leaf) -> Expr:
        """A field whose default stands for an absent wire key, and the other way round."""
        scope = self.scope
        raw = self._raw(leaf)
        result = scope.fresh(f"{leaf.row.name}")
        scope.add(ir.let(result, ir.const(leaf.default)))
        inner = Scope()
        inner.names = scope.names
        outer, self.scope = self.scope, inner
        node = self._node(leaf.node)
        value = leaf.codec.decode(inner, raw, self._spot(leaf))
        local = inner.let(leaf.row.name, value) if value is not raw else raw
        took = Scope()
        took.names = scope.names
        self.scope = took
        if leaf.codec.spelled and self.bound.keeps:
            self._note_spelling(took, leaf, local, raw)
        took.add(ir.let(result, local))
        differs = Expr("ne", (ir.var(result), ir.const(leaf.default)))
        self._took(node, leaf.key, differs)
        self.scope = outer
        condition = Expr("ne", (local, ir.const(leaf.default)))
        if leaf.codec.partial:
            condition = ir.and_(ir.present(local), condition)
        inner.add(ir.if_((condition, inner.joined(took))))
        accepts = leaf.codec.accepts(raw) or ir.present(raw)
        guarded = isinstance(leaf.codec, Text) and not leaf.codec.inter_list
        if guarded:
            accepts = leaf.codec.guard(scope, raw)  # type: ignore[attr-defined]
        branches = [(accepts, outer.joined(inner))]
        if leaf.codec.structural and not guarded:
            bad = ir.fail(leaf.codec.expected, node.var, leaf.key)
            branches.append((ir.present(raw), [bad]))
        scope.add(ir.if_(*branches))
        return ir.var(result)

    def _optional(self, leaf: Leaf, at: str = "") -> list[tuple[Expr, list[Stmt]]]:
        """Branches that put a field where its wire value fits."""
        scope = self.scope
        node = self._node(leaf.node)
        raw = self._raw(leaf)
        inner = Scope()
        inner.names = scope.names
        self.scope = inner
        value = leaf.codec.decode(inner, raw, self._spot(leaf))
        if value is not raw and (leaf.codec.partial or leaf.codec.spelled):
            value = inner.let(leaf.row.name, value)
        put = Scope()
        put.names = scope.names
        self.scope = put
        self._put(put, leaf.field, value)
        if leaf.codec.spelled and self.bound.keeps:
            self._note_spelling(put, leaf, value, raw)
        if at:
            put.add(put.note(leaf.row.name, "at", ir.const(at)))
        if leaf.field[-1] and leaf.has_default:
            self._took(node, leaf.key, self._there(leaf.field))
        else:
            self._took(node, leaf.key, self._there(leaf.field))
        self.scope = scope
        if leaf.codec.partial:
            inner.add(ir.if_((ir.present(value), inner.joined(put))))
        else:
            inner.add(*inner.joined(put))
        accepts = leaf.codec.accepts(raw)
        if accepts is None:
            plain = isinstance(leaf.codec, Scalar | Table) or leaf.codec.partial
            accepts = ir.present(raw) if plain else ir.has(node.var, leaf.key)
        if leaf.target.path in self.shared:
            accepts = ir.and_(ir.is_(ir.opt(node.var, leaf.key), "object"), accepts)
        if leaf.has_default:
            accepts = ir.and_(accepts, Expr("ne", (raw, ir.const(leaf.default))))
        branches = [(accepts, scope.joined(inner))]
        shared = leaf.target.path in self.shared
        nullable = any(
            shape.kind == "null"
            for shape in self.resolver.wire_shapes(self.lens.wire, leaf.target.path)
        )
        if leaf.wire_required and not at and not leaf.has("expected"):
            # The wire never lacks it: what does not fit here is malformed.
            bad = ir.fail(leaf.codec.expected, node.var, leaf.key)
            if leaf.has_default:
                default = ir.eq(raw, ir.const(leaf.default))
                branches.append((ir.not_(default), [bad]))
            elif nullable:
                branches.append((ir.present(raw), [bad]))
            else:
                branches.append((ir.const(True), [bad]))
        elif leaf.codec.structural and not leaf.has_default and not shared:
            bad = ir.fail(leaf.codec.expected, node.var, leaf.key)
            branches.append((ir.present(raw), [bad]))
        return branches

    def _there(self, path: tuple[str, ...]) -> Expr:
        return ir.has(ir.var("x"), path[0])

    def _put(self, scope: Scope, path: tuple[str, ...], value: Expr) -> None:
        for key in reversed(path[1:]):
            value = ir.obj([(key, value)])
        scope.add(ir.put(ir.var("x"), path[0], value))

    def _late(self, row: Row, inter: str) -> None:
        """Plan a row that may add to the object already built."""
        if self.resolver.sequence(self.lens, row) is not None:
            self._optional_sequence(row)
            return
        leaves = [self.resolver.leaf(self.lens, row, target, inter) for target in row.targets]
        if isinstance(leaves[0].codec, Less):
            self._less(leaves[0], leaves[0].codec)
            return
        for leaf in leaves:
            if leaf.wire_required and len(leaves) == 1 and not leaf.has("expected"):
                node = self._node(leaf.node)
                self.raws[leaf.target.path] = self.scope.let(leaf.key, ir.get(node.var, leaf.key))
        if self._may_be_absent(leaves):
            self._if_there(leaves[0])
            return
        for leaf in leaves:
            self._raw(leaf)
        branches = self._optional(leaves[0])
        for leaf in leaves[1:]:
            branches = [b for b in branches if b[1][0].op != "fail"]
            branches += self._optional(leaf, at=leaf.target.dotted)
        self.scope.add(ir.if_(*branches))

    def _may_be_absent(self, leaves: list[Leaf]) -> bool:
        """Whether the row reads one key that nothing has read yet and that may not be there."""
        path = leaves[0].target.path
        return len(leaves) == 1 and path not in self.raws and path not in self.nodes

    def _if_there(self, leaf: Leaf) -> None:
        """Read a key only where it is there: asking first is cheaper than getting nothing."""
        node, scope = self._node(leaf.node), self.scope
        name = scope.fresh(leaf.key)
        raw = self.raws[leaf.target.path] = ir.var(name)
        there = ir.has(node.var, leaf.key)
        branches = self._optional(leaf)
        first, body = branches[0]
        if len(branches) == 1 and first.op in ("is", "eq", "present") and not leaf.has("expected"):
            bound = Expr("walrus", (name, ir.get(node.var, leaf.key)))
            condition = Expr(first.op, (bound, *first.args[1:]))
            scope.add(ir.if_((ir.and_(there, condition), body)))
            return
        inner = [ir.let(name, ir.get(node.var, leaf.key)), ir.if_(*branches)]
        if first.op == "has":
            inner = [ir.let(name, ir.get(node.var, leaf.key)), *body]
        otherwise: list[Stmt] = []
        if leaf.has("expected"):
            otherwise = [
                ir.let("form", ir.runtime("absent", ir.var("form"), ir.const(leaf.key)))
            ]
            scope.forms = True
        del raw
        scope.add(ir.if_((there, inner), otherwise=otherwise))

    def _less(self, leaf: Leaf, codec: Less) -> None:
        scope, node = self.scope, self._node(leaf.node)
        raw = self._raw(leaf)
        others = tuple(Expr("lookup", (ir.var("x"), ir.const(o), ir.const(0))) for o in codec.others)
        count = scope.fresh(leaf.row.name)
        whole = scope.note(leaf.row.name, "style", ir.const("whole"))
        inner = Scope()
        inner.names = scope.names
        inner.add(ir.let(count, Expr("minus", (raw, *others)) if others else raw))
        if others:
            more = Expr("less_than", (ir.var(count), ir.const(0)))
            inner.add(ir.if_((more, [ir.let(count, raw), whole])))
        inner.add(ir.put(ir.var("x"), leaf.row.name, ir.var(count)))
        self.scope = inner
        counted = ir.is_(ir.opt(node.var, leaf.key), "integer")
        if not leaf.wire_required:
            there = ir.opt(node.var, leaf.key)
            counted = ir.and_(counted, Expr("ne", (there, ir.const(leaf.default))))
        self._took(node, leaf.key, counted)
        self.scope = scope
        if leaf.wire_required:
            bad = ir.fail("an integer", node.var, leaf.key)
            scope.add(ir.if_((ir.is_(raw, "integer"), inner.body), otherwise=[bad]))
            return
        absent: list[Stmt] = [ir.put(ir.var("x"), leaf.row.name, ir.const(leaf.default))]
        if codec.others:
            absent.append(ir.if_((Expr("plus", others), [whole])))
        taken = ir.and_(ir.is_(raw, "integer"), Expr("ne", (raw, ir.const(leaf.default))))
        scope.add(ir.if_((taken, inner.body), otherwise=absent))

    def _id(self, leaf: Leaf, codec: Codec) -> Expr:
        scope, node = self.scope, self._node(leaf.node)
        value = scope.let(leaf.row.name, ir.opt(node.var, leaf.key))
        made = ir.runtime("mint", ir.var("calls"))
        if isinstance(codec, Position):
            name: Expr = ir.const(None)
            operator = leaf.target.operator("position")
            if operator is not None and operator.args:
                path = tuple(operator.args[0].split("."))
                name = ir.opt(self._node(path[:-1]).var, path[-1])
            made = ir.runtime("answered", ir.var("calls"), name)
        spelling = ir.runtime("missing_id", node.var, ir.const(leaf.key), value)
        scope.forms = scope.contextual = True
        note = ir.let(
            "form", ir.runtime("noted", ir.var("form"), ir.const(leaf.row.name), spelling)
        )
        bad = ir.or_(ir.isnt(value, "string"), ir.not_(Expr("true", (value,))))
        # An id that is there but equals a made-up one must not pass for it.
        clash = Expr("in", (value, Expr("made", ())))
        kept = scope.note(leaf.row.name, "style", ir.const("present"))
        scope.add(ir.if_((bad, [ir.let(value.args[0], made), note]), (clash, [kept])))
        self._took(node, leaf.key, absorbs=True)
        self.locals[leaf.row.name] = value
        return value

    def _arguments(
        self, leaf: Leaf, codec: Arguments, pairs: list[tuple[tuple[str, ...], Expr]]
    ) -> None:
        scope, node = self.scope, self._node(leaf.node)
        first, second = leaf.row.fields
        text = scope.let(leaf.key, ir.opt(node.var, leaf.key))
        value, invalid = scope.fresh(first[0]), scope.fresh(second[0])
        style = scope.fresh("spelling")
        read = ir.runtime(codec.reader, text, *codec.args)
        scope.add(Stmt("let3", (value, invalid, style, read)))
        scope.forms = True
        noted = ir.runtime("noted", ir.var("form"), ir.const(first[0]), ir.var(style))
        there = ir.not_(ir.has(node.var, leaf.key))
        absent = scope.note(first[0], "style", ir.const("absent"))
        scope.add(
            ir.if_(
                (
                    ir.present(ir.var(style)),
                    [ir.if_((there, [absent]), otherwise=[ir.let("form", noted)])],
                )
            )
        )
        self._took(node, leaf.key, absorbs=True)
        pairs.append((first, ir.var(value)))
        self.invalid = (second[0], ir.var(invalid))

    def _pair(self, leaf: Leaf, codec: Pair, row: Row) -> list[tuple[tuple[str, ...], Expr]]:
        """Two fields that one wire value stands for."""
        parsed = self.locals[".".join(row.fields[0])]
        values = [ir.at(parsed, index) for index in range(2)]
        if codec.spelled:
            again = ir.runtime(codec.writer, *values, *codec.args)
            raw = self._raw(leaf)
            odd = ir.not_(ir.runtime("same", again, raw))
            note = self.scope.note(leaf.row.name, "as", raw)
            self.scope.add(ir.if_((odd, [note])))
        self._took(self._node(leaf.node), leaf.key)
        pairs = list(zip(row.fields, values, strict=True))
        if codec.optional_second:
            (_, flag) = pairs.pop()
            self.invalid = (row.fields[1][0], flag)
        return pairs

    # -- lists of a union that stand in several wire keys

    def _parts(self, row: Row, inter: str) -> Expr:
        scope = self.scope
        blocks = scope.let("blocks", ir.arr())
        for arm, target in row.parts:
            leaf = self.resolver.part(self.lens, row, arm, target, inter)
            node = self._node(leaf.node)
            raw = self._raw(leaf)
            branches: list[tuple[Expr, list[Stmt]]] = []
            if isinstance(leaf.codec, Text) or leaf.has("joined"):
                text = ir.obj([("kind", ir.const("text")), ("text", raw)])
                condition = ir.is_(raw, "string")
                if not leaf.has("joined"):
                    condition = ir.and_(condition, Expr("true", (raw,)))
                branches.append((condition, self._taking(node, leaf, [ir.append(blocks, text)])))
            if not leaf.has("joined"):
                inner = scope.inner()
                codec = leaf.codec
                if isinstance(codec, Text):
                    bare = codec.bare(raw, inner)
                    style = inner.note(row.name, "style", ir.const("list"))
                    inner.add(ir.if_((bare, [style])))
                    items = codec.items.decode(inner, raw, self._spot(leaf))  # type: ignore[union-attr]
                else:
                    items = codec.decode(inner, raw, self._spot(leaf))
                inner.add(Stmt("extend", (blocks, items)))
                condition = ir.and_(ir.is_(raw, "array"), Expr("true", (raw,)))
                branches.append((condition, self._taking(node, leaf, scope.joined(inner))))
                wanted = "a string or a list" if isinstance(codec, Text) else "a list"
                odd = ir.and_(ir.present(raw), ir.isnt(raw, "array"))
                if isinstance(codec, Text):
                    odd = ir.and_(odd, ir.isnt(raw, "string"))
                branches.append((odd, [ir.fail(wanted, node.var, leaf.key)]))
            scope.add(ir.if_(*branches))
        return blocks

    def _taking(self, node: Node, leaf: Leaf, body: list[Stmt]) -> list[Stmt]:
        outer, self.scope = self.scope, self.scope.inner()
        self._took(node, leaf.key)
        taken, self.scope = self.scope.body, outer
        return [*body, *taken]

    # -- cases

    def _cases(self, pairs: list[tuple[tuple[str, ...], Expr]], late: list[Row]) -> None:
        scope = self.scope
        branches: list[tuple[Expr, list[Stmt]]] = []
        for case in self.lens.cases:
            if not self._reads(case):
                continue
            for row in case.rows:
                for target in row.targets or tuple(target for _, target in row.parts):
                    leaf = self.resolver.leaf(self.lens, row, target, case.arm)
                    self._node(leaf.node)
                    self._raw(leaf)
            for given in case.givens:
                self._node(given.path[:-1])
        for row in late:
            for target in row.targets:
                self._raw(self.resolver.leaf(self.lens, row, target))
        outer = scope
        for case in self.lens.cases:
            if not self._reads(case):
                continue
            guards = Scope()
            guards.names = outer.names
            condition = self._guard(case, guards)
            inner = Scope()
            inner.names = outer.names
            self.scope = inner
            known = dict(self.nodes)
            self._case(case, list(pairs), late)
            assert set(self.nodes) == set(known), self.lens.title
            self.scope = outer
            branches.append((condition, outer.joined(inner)))
        otherwise: list[Stmt] = [ir.ret(ir.const(None))]
        if any(case.arm for case in self.lens.cases):
            otherwise = [self._no_case()]
        scope.add(ir.if_(*branches, otherwise=otherwise))

    def _no_case(self) -> Stmt:
        """No arm fits: the value that tells them apart is what is wrong."""
        row = next(row for case in self.lens.cases if self._reads(case) for row in case.rows)
        last = [case.rows for case in self.lens.cases if self._reads(case)][-1][0]
        target = (last.targets or row.targets)[0]
        node = self._node(target.path[:-1])
        return ir.fail("a value of one of the documented forms", node.var, target.path[-1])

    @staticmethod
    def _reads(case: Case) -> bool:
        """A case that says what it loses as a whole is written and never read back."""
        return not case.lost

    def _guard(self, case: Case, scope: Scope) -> Expr:
        conditions: list[Expr] = []
        for given in case.givens:
            if isinstance(given.values[0], (dict, list)):
                continue
            value = ir.opt(self._node(given.path[:-1]).var, given.path[-1])
            conditions.append(ir.or_(*(ir.eq(value, v) for v in given.values)))
        for row in case.rows:
            if row.is_const or row.lost:
                continue
            if row.parts:
                whole = [target for arm, target in row.parts if arm == "*"][0]
                raw = self.raws[whole.path]
                conditions.append(ir.and_(ir.is_(raw, "array"), Expr("true", (raw,))))
                continue
            leaf = self.resolver.leaf(self.lens, row, row.targets[0], case.arm)
            if not leaf.inter_required and case.arm:
                continue
            conditions.append(self._leaf_guard(leaf, row, scope))
        return ir.and_(*conditions)

    def _leaf_guard(self, leaf: Leaf, row: Row, scope: Scope) -> Expr:
        raw = self._raw(leaf)
        codec = leaf.codec
        if isinstance(codec, Text):
            guard = codec.guard(scope, raw)
        elif isinstance(codec, Pair):
            name = scope.fresh("parsed")
            self.locals[".".join(row.fields[0])] = ir.var(name)
            read = ir.runtime(codec.reader, raw, *codec.args)
            guard = ir.present(Expr("walrus", (name, read)))
        elif codec.partial:
            name = scope.fresh(row.name)
            self.locals[row.name] = ir.var(name)
            read = codec.decode(scope, raw, self._spot(leaf))
            guard = ir.present(Expr("walrus", (name, read)))
        else:
            node = self._node(leaf.node)
            guard = codec.accepts(raw) or ir.has(node.var, leaf.key)
        return ir.or_(ir.missing(raw), guard) if leaf.has_default else guard

    def _case(
        self, case: Case, pairs: list[tuple[tuple[str, ...], Expr]], late: list[Row]
    ) -> None:
        inter = case.arm or self.lens.inter
        if case.arm:
            definition = self.resolver.inter
            for key in definition.properties(case.arm):
                consts = definition.const(case.arm, key)
                if len(consts) == 1 and key in definition.required(case.arm):
                    pairs.append(((key,), ir.const(consts[0])))
        later = list(late)
        for given in case.givens:
            if not isinstance(given.values[0], (dict, list)):
                self._took(self._node(given.path[:-1]), given.path[-1])
        for row in case.rows:
            if row.is_const:
                pairs.append((row.fields[0], ir.const(row.const)))
            elif row.parts:
                pairs.append((row.fields[0], self._parts(row, inter)))
            elif row.lost:
                continue
            else:
                leaf = self.resolver.leaf(self.lens, row, row.targets[0], inter)
                if case.arm and not leaf.inter_required:
                    later.append(row)
                    continue
                pairs.extend(self._case_value(leaf, row))
        self._build(pairs, later, inter)

    def _case_value(self, leaf: Leaf, row: Row) -> list[tuple[tuple[str, ...], Expr]]:
        """The fields of a row whose guard holds."""
        node = self._node(leaf.node)
        if isinstance(leaf.codec, Pair):
            return self._pair(leaf, leaf.codec, row)
        if leaf.has_default:
            return [(leaf.field, self._defaulted(leaf))]
        raw = self._raw(leaf)
        if leaf.codec.partial:
            value = self.locals[row.name]
            if leaf.codec.spelled and self.bound.keeps:
                self._note_spelling(self.scope, leaf, value, raw)
        else:
            value = leaf.codec.decode(self.scope, raw, self._spot(leaf))
        self._took(node, leaf.key)
        return [(leaf.field, value)]

    # -- putting it together

    def _build(
        self, pairs: list[tuple[tuple[str, ...], Expr]], late: list[Row], inter: str
    ) -> None:
        scope = self.scope
        tree: dict[str, Any] = {}
        for path, value in pairs:
            branch = tree
            for depth, key in enumerate(path[:-1], 1):
                fresh = key not in branch
                branch = branch.setdefault(key, {})
                if fresh:
                    shapes = self.resolver.inter_shapes(inter, path[:depth])
                    branch.update(self._consts(shapes[0].name))
            branch[path[-1]] = value
        value = _nested(tree)
        scope.add(ir.let("x", value))
        if self.invalid is not None:
            name, expr = self.invalid
            self.invalid = None
            scope.add(ir.if_((ir.present(expr), [ir.put(ir.var("x"), name, expr)])))
        if self.lens.inter == CALL and self.resolver.tracks_calls:
            call_id, name = self.locals.get("id"), self.locals.get("name")
            scope.contextual = True
            scope.add(ir.put(ir.var("calls"), call_id, name))  # type: ignore[arg-type]
        for row in late:
            self._late(row, inter)

    def _consts(self, record: str) -> dict[str, Expr]:
        schema = self.resolver.inter
        return {
            key: ir.const(schema.const(record, key)[0])
            for key in schema.properties(record)
            if len(schema.const(record, key)) == 1 and key in schema.required(record)
        }

    def _givens(self) -> None:
        for given in self.lens.givens:
            node = self._node(given.path[:-1])
            key = given.path[-1]
            value = ir.get(node.var, key)
            if given.sum:
                fields = [Expr("lookup", (ir.var("x"), ir.const(f), ir.const(0))) for f in given.sum]
                same = ir.and_(ir.is_(value, "integer"), ir.eq(value, Expr("plus", tuple(fields))))
            else:
                same = ir.eq(value, given.values[0])
            outer, self.scope = self.scope, self.scope.inner()
            self._took(node, key, ir.and_(ir.has(node.var, key), same))
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
            if scope.forms:
                only = ir.runtime("sealed", ir.obj(), ir.var("form"))
                scope.add(
                    ir.if_((ir.present(ir.var("form")), [self._metadata(only)]))
                )
            scope.add(ir.ret(ir.var("x")))
            return
        self._givens()
        form = ir.var("form") if scope.forms else ir.const(None)
        body: list[Stmt] = []
        if self.eager:
            self._merge_rests(self.root, body)
            scope.add(*body)
            kept = Expr("true", (ir.var("rest"),))
            condition = ir.or_(kept, ir.present(form)) if scope.forms else kept
            found = [self._metadata(self._sealed(ir.var("rest"), form))]
        else:
            sizes = [
                Expr("size_not", (node.var, len(node.static) + len(node.absorbed)
                     + len(node.children), node.counter if node.dynamic else ""))
                for node in self.nodes.values()
            ]  # fmt: skip
            # A key that is missing, and so noted, may hide one too many in the count.
            exact = not any(node.absorbed for node in self.nodes.values()) and not self.lens.givens
            noted = [ir.present(form)] if scope.forms and not exact else []
            condition = ir.or_(*sizes, *noted)
            body.append(ir.let("rest", Expr("copy", (self.root.var,))))
            self._drop_taken(self.root, body)
            kept = Expr("true", (ir.var("rest"),))
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
        scope.add(ir.ret(ir.var("x")))

    def _sealed(self, rest: Expr, form: Expr) -> Expr:
        return ir.runtime("sealed", rest, form)

    def _metadata(self, overlay: Expr) -> Stmt:
        return ir.put(ir.var("x"), "metadata", ir.obj([("FORMAT", overlay)]))

    def _drop_taken(self, node: Node, body: list[Stmt]) -> None:
        if node.static:
            body.append(ir.drop(node.rest, *node.static))
        for key in node.absorbed:
            body.append(ir.do(Expr("call", ("pop", (node.rest, ir.const(key))))))
        for condition, key in node.dynamic:
            body.append(ir.if_((condition, [ir.drop(node.rest, key)])))
        for child in node.children:
            if not self._is_list(child.path):
                body.append(ir.let(child.rest.args[0], Expr("copy", (child.var,))))
            self._drop_taken(child, body)
            self._put_rest(node, child, body)

    def _merge_rests(self, node: Node, body: list[Stmt]) -> None:
        for child in node.children:
            self._merge_rests(child, body)
            self._put_rest(node, child, body)

    def _put_rest(self, node: Node, child: Node, body: list[Stmt]) -> None:
        if self._is_list(child.path):
            first = child.children[0]
            body.append(
                Stmt("list_rest", (node.rest, child.key, first.rest, first.var, child.var))
            )
        elif child.path in self.shared:
            untaken = ir.present(child.rest)
            keep = Stmt("rest_or_drop", (node.rest, child.key, child.rest, child.var))
            body.append(ir.if_((untaken, [keep])))
        elif child.key != "0":
            body.append(Stmt("rest_or_drop", (node.rest, child.key, child.rest, child.var)))

    def _sequence(self, row: Row) -> Expr | None:
        from .sequences import read_sequence

        return read_sequence(self, row)

    def _optional_sequence(self, row: Row) -> None:
        from .sequences import read_optional_sequence

        read_optional_sequence(self, row)


def kept_required(resolver: Resolver, bound: BoundLens) -> list[str]:
    """Wire keys an arm must have that no row, tag or given speaks of."""
    lens = bound.lens
    named = {t.path[0] for row in lens.all_rows for t in row.targets if t.path}
    named |= {t.path[0] for row in lens.all_rows for _, t in row.parts if t.path}
    named |= {given.path[0] for given in lens.givens}
    named |= {given.path[0] for case in lens.cases for given in case.givens}
    named |= {key for key, _ in bound.wire_tags}
    whole = any(not t.path for row in lens.all_rows for t in row.targets)
    if whole or not bound.keeps:
        return []
    return [k for k in resolver.wire.properties(lens.wire)
            if k in resolver.wire.required(lens.wire) and k not in named]  # fmt: skip


def negated(condition: Expr) -> Expr:
    if condition.op == "is":
        return Expr("isnt", condition.args)
    return ir.not_(condition)


def _nested(tree: dict[str, Any]) -> Expr:
    return ir.obj(
        [(key, _nested(value) if isinstance(value, dict) else value) for key, value in tree.items()]
    )


__all__ = ["OPAQUE", "Given", "LensReader", "kept_required"]
