"""Which functions of a plan say what type they give: those whose value is whole from the start."""

from __future__ import annotations

import pytest

from building import schema_of
from toolwire_codegen import ir
from toolwire_codegen.ir import Stmt, Type
from toolwire_codegen.plan.passes.typed import Maker

X = ir.var("x")
CARD = Type("intermediate", "Card")
SCHEMA = schema_of(
    {
        "Card": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "note": {"type": "string"},
                "inner": {"$ref": "#/$defs/Inner"},
            },
            "required": ["name"],
        },
        "Inner": {
            "type": "object",
            "properties": {"size": {"type": "integer"}},
            "required": ["size"],
        },
    }
)
NAME = ("name", ir.const("a"))
WHOLE = ir.let("x", ir.obj([NAME]))


def annotated(*body: Stmt) -> ir.Function:
    function = ir.Function("_decode_card", ["w"], "", [], [*body])
    return Maker(SCHEMA, X, CARD).annotated(function)


def test_a_function_whose_value_is_whole_says_its_type() -> None:
    found = annotated(WHOLE, ir.put(X, "note", ir.var("w")), ir.ret(X))
    assert (found.gives, found.made, found.maybe) == (CARD, X, False)


def test_a_function_that_may_give_nothing_says_so() -> None:
    empty = ir.if_((ir.is_(ir.var("w"), "null"), [ir.ret(ir.const(None))]))
    found = annotated(empty, WHOLE, ir.ret(X))
    assert (found.gives, found.maybe) == (CARD, True)


def test_a_literal_that_is_given_back_counts_too() -> None:
    inner = ("inner", ir.obj([("size", ir.const(1))]))
    assert annotated(ir.ret(ir.obj([NAME, inner]))).gives == CARD


@pytest.mark.parametrize(
    "body",
    [
        [ir.let("x", ir.obj()), ir.ret(X)],
        [ir.let("x", ir.obj([NAME, ("other", ir.const(1))])), ir.ret(X)],
        [ir.ret(ir.obj([NAME, ("inner", ir.obj())]))],
        [WHOLE, ir.drop(X, "name"), ir.ret(X)],
        [WHOLE, ir.Pop(X, ir.const("name")), ir.ret(X)],
        [WHOLE, ir.Unpack(("x", "y"), ir.var("w")), ir.ret(X)],
        [WHOLE, ir.ret(ir.var("w"))],
        [ir.ret(X)],
        [ir.Stop()],
    ],
)
def test_a_function_that_may_give_something_else_does_not(body: list[Stmt]) -> None:
    assert annotated(*body).gives is None
