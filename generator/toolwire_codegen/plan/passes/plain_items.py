"""Items of lists of which one question tells that they lose nothing: nobody looks at these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ... import ir
from ...ir import Expr, Function, Stmt
from ...ir.fields import X
from ...ir.rewriting import Block, replaced, rewritten
from ...ir.scope import snake
from ..bound import BoundLens
from ..resolve import Resolver

STRANGE = ("strange", "foreign", "unknown")
"""What reports keys that a value need not have."""
ITEM = ir.var("item")
ITS = "its"
"""The local that has the word that tells an item's arm."""


def about_more(step: Stmt, needed: frozenset[str] | set[str]) -> bool:
    """Whether a step does nothing with an object that has just the keys that it must have."""
    match step:
        case ir.Do(ir.Runtime(name, args)):
            return name in STRANGE and args[0] == X
        case ir.LoseFields("lost", value, "", _, fields):
            return value == X and needed.isdisjoint(fields)
        case ir.If([(condition, _)], []):
            asked = condition.conditions if isinstance(condition, ir.And) else (condition,)
            return any(
                isinstance(one, ir.Has) and one.obj == X and one.key not in needed for one in asked
            )
    return False


def has_more(value: Expr, size: int) -> Expr:
    """Whether a value has anything beside so many keys, and how other wires had spelled it."""
    return ir.runtime("has_more", value, ir.const(size), ir.var("FORMAT"))


class PlainItems:
    """The items that a loop over a list passes over, by the function that reports their losses."""

    def __init__(
        self,
        functions: Mapping[str, Function],
        lenses: Mapping[str, BoundLens],
        resolver: Resolver,
    ) -> None:
        self.functions, self.lenses, self.resolver = functions, lenses, resolver

    def passed_over(self, steps: Block) -> Block:
        """Steps whose loops leave out the items that surely lose nothing."""
        return replaced(steps, self._loop)

    def _loop(self, step: Stmt) -> Block | None:
        match step:
            case ir.LoseEach(function, items, suffix, numbered):
                look = ir.LoseAt(function, ITEM, f"{suffix}/", "index")
                arms = [*self._by_tag(look)]
                body = _chosen(arms, look) if arms else self._asked(look)
                return [ir.ForIndex("index", "item", items, body, numbered)]
            case ir.LoseAt():
                return self._asked(step)
        return None

    def _asked(self, look: ir.LoseAt) -> Block:
        """A look at an item, where one question does not tell that it loses nothing."""
        plain = self._plain(look.function)
        if plain is None:
            return [look]
        return [ir.if_((_otherwise(_instead(plain, look.value)), [look]))]

    def _by_tag(self, look: ir.LoseAt) -> Iterator[tuple[Expr, Block]]:
        """The arms of a union that a word alone tells: right to what reports their losses."""
        done, function = set[str](), self.functions.get(look.function)
        while function is not None:
            match function.body:
                case [ir.If(branches, otherwise)]:
                    pass
                case _:
                    return
            for branch in branches:
                asked = [one for one in ir.nodes(branch[0]) if isinstance(one, ir.Eq)]
                if not asked:
                    return  # it may be any
                for key, tag, lens in _arms([branch]) if len(asked) == 1 else ():
                    plain = self._loses_nothing(lens)
                    if tag not in done:
                        to = replace(look, function=lens)
                        body: Block = [to if plain is None else ir.if_((_otherwise(plain), [to]))]
                        yield ir.eq(ir.opt(ITEM, key), tag), body
                done |= {str(one.constant) for one in asked}
            match otherwise:
                case [ir.LoseIn(other, given, "")] if given == X:
                    function = self.functions.get(other)
                case _:
                    return

    def _plain(self, name: str) -> Expr | None:
        """What tells of an item that it loses nothing, if anything does."""
        function = self.functions.get(name)
        found: dict[Expr, tuple[Expr, list[str]]] = {}
        ways: list[Expr] = []
        match function and function.body:
            case [ir.If([(first, [ir.LoseIn(lens, given, "")]), *_], _)] if not _tagged(first):
                plain = self._loses_nothing(lens) if given == X else None
                ways += [ir.and_(_of_item(first), plain)] if plain is not None else []
            case [ir.If(branches, _)]:
                for key, tag, lens in _arms(branches):
                    plain = self._loses_nothing(lens)
                    if plain is not None:
                        found.setdefault(plain, (ir.opt(ITEM, key), []))[1].append(tag)
        ways += [
            ir.and_(ir.or_(*(ir.eq(key, tag) for tag in tags)), plain)
            for plain, (key, tags) in found.items()
        ]
        return ir.or_(*ways) if ways else None

    def _loses_nothing(self, name: str) -> Expr | None:
        """When a value of a lens has just what it must have, and nothing to be lost in that."""
        bound = self.lenses.get(name)
        if bound is None:
            return None  # several lenses share it
        needed = self.resolver.inter.required(bound.lens.inter)
        size = len(needed)
        asked: list[Expr] = [ir.SizeIs(ITEM, size)]
        if "metadata" in self.resolver.inter.properties(bound.lens.inter):
            asked = [ir.or_(*asked, ir.not_(has_more(ITEM, size)))]
        gone = {"metadata"}
        for step in self.functions[name].body:
            match step:
                case (
                    ir.If([(ir.SizeNot(value, _, ""), _)], [])
                    | ir.If([(ir.And((ir.SizeNot(value, _, ""), *_)), _)], [])
                ) if value == X:
                    pass  # it has no more than it must have
                case ir.If([(ir.Is(value) as condition, _)], []) if _simple(value):
                    asked.append(ir.not_(_of_item(condition)))
                case ir.If([(ir.Not(ir.Covers(_, value)), _)], []) if value == X:
                    pass  # it has no other keys than fields
                case ir.If([(ir.Missing(ir.Opt(value, key)), _)], []) if value == X:
                    asked.append(ir.present(ir.opt(ITEM, key)))
                case _:
                    if not about_more(step, needed):
                        return None
                    gone |= _keys(step)
        if len(needed) == 1:
            # What has a single key mostly has others, of which nothing is lost either.
            fields = frozenset(self.resolver.inter.properties(bound.lens.inter)) - gone
            name = f"PLAIN_{snake(bound.lens.inter).upper()}"
            whole = f"{name}_TO_{snake(bound.lens.wire).upper()}"
            plain = ir.var(self.resolver.constants.put(name, fields, whole))
            asked[0] = ir.Covers(plain, ITEM)
        return ir.and_(*asked) if len(asked) > 1 else asked[0]


def _chosen(arms: ir.Branches, look: ir.LoseAt) -> Block:
    """What is done with an item of a union, once the word is known that tells its arm."""
    tag = next(node for node in ir.nodes(arms[0][0]) if isinstance(node, ir.Opt))
    step: Stmt = ir.if_(*arms, otherwise=[look])
    local = ir.var(ITS)
    return [ir.let(ITS, tag), rewritten(step, lambda node: local if node == tag else node)]


def _otherwise(plain: Expr) -> Expr:
    """When a condition does not hold."""
    match plain:
        case ir.Not(condition):
            return condition
        case ir.And(conditions):
            return ir.Or(tuple(map(_otherwise, conditions)))
        case ir.Or(conditions):
            return ir.And(tuple(map(_otherwise, conditions)))
        case ir.SizeIs(value, size):
            return ir.SizeNot(value, size, "")
    return ir.not_(plain)


def _instead(plain: Expr, item: Expr) -> Expr:
    changed: Expr = rewritten(plain, lambda node: item if node == ITEM else node)
    return changed


def _arms(branches: ir.Branches) -> Iterator[tuple[str, str, str]]:
    """Of each arm that is written, the key and word that tell it, and what reports its losses."""
    for condition, body in branches:
        match condition, body:
            case ir.Eq(ir.Opt(value, key), str() as tag), [ir.LoseIn(lens, given, "")]:
                if value == given == X:
                    yield key, tag, lens


def _tagged(condition: Expr) -> bool:
    return any(isinstance(node, ir.Eq) for node in ir.nodes(condition))


def _keys(step: Stmt) -> set[str]:
    """The keys that a step asks for, or reports."""
    found: set[str] = set()
    for node in ir.nodes(step):
        match node:
            case ir.Has(value, key) if value == X:
                found.add(key)
            case ir.LoseFields(value=value, fields=fields) if value == X:
                found |= {*fields}
    return found


def _simple(value: Expr) -> bool:
    return isinstance(value, ir.Get) and value.obj == X


def _of_item(value: Expr) -> Expr:
    changed: Expr = rewritten(value, lambda node: ITEM if node == X else node)
    return changed
