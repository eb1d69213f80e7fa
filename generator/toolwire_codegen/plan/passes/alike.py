"""Functions that differ by a few constants become one that is given these.

Types that a wire tells apart by a word alone, such as media by their kind, have rows that differ by
that word, and so have the functions planned from them. One function stands for all of them where
that spares at least ``SPARED`` steps and takes at most ``MOST`` parameters: with more of them it
would be harder to read than the functions apart.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any

from ... import ir
from ...ir import Expr, Function, Module, Stmt
from ...ir.constants import with_constants
from ...ir.locals import local_names
from ...ir.rewriting import rewritten
from ...ir.scope import Scope, snake
from ..naming import shared_words
from ..resolve import Resolver

SPARED = 8
MOST = 3
ROLE = "text"
"""What a constant is of which the plan says nothing."""
UNSEEN = ("metadata", "reason")
"""Locals that steps need for themselves."""

Place = tuple[Expr, ...]
"""What the members of a group have in one place, in their order."""
Meant = tuple[str, tuple[Expr, ...]]
"""The function that is called for a member, and what more it is given."""


def alike(module: Module, resolver: Resolver) -> Module:
    """The pass, again and again: functions that call members of a group may be the next."""
    while groups := [*_groups(module)]:
        module = _joined(module, groups)
    return module


class Group:
    """Functions of one shape, and what each has in the places where they differ."""

    def __init__(self, module: Module, members: Sequence[Function]) -> None:
        self.members, self.values = members, dict(module.constants)
        found = [_constants(member, self.values) for member in members]
        places = [*zip(*found, strict=True)]
        self.places = [tuple(node for node, _ in place) for place in places]
        self.params = self._params([place[0][1] for place in places])
        self.name = shared_words([member.name for member in members])

    def _params(self, roles: list[str]) -> dict[Place, str]:
        """The names of the parameters, by what the members have there."""
        first = self.members[0]
        scope = Scope(*first.params, *local_names(first.body), *UNSEEN)
        params: dict[Place, str] = {}
        for place, role in zip(self.places, roles, strict=True):
            if place not in params and any(node != place[0] for node in place):
                params[place] = scope.fresh(_called(place, role))
        return params

    @property
    def pays(self) -> bool:
        """Is one function for all of them easier to read?"""
        steps = sum(isinstance(node, Stmt) for node in ir.nodes(self.members[0].body))
        spared = (len(self.members) - 1) * steps
        return spared >= SPARED and len(self.params) <= MOST and self.name.strip("_") != ""

    def given(self, name: str) -> dict[str, Meant]:
        """How each member is called from now on."""
        more = [
            tuple(_as(place[at], param) for place, param in self.params.items())
            for at in range(len(self.members))
        ]
        return {one.name: (name, args) for one, args in zip(self.members, more, strict=True)}

    def one(self, name: str) -> Function:
        """The function that stands for all of them."""
        first = self.members[0]
        places = iter(self.places)

        def filled(node: Expr, role: str) -> Expr:
            param = self.params.get(next(places)) if _may_vary(node) else None
            return node if param is None else ir.Var(param)

        fixed = {param: self._value(place[0]) for place, param in self.params.items()}
        # Each row once, those of one place one after the other.
        rows = [row for rows in zip_longest(*(one.rows for one in self.members)) for row in rows]
        rows += [f"`{param}`: {', '.join(map(_shown, p))}" for p, param in self.params.items()]
        return Function(
            name,
            [*first.params, *fixed],
            _either([member.doc for member in self.members]),
            [row for row in dict.fromkeys(rows) if row is not None],
            with_constants(first.body, self.values, filled),
            {**first.fixed, **fixed},
        )

    def _value(self, node: Expr) -> Any:
        return self.values[node.name] if isinstance(node, ir.Var) else _word(node)


def _outline(function: Function) -> tuple[Any, ...]:
    """What functions of one shape have in common at the first look: looking closer takes long."""
    return (*function.params, *map(type, function.body))


def _joined(module: Module, groups: Sequence[Group]) -> Module:
    """The module with one function for each group, and calls that say which member is meant."""
    members = {member.name for group in groups for member in group.members}
    taken = {function.name for function in module.functions} - members
    ones: dict[str, Function] = {}
    given: dict[str, Meant] = {}
    for group in groups:
        one = group.one(_free(group.name, taken))
        taken.add(one.name)
        ones[group.members[0].name] = one
        given |= group.given(one.name)
    call = partial(_called_now, given)
    functions = [
        ones.get(function.name, function)
        for function in module.functions
        if function.name in ones or function.name not in members
    ]
    stream = {key: rewritten(part, call) for key, part in (module.stream or {}).items()}
    return replace(
        module,
        functions=[replace(one, body=rewritten(one.body, call)) for one in functions],
        stream=stream or None,
    )


def _called_now(given: Mapping[str, Meant], node: Any) -> Any:
    """A call of a member as one of what stands for it."""
    match node:
        case ir.Call(function, args) if function in given:
            name, more = given[function]
            return ir.Call(name, (*args, *more))
        case ir.LoseIn(function) if function in given:
            name, more = given[function]
            return replace(node, function=name, more=(*node.more, *more))
    return node


def _groups(module: Module) -> Iterator[Group]:
    """The functions of one shape, wherever one for all of them pays."""
    shapes: list[tuple[Any, list[Function]]] = []
    names = {name for name, _ in module.constants}
    found = [*_only_called(module)]
    outlines = Counter(map(_outline, found))
    for function in (one for one in found if outlines[_outline(one)] > 1):
        shape = (function.params, with_constants(function.body, names, _blank))
        members = next((members for other, members in shapes if other == shape), None)
        if members is None:
            shapes.append((shape, [function]))
        else:
            members.append(function)
    for _, members in shapes:
        if len(members) > 1 and (group := Group(module, members)).pays:
            yield group


def _only_called(module: Module) -> Iterator[Function]:
    """The functions that are called, and that nothing else is done with by their names."""
    bodies = [[function.body for function in module.functions], [*(module.stream or {}).values()]]
    nodes = [*ir.nodes(bodies)]
    called = {node.function for node in nodes if isinstance(node, ir.Call | ir.LoseIn)}
    values = ir.Named | ir.LoseAt | ir.LoseEach
    used = {node.function for node in nodes if isinstance(node, values)}
    for words in (*module.entries.values(), module.stream or {}):
        used |= {word for word in words.values() if isinstance(word, str)}
    return (function for function in module.functions if function.name in called - used)


# -- constants


def _may_vary(node: Expr) -> bool:
    """A parameter may stand for a text, or for a constant that has a name."""
    return isinstance(node, ir.Var) or (isinstance(node, ir.Const) and type(node.value) is str)


def _blank(node: Expr, role: str) -> Expr:
    """What stands for a constant in a shape: values that are no texts have to be the same."""
    if isinstance(node, ir.Const):
        # As text: 1 equals true in Python, and is another JSON value.
        return ir.Const("" if _may_vary(node) else repr(node.value))
    return ir.Var("")


def _constants(function: Function, names: Collection[str]) -> list[tuple[Expr, str]]:
    """What may vary in a function, in order, and the role of each."""
    found: list[tuple[Expr, str]] = []

    def collected(node: Expr, role: str) -> Expr:
        if _may_vary(node):
            found.append((node, role))
        return node

    with_constants(function.body, names, collected)
    return found


def _as(node: Expr, role: str) -> Expr:
    return ir.Const(node.value, role) if isinstance(node, ir.Const) else node


# -- words


def _called(place: Place, role: str) -> str:
    """What a parameter is called: its role, or what its values have in common."""
    words = [word.lower() if word.isupper() else snake(word) for word in map(_word, place)]
    return role or shared_words(words) or ROLE


def _word(node: Expr) -> str:
    match node:
        case ir.Var(name):
            return name
        case ir.Const(str() as text):
            return text
    raise TypeError(f"{node} is no text and has no name")


def _shown(node: Expr) -> str:
    """The same for a reader, who sees no spaces and no line breaks."""
    word = _word(node)
    return word if re.fullmatch(r"\S+", word) else json.dumps(word)


def _free(name: str, taken: Collection[str]) -> str:
    candidate, number = name, 2
    while candidate in taken:
        candidate, number = f"{name}_{number}", number + 1
    return candidate


def _either(docs: list[str]) -> str:
    """One sentence for several: where they differ, the words of all."""
    split = [re.findall(r"`[^`]*`|\w+|\W", doc) for doc in docs]
    if len({len(words) for words in split}) > 1:
        return " ".join(dict.fromkeys(docs))
    return "".join(_listed([*dict.fromkeys(words)]) for words in zip(*split, strict=True))


def _listed(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
