"""The constants in a part of a plan, and the same plan with others in their places."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from . import Const, Eq, Expr, Get, Ne, Obj, Opt, Put, Same, Stmt, Var

Fill = Callable[[Expr, str], Expr]
"""What stands in a constant's place, a ``Const`` or a module constant's ``Var``.

It is told what the constant is there, if the plan says so: a word of an operator, the key that it
is put under or compared with.
"""


def with_constants(part: Any, names: Collection[str], fill: Fill, role: str = "") -> Any:
    """The same plan with others for its constants; ``names``: the constants of the module."""

    def inside(inner: Any, role: str = "") -> Any:
        return with_constants(inner, names, fill, role)

    match part:
        case Const():
            return fill(part, part.role or role)
        case Var(name):
            return fill(part, role) if name in names else part
        case Eq(value, constant):
            other = fill(Const(constant), _key(value))
            if isinstance(other, Const):
                return Eq(inside(value), other.value)
            return Same(inside(value), other)
        case Ne(left, right):
            return Ne(inside(left), inside(right, _key(left)))
        case Obj(pairs):
            return Obj(tuple((inside(key), inside(value, _word(key))) for key, value in pairs))
        case Put(obj, key, value):
            return Put(inside(obj), inside(key), inside(value, _word(key)))
        case Expr() | Stmt():
            named = dict(zip(part.operand_names(), part.operands(), strict=True))
            return replace(part, **{name: inside(one) for name, one in named.items()})  # type: ignore[type-var]
        case list() | tuple():
            return type(part)(inside(item) for item in part)
    return part


def _key(value: Expr) -> str:
    return value.key if isinstance(value, Get | Opt) else ""


def _word(key: str | Expr) -> str:
    return key if isinstance(key, str) else ""
