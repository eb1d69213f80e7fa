"""Writes rows that spread a list over several wire keys: each block goes to the key of its arm."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import field_value
from ...load.transform import Row
from ...operators.base import Pairs
from ...operators.leaf import Leaf
from ..arms import conditions_of
from ..bound import BoundLens, whole_row
from ..codecs import Many
from ..standing import but_listed, listed_kinds, stood
from .state import Writing


class PartWriter:
    """Plans one loop over the blocks, and what becomes of the list for each key."""

    def __init__(self, writing: Writing) -> None:
        self.writing, self.resolver, self.lens = writing, writing.resolver, writing.lens

    def write(self, row: Row, inter: str, always: Pairs, after: list[Stmt]) -> None:
        scope = self.writing.scope
        leaves = [(arm, self.resolver.part(self.lens, row, arm, t, inter)) for arm, t in row.parts]
        also = listed_kinds(leaves)
        lists = {arm: scope.let(leaf.key, ir.arr()) for arm, leaf in leaves}
        asides: list[tuple[Expr, list[Stmt]]] = []
        texts: list[tuple[Expr, list[Stmt]]] = []
        kinds: list[tuple[Expr, list[Stmt]]] = []
        places: list[tuple[Expr, list[Stmt]]] = []
        rest: list[Stmt] = []
        block, kind = ir.var("block"), ir.var(scope.fresh("kind"))
        for arm, leaf in leaves:
            inner = scope.inner()
            field = leaf.codec.field_alone
            if leaf.codec.whole_blocks:
                inner.add(ir.append(lists[arm], block))
            elif field:
                add = ir.Append(lists[arm], ir.get(block, field))
                demanded = arm == "*" or field in self.resolver.inter.required(arm)
                inner.add(add if demanded else self._if_there(block, field, add))
            else:
                codec = leaf.codec.items
                assert isinstance(codec, Many)
                spot = replace(self.writing.spot(leaf), place=ir.Count(lists[arm]))
                value = codec.item.encode(inner, block, spot)
                part = inner.let("part", value)
                inner.add(ir.if_((ir.present(part), [ir.append(lists[arm], part)])))
            body = inner.body
            if arm == "*" and field:
                texts.append((ir.eq(kind, "text"), body))
                continue
            if arm == "*":
                rest = body
                continue
            tag = self.resolver.inter.const(arm, "kind")[0]
            if leaf.codec.sets_aside:
                asides.append((ir.and_(ir.eq(kind, tag), stood(block, leaf, leaves)), body))
                continue
            own = but_listed(ir.eq(kind, tag), block, also.get(arm, ""))
            if leaf.codec.field_alone:
                kinds.append((own, body))
                continue
            kinds.append((own, self._held_part(leaf, arm, lists[arm], body)))
            places.append((ir.eq(ir.opt(block, "at"), leaf.key), body))
        blocks = self._blocks(row, self.resolver.strings(inter, row.fields[0]))
        # Most blocks are texts, and only what has no kind of its own says where it stood.
        branches = [*asides, *texts, *kinds, *places]
        step = [ir.assign(kind, ir.opt(block, "kind")), ir.if_(*branches, otherwise=rest)]
        scope.add(ir.for_("block", blocks, step))
        for arm, leaf in leaves:
            leaf.codec.write_part(self.writing, leaf, lists[arm], always, after)

    def _blocks(self, row: Row, strings: bool) -> Expr:
        """The list, with a lone text as the one block of it.

        What is no list is refused: an empty text or object has no items that could tell.
        """
        scope = self.writing.scope
        *holder, key = row.fields[0]
        refused = ir.fail("a list", field_value(tuple(holder)), key)
        name = scope.fresh("blocks")
        blocks, value = ir.var(name), ir.Bind(name, field_value(row.fields[0]))
        lone = ir.arr(ir.obj([("kind", ir.const("text")), ("text", blocks)]))
        listed = (ir.is_(value, "string"), [ir.assign(blocks, lone)])
        if strings:
            scope.add(ir.if_(listed, (ir.isnt(blocks, "array"), [refused])))
        else:
            scope.add(ir.if_((ir.isnt(value, "array"), [refused])))
        return blocks

    def _if_there(self, block: Expr, field: str, add: Stmt) -> Stmt:
        """Add a block's text, if it has this one; what is no text has no place."""
        value = ir.opt(block, field)
        wrong = ir.fail("a string", block, field)
        return ir.if_((ir.is_(value, "string"), [add]), (ir.present(value), [wrong]))

    def _held_part(self, leaf: Leaf, arm: str, items: Expr, body: list[Stmt]) -> list[Stmt]:
        """A block that only holds another record: that record."""
        lenses = [lens for lens in leaf.codec.lenses() if lens.lens.inter == arm]
        rows = [whole_row(lens) for lens in lenses]
        if None in rows:
            return body
        block, *ways = ir.var("block"), *map(partial(self._held_record, items), lenses)
        signs = [conditions_of(self.resolver, lens, lenses, block) for lens in lenses]
        branches = [(ir.and_(*one), way) for one, way in zip(signs, ways, strict=True) if one]
        return [ir.if_(*branches, otherwise=ways[-1])] if branches else ways[0]

    def _held_record(self, items: Expr, lens: BoundLens) -> list[Stmt]:
        """The record that a block holds, written and added to a list."""
        row = whole_row(lens)
        assert row is not None
        leaf = self.resolver.leaf(lens.lens, row, row.targets[0])
        name = self.writing.scope.fresh(row.name)
        value = leaf.codec.encode(self.writing.scope.inner(), ir.var(name), self.writing.spot(leaf))
        of_block = ir.get(ir.var("block"), row.fields[0][0])
        return [ir.let(name, of_block), ir.append(items, value)]
