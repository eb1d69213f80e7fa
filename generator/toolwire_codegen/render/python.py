"""Spells a finished plan in Python. It decides nothing: one spelling for each operation.

Text from schemas and transforms reaches the output through ``repr`` or as a checked identifier,
never as code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from .. import ir
from ..ir import Expr, Function, Stmt
from ..ir.locals import local_names, renamed
from .text import constant, docstring, quoted

TYPES = {
    "string": "str",
    "integer": "int",
    "boolean": "bool",
    "array": "list",
    "object": "dict",
    "pieces": "Pieces",
    "json_pieces": "JsonPieces",
}


class Python:
    """Renders functions; ``used`` collects the runtime's names they need, ``modules`` codecs'."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self.used: set[str] = set()
        self.modules: dict[str, str] = {}
        self.reserved = frozenset(reserved)
        self.typed: dict[str, str] = {}

    # -- expressions

    def expr(self, node: Expr) -> str:
        """An expression on one line; the formatter breaks what is too long."""
        return _SPELLED[type(node)](self, node)

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
            case ir.Has(obj, key):
                return f"{constant(key)} not in {self.expr(obj)}"
            case ir.Eq(value, str() as text):
                return f"{self.expr(value)} != {constant(text)}"
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
            nested = isinstance(one, _SEVERAL) or (isinstance(one, ir.Eq) and " and " in text)
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
        return f"({text})" if isinstance(node, ir.Bind) else text

    def absent(self, operator: str, value: Expr) -> str:
        self.used.add("ABSENT")
        return f"{self.expr(value)} {operator} ABSENT"

    # -- statements

    def block(self, statements: list[Stmt], indent: int) -> list[str]:
        lines: list[str] = []
        for statement in statements:
            lines.extend(self.stmt(statement, indent))
        return lines or [" " * indent + "pass"]

    def stmt(self, node: Stmt, indent: int) -> list[str]:
        pad = " " * indent
        match node:
            case ir.If(branches, otherwise):
                return self._if(branches, otherwise, indent)
            case ir.Chain(arms):
                return self._chain(arms, indent)
            case ir.For(name, items, body):
                head = f"for {name} in {self.expr(items)}:"
            case ir.ForKeys(key, value, obj, body):
                head = f"for {key}, {value} in {self.expr(obj)}.items():"
            case ir.ForIndex(index, name, items, body):
                head = f"for {index}, {name} in enumerate({self.expr(items)}):"
            case ir.Own(form):
                return [pad + line for line in _own(form)]
            case ir.RestOrDrop() | ir.ListRest():
                return [pad + line for line in self._rest(node)]
            case ir.LoseIf() | ir.LoseEach():
                return [pad + line for line in self._losses(node)]
            case _:
                return [pad + self._simple(node)]
        return [pad + head, *self.block(body, indent + 4)]

    def _simple(self, node: Stmt) -> str:
        match node:
            case ir.Let(name, value):
                return f"{name}{self.typed.pop(name, '')} = {self.expr(value)}"
            case ir.Unpack(names, value):
                text = ", ".join(names)
                return f"{text if len(names) > 1 else f'[{text}]'} = {self.expr(value)}"
            case ir.Put(obj, key, value):
                place = self.expr(key) if isinstance(key, Expr) else constant(key)
                return f"{self.expr(obj)}[{place}] = {self.expr(value)}"
            case ir.SetMember(state, member, value):
                return f"{self.expr(state)}.{member} = {self.expr(value)}"
            case ir.Drop(obj, keys):
                return "del " + ", ".join(f"{self.expr(obj)}[{constant(key)}]" for key in keys)
            case ir.Pop(obj, key):
                return f"{self.expr(obj)}.pop({self.expr(key)}, None)"
            case ir.Append(items, value):
                return f"{self.expr(items)}.append({self.expr(value)})"
            case ir.InsertFirst(items, value):
                return f"{self.expr(items)}.insert(0, {self.expr(value)})"
            case ir.Extend(items, values):
                return f"{self.expr(items)}.extend({self.expr(values)})"
            case ir.Add(among, value):
                return f"{self.expr(among)}.add({self.expr(value)})"
            case ir.Bump(counter):
                return f"{counter} += 1"
            case ir.Do(value):
                return self.expr(value)
            case ir.Return(value):
                return f"return {self.expr(value)}"
            case ir.Break():
                return "break"
            case ir.Continue():
                return "continue"
            case ir.Stop():
                return "return"
            case _:
                return self._told(node)

    def _told(self, node: Stmt) -> str:
        """What is refused, and what is reported in one line."""
        match node:
            case ir.Fail(expected, obj, key):
                self.used.add("expected")
                return f"raise expected({constant(expected)}, {self.expr(obj)}, {constant(key)})"
            case ir.Lose(suffix, code, reason):
                self.used.add("Loss")
                loss = f"Loss({_place(suffix)}, {constant(code)}, {constant(reason)})"
                return f"losses.append({loss})"
            case ir.LoseIn(function, value, suffix):
                return f"{function}({self.expr(value)}, {_place(suffix)}, losses, calls)"
            case ir.LoseAt(function, value, suffix, index):
                place = _place_at(suffix, index)
                return f"{function}({self.expr(value)}, {place}, losses, calls)"
        raise TypeError(f"no spelling for {type(node).__name__}")

    def _if(self, branches: ir.Branches, otherwise: list[Stmt], indent: int) -> list[str]:
        pad, lines, word = " " * indent, [], "if"
        for condition, body in branches:
            if condition == ir.Const(True) and word == "elif":
                otherwise = body
                break
            lines.append(f"{pad}{word} {self.expr(condition)}:")
            lines.extend(self.block(body, indent + 4))
            word = "elif"
        if otherwise:
            lines.append(f"{pad}else:")
            lines.extend(self.block(otherwise, indent + 4))
        return lines

    def _chain(self, arms: ir.Branches, indent: int) -> list[str]:
        lines: list[str] = []
        for condition, body in arms:
            lines.append(f"{' ' * indent}if {self.expr(condition)}:")
            lines.extend(self.block(body, indent + 4))
        return lines

    def _rest(self, node: ir.RestOrDrop | ir.ListRest) -> list[str]:
        rest, key, left = self.expr(node.rest), constant(node.key), self.expr(node.left)
        if isinstance(node, ir.RestOrDrop):
            there, original, kept = left, self.expr(node.original), left
        else:
            first, items = self.expr(node.first), self.expr(node.items)
            there = f"{left} or len({items}) > 1 or ({items} and not {first})"
            original, kept = items, f"[{left}, *{items}[1:]]"
        return [
            f"if {there}:",
            f"    {rest}[{key}] = {kept}",
            f"elif {original}:",
            f"    del {rest}[{key}]",
        ]

    def _losses(self, node: ir.LoseIf | ir.LoseEach) -> list[str]:
        if isinstance(node, ir.LoseIf):
            self.used.add("Loss")
            loss = f"Loss({_place(node.suffix)}, {constant(node.code)}, reason)"
            lines = [f"reason = {self.expr(node.reason)}", "if reason is not None:"]
            return [*lines, f"    losses.append({loss})"]
        place = _place_at(f"{node.suffix}/", "index")
        return [
            f"for index, item in enumerate({self.expr(node.items)}):",
            f"    {node.function}(item, {place}, losses, calls)",
        ]

    # -- functions

    def _without_clashes(self, function: Function) -> Function:
        """The function with no local named like something its module imports."""
        clashes = local_names(function.body) & self.reserved
        mapping = {name: f"{name}_" for name in clashes}
        return replace(function, body=renamed(function.body, mapping)) if mapping else function

    def function(self, function: Function) -> dict[str, Any]:
        """What the template lays out: a signature, the docstring's lines, the body's lines."""
        types = {
            "w": "Json", "x": "Json", "calls": "Calls", "hidden": "set[str]",
            "items": "list[Json]", "units": "list[Json]", "lifted": "list[Json]",
            "elements": "list[Json]", "item": "Json",
            "spelled": "Form", "path": "str", "losses": "list[Loss]",
            "e": "Json", "s": "Assembly", "index": "int", "text": "str", "kind": "str",
            "number": "int",
        }  # fmt: skip
        params = ", ".join(f"{name}: {types[name]}" for name in function.params)
        function = self._without_clashes(function)
        self.typed = _annotations(function)
        body = self.block(function.body, 4)
        gives = any(isinstance(node, ir.Return) for node in ir.nodes(function.body))
        return {
            "name": function.name,
            "params": params,
            "returns": "Json" if gives else "None",
            "doc": docstring(function.doc, function.rows),
            "body": body,
        }


_LOOSE = (
    ir.And, ir.Or, ir.Bind, ir.Eq, ir.Same, ir.Is, ir.In, ir.Ne,
    ir.Styled, ir.Spelled, ir.IfElse, ir.SizeIs,
)  # fmt: skip
"""What stands in brackets behind `not`."""
_SEVERAL = (ir.And, ir.Or, ir.Styled, ir.Spelled, ir.SpelledAt, ir.IfElse)
"""What stands in brackets among other conditions."""

_SPELLED: dict[type[Expr], Callable[[Python, Any], str]] = {
    ir.Var: lambda p, n: n.name,
    ir.Const: lambda p, n: constant(n.value),
    ir.Get: lambda p, n: f"{p.expr(n.obj)}[{constant(n.key)}]",
    ir.Opt: lambda p, n: f"{p.expr(n.obj)}.get({constant(n.key)})",
    ir.At: lambda p, n: f"{p.expr(n.items)}[{n.index}]",
    ir.Item: lambda p, n: f"{p.expr(n.holder)}[{p.expr(n.key)}]",
    ir.Last: lambda p, n: f"{p.expr(n.items)}[-1]",
    ir.Lookup: Python.lookup,
    ir.Amount: lambda p, n: f"({p.expr(n.obj)}.get({quoted(n.key)}) or 0)",
    ir.Obj: Python.obj,
    ir.Arr: lambda p, n: "[" + ", ".join(p.expr(item) for item in n.items) + "]",
    ir.NewSet: lambda p, n: "set()",
    ir.Copy: lambda p, n: f"{p.expr(n.obj)}.copy()",
    ir.Call: lambda p, n: p.called(n.function, n.args),
    ir.Named: lambda p, n: n.function,
    ir.Runtime: Python.runtime,
    ir.Via: Python.via,
    ir.Each: Python.each,
    ir.Bind: lambda p, n: f"{n.name} := {p.expr(n.value)}",
    ir.IfElse: lambda p, n: f"{p.expr(n.value)} if {p.expr(n.condition)} else {p.expr(n.other)}",
    ir.Plus: lambda p, n: " + ".join(p.expr(number) for number in n.numbers),
    ir.Minus: lambda p, n: " - ".join(p.expr(number) for number in n.numbers),
    ir.Count: lambda p, n: f"len({p.expr(n.items)})",
    ir.Member: lambda p, n: f"{p.expr(n.state)}.{n.member}",
    ir.Made: lambda p, n: "calls.made",
    ir.FormatName: lambda p, n: "FORMAT",
    ir.Place: lambda p, n: _place(n.suffix),
    ir.PlaceAt: lambda p, n: _place_at(n.suffix, n.index),
    ir.Has: lambda p, n: f"{constant(n.key)} in {p.expr(n.obj)}",
    ir.Is: Python.is_,
    ir.Isnt: Python.isnt,
    ir.In: lambda p, n: f"{p.expr(n.value)} in {p.expr(n.among)}",
    ir.Eq: Python.eq,
    ir.Ne: lambda p, n: f"{p.expr(n.left)} != {p.expr(n.right)}",
    ir.Same: lambda p, n: f"{p.expr(n.left)} == {p.expr(n.right)}",
    ir.LessThan: lambda p, n: f"{p.expr(n.left)} < {p.expr(n.right)}",
    ir.Missing: lambda p, n: f"{p.expr(n.value)} is None",
    ir.Present: lambda p, n: f"{p.wrapped(n.value)} is not None",
    ir.Filled: lambda p, n: p.expr(n.value),
    ir.Holds: lambda p, n: p.expr(n.value),
    ir.NotZero: lambda p, n: p.expr(n.value),
    ir.NotEmpty: lambda p, n: f"bool({p.expr(n.items)})",
    ir.SizeIs: lambda p, n: f"len({p.expr(n.value)}) == {n.size}",
    ir.SizeNot: Python.size_not,
    ir.Not: Python.not_,
    ir.And: Python.all_of,
    ir.Or: Python.one_of,
    ir.All: lambda p, n: f"all({p.expr(n.condition)} for {n.name} in {p.expr(n.items)})",
    ir.Disjoint: lambda p, n: f"{p.expr(n.keys)}.isdisjoint({p.expr(n.obj)})",
    ir.Covers: lambda p, n: f"{p.expr(n.keys)}.issuperset({p.expr(n.obj)})",
    ir.Styled: Python.styled,
    ir.Spelled: Python.spelled,
    ir.SpelledAt: Python.spelled_at,
    ir.IsAbsent: lambda p, n: p.absent("is", n.value),
    ir.IsntAbsent: lambda p, n: p.absent("is not", n.value),
}


def _place(suffix: str) -> str:
    return f'f"{{path}}{suffix}"' if suffix else "path"


def _place_at(suffix: str, index: str) -> str:
    return f'f"{{path}}{suffix}{{{index}}}"'


def _own(form: bool) -> list[str]:
    lines = ["own: Form = None", *(["form: Form = None"] if form else [])]
    lines.append('if "metadata" in x and (metadata := x["metadata"]):')
    lines.append("    own = metadata.get(FORMAT)")
    if form:
        lines.append("    if own is not None:")
        lines.append('        form = own.get("$")')
    return lines


def _annotations(function: Function) -> dict[str, str]:
    """Types of the locals that hold values of more than one type, for their first assignment."""
    values: dict[str, list[Expr]] = {}
    bound: set[str] = set()
    for node in ir.nodes(function.body):
        match node:
            case ir.Bind(name):
                bound |= {name} - values.keys()
            case ir.Let(name, value):
                values.setdefault(name, []).append(value)
            case ir.Unpack(names):
                for name in names:
                    values.setdefault(name, []).append(ir.Var("?"))
    typed = {}
    for name, assigned in values.items():
        if name in function.params or name in bound:
            continue
        new = any(isinstance(value, ir.Obj) or value == ir.Arr(()) for value in assigned)
        if name == "form":
            typed[name] = ": Form"
        elif new or len(assigned) > 1:
            typed[name] = ": Json"
    return typed
