"""Spells a finished plan in Python. It decides nothing: one spelling for each operation.

Text from schemas and transforms reaches the output through ``repr`` or as a checked identifier,
never as code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from textwrap import wrap
from typing import Any, ClassVar

from ..ir import Expr, Function, Stmt

WIDTH = 100
LONGEST = 76
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
        return self._spell[node.op](self, node)

    def _obj(self, node: Expr) -> str:
        pairs = [(self._key(key), value) for key, value in node.args]
        return "{" + ", ".join(f"{key}: {self.expr(value)}" for key, value in pairs) + "}"

    def _key(self, key: Any) -> str:
        return self.expr(key) if isinstance(key, Expr) else quoted(key)

    def _arr(self, node: Expr) -> str:
        return "[" + ", ".join(self.expr(item) for item in node.args) + "]"

    def _call(self, node: Expr) -> str:
        name, args = node.args
        if name == "item":
            return f"{self.expr(args[0])}[{self.expr(args[1])}]"
        if name == "pop":
            return f"{self.expr(args[0])}.pop({self.expr(args[1])}, None)"
        if name == "add":
            return f"{self.expr(args[0])}.add({self.expr(args[1])})"
        if name == "insert_first":
            return f"{self.expr(args[0])}.insert(0, {self.expr(args[1])})"
        return self._function(name, args)

    def _runtime(self, node: Expr) -> str:
        name, args = node.args
        self.used.add(name)
        return self._function(name, args)

    def _function(self, name: str, args: tuple[Expr, ...]) -> str:
        return f"{name}({', '.join(self.expr(arg) for arg in args)})"

    def _via(self, node: Expr) -> str:
        module, codec, way, value = node.args
        alias = f"{module}_codecs"  # an ending that no function of the output has
        self.modules[alias] = module
        return f"{alias}.{codec}.{way}({self.expr(value)})"

    def _each(self, node: Expr) -> str:
        one, name, items, dropping = node.args
        value, source = self.expr(one), self.expr(items)
        if dropping:
            return f"[y for {name} in {source} if (y := {value}) is not None]"
        return f"[{value} for {name} in {source}]"

    def _is(self, node: Expr) -> str:
        value, kind = self.expr(node.args[0]), node.args[1]
        if kind == "null":
            return f"{value} is None"
        if kind == "number":
            return f"type({value}) in NUMBERS"
        if TYPES[kind][:1].isupper():
            self.used.add(TYPES[kind])
        return f"type({value}) is {TYPES[kind]}"

    def _isnt(self, node: Expr) -> str:
        value, kind = self.expr(node.args[0]), node.args[1]
        if kind == "number":
            return f"type({value}) not in NUMBERS"
        if kind == "null":
            return f"{value} is not None"
        if TYPES[kind][:1].isupper():
            self.used.add(TYPES[kind])
        return f"type({value}) is not {TYPES[kind]}"

    def _eq(self, node: Expr) -> str:
        left, right = node.args
        if isinstance(right, Expr):
            if right.op != "const":
                return f"{self.expr(left)} == {self.expr(right)}"
            right = right.args[0]
        if right is None or isinstance(right, bool):
            return f"{self._wrapped(left)} is {right!r}"
        if isinstance(right, int) and left.op == "bind":
            return f"type({self.expr(left)}) is int and {left.args[0]} == {right}"
        if isinstance(right, int):
            # 0 equals False and 0.0, which are other JSON values.
            return f"type({self.expr(left)}) is int and {self.expr(left)} == {right}"
        return f"{self._wrapped(left)} == {constant(right)}"

    def _not(self, node: Expr) -> str:
        inner = node.args[0]
        opposite = {
            "is": "isnt", "present": "missing", "missing": "present", "is_absent": "isnt_absent",
        }.get(inner.op)  # fmt: skip
        if opposite:
            return self.expr(Expr(opposite, inner.args))
        if inner.op == "not":
            return self.expr(inner.args[0])
        if inner.op == "in":
            return f"{self.expr(inner.args[0])} not in {self.expr(inner.args[1])}"
        if inner.op == "has":
            return f"{constant(inner.args[1])} not in {self.expr(inner.args[0])}"
        if inner.op == "eq":
            right = inner.args[1]
            value = right.args[0] if isinstance(right, Expr) and right.op == "const" else right
            if isinstance(value, str):
                return f"{self.expr(inner.args[0])} != {constant(value)}"
        return f"not {self._operand(inner)}"

    def _operand(self, node: Expr) -> str:
        text = self.expr(node)
        return f"({text})" if node.op in {"and", "or", "bind", "eq", "is", "in", "ne", "styled",
                                          "spelled", "if_else", "size_is"} else text  # fmt: skip

    def _and_or(self, node: Expr) -> str:
        parts = []
        for arg in node.args:
            text = self.expr(arg)
            nested = arg.op in {"and", "or", "styled", "spelled", "spelled_at", "if_else", "eq"}
            nested = nested and (arg.op != "eq" or " and " in text)
            parts.append(f"({text})" if nested and arg.op != node.op else text)
        return f" {node.op} ".join(parts)

    def _styled(self, node: Expr) -> str:
        self.used.add("styled")
        return f"form is not None and styled(form, {', '.join(map(constant, node.args))})"

    def _spelled(self, node: Expr) -> str:
        field, key = map(constant, node.args)
        there = f"form is not None and {field} in form"
        return there if key == '""' else f"{there} and {key} in form[{field}]"

    def _spelled_at(self, node: Expr) -> str:
        self.used.add("spelled_at")
        return f"form is not None and spelled_at(form, {', '.join(map(constant, node.args))})"

    def _all(self, node: Expr) -> str:
        name, items, condition = node.args
        return f"{node.op}({self.expr(condition)} for {name} in {self.expr(items)})"

    def _size_not(self, node: Expr) -> str:
        total = f"{node.args[1]} + {node.args[2]}" if node.args[2] else node.args[1]
        return f"len({self.expr(node.args[0])}) != {total}"

    def _lookup(self, node: Expr) -> str:
        value, key, default = (self.expr(arg) for arg in node.args)
        return f"{value}.get({key})" if default == "None" else f"{value}.get({key}, {default})"

    _spell: ClassVar[dict[str, Callable[[Python, Expr], str]]] = {
        "var": lambda self, n: str(n.args[0]),
        "disjoint": lambda self, n: f"{self.expr(n.args[0])}.isdisjoint({self.expr(n.args[1])})",
        "not_empty": lambda self, n: f"bool({self.expr(n.args[0])})",
        "place": lambda self, n: self._place(n.args[0]),
        "place_at": lambda self, n: f'f"{{path}}{n.args[0]}{{{n.args[1]}}}"',
        "made": lambda self, n: "calls.made",
        "FORMAT": lambda self, n: "FORMAT",
        "const": lambda self, n: constant(n.args[0]),
        "get": lambda self, n: f"{self.expr(n.args[0])}[{constant(n.args[1])}]",
        "opt": lambda self, n: f"{self.expr(n.args[0])}.get({constant(n.args[1])})",
        "at": lambda self, n: f"{self.expr(n.args[0])}[{n.args[1]}]",
        "item": lambda self, n: f"{self.expr(n.args[0])}[{self.expr(n.args[1])}]",
        "last": lambda self, n: f"{self.expr(n.args[0])}[-1]",
        "count": lambda self, n: f"len({self.expr(n.args[0])})",
        "copy": lambda self, n: f"{self.expr(n.args[0])}.copy()",
        "obj": _obj,
        "arr": _arr,
        "call": _call,
        "runtime": _runtime,
        "each": _each,
        "has": lambda self, n: f"{constant(n.args[1])} in {self.expr(n.args[0])}",
        "in": lambda self, n: f"{self.expr(n.args[0])} in {self.expr(n.args[1])}",
        "is": _is,
        "isnt": _isnt,
        "eq": _eq,
        "ne": lambda self, n: f"{self.expr(n.args[0])} != {self.expr(n.args[1])}",
        "amount": lambda self, n: f"({self.expr(n.args[0])}.get({quoted(n.args[1])}) or 0)",
        "same": lambda self, n: f"{self.expr(n.args[0])} == {self.expr(n.args[1])}",
        "plus": lambda self, n: " + ".join(self.expr(arg) for arg in n.args),
        "minus": lambda self, n: " - ".join(self.expr(arg) for arg in n.args),
        "less_than": lambda self, n: f"{self.expr(n.args[0])} < {self.expr(n.args[1])}",
        "missing": lambda self, n: f"{self.expr(n.args[0])} is None",
        "present": lambda self, n: f"{self._wrapped(n.args[0])} is not None",
        "is_absent": lambda self, n: self._absent("is", n),
        "isnt_absent": lambda self, n: self._absent("is not", n),
        "true": lambda self, n: self.expr(n.args[0]),
        "size_is": lambda self, n: f"len({self.expr(n.args[0])}) == {n.args[1]}",
        "size_not": _size_not,
        "not": _not,
        "and": _and_or,
        "or": _and_or,
        "bind": lambda self, n: f"{n.args[0]} := {self.expr(n.args[1])}",
        "lookup": _lookup,
        "all": _all,
        "styled": _styled,
        "spelled": _spelled,
        "spelled_at": _spelled_at,
        "via": _via,
        "function": lambda self, n: str(n.args[0]),
        "member": lambda self, n: f"{self.expr(n.args[0])}.{n.args[1]}",
        "covers": lambda self, n: f"{self.expr(n.args[0])}.issuperset({self.expr(n.args[1])})",
        "if_else": lambda self, n: (
            f"{self.expr(n.args[1])} if {self.expr(n.args[0])} else {self.expr(n.args[2])}"
        ),
    }

    def _wrapped(self, node: Expr) -> str:
        text = self.expr(node)
        return f"({text})" if node.op == "bind" else text

    def _absent(self, operator: str, node: Expr) -> str:
        self.used.add("ABSENT")
        return f"{self.expr(node.args[0])} {operator} ABSENT"

    # -- statements

    def block(self, statements: list[Stmt], indent: int) -> list[str]:
        lines: list[str] = []
        for statement in statements:
            lines.extend(self.stmt(statement, indent))
        return lines or [" " * indent + "pass"]

    def stmt(self, node: Stmt, indent: int) -> list[str]:
        pad = " " * indent
        a = node.args
        if node.op == "if":
            return self._if(a[0], a[1], indent)
        if node.op == "chain":
            return self._chain(a[0], indent)
        if node.op == "for":
            lines = [f"{pad}for {a[0]} in {self.expr(a[1])}:"]
            return [*lines, *self.block(a[2], indent + 4)]
        if node.op == "own":
            return self._own(bool(a[0]), indent)
        if node.op == "for_keys":
            lines = [f"{pad}for {a[0]}, {a[1]} in {self.expr(a[2])}.items():"]
            return [*lines, *self.block(a[3], indent + 4)]
        if node.op == "for_index":
            lines = [f"{pad}for {a[0]}, {a[1]} in enumerate({self.expr(a[2])}):"]
            return [*lines, *self.block(a[3], indent + 4)]
        if node.op.startswith("lose"):
            return self._lose(node, indent)
        if node.op == "rest_or_drop":
            return self._rest_or_drop(a, indent)
        if node.op == "list_rest":
            return self._list_rest(a, indent)
        return [pad + self._simple(node)]

    def _simple(self, node: Stmt) -> str:
        a = node.args
        match node.op:
            case "let":
                kind = self.typed.pop(a[0], "")
                return f"{a[0]}{kind} = {self.expr(a[1])}"
            case "unpack":
                names = ", ".join(a[:-1])
                return f"{names if len(a) > 2 else f'[{names}]'} = {self.expr(a[-1])}"
            case "put":
                key = self.expr(a[1]) if isinstance(a[1], Expr) else constant(a[1])
                return f"{self.expr(a[0])}[{key}] = {self.expr(a[2])}"
            case "set_member":
                return f"{self.expr(a[0])}.{a[1]} = {self.expr(a[2])}"
            case "drop":
                return "del " + ", ".join(f"{self.expr(a[0])}[{constant(key)}]" for key in a[1])
            case "append":
                return f"{self.expr(a[0])}.append({self.expr(a[1])})"
            case "extend":
                return f"{self.expr(a[0])}.extend({self.expr(a[1])})"
            case "bump":
                return f"{a[0]} += 1"
            case "do":
                return self.expr(a[0])
            case "return":
                return f"return {self.expr(a[0])}"
            case "break" | "continue":
                return node.op
            case "stop":
                return "return"
            case "fail":
                self.used.add("expected")
                key = "None" if a[2] is None else constant(a[2])
                return f"raise expected({constant(a[0])}, {self.expr(a[1])}, {key})"
        raise KeyError(node.op)

    def _if(
        self, branches: list[tuple[Expr, list[Stmt]]], otherwise: list[Stmt], indent: int
    ) -> list[str]:
        pad, lines, word = " " * indent, [], "if"
        for condition, body in branches:
            if condition.op == "const" and condition.args[0] is True and word == "elif":
                otherwise = body
                break
            lines.append(f"{pad}{word} {self.expr(condition)}:")
            lines.extend(self.block(body, indent + 4))
            word = "elif"
        if otherwise:
            lines.append(f"{pad}else:")
            lines.extend(self.block(otherwise, indent + 4))
        return lines

    def _chain(self, arms: list[tuple[Expr, list[Stmt]]], indent: int) -> list[str]:
        lines: list[str] = []
        for condition, body in arms:
            lines.append(f"{' ' * indent}if {self.expr(condition)}:")
            lines.extend(self.block(body, indent + 4))
        return lines

    def _own(self, form: bool, indent: int) -> list[str]:
        pad = " " * indent
        lines = [f"{pad}own: Form = None", *([f"{pad}form: Form = None"] if form else [])]
        lines.append(f'{pad}if "metadata" in x and (metadata := x["metadata"]):')
        lines.append(f"{pad}    own = metadata.get(FORMAT)")
        if form:
            lines.append(f"{pad}    if own is not None:")
            lines.append(f'{pad}        form = own.get("$")')
        return lines

    def _rest_or_drop(self, a: tuple[Any, ...], indent: int) -> list[str]:
        pad = " " * indent
        rest, key, left, original = (
            self.expr(a[0]),
            constant(a[1]),
            self.expr(a[2]),
            self.expr(a[3]),
        )
        return [
            f"{pad}if {left}:",
            f"{pad}    {rest}[{key}] = {left}",
            f"{pad}elif {original}:",
            f"{pad}    del {rest}[{key}]",
        ]

    def _list_rest(self, a: tuple[Any, ...], indent: int) -> list[str]:
        pad = " " * indent
        rest, key = self.expr(a[0]), constant(a[1])
        left, first, items = (self.expr(arg) for arg in a[2:])
        return [
            f"{pad}if {left} or len({items}) > 1 or ({items} and not {first}):",
            f"{pad}    {rest}[{key}] = [{left}, *{items}[1:]]",
            f"{pad}elif {items}:",
            f"{pad}    del {rest}[{key}]",
        ]

    def _lose(self, node: Stmt, indent: int) -> list[str]:
        pad, a = " " * indent, node.args
        if node.op == "lose":
            self.used.add("Loss")
            place = self._place(a[0])
            return [f"{pad}losses.append(Loss({place}, {constant(a[1])}, {constant(a[2])}))"]
        if node.op == "lose_if":
            self.used.add("Loss")
            lines = [f"{pad}reason = {self.expr(a[2])}", f"{pad}if reason is not None:"]
            place = self._place(a[0])
            return [*lines, f"{pad}    losses.append(Loss({place}, {constant(a[1])}, reason))"]
        if node.op == "lose_in":
            value = self.expr(a[1])
            return [f"{pad}{a[0]}({value}, {self._place(a[2])}, losses, calls)"]
        if node.op == "lose_at":
            place = f'f"{{path}}{a[2]}{{{a[3]}}}"'
            return [f"{pad}{a[0]}({self.expr(a[1])}, {place}, losses, calls)"]
        lines = [f"{pad}for index, item in enumerate({self.expr(a[1])}):"]
        place = f'f"{{path}}{a[2]}/{{index}}"'
        return [*lines, f"{pad}    {a[0]}(item, {place}, losses, calls)"]

    @staticmethod
    def _place(suffix: str) -> str:
        return f'f"{{path}}{suffix}"' if suffix else "path"

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
        return {
            "name": function.name,
            "params": params,
            "returns": "Json" if _returns(function.body) else "None",
            "doc": docstring(function.doc, function.rows),
            "body": body,
        }


def _returns(node: Any) -> bool:
    """Whether statements give a value back."""
    if isinstance(node, Stmt):
        return node.op == "return" or _returns(node.args)
    return isinstance(node, list | tuple) and any(map(_returns, node))


# Which operands of an operation name locals.
NAMING = {
    "var": (0,), "bind": (0,), "all": (0,), "each": (1,), "let": (0,),
    "for": (0,), "for_index": (0, 1), "for_keys": (0, 1), "bump": (0,),
}  # fmt: skip


def naming(node: Expr | Stmt) -> tuple[int, ...]:
    """The operands of a node that are locals' names."""
    if node.op == "unpack":
        return tuple(range(len(node.args) - 1))
    return NAMING.get(node.op, ())


def local_names(node: Any) -> set[str]:
    """The locals that statements bind."""
    names: set[str] = set()
    if isinstance(node, Expr | Stmt):
        if node.op != "var":
            names |= {node.args[index] for index in naming(node)}
        for arg in node.args:
            names |= local_names(arg)
    elif isinstance(node, list | tuple):
        for item in node:
            names |= local_names(item)
    return names


def renamed(node: Any, mapping: dict[str, str]) -> Any:
    """The same plan with some locals called otherwise."""
    if isinstance(node, Expr | Stmt):
        named = naming(node)
        args = tuple(
            mapping.get(arg, arg) if index in named else renamed(arg, mapping)
            for index, arg in enumerate(node.args)
        )
        return type(node)(node.op, args)
    if isinstance(node, list | tuple):
        return type(node)(renamed(item, mapping) for item in node)
    return node


def _annotations(function: Function) -> dict[str, str]:
    """Types of the locals that hold values of more than one type, for their first assignment."""
    values: dict[str, list[Expr]] = {}

    bound: set[str] = set()

    def visit(node: Any) -> None:
        if isinstance(node, Expr):
            if node.op == "bind" and node.args[0] not in values:
                bound.add(node.args[0])
            for arg in node.args:
                visit(arg)
        elif isinstance(node, Stmt):
            if node.op == "let":
                values.setdefault(node.args[0], []).append(node.args[1])
            elif node.op == "unpack":
                for name in node.args[: len(node.args) - 1]:
                    values.setdefault(name, []).append(Expr("var", ("?",)))
            for arg in node.args:
                visit(arg)
        elif isinstance(node, list | tuple):
            for item in node:
                visit(item)

    visit(function.body)
    typed = {}
    for name, assigned in values.items():
        if name in function.params or name in bound:
            continue
        if name == "form":
            typed[name] = ": Form"
        elif (
            any(value.op == "obj" or value == Expr("arr", ()) for value in assigned)
            or len(assigned) > 1
        ):
            typed[name] = ": Json"
    return typed


def constant(value: Any) -> str:
    """A JSON value as a Python literal."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{constant(k)}: {constant(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(constant(item) for item in value) + "]"
    if isinstance(value, frozenset):
        return "frozenset({" + ", ".join(quoted(item) for item in sorted(value)) + "})"
    return repr(value)


def quoted(text: str) -> str:
    """A string literal with double quotes, as formatters like it; ASCII alone."""
    pieces = wrap(text, LONGEST, drop_whitespace=False, break_on_hyphens=False)
    if len(text) <= LONGEST or "".join(pieces) != text:
        return _quoted(text)
    return "(" + " ".join(_quoted(piece) for piece in pieces) + ")"


def _quoted(text: str) -> str:
    body = ascii(text)
    if body[0] == "'":
        inner = body[1:-1].replace('"', '\\"').replace("\\'", "'")
        return f'"{inner}"'
    return body


def docstring(title: str, rows: list[str]) -> list[str]:
    """A docstring's lines, quotes included: what it does, then the rows it came from."""
    if not rows:
        return [f'"""{docline(title)}"""']
    lines = []
    for row in rows:
        lines += wrap(f"* {docline(row)}", WIDTH - 4, subsequent_indent="  ")
    return [f'"""{docline(title)}', "", *lines, '"""']


def docline(text: str) -> str:
    """A line of a docstring: nothing in it can end the docstring or the line."""
    flat = "".join(c if c.isprintable() else " " for c in text)
    return flat.replace("\\", "\\\\").replace('"""', "'''")
