"""Plans the rows of a lens that stand for one field each."""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import field_value
from ...ir.scope import OURS, Scope
from ...load.transform import Row
from ...operators.base import Pairs
from ...operators.leaf import Leaf
from ...resolve.paths import companions, must_be_there
from ..codecs import Copy
from ..standing import listed, listed_kinds
from .objects import Node
from .sequence_rows import read_optional_sequence, read_sequence
from .state import Reading

READ_AGAIN = ("message", "content")
"""Fields whose value later rows look at: it gets a name."""


def _both(leaves: list[Leaf], nodes: list[Node]) -> Expr:
    """Has a field been read, and does more than one of its places have something?"""
    there = [ir.has(node.var, leaf.key) for leaf, node in zip(leaves, nodes, strict=True)]
    field = leaves[0].field
    return ir.and_(*there, *(ir.has(field_value(field[:at]), key) for at, key in enumerate(field)))


def unlike(leaf: Leaf, value: Expr) -> Expr:
    """Is a value that was read anything else than its row's default?"""
    if leaf.default == [] and leaf.codec.many:
        return ir.Filled(value)
    return leaf.unlike(value)


class RowReader:
    """What rows do: read a wire value, convert it, put it into the new object."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.objects = reading, reading.objects
        self.resolver, self.bound, self.lens = reading.resolver, reading.bound, reading.lens
        self.begun: dict[str, tuple[str, ...]] = {}

    def early(self, row: Row, inter: str, pairs: Pairs) -> bool:
        """Plan a row whose value is part of the new object from the start; False if it is not."""
        if row.is_const:
            const: Expr = ir.const(row.const)
            if row.calls is not None and (content := self.reading.content()) is not None:
                const = ir.runtime("called", const, content)
            pairs.append((row.fields[0], const))
            return True
        if row.lost:
            if row.back is not None:
                call_id = self.reading.locals[row.back.args[0]]
                name = ir.Lookup(ir.var("calls"), call_id, ir.const(""))
                pairs.append((row.fields[0], self.reading.scope.let(row.name, name)))
                self.reading.locals[row.name] = pairs[-1][1]
            return True
        if row.parts:
            pairs.append((row.fields[0], self.parts(row, inter)))
            self.reading.locals[row.name] = pairs[-1][1]
            return True
        if self.resolver.format.sequence(self.lens, row) is not None:
            value = read_sequence(self.reading, row)
            if value is None:
                return False
            pairs.append((row.fields[0], value))
            return True
        if len(row.targets) > 1:
            return False
        leaf = self.resolver.leaf(self.lens, row, row.targets[0], inter)
        first = leaf.codec.read_first(self.reading, leaf, pairs)
        if first is not None:
            return first
        if not (leaf.inter_required or self._always_there(leaf)):
            return False
        value = self._required(leaf)
        self.reading.locals[row.name] = value
        pairs.append((leaf.field, value))
        return True

    def _always_there(self, leaf: Leaf) -> bool:
        """Whether the wire never lacks what an optional field stands for."""
        shapes = self.resolver.format.wire_shapes(self.lens.wire, leaf.target.path)
        nullable = any(shape.kind in ("null", "any") for shape in shapes)
        plain = type(leaf.codec) is Copy and len(leaf.field) == 1
        demanded = leaf.wire_required and not leaf.excused
        return demanded and plain and not nullable and not leaf.has_default

    def _required(self, leaf: Leaf) -> Expr:
        """The value of a field that is always there."""
        scope = self.reading.scope
        if not leaf.target.path:
            return leaf.codec.decode(scope, self.objects.root.var, self.reading.spot(leaf))
        if leaf.has_default and not leaf.wire_required:
            return self.defaulted(leaf)
        node = self.objects.node(leaf.node)
        own = leaf.codec.read_required(self.reading, leaf)
        if own is not None:
            return own
        loose = not self.bound.keeps and not leaf.wire_required
        if leaf.target.more or leaf.target.path in self.objects.enclosing:
            raw = self.reading.raw(leaf)
        else:
            read = ir.opt(node.var, leaf.key) if loose else ir.get(node.var, leaf.key)
            raw = scope.let(leaf.row.name, read)
            self.objects.raws[leaf.target.path] = raw
        condition = leaf.codec.accepts(raw)
        if condition is not None and not leaf.codec.refuses:
            scope.add(ir.if_((ir.not_(condition), [self._misfit(leaf, node)])))
        value = self._converted(leaf, raw, node)
        for modifier in leaf.modifiers:
            modifier.read(self.reading, leaf, value)
        self.reading.took(leaf)
        return value

    def _converted(self, leaf: Leaf, raw: Expr, node: Node) -> Expr:
        scope, codec = self.reading.scope, leaf.codec
        value = codec.decode(scope, raw, self.reading.spot(leaf))
        if value is raw and not codec.partial:
            return value
        if codec.many and leaf.field[-1] not in READ_AGAIN:
            return value
        local = value if isinstance(value, ir.Var) else scope.let(leaf.row.name, value, OURS)
        if codec.partial:
            scope.add(ir.if_((ir.missing(local), [self._misfit(leaf, node)])))
        if codec.spelled and self.bound.keeps:
            self.note_spelling(scope, leaf, local, raw)
        return local

    def _misfit(self, leaf: Leaf, node: Node) -> Stmt:
        stays = leaf.codec.leaves or leaf.codec.meets_unknown
        if self.bound.declines or (stays and self.bound.leaves):
            return ir.ret(ir.const(None))
        return ir.fail(leaf.codec.expected, node.var, leaf.key)

    def note_spelling(self, scope: Scope, leaf: Leaf, value: Expr, raw: Expr) -> None:
        """Keep a raw spelling that our own encoder would not write."""
        other = leaf.codec.odd(scope, value, raw, self.reading.spot(leaf))
        scope.add(ir.if_((other, [scope.note(leaf.row.name, "as", raw)])))

    def defaulted(self, leaf: Leaf) -> Expr:
        """A field whose default stands for an absent wire key, and the other way round."""
        scope = self.reading.scope
        raw = self.reading.raw(leaf)
        result = scope.fresh(leaf.row.name, OURS)
        scope.add(ir.let(result, ir.const(leaf.default)))
        node = self.objects.node(leaf.node)
        with self.reading.inner() as inner:
            value = leaf.codec.decode(inner, raw, self.reading.spot(leaf))
            local = inner.let(leaf.row.name, value, OURS) if value is not raw else raw
            with self.reading.inner() as took:
                if leaf.codec.spelled and self.bound.keeps:
                    self.note_spelling(took, leaf, local, raw)
                took.add(ir.let(result, local))
                self.reading.took(leaf, unlike(leaf, ir.var(result)))
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
        node = self.objects.node(leaf.node)
        raw = self.reading.raw(leaf)
        demanded = leaf.wire_required and not at and not leaf.excused
        always = demanded and leaf.has_default  # by the one branch, or by that of the default
        with self.reading.inner() as inner:
            value = leaf.codec.decode(inner, raw, self.reading.spot(leaf))
            if value is not raw and (leaf.codec.partial or leaf.codec.spelled):
                value = inner.let(leaf.row.name, value, OURS)
            with self.reading.inner() as put:
                self._put(put, leaf.field, value)
                if leaf.codec.spelled and self.bound.keeps:
                    self.note_spelling(put, leaf, value, raw)
                if at:
                    put.add(put.note(leaf.row.name, "at", ir.const(at)))
                self.reading.took(leaf, None if always else ir.has(ir.var("x"), leaf.field[0]))
        if leaf.codec.partial:
            bad = ir.fail(leaf.codec.expected, node.var, leaf.key)
            # Without it the record around the field is none, and nothing says what was read.
            whole = leaf.wire_required and not at and self._demanded(leaf)
            inner.add(ir.if_((ir.present(value), put.body), otherwise=[bad] if whole else []))
        else:
            inner.add(*put.body)
        accepts = leaf.codec.accepts(raw)
        if accepts is None:
            accepts = ir.present(raw) if leaf.codec.partial else ir.has(node.var, leaf.key)
        shared = leaf.target.path in self.objects.shared
        if shared:
            accepts = ir.and_(ir.is_(ir.opt(node.var, leaf.key), "object"), accepts)
        if leaf.has_default:
            accepts = ir.and_(accepts, ir.Ne(raw, ir.const(leaf.default)))
        branches = [(accepts, inner.body)]
        nullable = any(
            shape.kind == "null"
            for shape in self.resolver.format.wire_shapes(self.lens.wire, leaf.target.path)
        )
        if demanded:
            # The wire never lacks it: what does not fit here is malformed.
            bad = ir.fail(leaf.codec.expected, node.var, leaf.key)
            if leaf.has_default:
                # The default stands for the absent field: nothing to keep.
                default = ir.eq(raw, ir.const(leaf.default))
                branches.append((default, self.reading.taking(leaf, [])))
                branches.append((ir.const(True), [bad]))
            elif nullable:
                branches.append((ir.present(raw), [bad]))
            else:
                branches.append((ir.const(True), [bad]))
        elif (leaf.codec.structural or self._halves(leaf)) and not leaf.has_default and not shared:
            bad = ir.fail(leaf.codec.expected, node.var, leaf.key)
            branches.append((ir.present(raw), [bad]))
        return branches

    def _demanded(self, leaf: Leaf) -> bool:
        """Whether the record that a field stands in must have it."""
        inter, depth = self.resolver.inter, len(leaf.field) - 1
        return depth > 0 and must_be_there(inter, self.lens.inter, leaf.field, depth)

    def _halves(self, leaf: Leaf) -> bool:
        """Whether another field of a record would be read, and this one, that it must have, not."""
        filled = any(absent.path == leaf.target.path for absent in self.lens.absents)
        return filled and bool(companions(self.resolver.inter, self.lens, leaf.target.path))

    def _put(self, scope: Scope, path: tuple[str, ...], value: Expr) -> None:
        if self.begun.setdefault(path[0], path) != path:
            # Another row may have made the object already.
            holder = ir.runtime("opened_object", ir.var("x"), ir.const(path[0]), ir.const({}))
            scope.add(ir.put(holder, path[-1], value))
            return
        for key in reversed(path[1:]):
            value = ir.obj([(key, value)])
        scope.add(ir.put(ir.var("x"), path[0], value))

    def late(self, row: Row, inter: str) -> None:
        """Plan a row that may add to the object already built."""
        if self.resolver.format.sequence(self.lens, row) is not None:
            read_optional_sequence(self.reading, row)
            return
        leaves = [self.resolver.leaf(self.lens, row, target, inter) for target in row.targets]
        where = [one.read_where(self.reading, leaves[0]) for one in leaves[0].modifiers]
        if any(where):
            # Its place may be another row's, too, which may not have come as far as to ask for it.
            self.objects.raws.pop(leaves[0].target.path, None)
            with self.reading.inner() as inner:
                self._late(leaves)
            self._where(ir.and_(*where), inner.body)
        else:
            self._late(leaves)

    def _where(self, where: Expr, body: list[Stmt]) -> None:
        """Do what a modifier allows: asked together with what is asked anyway, and behind it."""
        only = body[0] if len(body) == 1 else None
        if isinstance(only, ir.If) and len(only.branches) == 1 and not only.otherwise:
            condition, body = only.branches[0]
            where = ir.and_(condition, where)
        self.reading.scope.add(ir.if_((where, list(body))))

    def _late(self, leaves: list[Leaf]) -> None:
        """Plan the places of a row, one after the other."""
        if leaves[0].codec.read_late(self.reading, leaves[0]):
            return
        for leaf in leaves:
            if leaf.wire_required and len(leaves) == 1 and not leaf.excused:
                node = self.objects.node(leaf.node)
                raw = self.reading.scope.let(leaf.key, ir.get(node.var, leaf.key))
                self.objects.raws[leaf.target.path] = raw
        if self._may_be_absent(leaves):
            self._if_there(leaves[0])
            return
        for leaf in leaves:
            self.reading.raw(leaf)
        branches = self._optional(leaves[0])
        for leaf in leaves[1:]:
            branches = [b for b in branches if not isinstance(b[1][0], ir.Fail)]
            branches += self._optional(leaf, at=leaf.target.dotted)
        self.reading.scope.add(ir.if_(*branches))
        if len(leaves) > 1 and self.lens.goes_along(leaves[0].row):
            self._note_others(leaves)

    def _note_others(self, leaves: list[Leaf]) -> None:
        """What the other places of a field have too belongs to the field, and goes with it."""
        nodes = [self.objects.node(leaf.node) for leaf in leaves]
        left: list[Stmt] = []
        for leaf, node, other in zip(leaves, nodes, reversed(leaves), strict=True):
            also = ir.runtime(
                "also", ir.var("form"), ir.const(leaf.row.name), self.reading.raw(other),
                ir.const(leaf.target.dotted), node.rest,
            )  # fmt: skip
            left.append(ir.let("form", also))
        self.reading.scope.forms = True
        self.reading.scope.add(ir.if_((_both(leaves, nodes), left)))

    def _may_be_absent(self, leaves: list[Leaf]) -> bool:
        """Whether the row reads one key that nothing has read yet and that may not be there."""
        path = leaves[0].target.path
        is_read = path in self.objects.raws or path in self.objects.nodes
        return len(leaves) == 1 and not is_read and not leaves[0].target.more

    def _if_there(self, leaf: Leaf) -> None:
        """Read a key only where it is there: asking first is cheaper than getting nothing."""
        node, scope = self.objects.node(leaf.node), self.reading.scope
        name = scope.fresh(leaf.key)
        self.objects.raws[leaf.target.path] = ir.var(name)
        there = ir.has(node.var, leaf.key)
        branches = self._optional(leaf)
        first, body = branches[0]
        plain = len(branches) == 1 and not leaf.excused
        if plain and isinstance(first, ir.Is | ir.Eq | ir.Present):
            value: Expr = ir.get(node.var, leaf.key)
            if any(used == ir.var(name) for used in ir.nodes(body)):
                value = ir.Bind(name, value)
            condition = replace(first, value=value)
            scope.add(ir.if_((ir.and_(there, condition), body)))
            return
        inner = [ir.let(name, ir.get(node.var, leaf.key)), ir.if_(*branches)]
        if isinstance(first, ir.Has):
            inner = [ir.let(name, ir.get(node.var, leaf.key)), *body]
        otherwise: list[Stmt] = []
        if leaf.excused:
            otherwise = [ir.let("form", ir.runtime("absent", ir.var("form"), ir.const(leaf.key)))]
            scope.forms = True
        scope.add(ir.if_((there, inner), otherwise=otherwise))

    def parts(self, row: Row, inter: str) -> Expr:
        blocks = self.reading.scope.let("blocks", ir.arr())
        leaves = [(arm, self.resolver.part(self.lens, row, arm, t, inter)) for arm, t in row.parts]
        marks = next((leaf.codec.marks for _, leaf in leaves if leaf.codec.marks), "")
        for arm, leaf in leaves:
            self.objects.node(leaf.node)
            whole = leaf.codec.whole_blocks
            raw = ir.const(None) if whole else self.reading.raw(leaf)
            self.reading.scope.add(*leaf.codec.read_part(self.reading, leaf, blocks, raw))
            if arm == "*" and marks and listed(marks, leaves):
                # What has a key of its own says that it stood here.
                here = (blocks, ir.const(marks), ir.FormatName(), ir.const(leaf.key))
                noted = ir.do(ir.runtime("standing", *here))
                self.reading.scope.add(ir.if_((ir.is_(raw, "array"), [noted])))
            kinds = [self.resolver.inter.const(one, "kind")[0] for one in listed_kinds(leaves)]
            if arm == "*" and kinds:
                place = (ir.FormatName(), ir.const(leaf.key))
                noted = ir.do(ir.runtime("standing_kinds", blocks, raw, ir.const(kinds), *place))
                self.reading.scope.add(ir.if_((ir.is_(raw, "array"), [noted])))
        if self.resolver.strings(inter, row.fields[0]):
            return ir.runtime("text_or_blocks", blocks)
        return blocks
