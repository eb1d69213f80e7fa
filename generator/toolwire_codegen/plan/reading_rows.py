"""Plans the rows of a lens that stand for one field each."""

from __future__ import annotations

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import held
from ..ir.scope import Scope
from ..load.transform import Row
from .codecs import Codec, Copy, Many, Scalar, Spot, Table
from .operators import Arguments, Less, Minted, Pair, Position, Retyped, Text, ThroughUnion
from .resolve import Leaf
from .sequence_rows import read_optional_sequence, read_sequence
from .wire_objects import Node, WireObjects

Pairs = list[tuple[tuple[str, ...], Expr]]


READ_AGAIN = ("message", "content")
"""Fields whose value later rows look at: it gets a name."""


def _both(leaves: list[Leaf], nodes: list[Node]) -> Expr:
    """Has a field been read, and does more than one of its places have something?"""
    there = [ir.has(node.var, leaf.key) for leaf, node in zip(leaves, nodes, strict=True)]
    field = leaves[0].field
    return ir.and_(*there, *(ir.has(held(field[:at]), key) for at, key in enumerate(field)))


def unlike(leaf: Leaf, value: Expr) -> Expr:
    """Is a value that was read anything else than its row's default?"""
    if leaf.default == [] and isinstance(leaf.codec, Many):
        return Expr("true", (value,))
    return Expr("ne", (value, ir.const(leaf.default)))


class RowReader(WireObjects):
    """Adds what rows do: read a wire value, convert it, put it into the new object."""

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

    def _early(self, row: Row, inter: str, pairs: Pairs) -> bool:
        """Plan a row whose value is part of the new object from the start; False if it is not."""
        if row.is_const:
            pairs.append((row.fields[0], ir.const(row.const)))
            return True
        if row.lost:
            if row.back is not None:
                known = self.locals[row.back.args[0]]
                name = Expr("lookup", (ir.var("calls"), known, ir.const("")))
                pairs.append((row.fields[0], self.scope.let(row.name, name)))
                self.locals[row.name] = pairs[-1][1]
            return True
        if row.parts:
            pairs.append((row.fields[0], self._parts(row, inter)))
            return True
        if self.resolver.format.sequence(self.lens, row) is not None:
            value = read_sequence(self, row)
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
        shapes = self.resolver.format.wire_shapes(self.lens.wire, leaf.target.path)
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
        if isinstance(leaf.codec, Text):
            value = leaf.codec.decode(scope, ir.get(node.var, leaf.key), self._spot(leaf))
            self.took(node, leaf.key)
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
        self.took(node, leaf.key)
        return value

    def _converted(self, leaf: Leaf, raw: Expr, node: Node) -> Expr:
        scope, codec = self.scope, leaf.codec
        value = codec.decode(scope, raw, self._spot(leaf))
        if value is raw and not codec.partial:
            return value
        if isinstance(codec, Many) and leaf.field[-1] not in READ_AGAIN:
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
        other = Expr("ne", (again, raw))
        if leaf.codec.subtle:
            other = ir.not_(ir.runtime("same", again, raw))
        scope.add(ir.if_((other, [scope.note(leaf.row.name, "as", raw)])))

    def _defaulted(self, leaf: Leaf) -> Expr:
        """A field whose default stands for an absent wire key, and the other way round."""
        scope = self.scope
        raw = self._raw(leaf)
        result = scope.fresh(leaf.row.name)
        scope.add(ir.let(result, ir.const(leaf.default)))
        inner = scope.inner()
        outer, self.scope = self.scope, inner
        node = self._node(leaf.node)
        value = leaf.codec.decode(inner, raw, self._spot(leaf))
        local = inner.let(leaf.row.name, value) if value is not raw else raw
        took = scope.inner()
        self.scope = took
        if leaf.codec.spelled and self.bound.keeps:
            self._note_spelling(took, leaf, local, raw)
        took.add(ir.let(result, local))
        self.took(node, leaf.key, unlike(leaf, ir.var(result)))
        self.scope = outer
        condition = unlike(leaf, local)
        if leaf.codec.partial:
            condition = ir.and_(ir.present(local), condition)
        inner.add(ir.if_((condition, took.body)))
        accepts = leaf.codec.accepts(raw) or ir.present(raw)
        branches = [(accepts, inner.body)]
        if leaf.codec.structural:
            bad = ir.fail(leaf.codec.expected, node.var, leaf.key)
            branches.append((ir.present(raw), [bad]))
        scope.add(ir.if_(*branches))
        return ir.var(result)

    def _optional(self, leaf: Leaf, at: str = "") -> list[tuple[Expr, list[Stmt]]]:
        """Branches that put a field where its wire value fits."""
        scope = self.scope
        node = self._node(leaf.node)
        raw = self._raw(leaf)
        inner = scope.inner()
        self.scope = inner
        value = leaf.codec.decode(inner, raw, self._spot(leaf))
        if value is not raw and (leaf.codec.partial or leaf.codec.spelled):
            value = inner.let(leaf.row.name, value)
        put = scope.inner()
        self.scope = put
        self._put(put, leaf.field, value)
        if leaf.codec.spelled and self.bound.keeps:
            self._note_spelling(put, leaf, value, raw)
        if at:
            put.add(put.note(leaf.row.name, "at", ir.const(at)))
        self.took(node, leaf.key, ir.has(ir.var("x"), leaf.field[0]))
        self.scope = scope
        if leaf.codec.partial:
            inner.add(ir.if_((ir.present(value), put.body)))
        else:
            inner.add(*put.body)
        accepts = leaf.codec.accepts(raw)
        if accepts is None:
            plain = isinstance(leaf.codec, Scalar | Table) or leaf.codec.partial
            accepts = ir.present(raw) if plain else ir.has(node.var, leaf.key)
        shared = leaf.target.path in self.shared
        if shared:
            accepts = ir.and_(ir.is_(ir.opt(node.var, leaf.key), "object"), accepts)
        if leaf.has_default:
            accepts = ir.and_(accepts, Expr("ne", (raw, ir.const(leaf.default))))
        branches = [(accepts, inner.body)]
        nullable = any(
            shape.kind == "null"
            for shape in self.resolver.format.wire_shapes(self.lens.wire, leaf.target.path)
        )
        if leaf.wire_required and not at and not leaf.has("expected"):
            # The wire never lacks it: what does not fit here is malformed.
            bad = ir.fail(leaf.codec.expected, node.var, leaf.key)
            if leaf.has_default:
                # The default stands for the absent field: nothing to keep.
                default = ir.eq(raw, ir.const(leaf.default))
                branches.append((default, self._taking(node, leaf, [])))
                branches.append((ir.const(True), [bad]))
            elif nullable:
                branches.append((ir.present(raw), [bad]))
            else:
                branches.append((ir.const(True), [bad]))
        elif leaf.codec.structural and not leaf.has_default and not shared:
            bad = ir.fail(leaf.codec.expected, node.var, leaf.key)
            branches.append((ir.present(raw), [bad]))
        return branches

    def _put(self, scope: Scope, path: tuple[str, ...], value: Expr) -> None:
        for key in reversed(path[1:]):
            value = ir.obj([(key, value)])
        scope.add(ir.put(ir.var("x"), path[0], value))

    def _late(self, row: Row, inter: str) -> None:
        """Plan a row that may add to the object already built."""
        if self.resolver.format.sequence(self.lens, row) is not None:
            read_optional_sequence(self, row)
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
        if len(leaves) > 1:
            self._note_others(leaves)

    def _note_others(self, leaves: list[Leaf]) -> None:
        """What the other places of a field have too belongs to the field, and goes with it."""
        nodes = [self._node(leaf.node) for leaf in leaves]
        left: list[Stmt] = []
        for leaf, node, other in zip(leaves, nodes, reversed(leaves), strict=True):
            also = ir.runtime(
                "also", ir.var("form"), ir.const(leaf.row.name), self._raw(other),
                ir.const(leaf.target.dotted), node.rest,
            )  # fmt: skip
            left.append(ir.if_((ir.has(node.rest, leaf.key), [ir.let("form", also)])))
        self.scope.forms = True
        self.scope.add(ir.if_((_both(leaves, nodes), left)))

    def _may_be_absent(self, leaves: list[Leaf]) -> bool:
        """Whether the row reads one key that nothing has read yet and that may not be there."""
        path = leaves[0].target.path
        return len(leaves) == 1 and path not in self.raws and path not in self.nodes

    def _if_there(self, leaf: Leaf) -> None:
        """Read a key only where it is there: asking first is cheaper than getting nothing."""
        node, scope = self._node(leaf.node), self.scope
        name = scope.fresh(leaf.key)
        self.raws[leaf.target.path] = ir.var(name)
        there = ir.has(node.var, leaf.key)
        branches = self._optional(leaf)
        first, body = branches[0]
        if len(branches) == 1 and first.op in ("is", "eq", "present") and not leaf.has("expected"):
            bound = Expr("bind", (name, ir.get(node.var, leaf.key)))
            condition = Expr(first.op, (bound, *first.args[1:]))
            scope.add(ir.if_((ir.and_(there, condition), body)))
            return
        inner = [ir.let(name, ir.get(node.var, leaf.key)), ir.if_(*branches)]
        if first.op == "has":
            inner = [ir.let(name, ir.get(node.var, leaf.key)), *body]
        otherwise: list[Stmt] = []
        if leaf.has("expected"):
            otherwise = [ir.let("form", ir.runtime("absent", ir.var("form"), ir.const(leaf.key)))]
            scope.forms = True
        scope.add(ir.if_((there, inner), otherwise=otherwise))

    def _less(self, leaf: Leaf, codec: Less) -> None:
        scope, node = self.scope, self._node(leaf.node)
        raw = self._raw(leaf)
        others = tuple(
            Expr("lookup", (ir.var("x"), ir.const(o), ir.const(0))) for o in codec.others
        )
        count = scope.fresh(leaf.row.name)
        counts = ir.arr(ir.var(count), *others)
        whole = scope.note(leaf.row.name, "whole", counts)
        inner = scope.inner()
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
        self.took(node, leaf.key, counted)
        self.scope = scope
        if leaf.wire_required:
            bad = ir.fail("an integer", node.var, leaf.key)
            scope.add(ir.if_((ir.is_(raw, "integer"), inner.body), otherwise=[bad]))
            return
        absent: list[Stmt] = [ir.put(ir.var("x"), leaf.row.name, ir.const(leaf.default))]
        if codec.others:
            none = ir.arr(ir.const(leaf.default), *others)
            whole = scope.note(leaf.row.name, "whole", none)
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
        scope.forms = True
        note = ir.let(
            "form", ir.runtime("noted", ir.var("form"), ir.const(leaf.row.name), spelling)
        )
        bad = ir.or_(ir.isnt(value, "string"), ir.not_(Expr("true", (value,))))
        # An id that is there but equals a made-up one must not pass for it.
        clash = Expr("in", (value, Expr("made", ())))
        kept = scope.note(leaf.row.name, "style", ir.const("present"))
        scope.add(ir.if_((bad, [ir.let(value.args[0], made), note]), (clash, [kept])))
        self.took(node, leaf.key, absorbs=True)
        self.locals[leaf.row.name] = value
        return value

    def _arguments(self, leaf: Leaf, codec: Arguments, pairs: Pairs) -> None:
        scope, node = self.scope, self._node(leaf.node)
        first, second = leaf.row.fields
        text = scope.let(leaf.key, ir.opt(node.var, leaf.key))
        value, invalid = scope.fresh(first[0]), scope.fresh(second[0])
        style = scope.fresh("spelling")
        read = ir.runtime(codec.reader, text, *codec.args)
        scope.add(Stmt("unpack", (value, invalid, style, read)))
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
        self.took(node, leaf.key, absorbs=True)
        pairs.append((first, ir.var(value)))
        self.invalid = (second[0], ir.var(invalid))

    def _pair(self, leaf: Leaf, codec: Pair, row: Row) -> Pairs:
        """Two fields that one wire value stands for."""
        parsed = self.locals[".".join(row.fields[0])]
        values = [ir.at(parsed, index) for index in range(2)]
        if codec.spelled:
            again = ir.runtime(codec.writer, *values, *codec.args)
            raw = self._raw(leaf)
            odd = ir.not_(ir.runtime("same", again, raw))
            note = self.scope.note(leaf.row.name, "as", raw)
            self.scope.add(ir.if_((odd, [note])))
        self.took(self._node(leaf.node), leaf.key)
        pairs = list(zip(row.fields, values, strict=True))
        if codec.optional_second:
            (_, flag) = pairs.pop()
            self.invalid = (row.fields[1][0], flag)
        return pairs

    def _parts(self, row: Row, inter: str) -> Expr:
        scope = self.scope
        blocks = scope.let("blocks", ir.arr())
        for arm, target in row.parts:
            leaf = self.resolver.part(self.lens, row, arm, target, inter)
            node = self._node(leaf.node)
            raw = self._raw(leaf)
            branches: list[tuple[Expr, list[Stmt]]] = []
            if leaf.has("worded"):
                scope.add(*self._worded(leaf, blocks, raw))
                continue
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
                branches.append((condition, self._taking(node, leaf, inner.body)))
                wanted = "a string or a list" if isinstance(codec, Text) else "a list"
                odd = ir.and_(ir.present(raw), ir.isnt(raw, "array"))
                if isinstance(codec, Text):
                    odd = ir.and_(odd, ir.isnt(raw, "string"))
                branches.append((odd, [ir.fail(wanted, node.var, leaf.key)]))
            scope.add(ir.if_(*branches))
        return blocks

    def _worded(self, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        """An object that stands for text blocks; the form keeps one that is more than its text."""
        operator = leaf.target.operator("worded")
        assert operator is not None
        key, inner = ir.const(operator.args[0]), self.scope.inner()
        text = inner.let("text", ir.runtime("worded_from", raw, key))
        block = ir.obj([("kind", ir.const("text")), ("text", text)])
        usual = ir.runtime("same", ir.runtime("worded", ir.arr(text), key), raw)
        note = self.scope.note(leaf.row.name, "as", raw)
        odd = ir.if_((ir.not_(usual), [note]))
        inner.add(ir.if_((ir.present(text), [ir.append(blocks, block), odd])))
        return self._taking(self._node(leaf.node), leaf, inner.body)

    def _taking(self, node: Node, leaf: Leaf, body: list[Stmt]) -> list[Stmt]:
        outer, self.scope = self.scope, self.scope.inner()
        self.took(node, leaf.key)
        taken, self.scope = self.scope.body, outer
        return [*body, *taken]


def negated(condition: Expr) -> Expr:
    if condition.op == "is":
        return Expr("isnt", condition.args)
    return ir.not_(condition)
