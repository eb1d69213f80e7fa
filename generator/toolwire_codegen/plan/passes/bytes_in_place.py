"""Bytes become text where they are read, and not in a look through the whole body before.

Most bodies hold none. A reader knows which of its locals hold what may lead to bytes: these are
followed from the entries through all calls. What is only asked, or handed on to another reader,
stays as it is; what is kept, and what may be bytes itself, is made text there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ... import ir
from ...ir import Expr, Function, Module, Stmt
from ...resolve.encoded import ITSELF, Marks, labels, merged
from ..resolve import Resolver
from .decided import ENDS

Nodes = dict[str, str]
"""The locals that hold what leads to bytes, each with its node of the marks."""
NOTHING = ""
FEW = 2

LOOKING = (ir.Condition, ir.Call, ir.Get, ir.Opt, ir.At, ir.Item, ir.Last, ir.Copy, ir.Count,
           ir.Bind, ir.IfElse, ir.Arr)  # fmt: skip
"""What asks its operands, or hands them on."""
HANDLING = (ir.Drop, ir.Pop, ir.RestOrDrop, ir.ListRest, ir.Fail)
"""Steps that keep nothing but what the rest of an object had already."""
HOLDERS = ("object_at", "list_at")
ASKING = (*HOLDERS, "strings", "lone_text", "missing_id", "stayed")
"""Functions of the runtime that give nothing back of what may hold bytes."""


def bytes_in_place(module: Module, resolver: Resolver) -> Module:
    """The pass."""
    table, bodies = module.marks
    roots = {entry["read"]: bodies[name] for name, entry in module.entries.items()
             if name in bodies}  # fmt: skip
    if not roots:
        return module
    reading = Reading(module, {**table})
    for name, node in roots.items():
        reading.given(name, [node])
    while reading.todo:
        reading.read(reading.todo.pop())
    reading.labels = labels(reading.marks)
    functions = [replace(one, body=reading.read(one.name)) if one.name in reading.params else one
                 for one in module.functions]  # fmt: skip
    return replace(module, functions=functions, marks=reading.labelled(bodies), inside=True)


class Reading:
    """The readers of a module, and what each of them is given."""

    def __init__(self, module: Module, marks: Marks) -> None:
        self.functions = {function.name: function for function in module.functions}
        self.marks = marks
        self.labels: dict[str, str] = {}
        self.params: dict[str, Nodes] = {}
        self.todo: list[str] = []

    def given(self, name: str, nodes: Sequence[str]) -> None:
        """A function is called with values of these nodes."""
        params = self.functions[name].params
        before = self.params.get(name, {})
        now = {**before}
        for param, node in zip(params, nodes, strict=False):
            now[param] = merged(self.marks, now.get(param, NOTHING), node)
        if any(now.values()) and now != before:
            self.params[name] = now
            self.todo.append(name)

    def read(self, name: str) -> list[Stmt]:
        """A function's steps, where what is kept is text."""
        function: Function = self.functions[name]
        return Steps(self, {**self.params[name]}, set()).block(function.body)

    def labelled(self, bodies: dict[str, str]) -> tuple[Marks, dict[str, str]]:
        """The marks, by their labels."""
        label = self.labels.__getitem__
        marks = {label(node): {key: label(child) if child else child for key, child in keys.items()}
                 for node, keys in self.marks.items()}  # fmt: skip
        return marks, {body: label(node) for body, node in bodies.items()}


class Steps:
    """The steps of one function, and what its locals hold at one of them."""

    def __init__(self, reading: Reading, nodes: Nodes, copies: set[Expr]) -> None:
        self.reading, self.marks, self.nodes = reading, reading.marks, nodes
        self.copies = copies

    def block(self, steps: Sequence[Stmt]) -> list[Stmt]:
        return [self._step(step) for step in steps]

    def _step(self, step: Stmt) -> Stmt:
        match step:
            case ir.If(branches, otherwise):
                return self._either(branches, otherwise)
            case ir.Chain(arms):
                return ir.Chain([(self._value(asked, True), self._maybe(body))
                                 for asked, body in arms])  # fmt: skip
            case ir.For() | ir.ForIndex():
                items = self._value(step.items, True)
                node = self._node(step.items)
                return replace(step, items=items, body=self._loop(step.name, node, step.body))
            case ir.ForKeys(_, value, obj, body):
                new_obj = self._value(obj, True)
                return replace(step, obj=new_obj, body=self._loop(value, self._any(obj), body))
            case ir.Unpack(names, ir.Runtime("filled_in", (_, ir.Var(name), *_))) if name in names:
                return step
            case ir.Let(name, value):
                new_value = self._value(value, True)
                self.nodes[name] = self._node(value)
                if isinstance(value, ir.Copy):
                    self.copies.add(ir.var(name))
                return replace(step, value=new_value)
            case ir.Append(ir.Var(name), value) | ir.InsertFirst(ir.Var(name), value):
                return replace(step, value=self._added(name, value))
            case ir.Extend(ir.Var(name), values):
                return replace(step, values=self._added(name, values))
            case ir.Put(obj, str(key), value):
                covered = self._child(obj, key) == self._node(value)
                return replace(step, value=self._value(value, covered))
        looked = isinstance(step, HANDLING)
        names = step.operand_names()
        parts = {name: self._part(getattr(step, name), looked) for name in names}
        return replace(step, **parts)  # type: ignore[type-var]

    def _either(self, branches: ir.steps.Branches, otherwise: list[Stmt]) -> Stmt:
        ways: list[Nodes] = []
        new_branches: list[tuple[Expr, list[Stmt]]] = []
        for asked, body in branches:
            condition = self._value(asked, True)
            new_branches.append((condition, self._way(body, ways)))
        rest = self._way(otherwise, ways)
        self.nodes = {}
        for way in ways:
            self._join(way)
        return ir.If(new_branches, rest)

    def _way(self, body: list[Stmt], ways: list[Nodes]) -> list[Stmt]:
        """The steps of one way, and what the locals hold at its end if there is one."""
        inner = Steps(self.reading, {**self.nodes}, self.copies)
        steps = inner.block(body)
        if not (body and isinstance(body[-1], ENDS)):
            ways.append(inner.nodes)
        return steps

    def _maybe(self, body: list[Stmt]) -> list[Stmt]:
        """Steps that may be left out."""
        inner = Steps(self.reading, {**self.nodes}, self.copies)
        steps = inner.block(body)
        self._join(inner.nodes)
        return steps

    def _loop(self, name: str, node: str, body: list[Stmt]) -> list[Stmt]:
        """The steps of a loop: what they leave behind is there in the next round."""
        before: Nodes = {}
        while before != self.nodes:
            before = {**self.nodes}
            self.nodes[name] = merged(self.marks, self.nodes.get(name, NOTHING), node)
            steps = self._maybe(body)
        return steps

    def _join(self, other: Nodes) -> None:
        for name, node in other.items():
            self.nodes[name] = merged(self.marks, self.nodes.get(name, NOTHING), node)

    def _added(self, items: str, value: Expr) -> Expr:
        new_value = self._value(value, True)
        self._join({items: self._node(value)})
        return new_value

    # -- values

    def _part(self, part: Any, looked: bool) -> Any:
        match part:
            case Expr():
                return self._value(part, looked)
            case tuple() | list():
                return type(part)(self._part(one, looked) for one in part)
        return part

    def _value(self, value: Expr, looked: bool) -> Expr:
        """A value; ``looked``: it is only asked or handed on, and may hold bytes."""
        if isinstance(value, ir.Each):
            items = self._value(value.items, True)
            self._join({value.name: self._node(value.items)})
            return replace(value, items=items, one=self._value(value.one, False))
        asking = isinstance(value, LOOKING)
        if isinstance(value, ir.Runtime):
            asking = value.function in ASKING
        names = value.operand_names()
        parts = {name: self._part(getattr(value, name), asking) for name in names}
        new_value: Expr = replace(value, **parts)  # type: ignore[type-var]
        if isinstance(value, ir.Bind):
            self._join({value.name: self._node(value.value)})
        if isinstance(value, ir.Call) and value.function in self.reading.functions:
            self.reading.given(value.function, [self._node(arg) for arg in value.args])
        if isinstance(value, ir.Get | ir.Opt) and self._itself(self._child(value.obj, value.key)):
            return self._as_text(new_value, self._child(value.obj, value.key))
        node = self._node(value)
        return new_value if looked or not node else self._as_text(new_value, node)

    def _as_text(self, value: Expr, node: str) -> Expr:
        label = ir.Const(self.reading.labels.get(node, node), "place")
        text = ir.runtime("as_text", value, ir.var("BYTES"), label)
        keys = self.marks[node].keys()
        if value not in self.copies or len(keys) > FEW:
            return text
        # Of an object this is asked sooner than a function is called.
        return ir.IfElse(ir.or_(*(ir.has(value, key) for key in keys)), text, value)

    def _node(self, value: Expr) -> str:
        """The node of a value that may hold bytes; "" of any other."""
        match value:
            case ir.Var(name):
                return self.nodes.get(name, NOTHING)
            case ir.Get(obj, key) | ir.Opt(obj, key):
                child = self._child(obj, key)
                return NOTHING if self._itself(child) else child
            case ir.Runtime(function, (obj, ir.Const(str(key)))) if function in HOLDERS:
                return self._child(obj, key)
            case ir.At(items) | ir.Last(items):
                return self._node(items)
            case ir.Item(holder):
                return merged(self.marks, self._node(holder), self._any(holder))
            case ir.Lookup(obj):
                return self._any(obj)
            case ir.Copy(inner) | ir.Bind(_, inner):
                return self._node(inner)
            case ir.IfElse(_, one, other):
                return merged(self.marks, self._node(one), self._node(other))
            case ir.Arr(items):
                return merged(self.marks, *map(self._node, items))
        return NOTHING

    def _child(self, obj: Expr, key: str) -> str:
        node = self._node(obj)
        return self.marks[node].get(key, NOTHING) if node else NOTHING

    def _any(self, obj: Expr) -> str:
        """The node of whatever an object holds."""
        node = self._node(obj)
        return merged(self.marks, *self.marks[node].values()) if node else NOTHING

    def _itself(self, node: str) -> bool:
        """Whether a value may be bytes itself."""
        return bool(node) and ITSELF in self.marks[node]
