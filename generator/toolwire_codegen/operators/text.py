"""``text``: a string, and the list of one plain text block, stand for each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import OURS, WIRES, Scope
from ..resolve.intermediate import TEXT_BLOCK
from ..resolve.paths import Shapes, lists, records, text, types
from ..resolve.problems import Problem, Problems, quoted
from .base import (
    OWN,
    Codec,
    Definition,
    Pairs,
    Plain,
    Reason,
    Spot,
    Use,
    X,
    field_and_place,
    sides,
)

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf

BLOCKS = ("object", "any")
"""What an item may be that stands for a block, as JSON has it."""


class Text(Codec, Definition):
    """``canonical`` is the wire spelling our own encoder picks; the form keeps the other one. A
    block that is more than its text stays a block, so that what it carries has a place.
    """

    name = "text"
    example = "text"
    takes = (0, 1)
    words = ("list", "string", "joined")
    inter, wire = "string|array", "string|array"
    purpose = "a string, or the list of one plain text block; "
    purpose += "`joined`: several texts are one string"
    loss = "none"
    streams = blocks = True
    converts = False
    empties_part = nulls_part = True
    places = ("row", "arm", "part")
    structural = True

    @classmethod
    def suited(cls, one: ResolvedFormat, inter: Shapes, wire: Shapes) -> str:
        sides = types(inter) - {"null"} == {"string"} and types(wire) == {"array"}
        blocks = any((TEXT_BLOCK, name) in one.pairs for name in records(lists(wire)))
        return "text(list)" if sides and blocks else ""

    def __init__(self, use: Use) -> None:
        inter, wire = use.inter, use.wire
        style = use.operator.args[0] if use.operator.args else "string"
        self.canonical = "string" if style == "joined" else style
        self.joins = style == "joined"
        self.inter_string = any(shape.kind == "string" for shape in inter)
        self.inter_list = any(shape.kind == "array" for shape in inter)
        self.wire_string = any(shape.kind == "string" for shape in wire)
        self.wire_list = any(shape.kind == "array" for shape in wire)
        self.shows_text = self.wire_string and self.canonical == "string"
        self.lone_style = self.canonical if self.wire_string else None
        self.tags: list[tuple[str, Any]] = []
        self._items: Codec | None = None
        if self.wire_list:
            wire_lists = tuple(shape for shape in wire if shape.kind == "array")
            names = [shape.name for shape in wire_lists[0].items]
            self.tags = use.resolver.text_tags(names)
            if self.inter_list:
                inter_lists = tuple(shape for shape in inter if shape.kind == "array")
                self._items = use.resolver.between(inter_lists, wire_lists)
        kinds = ((self.wire_string, "a string"), (self.wire_list, "a list"))
        self.expected = " or ".join(name for flag, name in kinds if flag)

    @property
    def items(self) -> Codec | None:
        return self._items

    def bare(self, items: Expr, scope: Scope) -> tuple[Expr, Expr]:
        """Is the wire list one plain text block? And what its text is then."""
        name = scope.fresh("only")
        first = ir.Bind(name, ir.at(items, 0))
        size = ir.SizeIs(first, 1 + len(self.tags))
        tags = [ir.eq(ir.opt(ir.var(name), key), value) for key, value in self.tags]
        text = ir.is_(ir.opt(ir.var(name), "text"), "string")
        condition = ir.and_(ir.SizeIs(items, 1), size, *tags, text)
        return condition, ir.get(ir.var(name), "text")

    def accepts(self, raw: Expr) -> Expr | None:
        kinds = []
        if self.wire_string:
            kinds.append(ir.is_(raw, "string"))
        if self.wire_list and self.inter_list:
            kinds.append(ir.is_(raw, "array"))
        return ir.or_(*kinds) if kinds else None

    def block(self, text: Expr) -> Expr:
        return ir.obj([("kind", ir.const("text")), ("text", text)])

    def part(self, text: Expr) -> Expr:
        return ir.obj([*((key, ir.const(value)) for key, value in self.tags), ("text", text)])

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        value = scope.let(spot.field, raw, OURS)
        if not isinstance(raw, ir.Var):
            raw = value
        name = ir.name_of(value)
        branches: list[tuple[Expr, list[ir.Stmt]]] = []
        if self.wire_list and (self.inter_list or self.wire_string):
            branches.append((ir.is_(raw, "array"), self._read_list(scope, raw, name, spot)))
        if self.wire_string:
            string: list[ir.Stmt] = []
            if not self.inter_string:
                string.append(ir.let(name, ir.arr(self.block(raw))))
            if self.canonical == "list" and self.wire_list:
                string.append(scope.note(spot.field, "style", ir.const("string")))
            branches.append((ir.is_(raw, "string"), string))
        if len(branches) == 2 and not branches[1][1]:
            from_list, otherwise = branches[0], (ir.isnt(raw, "string"), [self._fail(spot)])
            scope.add(ir.if_(from_list, otherwise))
        elif branches:
            scope.add(ir.if_(*branches, otherwise=[self._fail(spot)]))
        return value

    def _fail(self, spot: Spot) -> ir.Stmt:
        return ir.fail(self.expected, spot.wire, spot.key)

    def _read_list(self, scope: Scope, raw: Expr, name: str, spot: Spot) -> list[ir.Stmt]:
        inner = scope.inner()
        if self.inter_string:
            bare: list[ir.Stmt] = []
            if self.canonical == "string" and self.wire_string:
                bare.append(scope.note(spot.field, "style", ir.const("list")))
            condition, text = self.bare(raw, inner)
            bare.append(ir.let(name, text))
            many = self._blocks(inner, raw, spot)
            return [ir.if_((condition, bare), otherwise=[ir.let(name, many)])]
        if self.canonical == "string":
            condition, _ = self.bare(raw, inner)
            style = scope.note(spot.field, "style", ir.const("list"))
            inner.add(ir.if_((condition, [style])))
        inner.add(ir.let(name, self._blocks(inner, raw, spot)))
        return inner.body

    def _blocks(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        return self._items.decode(scope, raw, spot) if self._items else raw

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        result = scope.let(spot.field, value, WIRES)
        name = ir.name_of(result)
        if self.inter_string and not self.inter_list:
            scope.forms = scope.forms or (self.wire_list and self.wire_string)
            if not self.wire_string:
                return ir.arr(self.part(result))
            if self.wire_list:
                wrap = ir.let(name, ir.arr(self.part(result)))
                scope.add(ir.if_((self._listed(spot.field), [wrap])))
            return result
        lone = ir.and_(
            ir.SizeIs(result, 1),
            ir.eq(ir.opt(ir.at(result, 0), "kind"), "text"),
            ir.not_(ir.Filled(ir.opt(ir.at(result, 0), "metadata"))),
            ir.is_(ir.opt(ir.at(result, 0), "text"), "string"),
        )
        text = ir.get(ir.at(result, 0), "text")
        many = self._items.encode(scope, result, spot) if self._items else result
        if not self.wire_string:
            wrap = ir.let(name, ir.arr(self.part(result)))
            if not self.inter_string:
                return many
            scope.add(ir.if_((ir.is_(result, "string"), [wrap]), otherwise=[ir.let(name, many)]))
            return result
        scope.forms = True
        usual = self.canonical == "string"
        if not self.inter_string:
            styled = ir.Styled(spot.field, "list" if usual else "string")
            alone = ir.and_(lone, ir.not_(styled)) if usual else ir.and_(styled, lone)
            scope.add(ir.if_((alone, [ir.let(name, text)]), otherwise=[ir.let(name, many)]))
            return result
        wrap = ir.if_((self._listed(spot.field), [ir.let(name, ir.arr(self.part(result)))]))
        # A list of which nothing is left is no list: wires refuse empty ones.
        left = ir.and_(ir.not_(ir.Filled(result)), ir.Filled(value))
        none = [ir.if_((left, [ir.let(name, ir.const(""))]))] if usual else []
        scope.add(
            ir.if_(
                (ir.is_(result, "string"), [wrap]),
                (lone if usual else ir.and_(lone, ir.Styled(spot.field, "string")),
                 [ir.let(name, text)]),
                otherwise=[ir.let(name, many), *none],
            )
        )  # fmt: skip
        return result

    def _listed(self, field: str) -> Expr:
        """Whether a text goes out as the list of one block."""
        if self.canonical == "list":
            return ir.not_(ir.Styled(field, "string"))
        return ir.Styled(field, "list")

    def lenses(self) -> list[Any]:
        return self._items.lenses() if self._items else []

    # -- rows

    def read_required(self, reading: Reading, leaf: Leaf) -> Expr | None:
        node = reading.object(leaf.node)
        value = self.decode(reading.scope, ir.get(node, leaf.key), reading.spot(leaf))
        reading.took(leaf)
        return value

    def read_ahead(self, reading: Reading, leaf: Leaf) -> None:
        path, raw = leaf.target.path, reading.raw(leaf)
        if self.inter_list or path in reading.texts:
            return
        text = raw
        if self.wire_list:
            size = ir.const(1 + len(self.tags))
            alone = ir.runtime("lone_text", raw, size, ir.const(dict(self.tags)))
            text = ir.IfElse(ir.is_(raw, "string"), raw, alone) if self.wire_string else alone
        reading.texts[path] = reading.scope.let("text", text)

    def guard(self, reading: Reading, leaf: Leaf, scope: Scope) -> Expr:
        raw = reading.raw(leaf)
        if self.inter_list:
            return ir.is_(raw, "array")
        return ir.present(reading.texts[leaf.target.path])

    def case_value(self, reading: Reading, leaf: Leaf) -> Pairs | None:
        """The text that was read ahead of the cases; its default stands for an absent key."""
        if self.inter_list:
            return None
        text, raw = reading.texts[leaf.target.path], reading.raw(leaf)
        with reading.inner() as inner:
            reading.took(leaf)
            if self.wire_list and self.wire_string:
                odd, kind = ("string", "string") if self.canonical == "list" else ("list", "array")
                style = inner.note(leaf.row.name, "style", ir.const(odd))
                inner.add(ir.if_((ir.is_(raw, kind), [style])))
        if not leaf.has_default:
            reading.scope.add(*inner.body)
            return [(leaf.field, text)]
        reading.scope.add(ir.if_((ir.Filled(text), inner.body)))
        usual = ir.IfElse(ir.Filled(text), text, ir.const(leaf.default))
        return [(leaf.field, usual)]

    # -- parts

    def read_part(self, reading: Reading, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        string = ir.and_(ir.is_(raw, "string"), ir.Filled(raw))
        one = reading.taking(leaf, [ir.append(blocks, self.block(raw))])
        inner = reading.scope.inner()
        if self.canonical == "list":
            one.append(inner.note(leaf.row.name, "style", ir.const("string")))
        else:
            style = inner.note(leaf.row.name, "style", ir.const("list"))
            # Where several texts would be one string, no list is told from that by itself.
            inner.add(style if self.joins else ir.if_((self.bare(raw, inner)[0], [style])))
        inner.add(ir.Extend(blocks, self._blocks(inner, raw, reading.spot(leaf))))
        some = ir.and_(ir.is_(raw, "array"), ir.Filled(raw))
        odd = ir.and_(ir.present(raw), ir.isnt(raw, "array"), ir.isnt(raw, "string"))
        bad = ir.fail("a string or a list", reading.object(leaf.node), leaf.key)
        branches = [(string, one), (some, reading.taking(leaf, inner.body))]
        if leaf.null:
            branches.append((ir.is_(raw, "null"), reading.taking(leaf, [])))
        if leaf.null or not leaf.wire_required:
            return [ir.if_(*branches, (odd, [bad]))]
        usual, other = self._none()
        with reading.inner() as note:
            note.add(note.note(leaf.row.name, "style", ir.const(f"empty {other}")))
        is_it = {"list": ir.is_(raw, "array"), "string": ir.is_(raw, "string")}
        branches.append((is_it[usual], reading.taking(leaf, [])))
        return [ir.if_(*branches, (is_it[other], reading.taking(leaf, note.body)), otherwise=[bad])]

    def _none(self) -> tuple[str, str]:
        """The two spellings of no block at all, where a key must be: the usual one, the other."""
        return ("list", "string") if self.canonical == "list" else ("string", "list")

    def write_part(
        self, writing: Writing, leaf: Leaf, items: Expr, always: Pairs, after: list[Stmt]
    ) -> None:
        writing.scope.forms = True
        bare, text = self.bare(items, writing.scope)
        styled = ir.Styled(leaf.row.name, "string" if self.canonical == "list" else "list")
        lone = ir.and_(bare, styled if self.canonical == "list" else ir.not_(styled))
        path = leaf.target.path
        branches = [(lone, writing.put(path, text))]
        if self.joins:
            joined = ir.var(writing.scope.fresh("text"))
            one = ir.runtime("one_of_texts", items, ir.const(dict(self.tags)))
            there = ir.present(ir.Bind(ir.name_of(joined), one))
            joins = ir.and_(ir.not_(styled), ir.Filled(items), there)
            branches.append((joins, writing.put(path, joined)))
        branches.append((ir.Filled(items), writing.put(path, items)))
        if leaf.null:  # unless the wire had an empty text or list, which its overlay has
            silent = ir.or_(ir.not_(ir.present(OWN)), ir.not_(ir.has(OWN, leaf.key)))
            branches.append((silent, writing.put(path, ir.const(None))))
        if leaf.null or not leaf.wire_required:
            after.append(ir.if_(*branches))
            return
        words = {"list": ir.arr(), "string": ir.const("")}
        usual, other = self._none()
        odd = (ir.Styled(leaf.row.name, f"empty {other}"), writing.put(path, words[other]))
        after.append(ir.if_(*branches, odd, otherwise=writing.put(path, words[usual])))

    # -- losses, plain forms

    def losses(self, leaf: Leaf) -> list[Stmt]:
        if not self.inter_list or self._items is None:
            return []
        value, _ = field_and_place(leaf, X)
        losses = self._items.losses(leaf)
        return [ir.if_((ir.is_(value, "array"), losses))] if self.inter_string else losses

    def read_plain(self, raw: Expr, value: Expr, scope: Scope) -> Plain | None:
        if not (self.inter_string and self.inter_list):
            return None
        if not self.wire_string:
            bare, text = self.bare(value, scope)
            return [ir.is_(raw, "array"), bare], text
        return ([ir.is_(raw, "string")], value) if self.canonical == "string" else None

    def write_plain(self, leaf: Leaf, value: Expr, scope: Scope) -> Plain | None:
        if not self.inter_string:
            return None
        local = scope.fresh(leaf.row.name)
        text = ir.is_(ir.Bind(local, value), "string")
        given = ir.var(local)
        string = self.wire_string and (self.canonical == "string" or not self.wire_list)
        written = given if string else ir.arr(self.part(given))
        return [text, *leaf.apart(given)], written

    def plain(self, leaf: Leaf, raw: Expr, value: Expr) -> list[Expr] | None:
        if self.inter_list or not self.wire_string or (self.canonical == "list" and self.wire_list):
            return None
        return [ir.is_(raw, "string"), *leaf.filled(value)]

    # -- checks

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        if slot.part not in ("", "*"):
            return "one arm alone stands there", "leave it out"
        from .uses import arguments

        inter, wire = sides(one, view, slot)
        as_list = "string" not in types(wire) or arguments(slot, lambda d: d is cls) == ("list",)
        listed = records(lists(wire)) if as_list and "string" in types(inter) else []
        blocks = [lens.lens for lens in one.lenses if lens.lens.inter == TEXT_BLOCK]
        for block in [lens for lens in blocks if lens.wire in listed and not lens.own][:1]:
            paths = {path for row in block.rows for target in row.targets
                     for path in target.paths if row.name == "text"}  # fmt: skip
            given = {given.path[0] for given in block.givens} - {*one.wire.tags(block.wire)}
            given &= one.wire.required(block.wire)
            if paths and (paths != {("text",)} or given):
                note = f"a string goes out as `text` of a `{block.wire}`, which has "
                note += quoted(sorted({*(".".join(path) for path in paths), *given}))
                return note, f"let a text be all of `{block.wire}`, under `text`"
        return None

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """A text is a string on one side at least, and a block that is plain text on the other."""
        inter, wire = sides(one, view, slot)
        both = types(inter) | types(wire)
        at = slot.target.position
        if "any" in both:
            side = "the field" if "any" in types(inter) else f"`{slot.target.dotted}`"
            what = f"nothing says whether {side} is a string or a list"
            yield Problem(at, what, "it may be anything", "leave `text` out: it stays as it is")
            return
        if not inter or not wire or "array" not in both:
            return
        if "string" not in both:
            what = "`text` has no string to turn into a list"
            yield Problem(at, what, "both sides are lists", "leave it out")
            return
        plain = [s for s in (*lists(inter), *lists(wire)) if s.json_type not in BLOCKS]
        if plain:
            what = f"`text` makes blocks, and a list here is one of {text(tuple(plain))}"
            yield Problem(at, what, "", "leave it out; `one_or_many` takes a lone item")
            return
        names = records(lists(wire))
        if names and not any((TEXT_BLOCK, name) in one.pairs for name in names):
            fix = "leave it out"
            if TEXT_BLOCK in one.inter.defs:
                fix = f"add `{TEXT_BLOCK} <-> {names[0]}:` under `types`"
            what = f"no item of `{slot.target.dotted}` is a plain text"
            yield Problem(at, what, f"`text` knows one by the lens of `{TEXT_BLOCK}`", fix)
