"""What planning must know of ``fold``: units of a list that share a wire element.

A unit that stood against the canonical grouping carries a note in its form: ``turn`` is
``apart`` (an element of its own although it could have joined the one before) or ``joined``;
``group`` keeps what else the shared element held.

Where nothing else reads what is no member, it is opaque: one element for what stands ahead of the
first member, which has ``joined`` it, and behind that each by itself, with the key of the list. An
element without a member is read as any other. So nothing opaque needs a note.
"""

from __future__ import annotations

from typing import Any

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import snake
from ..load.schema import Shape
from ..load.transform import Sequence
from ..resolve.shared import beside_list, list_of, shared_question, shared_tags, tags_inside
from ..resolve.telling import taken_before, tell
from .arms import is_arm
from .asking import asked
from .bound import BoundLens, BoundUnion
from .resolve import Resolver

ITEM, UNIT, UNITS, ITEMS = ir.var("item"), ir.var("unit"), ir.var("units"), ir.var("items")


def mark(key: str, value: str) -> Stmt:
    """Note in a unit's form how it stood in its list."""
    return ir.do(ir.runtime("mark", UNIT, ir.var("FORMAT"), ir.const(key), ir.const(value)))


def _is_own(unit: Expr) -> Expr:
    """Is a unit one that this wire alone understands?"""
    ours = ir.eq(ir.opt(unit, "format"), ir.FormatName())
    return ir.and_(ir.eq(ir.opt(unit, "kind"), "opaque"), ours)


class Folding:
    """What the planning of one sequence needs to know, both ways."""

    def __init__(self, resolver: Resolver, sequence: Sequence) -> None:
        self.resolver, self.sequence = resolver, sequence
        self.path, self.key = sequence.into_path, sequence.into_key
        lists = list_of(resolver.wire, sequence)
        self.elements = [shape for outer in lists for shape in outer.items]
        names = [shape.name for shape in self.elements]
        members = [
            lens
            for (inter, wire), lens in resolver.bound.items()
            if inter == sequence.member and wire in names
        ]
        self.member, wires = members[0], [lens.lens.wire for lens in members]
        every = tell(resolver.wire, names, {name for _, name in resolver.bound})
        #: what members are known by, each with the others that are asked for before it
        self.member_questions = [(question, taken_before(resolver.wire, every, question))
                                 for question in every if question.arm in wires]  # fmt: skip
        #: what an element that has the list is known by, and those asked for before it
        read = {name for _, name in resolver.bound}
        self.group_question, self.asked_before_group = shared_question(
            resolver.wire, sequence, read
        )
        self.words = shared_tags(resolver.wire, sequence, resolver.transform.lenses)
        #: the constants of the element, and of each object on the way to its list
        self.tags = [dict(self.group_tags()), *tags_inside(resolver.wire, sequence)]
        self.deep = len(self.path) > 1
        #: whether a shared element may differ in more than the keys that it has
        self.keeps_more = self.deep or any(len(words) > 1 for words in self.words.values())
        #: several types of elements that are members, as a union
        self.several = self._union() if len(members) > 1 else None
        # Without a word for the rest it is what else the item is read as.
        inters = [inter for inter, wire in resolver.bound
                  if wire == sequence.into and inter != sequence.member]  # fmt: skip
        self.rest = resolver.bound.get((sequence.rest or next(iter(inters), ""), sequence.into))
        self.joins_rest = bool(sequence.rest)
        #: the keys where the rest has more than what stands in the list
        self.beside = beside_list(self.rest.lens, sequence) if self.rest is not None else ()
        #: whether the list holds what no lens is for
        self.mixed = self.rest is None and len(self.elements) > 1
        self.unfolding = f"_unfold_{snake(sequence.field)}"
        # The functions of a list call those of its arms, whichever of them ask for it.
        self.units: list[tuple[BoundLens, BoundLens | BoundUnion]] = [
            (self.member, self.several or self.member)
        ]
        self.units += [(self.rest, self.rest)] if self.rest is not None else []
        keys = {*self.path, *(key for tags in self.tags for key in tags)}
        spelled = not resolver.snaked.keys().isdisjoint(keys)
        ways = [self.path[:depth] for depth in range(len(self.path))] if spelled else []
        named = (resolver.snake_keys(sequence.into, way) for way in ways)
        self.snake_keys = next(filter(None, named), "")
        self.source = "source" if self.snake_keys else "item"

    def _union(self) -> BoundUnion:
        unit = (Shape("record", self.sequence.member),)
        union = self.resolver.union_between(unit, tuple(self.elements))
        assert union is not None
        return union

    # -- conditions

    def is_member_element(self, element: Expr) -> Expr:
        snaked = self.resolver.snaked
        wires = {question.arm for question, _ in self.member_questions}
        return ir.or_(*(
            ir.and_(asked(snaked, question, element), *(
                ir.not_(asked(snaked, other, element)) for other in before if other.arm not in wires
            ))
            for question, before in self.member_questions
        ))  # fmt: skip

    def is_unit(self, unit: Expr, lens: BoundLens) -> Expr:
        return is_arm(self.resolver, lens, unit)

    def is_inside(self, unit: Expr) -> Expr:
        """Is a unit opaque, and stood in the list of a shared element?"""
        return ir.and_(_is_own(unit), ir.eq(ir.opt(unit, "at"), self.key))

    def is_whole(self, unit: Expr) -> Expr:
        """Is a unit opaque, and a shared element by itself?"""
        value = ir.get(unit, "value")
        return ir.and_(_is_own(unit), self.is_group(value), self.is_listed(value))

    def is_group(self, item: Expr) -> Expr:
        """Is a wire item that has the list one that units share?"""
        required, snaked = self.resolver.wire.required(self.sequence.into), self.resolver.snaked
        tags: list[Expr] = []
        for key, words in self.words.items():
            if len(words) == 1:
                tag = ir.eq(ir.opt(item, key), words[0])
                tags.append(tag if key in required else ir.or_(tag, ir.not_(ir.has(item, key))))
        test = asked(snaked, self.group_question, item)
        more = [one for one in (test.conditions if isinstance(test, ir.And) else (test,))
                if one not in tags and one != ir.is_(item, "object")]  # fmt: skip
        others = [ir.not_(asked(snaked, other, item)) for other in self.asked_before_group]
        return ir.and_(ir.is_(item, "object"), *tags, *more, *others)

    def group_tags(self) -> list[tuple[str, Any]]:
        return [(key, words[0]) for key, words in self.words.items()]

    # -- the list of an element, and what is around it

    def is_listed(self, item: Expr, name: str = "") -> Expr:
        """Has a wire item such a list? It is called ``name`` from then on."""
        holder, tests = item, list[Expr]()
        for key in self.path[:-1]:
            tests.append(ir.is_(ir.opt(holder, key), "object"))
            holder = ir.get(holder, key)
        found = ir.opt(holder, self.path[-1])
        return ir.and_(*tests, ir.is_(ir.Bind(name, found) if name else found, "array"))

    def framed(self, elements: Expr) -> Expr:
        """An element that has this list, and nothing but constants besides."""
        inner = elements
        for key, tags in reversed([*zip(self.path, self.tags, strict=True)]):
            inner = ir.obj([*((tag, ir.const(word)) for tag, word in tags.items()), (key, inner)])
        return inner

    def listed(self, item: Expr) -> Expr:
        """The list of an element that has one."""
        for key in self.path:
            item = ir.get(item, key)
        return item

    def way(self) -> tuple[Expr, Expr]:
        """What the runtime is told of the way to the list."""
        return ir.const([*self.path]), ir.const(self.tags)

    def text_tags(self) -> list[tuple[str, Any]]:
        names = [shape.name for shape in self.elements]
        return self.resolver.text_tags(names)
