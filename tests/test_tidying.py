"""Passes that only tidy, on small plans: what goes, and what must stay."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from toolwire_codegen import ir
from toolwire_codegen.ir import Function, Module, Stmt
from toolwire_codegen.plan.passes.asked_ahead import asked_ahead
from toolwire_codegen.plan.passes.asked_once import asked_once
from toolwire_codegen.plan.passes.decided import decided
from toolwire_codegen.plan.passes.direct_returns import direct_returns
from toolwire_codegen.plan.passes.named_where_asked import named_where_asked
from toolwire_codegen.plan.passes.plain_writing import text_alone
from toolwire_codegen.plan.passes.single_names import single_names
from toolwire_codegen.plan.passes.tags_named import tags_named
from toolwire_codegen.plan.passes.usual_first import usual_first
from toolwire_codegen.render.python import Python

RESOLVER: Any = None
"""None of these passes asks it."""
W, X, A, B = ir.var("w"), ir.var("x"), ir.var("a"), ir.var("b")
FAIL, DONE = ir.fail("a list", W, "a"), ir.do(ir.runtime("done", X))


def after(tidied: Any, *body: Stmt) -> list[str]:
    """What becomes of the body of a function, as Python."""
    module = Module("small", "", "", functions=[Function("_one", ["w"], "", [], list(body))])
    (function,) = tidied(module, RESOLVER).functions
    return Python().block(function.body, 0)


def test_a_value_that_is_given_back_at_once_needs_no_name() -> None:
    assert after(direct_returns, ir.let("x", ir.obj()), ir.ret(X)) == ["return {}"]
    assert after(direct_returns, ir.let("a", ir.obj()), ir.ret(X)) == ["a = {}", "return x"]


def test_a_second_name_goes() -> None:
    first, second = ir.let("a", ir.get(W, "a")), ir.let("b", A)
    assert after(single_names, first, second, ir.append(B, A)) == ['a = w["a"]', "a.append(a)"]


NAMED_TWICE: dict[str, list[Stmt]] = {
    "the first means something else later": [ir.let("a", W), ir.let("b", A), ir.let("a", B)],
    "the second does": [ir.let("a", W), ir.let("b", A), ir.let("b", ir.arr(B))],
    "in a loop": [ir.for_("n", W, [ir.let("a", ir.arr()), ir.append(A, B), ir.let("b", A)])],
    "a constant": [ir.let("b", ir.var("EMPTY"))],
    "a parameter": [ir.let("b", W)],
}


@pytest.mark.parametrize("body", NAMED_TWICE.values(), ids=NAMED_TWICE.keys())
def test_a_second_name_stays_that_may_mean_something_else(body: list[Stmt]) -> None:
    assert after(single_names, *body) == Python().block(body, 0)


def when(condition: ir.Expr, *body: Stmt, otherwise: tuple[Stmt, ...] = ()) -> Stmt:
    return ir.if_((condition, [*body]), otherwise=otherwise)


HELD_AT, REFUSED = ir.let("a", ir.get(W, "a")), when(ir.isnt(A, "array"), FAIL)
QUESTIONS: dict[str, tuple[ir.Expr, str]] = {
    "its type": (ir.isnt(A, "array"), 'if type(a := w["a"]) is not list:'),
    "whether it is null": (ir.missing(A), 'if (a := w["a"]) is None:'),
    "whether it is anything": (ir.present(A), 'if (a := w["a"]) is not None:'),
    "what it is not": (ir.not_(ir.is_(A, "object")), 'if type(a := w["a"]) is not dict:'),
    "something else after that": (
        ir.or_(ir.isnt(A, "array"), ir.has(A, "b")),
        'if type(a := w["a"]) is not list or "b" in a:',
    ),
}


@pytest.mark.parametrize(("asked", "line"), QUESTIONS.values(), ids=QUESTIONS.keys())
def test_a_value_that_is_asked_for_at_once_is_named_in_the_question(
    asked: ir.Expr, line: str
) -> None:
    refused = '    raise expected("a list", w, "a")'
    given = [HELD_AT, when(asked, FAIL), ir.append(B, A)]
    assert after(named_where_asked, *given) == [line, refused, "b.append(a)"]


def test_a_value_that_is_used_no_more_has_no_name() -> None:
    refused = '    raise expected("a list", w, "a")'
    line = 'if type(w["a"]) is not list:'
    assert after(named_where_asked, HELD_AT, REFUSED) == [line, refused]


def test_the_branches_that_follow_the_question_stay() -> None:
    step = ir.if_((ir.is_(A, "array"), [DONE]), (ir.present(A), [FAIL]), otherwise=[ir.ret(X)])
    assert after(named_where_asked, HELD_AT, step) == [
        'if type(a := w["a"]) is list:',
        "    done(x)",
        "elif a is not None:",
        '    raise expected("a list", w, "a")',
        "else:",
        "    return x",
    ]


NAMED_BEFORE: dict[str, list[Stmt]] = {
    "it is given a name again": [HELD_AT, REFUSED, ir.let("a", B)],
    "another is asked for": [HELD_AT, when(ir.isnt(B, "array"), FAIL)],
    "another is asked for null": [HELD_AT, when(ir.missing(B), FAIL)],
    "another is asked for first": [HELD_AT, when(ir.or_(ir.has(W, "b"), ir.missing(A)), FAIL)],
    "something else is done first": [HELD_AT, DONE, REFUSED],
    "it is long": [ir.let("a", ir.opt(ir.opt(W, "b"), "a")), REFUSED],
    "it is worked out": [ir.let("a", ir.runtime("many", W)), REFUSED],
    "it is a stream's own": [HELD_AT, when(ir.is_(A, "pieces"), DONE)],
}


@pytest.mark.parametrize("body", NAMED_BEFORE.values(), ids=NAMED_BEFORE.keys())
def test_a_value_has_a_step_of_its_own_where(body: list[Stmt]) -> None:
    assert after(named_where_asked, *body) == Python().block(body, 0)


LIST, NO_LIST, THERE = ir.is_(A, "array"), ir.isnt(A, "array"), ir.present(A)
AGAIN = when(LIST, DONE)
KEY, HELD = ir.has(W, "a"), ir.get(W, "a")
DECIDED: dict[str, tuple[list[Stmt], list[str]]] = {
    "a type that was asked for": (
        [when(LIST, when(LIST, DONE, otherwise=(FAIL,)))],
        ["if type(a) is list:", "    done(x)"],
    ),
    "another type": (
        [when(LIST, when(ir.is_(A, "string"), FAIL), DONE)],
        ["if type(a) is list:", "    done(x)"],
    ),
    "whether it is null": (
        [when(LIST, when(ir.missing(A), FAIL, otherwise=(DONE,)))],
        ["if type(a) is list:", "    done(x)"],
    ),
    "what else would have ended here": (
        [when(NO_LIST, FAIL), when(ir.and_(THERE, LIST, ir.Filled(A)), DONE)],
        ["if type(a) is not list:", '    raise expected("a list", w, "a")', "if a:", "    done(x)"],
    ),
    "an earlier branch": (
        [ir.if_((ir.missing(A), [FAIL]), (THERE, [DONE]))],
        ["if a is None:", '    raise expected("a list", w, "a")', "else:", "    done(x)"],
    ),
    "a branch that is never taken": (
        [when(LIST, ir.if_((NO_LIST, [FAIL]), (ir.Filled(A), [DONE])))],
        ["if type(a) is list:", "    if a:", "        done(x)"],
    ),
    "a key that was read, under its local's type": (
        [ir.let("a", HELD), when(NO_LIST, FAIL), when(ir.and_(KEY, ir.present(HELD)), DONE)],
        ['a = w["a"]', "if type(a) is not list:", '    raise expected("a list", w, "a")',
         "done(x)"],
    ),
    "a branch that is never taken, whatever else it asks": (
        [when(LIST, ir.if_((ir.and_(ir.present(B), NO_LIST), [FAIL]), (ir.Filled(A), [DONE])))],
        ["if type(a) is list:", "    if a:", "        done(x)"],
    ),
    "what the only way that goes on has told": (
        [when(LIST, DONE, otherwise=(FAIL,)), AGAIN],
        ["if type(a) is list:", "    done(x)", "else:", '    raise expected("a list", w, "a")',
         "done(x)"],
    ),
    "what follows an end": ([ir.ret(X), DONE], ["return x"]),
    "what all ways have told": (
        [ir.if_((KEY, [when(NO_LIST, FAIL), DONE]), otherwise=[when(NO_LIST, ir.ret(X))]),
         when(LIST, DONE)],
        ['if "a" in w:', "    if type(a) is not list:", '        raise expected("a list", w, "a")',
         "    done(x)", "else:", "    if type(a) is not list:", "        return x", "done(x)"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), DECIDED.values(), ids=DECIDED.keys())
def test_what_is_decided_is_not_asked_again(body: list[Stmt], expected: list[str]) -> None:
    assert after(decided, *body) == expected


OPEN: dict[str, list[Stmt]] = {
    "a local with another value": [when(LIST, ir.let("a", X), AGAIN)],
    "a local bound by a condition": [when(LIST, when(ir.present(ir.Bind("a", X)), AGAIN))],
    "a local bound inside a condition": [when(LIST, when(ir.SizeIs(ir.Bind("a", X), 2), AGAIN))],
    "a local bound in a loop before": [when(LIST, ir.for_("n", W, [ir.let("a", X)]), AGAIN)],
    "a local bound later in a loop": [when(LIST, ir.for_("n", W, [AGAIN, ir.let("a", X)]))],
    "a local bound on one of two ways": [when(NO_LIST, ir.let("a", ir.arr())), AGAIN],
    "a local bound by an arm": [
        when(LIST, ir.Chain([(ir.has(W, "b"), [ir.let("a", X)]), (LIST, [DONE])])),
    ],
    "a form that is read anew": [
        when(ir.present(ir.var("form")), ir.Own(True), when(ir.present(ir.var("form")), DONE)),
    ],
    "a key that may have gone": [when(KEY, ir.drop(W, "a"), when(KEY, DONE))],
    "a key that a call may change": [when(KEY, DONE, when(KEY, DONE))],
    "a key that a value's making may change": [
        when(KEY, ir.let("b", ir.runtime("done", W)), when(KEY, DONE)),
    ],
    "a number of either kind": [when(ir.is_(A, "number"), when(ir.is_(A, "integer"), DONE))],
    "a value that is only there": [when(THERE, AGAIN)],
    "other types on two ways": [
        ir.if_((ir.is_(A, "string"), [ir.let("x", A)]), (NO_LIST, [FAIL])),
        when(THERE, DONE),
    ],
    "whether a list has items": [when(ir.Filled(A), when(ir.Filled(A), DONE))],
    "what is asked before may refuse": [
        when(LIST, when(ir.and_(ir.eq(ir.get(W, "b"), 1), NO_LIST), DONE)),
    ],
    "an answer that named a local": [when(LIST, when(ir.is_(ir.Bind("b", A), "array"), DONE))],
}


@pytest.mark.parametrize("body", OPEN.values(), ids=OPEN.keys())
def test_what_may_be_otherwise_is_asked_again(body: list[Stmt]) -> None:
    assert after(decided, *body) == Python().block(body, 0)


TEXT, OBJECT = ir.is_(ir.opt(W, "a"), "string"), ir.is_(ir.opt(W, "a"), "object")
INNER = ir.get(W, "a")
BACK = ir.ret(X)
ASKED: dict[str, tuple[list[Stmt], list[str]]] = {
    "two ways": (
        [when(ir.and_(LIST, KEY), BACK), when(ir.and_(LIST, THERE), DONE), FAIL],
        ["if type(a) is list:", '    if "a" in w:', "        return x", "    if a is not None:",
         "        done(x)", 'raise expected("a list", w, "a")'],
    ),
    "one way that asks no more": (
        [when(LIST, when(KEY, BACK)), when(ir.and_(LIST, THERE), BACK)],
        ["if type(a) is list:", '    if "a" in w:', "        return x", "    if a is not None:",
         "        return x"],
    ),
    "what ways look into": (
        [when(ir.and_(OBJECT, ir.has(INNER, "b")), BACK),
         when(ir.and_(OBJECT, ir.is_(ir.opt(INNER, "c"), "object"), ir.has(W, "b")), BACK),
         when(ir.and_(OBJECT, ir.is_(ir.opt(INNER, "c"), "object"),
                      ir.has(ir.get(INNER, "c"), "d")), ir.ret(INNER))],
        ['if type(a := w.get("a")) is dict:', '    if "b" in a:', "        return x",
         '    if type(c := a.get("c")) is dict:', '        if "b" in w:', "            return x",
         '        if "d" in c:', "            return a"],
    ),
    "in a block": (
        [when(KEY, when(ir.and_(LIST, THERE), BACK), when(ir.and_(LIST, KEY), BACK), DONE)],
        ['if "a" in w:', "    if type(a) is list:", "        if a is not None:",
         "            return x", '        if "a" in w:', "            return x", "    done(x)"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), ASKED.values(), ids=ASKED.keys())
def test_what_ways_out_begin_to_ask_alike_is_asked_once(
    body: list[Stmt], expected: list[str]
) -> None:
    assert after(asked_once, *body) == expected


APART: dict[str, list[Stmt]] = {
    "the first goes on": [when(ir.and_(LIST, KEY), DONE), when(ir.and_(LIST, THERE), BACK)],
    "the first does more than ask": [
        when(LIST, DONE, when(KEY, BACK)), when(ir.and_(LIST, THERE), BACK),
    ],
    "a way of the first goes on": [
        when(LIST, when(KEY, DONE)), when(ir.and_(LIST, THERE), BACK),
    ],
    "the first has another way": [
        when(ir.and_(LIST, KEY), BACK, otherwise=(DONE,)), when(ir.and_(LIST, THERE), BACK),
    ],
    "the second has": [
        when(ir.and_(LIST, KEY), BACK), when(ir.and_(LIST, THERE), BACK, otherwise=(DONE,)),
    ],
    "they begin otherwise": [when(ir.and_(KEY, LIST), BACK), when(ir.and_(LIST, KEY), BACK)],
    "a step between them": [
        when(ir.and_(LIST, KEY), BACK), DONE, when(ir.and_(LIST, THERE), BACK),
    ],
    "all that the second asks": [when(ir.and_(LIST, KEY), BACK), when(LIST, BACK)],
}  # fmt: skip


@pytest.mark.parametrize("body", APART.values(), ids=APART.keys())
def test_ways_that_are_not_both_out_or_begin_otherwise_stay_apart(body: list[Stmt]) -> None:
    assert after(asked_once, *body) == Python().block(body, 0)


@pytest.mark.parametrize(
    "change", [ir.put(W, "a", X), ir.drop(W, "a"), ir.let("w", X), ir.Pop(W, ir.const("a"))]
)
def test_what_changes_is_asked_for_each_time(change: Stmt) -> None:
    ways = [when(ir.and_(OBJECT, ir.has(INNER, key)), BACK) for key in ("b", "c")]
    asked = ['if type(w.get("a")) is dict:', '    if "b" in w["a"]:', "        return x",
             '    if "c" in w["a"]:', "        return x"]  # fmt: skip
    assert after(asked_once, change, *ways)[-5:] == asked


def test_an_alternative_that_asks_for_more_than_another_goes() -> None:
    a, b, c = ir.has(X, "a"), ir.has(X, "b"), ir.has(X, "c")
    assert ir.or_(a, ir.and_(ir.and_(b, a), c)) == a
    assert ir.or_(ir.and_(a, b), c, a) == ir.or_(c, a)
    assert ir.or_(ir.and_(a, b), ir.and_(a, c)) == ir.Or((ir.and_(a, b), ir.and_(a, c)))
    assert ir.or_(a, a) == ir.Or((a, a))


SMALL = when(ir.SizeIs(W, 2), DONE)
MORE, YES, NO = ir.eq(A, "more"), ir.eq(A, "yes"), ir.eq(A, "no")


def chain(*conditions: ir.Expr) -> Stmt:
    """Branches of which the last but one has a plain form."""
    plain = len(conditions) - 2
    return ir.if_(*((one, [SMALL if at == plain else FAIL]) for at, one in enumerate(conditions)))


def test_a_branch_with_a_plain_form_is_asked_first() -> None:
    first = ir.if_((YES, [SMALL]), (MORE, [FAIL]), (NO, [FAIL]))
    assert after(usual_first, chain(MORE, YES, NO)) == Python().block([first], 0)


@pytest.mark.parametrize(
    "others", [[ir.and_(MORE, THERE)], [YES], [ir.eq(B, "more")], [MORE, ir.has(W, "a"), NO]]
)
def test_branches_of_which_two_may_hold_stay_in_their_order(others: list[ir.Expr]) -> None:
    as_it_was = chain(*others, YES, NO)
    assert after(usual_first, as_it_was) == Python().block([as_it_was], 0)


IT, LOOKED = ir.eq(A, "it"), ir.let("a", ir.runtime("body_of", W))
LAST = ir.ret(W)
AHEAD: dict[str, tuple[list[Stmt], list[Stmt]]] = {
    "with what only they look up": (
        [LOOKED, when(ir.and_(IT, KEY), BACK), when(ir.and_(KEY, THERE), BACK), LAST],
        [when(KEY, LOOKED, when(IT, BACK), when(THERE, BACK)), LAST],
    ),
    "and no way behind one that asks no more": (
        [when(ir.and_(IT, ir.and_(KEY)), BACK), when(KEY, LAST), when(ir.and_(KEY, IT), BACK)],
        [when(KEY, when(IT, BACK), LAST)],
    ),
}


@pytest.mark.parametrize(("body", "expected"), AHEAD.values(), ids=AHEAD.keys())
def test_what_all_ways_out_ask_is_asked_ahead(body: list[Stmt], expected: list[Stmt]) -> None:
    assert after(asked_ahead, *body) == Python().block(expected, 0)


NOT_AHEAD: dict[str, list[Stmt]] = {
    "what is looked up is used later": [
        LOOKED, when(ir.and_(IT, KEY), BACK), when(KEY, BACK), ir.ret(A),
    ],
    "the condition asks for it": [LOOKED, when(ir.and_(IT, KEY), BACK), when(IT, BACK), LAST],
    "one way asks something else": [when(ir.and_(IT, KEY), BACK), when(THERE, BACK), LAST],
    "there is one way": [when(ir.and_(IT, KEY), BACK), LAST],
    "a way goes on": [when(ir.and_(IT, KEY), BACK), when(ir.and_(THERE, KEY), DONE), LAST],
    "what is asked before makes it safe": [
        when(ir.and_(KEY, ir.eq(HELD, 1), IT), BACK), when(ir.and_(THERE, IT), BACK), LAST,
    ],
}  # fmt: skip


@pytest.mark.parametrize("body", NOT_AHEAD.values(), ids=NOT_AHEAD.keys())
def test_what_may_not_be_asked_ahead_is_asked_in_its_place(body: list[Stmt]) -> None:
    assert after(asked_ahead, *body) == Python().block(body, 0)


def test_a_text_is_plain_alone_where_no_other_key_has_to_be_there() -> None:
    resolver: Any = SimpleNamespace(part=lambda lens, row, arm, target, inter: target)
    lens: Any = SimpleNamespace(inter="")
    free, needed = SimpleNamespace(wire_required=False), SimpleNamespace(wire_required=True)

    def found(**parts: Any) -> Any:
        row: Any = SimpleNamespace(parts=[(arm.replace("Any", "*"), t) for arm, t in parts.items()])
        return text_alone(resolver, lens, row)

    assert found(Any=needed, ImageBlock=free) is needed
    assert found(Any=free, ImageBlock=needed) is found(Any=free, TextBlock=free) is None


KIND = ir.opt(W, "kind")
ASKED_BY_ALL: dict[str, tuple[list[ir.Expr], list[str]]] = {
    "a constant": (
        [ir.eq(KIND, "a"), ir.eq(KIND, "b"), ir.eq(KIND, "c")],
        ['if kind == "a":', 'elif kind == "b":', 'elif kind == "c":'],
    ),
    "one of several": (
        [ir.or_(ir.eq(KIND, "a"), ir.eq(KIND, "b")), ir.eq(KIND, "c"), ir.eq(KIND, "d")],
        ['if kind in ("a", "b"):', 'elif kind == "c":', 'elif kind == "d":'],
    ),
    "or something else": (
        [ir.or_(ir.eq(KIND, "a"), ir.has(W, "d")), ir.eq(KIND, "b"), ir.eq(KIND, "c")],
        ['if kind == "a" or "d" in w:', 'elif kind == "b":', 'elif kind == "c":'],
    ),
    "more besides": (
        [ir.eq(KIND, "a"), ir.and_(ir.eq(KIND, "b"), ir.has(W, "d")), ir.eq(KIND, "c")],
        ['if kind == "a":', 'elif kind == "b" and "d" in w:', 'elif kind == "c":'],
    ),
}


def chosen(*asked: ir.Expr) -> Stmt:
    return ir.if_(*((one, [ir.ret(ir.const(at))]) for at, one in enumerate(asked)))


@pytest.mark.parametrize(("asked", "lines"), ASKED_BY_ALL.values(), ids=ASKED_BY_ALL.keys())
def test_a_key_that_several_branches_ask_for_is_looked_up_once(
    asked: list[ir.Expr], lines: list[str]
) -> None:
    found = after(tags_named, chosen(*asked))
    assert found[0] == 'kind = w.get("kind")'
    assert [line for line in found[1:] if "return" not in line] == lines
    inside = after(tags_named, ir.for_("w", A, [chosen(*asked)]))
    assert inside[1] == '    kind = w.get("kind")'


OTHERS = [ir.eq(KIND, "b"), ir.eq(KIND, "c")]
ASKED_BY_FEW: dict[str, list[ir.Expr]] = {
    "too few": OTHERS,
    "not by the first": [ir.has(W, "d"), *OTHERS, ir.eq(KIND, "d")],
    "behind something else": [ir.and_(ir.has(W, "d"), ir.eq(KIND, "a")), *OTHERS],
    "of another object": [ir.eq(ir.opt(X, "kind"), "a"), *OTHERS],
    "another key": [ir.eq(ir.opt(W, "sort"), "a"), *OTHERS],
    "deeper inside": [ir.eq(ir.opt(ir.get(W, "a"), "kind"), one) for one in "abc"],
}


@pytest.mark.parametrize("asked", ASKED_BY_FEW.values(), ids=ASKED_BY_FEW.keys())
def test_a_key_that_is_not_asked_for_first_and_often_has_no_name(asked: list[ir.Expr]) -> None:
    choice = chosen(*asked)
    assert after(tags_named, choice) == Python().block([choice], 0)
