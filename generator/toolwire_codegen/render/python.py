"""Spells a finished plan in Python. It decides nothing: one spelling for each operation.

Text from schemas and transforms reaches the output through ``repr`` or as a checked identifier,
never as code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from .. import ir
from ..ir import Expr, Function, Stmt, Type
from ..ir.locals import local_names, renamed
from .text import constant, docstring
from .values import Values, pointer, pointer_at

WIRE = "wire"
"""What a module calls the types of its wire."""


class Python(Values):
    """Renders functions."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        super().__init__()
        self.reserved = frozenset(reserved)
        self.typed: dict[str, str] = {}
        self.types: set[str] = set()

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
            case ir.ForIndex(index, name, items, body, numbered):
                head = f"for {index}, {name} in {self._numbered(items, numbered)}:"
            case ir.Own(form):
                return [pad + line for line in _own(form)]
            case ir.RestOrDrop() | ir.ListRest():
                return [pad + line for line in self._rest(node)]
            case ir.LoseEach() | ir.LoseIf():
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
                return self._reported(node)

    def _reported(self, node: Stmt) -> str:
        """What is refused, and what is reported in one line."""
        match node:
            case ir.Fail(expected, obj, key):
                refused = "expected" if isinstance(expected, str) else "expected_word"
                self.used.add(refused)
                words = constant(expected) if isinstance(expected, str) else self.expr(expected)
                return f"raise {refused}({words}, {self.expr(obj)}, {constant(key)})"
            case ir.Lose(suffix, code, reason):
                self.used.add("lose")
                return f"lose(losses, {pointer(suffix)}, {constant(code)}, {constant(reason)})"
            case ir.LoseIn(function, value, suffix, more):
                args = [self.expr(value), pointer(suffix), "losses", "calls", *map(self.expr, more)]
                return f"{function}({', '.join(args)})"
            case ir.LoseFields(how, value, suffix, reason, fields):
                self.used.add(how)
                several = [constant(fields)] if isinstance(fields, dict) else map(constant, fields)
                arguments = ", ".join([constant(reason), *several])
                return f"{how}({self.expr(value)}, {pointer(suffix)}, losses, {arguments})"
            case ir.LoseAt(function, value, suffix, index):
                place = pointer_at(suffix, index)
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
            there, original, remainder = left, self.expr(node.original), left
        else:
            first, items = self.expr(node.first), self.expr(node.items)
            there = f"{left} or len({items}) > 1 or ({items} and not {first})"
            original, remainder = items, f"[{left}, *{items}[1:]]"
        return [
            f"if {there}:",
            f"    {rest}[{key}] = {remainder}",
            "else:" if isinstance(node, ir.RestOrDrop) and node.hollow else f"elif {original}:",
            f"    del {rest}[{key}]",
        ]

    def _losses(self, node: ir.LoseEach | ir.LoseIf) -> list[str]:
        if isinstance(node, ir.LoseIf):
            self.used.add("lose")
            place = pointer(node.suffix)
            return [
                f"if (reason := {self.expr(node.reason)}) is not None:",
                f"    lose(losses, {place}, {constant(node.code)}, reason)",
            ]
        place = pointer_at(f"{node.suffix}/", "index")
        return [
            f"for index, item in {self._numbered(node.items, node.numbered)}:",
            f"    {node.function}(item, {place}, losses, calls)",
        ]

    def _numbered(self, items: Expr, numbered: bool) -> str:
        return self.expr(items) if numbered else f"enumerate({self.expr(items)})"

    # -- functions

    def _clashes(self, function: Function) -> set[str]:
        return (local_names(function.body) | function.fixed.keys()) & self.reserved

    def clashes(self, function: Function) -> bool:
        """Whether a function has a name that its module imports: then it is spelled otherwise."""
        typed = function.gives is not None and function.gives.name in self.reserved
        return typed or bool(self._clashes(function))

    def _without_clashes(self, function: Function) -> Function:
        """The function with no local named like something its module imports."""
        mapping = {name: f"{name}_" for name in self._clashes(function)}
        if not mapping:
            return function
        return replace(
            function,
            params=[mapping.get(name, name) for name in function.params],
            body=renamed(function.body, mapping),
            fixed={mapping.get(name, name): value for name, value in function.fixed.items()},
        )

    def function(self, function: Function) -> dict[str, Any]:
        """What the template lays out: a signature, the docstring's lines, the body's lines."""
        types = {
            "w": "Json", "x": "Json", "calls": "Calls", "hidden": "set[str]",
            "items": "list[Json]", "units": "list[Json]", "lifted": "list[Json]",
            "elements": "list[Json]", "item": "Json", "final": "Json", "body": "Json",
            "spelled": "Form", "path": "Place", "losses": "list[Loss]",
            "e": "Json", "s": "Assembly", "index": "int", "text": "str", "kind": "str",
            "number": "int", "place": "int",
        }  # fmt: skip
        function = self._without_clashes(function)
        types |= {name: _constant_type(value) for name, value in function.fixed.items()}
        params = ", ".join(f"{name}: {types[name]}" for name in function.params)
        self.typed = _annotations(function)
        gives = any(isinstance(node, ir.Return) for node in ir.nodes(function.body))
        returns = "Json" if gives else "None"
        if function.gives is not None:
            made = returns = self._type(function.gives)
            returns += " | None" if function.maybe else ""
            self.typed |= {ir.name_of(function.made): f": {made}"} if function.made else {}
        body = self.block(function.body, 4)
        return {
            "name": function.name,
            "params": params,
            "returns": returns,
            "doc": docstring(function.doc, function.rows),
            "body": body,
        }

    def _type(self, type_: Type) -> str:
        """The name of one of the schemas' types; the wire's are those of a module."""
        if type_.side == "wire":
            self.types.add(WIRE)
            return f"{WIRE}.{type_.name}"
        if type_.name in self.reserved:
            return "Json"
        self.types.add(type_.name)
        return type_.name


def _constant_type(constant: Any) -> str:
    """The type of a parameter that stands for a constant like this."""
    match constant:
        case str():
            return "str"
        case frozenset():
            return "frozenset[str]"
    return "Json"


def _own(form: bool) -> list[str]:
    there = '"metadata" in x and (metadata := x["metadata"])'
    lines = [f"own: Form = metadata.get(FORMAT) if {there} else None"]
    return [*lines, 'form: Form = own.get("$") if own is not None else None'] if form else lines


def _annotations(function: Function) -> dict[str, str]:
    """Types of the locals that hold values of more than one type, for their first assignment."""
    values: dict[str, list[Expr]] = {}
    bound: set[str] = set()
    compared: set[str] = set()
    for node in ir.nodes(function.body):
        match node:
            case ir.Bind(name) | ir.For(name) | ir.ForIndex(_, name):
                bound |= {name} - values.keys()
            case ir.Let(name, value):
                values.setdefault(name, []).append(value)
            case ir.Unpack(names):
                for name in names:
                    values.setdefault(name, []).append(ir.Var("?"))
            case ir.Ne(ir.Var(name), ir.Const(dict() | list())):
                # A type checker would say that a type of the schemas is never equal to one.
                compared.add(name)
    typed = {}
    for name, assigned in values.items():
        if name in function.params or name in bound:
            continue
        new = any(isinstance(value, ir.Obj) or value == ir.Arr(()) for value in assigned)
        if name == "form":
            typed[name] = ": Form"
        elif new or len(assigned) > 1 or name in compared:
            typed[name] = ": Json"
    return typed
