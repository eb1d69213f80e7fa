"""Spells a finished plan in Values. It decides nothing: one spelling for each operation.

Text from schemas and transforms reaches the output through ``repr`` or as a checked identifier,
never as code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import ir
from ..ir import Expr
from .text import constant, quoted

TYPES = {
    "string": "str",
    "integer": "int",
    "boolean": "bool",
    "array": "list",
    "object": "dict",
    "pieces": "Pieces",
    "json_pieces": "JsonPieces",
    "so_far": "SoFar",
}


class Values:
    """Spells values on one line.

    ``used`` collects the runtime's names that they need, ``modules`` those of codecs.
    """

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.modules: dict[str, str] = {}

    # -- expressions

    def expr(self, node: Expr) -> str:
        """An expression on one line; the formatter breaks what is too long."""
        return SPELLED[type(node)](self, node)

    def obj(self, node: ir.Obj) -> str:
        pairs = [(self._key(key), value) for key, value in node.pairs]
        return "{" + ", ".join(f"{key}: {self.expr(value)}" for key, value in pairs) + "}"

    def _key(self, key: Any) -> str:
        return self.expr(key) if isinstance(key, Expr) else quoted(key)

    def runtime(self, node: ir.Runtime) -> str:
        self.used.add(node.function)
        return self.called(node.function, node.args)

    def called(self, name: str, args: tuple[Expr, ...]) -> str:
        return f"{name}({', '.join(self.expr(arg) for arg in args)})"

    def via(self, node: ir.Via) -> str:
        alias = f"{node.module}_codecs"  # an ending that no function of the output has
        self.modules[alias] = node.module
        return f"{alias}.{node.codec}.{node.way}({self.expr(node.value)})"

    def each(self, node: ir.Each) -> str:
        value, source = self.expr(node.one), self.expr(node.items)
        if node.dropping:
            return f"[y for {node.name} in {source} if (y := {value}) is not None]"
        return f"[{value} for {node.name} in {source}]"

    def is_(self, node: ir.Is) -> str:
        return self._typed(node.value, node.kind, "is", "in")

    def isnt(self, node: ir.Isnt) -> str:
        return self._typed(node.value, node.kind, "is not", "not in")

    def _typed(self, value: Expr, kind: str, one: str, several: str) -> str:
        if kind == "null":
            return f"{self.expr(value)} {one} None"
        if kind == "number":
            return f"type({self.expr(value)}) {several} NUMBERS"
        if TYPES[kind][:1].isupper():
            self.used.add(TYPES[kind])
        return f"type({self.expr(value)}) {one} {TYPES[kind]}"

    def eq(self, node: ir.Eq) -> str:
        left, right = node.value, node.constant
        if right is None or isinstance(right, bool):
            return f"{self.wrapped(left)} is {right!r}"
        if isinstance(right, int) and isinstance(left, ir.Bind):
            return f"type({self.expr(left)}) is int and {left.name} == {right}"
        if isinstance(right, int):
            # 0 equals False and 0.0, which are other JSON values.
            return f"type({self.expr(left)}) is int and {self.expr(left)} == {right}"
        return f"{self.wrapped(left)} == {constant(right)}"

    def not_(self, node: ir.Not) -> str:
        match node.condition:
            case ir.Is(value, kind):
                return self.isnt(ir.Isnt(value, kind))
            case ir.Present(value):
                return self.expr(ir.Missing(value))
            case ir.Missing(value):
                return self.expr(ir.Present(value))
            case ir.IsAbsent(value):
                return self.expr(ir.IsntAbsent(value))
            case ir.Not(condition):
                return self.expr(condition)
            case ir.In(value, among):
                return f"{self.expr(value)} not in {self.expr(among)}"
            case ir.Among(value, texts):
                return f"{self.expr(value)} not in {_tuple(texts)}"
            case ir.Has(obj, key):
                return f"{constant(key)} not in {self.expr(obj)}"
            case ir.Eq(value, str() as text):
                return f"{self.expr(value)} != {constant(text)}"
            case ir.Or(conditions):
                return self.expr(ir.and_(*map(ir.not_, conditions)))
        text = self.expr(node.condition)
        return f"not ({text})" if isinstance(node.condition, _LOOSE) else f"not {text}"

    def all_of(self, node: ir.And) -> str:
        return self._joined(node, node.conditions, " and ")

    def one_of(self, node: ir.Or) -> str:
        return self._joined(node, node.conditions, " or ")

    def _joined(self, node: Expr, conditions: tuple[Expr, ...], word: str) -> str:
        parts = []
        for one in conditions:
            text = self.expr(one)
            among = isinstance(node, ir.Or)
            nested = isinstance(one, _SEVERAL) or (isinstance(one, _CHAINS) and among)
            nested = nested or (isinstance(one, ir.Eq) and " and " in text and among)
            parts.append(f"({text})" if nested and type(one) is not type(node) else text)
        return word.join(parts)

    def styled(self, node: ir.Styled) -> str:
        self.used.add("styled")
        return f"form is not None and styled(form, {constant(node.field)}, {constant(node.style)})"

    def spelled(self, node: ir.Spelled) -> str:
        field = constant(node.field)
        there = f"form is not None and {field} in form"
        return f"{there} and {constant(node.key)} in form[{field}]" if node.key else there

    def spelled_at(self, node: ir.SpelledAt) -> str:
        self.used.add("spelled_at")
        args = f"{constant(node.field)}, {constant(node.path)}"
        return f"form is not None and spelled_at(form, {args})"

    def size_not(self, node: ir.SizeNot) -> str:
        total = f"{node.total} + {node.counter}" if node.counter else node.total
        return f"len({self.expr(node.value)}) != {total}"

    def lookup(self, node: ir.Lookup) -> str:
        obj, key, default = (self.expr(one) for one in (node.obj, node.key, node.default))
        return f"{obj}.get({key})" if default == "None" else f"{obj}.get({key}, {default})"

    def wrapped(self, node: Expr) -> str:
        text = self.expr(node)
        return f"({text})" if isinstance(node, ir.Bind | ir.IfElse) else text

    def absent(self, operator: str, value: Expr) -> str:
        self.used.add("ABSENT")
        return f"{self.expr(value)} {operator} ABSENT"


_LOOSE = (
    ir.And, ir.Or, ir.Bind, ir.Eq, ir.Same, ir.Is, ir.In, ir.Ne,
    ir.Styled, ir.Spelled, ir.IfElse, ir.SizeIs,
)  # fmt: skip
"""What stands in brackets behind `not`."""
_SEVERAL = (ir.And, ir.Or, ir.IfElse)
"""What stands in brackets among other conditions."""
_CHAINS = (ir.Styled, ir.Spelled, ir.SpelledAt)
"""Conditions that hold if several do: these stand in brackets where one of several has to."""

SPELLED: dict[type[Expr], Callable[[Values, Any], str]] = {
    ir.Var: lambda p, n: n.name,
    ir.Const: lambda p, n: constant(n.value),
    ir.Get: lambda p, n: f"{p.expr(n.obj)}[{constant(n.key)}]",
    ir.Opt: lambda p, n: f"{p.expr(n.obj)}.get({constant(n.key)})",
    ir.At: lambda p, n: f"{p.expr(n.items)}[{n.index}]",
    ir.Item: lambda p, n: f"{p.expr(n.holder)}[{p.expr(n.key)}]",
    ir.Last: lambda p, n: f"{p.expr(n.items)}[-1]",
    ir.Lookup: Values.lookup,
    ir.Amount: lambda p, n: f"({p.expr(n.obj)}.get({quoted(n.key)}) or 0)",
    ir.Obj: Values.obj,
    ir.Arr: lambda p, n: "[" + ", ".join(p.expr(item) for item in n.items) + "]",
    ir.NewSet: lambda p, n: "set()",
    ir.Copy: lambda p, n: f"{p.expr(n.obj)}.copy()",
    ir.Call: lambda p, n: p.called(n.function, n.args),
    ir.Named: lambda p, n: n.function,
    ir.Runtime: Values.runtime,
    ir.Via: Values.via,
    ir.Each: Values.each,
    ir.Bind: lambda p, n: f"{n.name} := {p.expr(n.value)}",
    ir.IfElse: lambda p, n: f"{p.expr(n.value)} if {p.expr(n.condition)} else {p.expr(n.other)}",
    ir.Plus: lambda p, n: " + ".join(p.expr(number) for number in n.numbers),
    ir.Minus: lambda p, n: " - ".join(p.expr(number) for number in n.numbers),
    ir.Count: lambda p, n: f"len({p.expr(n.items)})",
    ir.Member: lambda p, n: f"{p.expr(n.state)}.{n.member}",
    ir.Made: lambda p, n: "calls.made",
    ir.FormatName: lambda p, n: "FORMAT",
    ir.Place: lambda p, n: pointer(n.suffix),
    ir.PlaceAt: lambda p, n: pointer_at(n.suffix, n.index),
    ir.Has: lambda p, n: f"{constant(n.key)} in {p.expr(n.obj)}",
    ir.Is: Values.is_,
    ir.Isnt: Values.isnt,
    ir.In: lambda p, n: f"{p.expr(n.value)} in {p.expr(n.among)}",
    ir.Among: lambda p, n: f"{p.expr(n.value)} in {_tuple(n.texts)}",
    ir.Eq: Values.eq,
    ir.Ne: lambda p, n: f"{p.wrapped(n.left)} != {p.wrapped(n.right)}",
    ir.Same: lambda p, n: f"{p.wrapped(n.left)} == {p.wrapped(n.right)}",
    ir.LessThan: lambda p, n: f"{p.expr(n.left)} < {p.expr(n.right)}",
    ir.Missing: lambda p, n: f"{p.wrapped(n.value)} is None",
    ir.Present: lambda p, n: f"{p.wrapped(n.value)} is not None",
    ir.Filled: lambda p, n: p.expr(n.value),
    ir.Holds: lambda p, n: p.expr(n.value),
    ir.NotZero: lambda p, n: p.expr(n.value),
    ir.NotEmpty: lambda p, n: f"bool({p.expr(n.items)})",
    ir.SizeIs: lambda p, n: f"len({p.expr(n.value)}) == {n.size}",
    ir.SizeNot: Values.size_not,
    ir.Not: Values.not_,
    ir.And: Values.all_of,
    ir.Or: Values.one_of,
    ir.All: lambda p, n: f"all({p.expr(n.condition)} for {n.name} in {p.expr(n.items)})",
    ir.Disjoint: lambda p, n: f"{p.expr(n.keys)}.isdisjoint({p.expr(n.obj)})",
    ir.Covers: lambda p, n: f"{p.expr(n.keys)}.issuperset({p.expr(n.obj)})",
    ir.Styled: Values.styled,
    ir.Spelled: Values.spelled,
    ir.SpelledAt: Values.spelled_at,
    ir.IsAbsent: lambda p, n: p.absent("is", n.value),
    ir.IsntAbsent: lambda p, n: p.absent("is not", n.value),
}


def _tuple(texts: tuple[str, ...]) -> str:
    return f"({', '.join(map(quoted, texts))})"


def pointer(suffix: str) -> str:
    return f"(path, {constant(suffix)})" if suffix else "path"


def pointer_at(suffix: str, index: str) -> str:
    return f"(path, {constant(suffix)}, {index})"
