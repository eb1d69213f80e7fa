"""Functions that differ by a few constants become one: which do, and what it is then called."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from building import resolved_once
from toolwire_codegen import ir
from toolwire_codegen.ir import Expr, Function, Module, Stmt
from toolwire_codegen.ir.verify import faults
from toolwire_codegen.plan.passes.alike import alike
from toolwire_codegen.plan.resolve import Resolver
from toolwire_codegen.render.python import Python
from toolwire_codegen.render.signatures import runtime_signatures

ROOT = Path(__file__).parent.parent
RUNTIME = runtime_signatures(ROOT / "templates" / "python" / "runtime")
W, X = ir.var("w"), ir.var("x")
TABLES = {"SIZES_OF_RED_BOX": frozenset({"a"}), "SIZES_OF_BLUE_BOX": frozenset({"b"})}


@pytest.fixture(scope="module")
def resolver() -> Resolver:
    return Resolver(resolved_once(ROOT / "tests" / "golden" / "adapter").formats[0])


def steps(*special: Stmt, count: int = 8) -> list[Stmt]:
    """A body long enough to be worth sharing."""
    rest: list[Stmt] = [ir.put(X, f"k{n}", ir.get(W, f"k{n}")) for n in range(count - len(special))]
    return [*special, *rest, ir.ret(X)]


def made(word: str, **other: Any) -> Function:
    """A function that puts a word under `kind`."""
    body = steps(ir.let("x", ir.obj([("kind", ir.const(word))])))
    rows = [f"kind: {word}", "size: size"]
    return replace(Function(f"_decode_{word}_box", ["w"], f"Read `{word}`.", rows, body), **other)


def module_of(*members: Function, stream: dict[str, Any] | None = None) -> Module:
    calls: list[Stmt] = [ir.if_((ir.has(W, member.name), [ir.ret(ir.call(member.name, *map(
        ir.var, member.params)))])) for member in members]  # fmt: skip
    caller = Function("_decode_box", list(members[0].params), "Read.", [], [*calls, ir.ret(W)])
    entries = {"request": {"read": "_decode_box"}}
    return Module(
        "small", "", "", [*TABLES.items()], [caller, *members], entries=entries, stream=stream
    )


def passed(module: Module, resolver: Resolver) -> Module:
    """The module after the pass: it is whole."""
    after = alike(module, resolver)
    assert list(faults(after, RUNTIME, ["FORMAT"])) == []
    return after


def names(module: Module) -> list[str]:
    return [function.name for function in module.functions]


def text(module: Module) -> str:
    return "\n".join(line for one in module.functions for line in Python().function(one)["body"])


def test_functions_that_differ_by_a_text_become_one_that_is_given_it(resolver: Resolver) -> None:
    after = passed(module_of(made("red"), made("blue")), resolver)
    assert names(after) == ["_decode_box", "_decode_box_2"]
    one = after.functions[1]
    assert one.params == ["w", "kind"]
    assert one.fixed == {"kind": "red"}
    assert Python().function(one)["params"] == "w: Json, kind: str"
    lines = text(after)
    assert 'return _decode_box_2(w, "red")' in lines
    assert 'return _decode_box_2(w, "blue")' in lines
    assert 'x: Json = {"kind": kind}' in lines


def test_it_says_what_each_of_them_said(resolver: Resolver) -> None:
    one = passed(module_of(made("red"), made("blue"), made("green")), resolver).functions[1]
    assert one.doc == "Read `red`, `blue` or `green`."
    assert one.rows == [
        "kind: red", "kind: blue", "kind: green", "size: size", "`kind`: red, blue, green"
    ]  # fmt: skip


def test_sentences_of_other_shapes_stand_one_after_the_other(resolver: Resolver) -> None:
    members = made("red"), made("blue", doc="Read a blue one.", rows=["size: size", "more: more"])
    one = passed(module_of(*members), resolver).functions[1]
    assert one.doc == "Read `red`. Read a blue one."
    assert one.rows == ["kind: red", "size: size", "more: more", "`kind`: red, blue"]


def test_functions_that_are_the_same_become_one_without_parameters(resolver: Resolver) -> None:
    same = [replace(made("red"), name=f"_decode_{name}_list") for name in ("one", "two")]
    after = passed(module_of(*same), resolver)
    assert names(after) == ["_decode_box", "_decode_list"]
    assert after.functions[1].params == ["w"]


def test_a_constant_of_the_module_is_given_by_its_name(resolver: Resolver) -> None:
    members = [
        made(word, body=steps(ir.if_((ir.Covers(ir.var(f"SIZES_OF_{word.upper()}_BOX"), W), []))))
        for word in ("red", "blue")
    ]
    members = [replace(one, body=[ir.let("x", ir.obj()), *one.body]) for one in members]
    after = passed(module_of(*members), resolver)
    one = after.functions[1]
    assert Python().function(one)["params"] == "w: Json, sizes_of_box: frozenset[str]"
    assert "_decode_box_2(w, SIZES_OF_BLUE_BOX)" in text(after)
    assert one.rows[-1] == "`sizes_of_box`: SIZES_OF_RED_BOX, SIZES_OF_BLUE_BOX"


def test_a_text_that_nobody_sees_is_quoted(resolver: Resolver) -> None:
    members = [
        made(word, body=steps(ir.let("x", ir.obj()), ir.put(X, "gap", ir.const(const))))
        for word, const in (("red", ""), ("blue", "\n\n"))
    ]
    one = passed(module_of(*members), resolver).functions[1]
    assert one.rows[-1] == r'`gap`: "", "\n\n"'


SPECIAL = {
    "compared": (lambda word: ir.if_((ir.eq(ir.get(W, "shape"), word), [])), "shape"),
    "denied": (lambda word: ir.if_((ir.Ne(ir.opt(W, "shape"), ir.const(word)), [])), "shape"),
    "put": (lambda word: ir.put(W, "shape", ir.const(word)), "shape"),
    "an operator's": (lambda word: ir.do(ir.runtime("dumps", ir.Const(word, "starts"))), "starts"),
    "unnamed": (lambda word: ir.do(ir.runtime("dumps", ir.const(word))), "text"),
    "alike": (lambda word: ir.do(ir.runtime("dumps", ir.const(f"{word}Box"))), "box"),
    "like a local": (lambda word: ir.put(W, "x", ir.const(word)), "x_2"),
    "like a hidden local": (lambda word: ir.put(W, "reason", ir.const(word)), "reason_2"),
}


@pytest.mark.parametrize(("step", "name"), SPECIAL.values(), ids=SPECIAL.keys())
def test_a_parameter_is_called_what_it_is_there(step: Any, name: str, resolver: Resolver) -> None:
    new = ir.let("x", ir.obj())
    members = [made(word, body=steps(new, step(word))) for word in ("red", "blue")]
    one = passed(module_of(*members), resolver).functions[1]
    assert one.params == ["w", name]
    body = "\n".join(Python().function(one)["body"])
    assert re.search(rf"\W{name}\W", body.replace('"shape"', "").replace('"reason"', ""))
    assert "red" not in body


def test_a_parameter_does_not_hide_what_its_module_imports(resolver: Resolver) -> None:
    one = passed(module_of(made("red"), made("blue")), resolver).functions[1]
    rendered = Python(["kind"]).function(one)
    assert rendered["params"] == "w: Json, kind_: str"
    assert 'x: Json = {"kind": kind_}' in "\n".join(rendered["body"])


def test_a_text_that_differs_everywhere_alike_is_one_parameter(resolver: Resolver) -> None:
    members = [
        made(word, body=[*made(word).body[:-1], ir.put(X, "again", ir.const(word)), ir.ret(X)])
        for word in ("red", "blue")
    ]
    assert passed(module_of(*members), resolver).functions[1].params == ["w", "kind"]


def differing(count: int) -> list[Function]:
    """Functions that differ by so many texts."""
    new = ir.let("x", ir.obj())
    return [
        made(word, body=steps(new, *(ir.put(X, f"a{n}", ir.const(f"{word} {n}")) for n in range(
            count)))) for word in ("red", "blue")
    ]  # fmt: skip


def test_with_too_many_parameters_they_stay_apart(resolver: Resolver) -> None:
    assert len(passed(module_of(*differing(3)), resolver).functions) == 2
    assert len(passed(module_of(*differing(4)), resolver).functions) == 3


def test_what_spares_too_little_stays_apart(resolver: Resolver) -> None:
    bodies = {word: [ir.let("x", ir.obj([("kind", ir.const(word))])), ir.ret(X)] for word in (
        "red", "blue", "green", "grey", "brown")}  # fmt: skip
    members = [made(word, body=body) for word, body in bodies.items()]
    assert len(passed(module_of(*members[:4]), resolver).functions) == 5
    assert len(passed(module_of(*members), resolver).functions) == 2


OTHERWISE = {
    "a number that is not a boolean": [ir.const(1), ir.const(True)],
    "a number of another kind": [ir.const([5]), ir.const([5.0])],
    "another key": [ir.get(W, "a"), ir.get(W, "b")],
    "a text and no text": [ir.const("a"), ir.const(None)],
    "a text and the name of a constant": [ir.const("a"), ir.var("SIZES_OF_RED_BOX")],
}


@pytest.mark.parametrize("values", OTHERWISE.values(), ids=OTHERWISE.keys())
def test_functions_that_differ_otherwise_stay_apart(
    values: list[Expr], resolver: Resolver
) -> None:
    members = [
        made(word, body=steps(ir.let("x", ir.obj()), ir.put(X, "a", value)))
        for word, value in zip(("red", "blue"), values, strict=True)
    ]
    assert len(passed(module_of(*members), resolver).functions) == 3


def test_a_function_that_is_used_as_a_value_stays(resolver: Resolver) -> None:
    module = module_of(made("red"), made("blue"))
    module.functions[0].body.insert(0, ir.do(ir.runtime("dumps", ir.Named("_decode_red_box"))))
    assert len(passed(module, resolver).functions) == 3


@pytest.mark.parametrize("stream", [None, {"read": "_decode_red_box"}])
def test_a_function_that_a_frame_names_stays(
    stream: dict[str, Any] | None, resolver: Resolver
) -> None:
    module = module_of(made("red"), made("blue"), stream=stream)
    if stream is None:
        module.entries["response"] = {"read": "_decode_red_box"}
    assert len(passed(module, resolver).functions) == 3


def test_a_loop_over_a_stream_calls_the_one(resolver: Resolver) -> None:
    loop: list[Stmt] = [ir.do(ir.call("_decode_blue_box", ir.var("e")))]
    module = module_of(made("red"), made("blue"), stream={"pieces": loop, "ahead": []})
    after = passed(module, resolver)
    assert after.stream is not None
    assert Python().block(after.stream["pieces"], 0) == ['_decode_box_2(e, "blue")']


def test_names_without_a_word_in_common_say_nothing(resolver: Resolver) -> None:
    members = made("red", name="_decode_red"), made("blue", name="_encode_blue")
    assert len(passed(module_of(*members), resolver).functions) == 3


def test_losses_are_reported_by_the_one(resolver: Resolver) -> None:
    params = ["x", "path", "losses", "calls"]
    members = [
        Function(f"_losses_of_{word}_box", params, "What is lost.", [], steps(
            ir.if_((ir.eq(ir.get(X, "kind"), word), [ir.Lose("/a", "field", "none")]))
        )) for word in ("red", "blue")
    ]  # fmt: skip
    members = [replace(one, body=[ir.let("w", X), *one.body[:-1]]) for one in members]
    calls: list[Stmt] = [ir.LoseIn(one.name, X, "/b") for one in members]
    module = Module("small", "", "", functions=[
        Function("_losses_of", params, "What is lost.", [], calls), *members])  # fmt: skip
    after = passed(module, resolver)
    assert '_losses_of_box(x, (path, "/b"), losses, calls, "blue")' in text(after)
    assert Python().function(after.functions[1])["params"].endswith("calls: Calls, kind: str")


def test_those_that_call_what_became_one_may_be_the_next(resolver: Resolver) -> None:
    boxes = made("red"), made("blue")
    lists = [
        Function(f"_decode_{word}_list", ["w"], "Read a list.", [], steps(
            ir.let("x", ir.call(f"_decode_{word}_box", W)))) for word in ("red", "blue")
    ]  # fmt: skip
    module = module_of(*lists)
    module.functions += boxes
    after = passed(module, resolver)
    assert names(after) == ["_decode_box", "_decode_list", "_decode_box_2"]
    assert after.functions[1].params == ["w", "kind"]
    assert "x = _decode_box_2(w, kind)" in text(after)


def test_what_became_one_may_be_a_part_of_the_next(resolver: Resolver) -> None:
    """Those that pack boxes, and those that pack crates, are one each, and then one for both."""
    packers = [
        Function(f"_decode_{word}_{load}_load", ["w"], "Read a load.", [], steps(
            ir.put(X, "colour", ir.const(word)), ir.let("x", ir.call(f"_decode_{load}_pack", W))))
        for load in ("box", "crate") for word in ("red", "blue")
    ]  # fmt: skip
    packs = [
        made("red", name=f"_decode_{load}_pack", body=steps(ir.put(X, "n", ir.const(load))))
        for load in ("box", "crate")
    ]
    packers = [replace(one, body=[ir.let("x", ir.obj()), *one.body]) for one in packers]
    packs = [replace(one, body=[ir.let("x", ir.obj()), *one.body]) for one in packs]
    module = module_of(*packers)
    module.functions += packs
    after = passed(module, resolver)
    assert names(after) == ["_decode_box", "_decode_load", "_decode_pack"]
    assert Python().function(after.functions[1])["params"] == "w: Json, colour: str, n: str"
    assert '_decode_load(w, "blue", "crate")' in text(after)


def test_two_that_would_have_one_name_have_a_number_each(resolver: Resolver) -> None:
    boxes = [made("red"), made("blue")]
    others = [
        made(word, name=f"_decode_dark{word}_box", body=steps(*made(word).body[:1], count=9))
        for word in ("red", "blue")
    ]
    after = passed(module_of(*boxes, *others), resolver)
    assert names(after) == ["_decode_box", "_decode_box_2", "_decode_box_3"]
