"""The plan is a contract: a renderer spells all that planners may say, and every plan is whole."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from building import resolved_once
from toolwire_codegen import ir
from toolwire_codegen.ir import Expr, Function, Module, Stmt
from toolwire_codegen.ir.verify import faults
from toolwire_codegen.plan.module import general, plan_format
from toolwire_codegen.plan.passes import PASSES, applied
from toolwire_codegen.plan.resolve import Resolver
from toolwire_codegen.render.formatting import format_python
from toolwire_codegen.render.modules import BUILT_IN
from toolwire_codegen.render.python import Python
from toolwire_codegen.render.signatures import runtime_signatures
from toolwire_codegen.render.text import assignment
from toolwire_codegen.render.values import SPELLED
from toolwire_codegen.resolve.format import ResolvedFormat

ROOT = Path(__file__).parent.parent
LOOPS = ("pieces", "ahead")
PROJECTS = (ROOT, ROOT / "tests" / "golden" / "adapter")
FORMATS = [one for root in PROJECTS for one in resolved_once(root).formats]
WIDE = ("gazette", "relay", "ticker")
FEW = [one for one in FORMATS if one.name in WIDE]
"""Small wires that use most of the language between them."""
RUNTIME = runtime_signatures(ROOT / "templates" / "python" / "runtime")


def listed(kind: type) -> set[type]:
    found = vars(ir).values()
    classes = {one for one in found if inspect.isclass(one) and issubclass(one, kind)}
    return classes - {Expr, ir.Condition, Stmt}


def test_every_value_has_a_spelling_and_no_other() -> None:
    assert set(SPELLED) == listed(Expr)


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    return [plan_format(one) for one in FORMATS]


def planned(modules: list[Module]) -> Iterator[Expr | Stmt]:
    """Every node of the plans: of their functions, and of the loops over streams."""
    for module in modules:
        yield from ir.nodes([function.body for function in module.functions])
        if module.stream:
            yield from ir.nodes([module.stream[key] for key in LOOPS])


def test_every_plan_is_whole_and_every_step_is_used_somewhere(modules: list[Module]) -> None:
    # Some steps stand in a plan only until a pass has said the same in others.
    steps = [*planned(modules), *planned([general(Resolver(FORMATS[0]))])]
    assert {type(node) for node in steps if isinstance(node, Stmt)} == listed(Stmt)
    found = [fault for module in modules for fault in faults(module, RUNTIME, BUILT_IN)]
    assert found == []


def test_bodies_have_no_type_of_ours_and_most_else_has(modules: list[Module]) -> None:
    """An app hands a body to its client, which has a type of its own for it."""
    for module in modules:
        bodies = [entry["write"] for entry in module.entries.values()]
        typed = [one.name for one in module.functions if one.gives is not None]
        assert not {*bodies} & {*typed} and len(typed) >= 5, module.name


@pytest.mark.parametrize("one", FEW, ids=lambda one: one.name)
def test_a_plan_is_whole_before_its_passes_and_after_each(one: ResolvedFormat) -> None:
    resolver = Resolver(one)
    module = general(resolver)
    for each in (None, *PASSES.values()):
        before = copy.deepcopy(module)
        after = module if each is None else applied(module, resolver, {"": each})
        assert module == before, "a pass makes another module"
        assert [*faults(after, RUNTIME, BUILT_IN)] == []
        module = after


X, W = ir.var("x"), ir.var("w")
WRONG = {
    "a name": [ir.ret(ir.var("nowhere"))],
    "a function that is not there": [ir.ret(ir.call("_decode_nothing", X))],
    "too few arguments": [ir.ret(ir.call("_one"))],
    "a function as a value": [ir.ret(ir.Named("_nothing"))],
    "losses of what reports none": [ir.LoseIn("_one", X, "")],
    "losses of items that report none": [ir.LoseEach("_one", X, "")],
    "a function the runtime lacks": [ir.do(ir.runtime("nothing", X))],
    "a function of the runtime without its arguments": [ir.do(ir.runtime("noted", X))],
    "a function of the runtime with too many": [ir.do(ir.runtime("dumps", *[X] * 9))],
    "a value for a condition": [ir.if_((X, []))],
    "a value among conditions": [ir.if_((ir.and_(ir.has(X, "a"), ir.get(X, "a")), []))],
    "a value for the condition of a chain": [ir.Chain(((X, []),))],
    "a value for the condition of a value": [ir.ret(ir.IfElse(X, X, X))],
    "a value among alternatives": [ir.if_((ir.or_(ir.has(X, "a"), ir.get(X, "a")), []))],
    "a value that is negated": [ir.if_((ir.not_(X), []))],
    "a word of the runtime that does not decide": [ir.if_((ir.runtime("dumps", X), []))],
    "a name used before another function binds it": [ir.let("y", ir.var("z"))],
}


@pytest.mark.parametrize("body", WRONG.values(), ids=WRONG.keys())
def test_a_broken_plan_is_told(body: list[Stmt]) -> None:
    fine = Function("_one", ["x"], "", [], [ir.ret(X)])
    module = Module("small", "", "", functions=[fine])
    assert list(faults(module, RUNTIME)) == []
    module.functions.append(replace(fine, name="_other", body=body))
    (fault,) = faults(module, RUNTIME)
    assert fault.startswith("_other: ")


def test_a_broken_loop_over_a_stream_is_told() -> None:
    module = Module("small", "", "", stream={"pieces": [ir.if_((X, []))], "ahead": []})
    (fault,) = faults(module, RUNTIME)
    assert fault.startswith("pieces: ")


def test_a_step_without_a_spelling_is_an_error() -> None:
    class Odd(Stmt):
        """Nothing spells it."""

    with pytest.raises(TypeError, match="Odd"):
        Python().stmt(Odd(), 0)


@pytest.mark.parametrize("value", [X, ir.get(X, "n"), ir.Bind("n", X)])
def test_a_number_equals_no_other_json_value(value: Expr) -> None:
    asked = Python().expr(ir.eq(value, 0))
    values = [0, 0.0, False, 1, None]
    objects = [{"n": one} if isinstance(value, ir.Get) else one for one in values]
    assert [eval(asked, {"x": one}) for one in objects] == [True, False, False, False, False]


KEYS = [
    [f"key {n}" for n in range(60)],
    ["a" * 120, "b"],
    ["a" * 83],
    ["a" * 84],
    *([f"{n:03}" + "k" * length for n in range(9)] for length in range(20)),
]


@pytest.mark.parametrize("keys", KEYS)
def test_many_keys_stand_side_by_side(keys: list[str]) -> None:
    text = assignment("KEYS", frozenset(keys))
    found: dict[str, object] = {}
    exec(text, found)
    assert found["KEYS"] == frozenset(keys)
    lines = text.split("\n")
    assert all(len(line) <= 100 or len(line.split(",")) == 2 for line in lines)
    assert all(line == line.rstrip() != "" for line in lines)
    assert format_python(text + "\n") == text + "\n"
