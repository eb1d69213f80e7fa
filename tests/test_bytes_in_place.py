"""Bytes are text wherever they stand in a body, also in what no row takes and no arm is for.

Adapters that look for bytes where they read say what one says that looks through each body before.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from building import read_once
from compiled import Package
from mutants.golden import bodies
from samples import ALL, ROOT
from toolwire._runtime.binary import as_bytes, as_text
from toolwire_codegen import ir
from toolwire_codegen.plan.module import plan_format
from toolwire_codegen.plan.passes import PASSES
from toolwire_codegen.plan.passes.bytes_in_place import bytes_in_place
from toolwire_codegen.render.python import Python
from toolwire_codegen.resolve.encoded import ITSELF, MARK, Marks
from toolwire_codegen.resolve.format import resolve

Json = Any
GOLDEN = ROOT / "tests" / "golden" / "adapter"
PROJECTS = {name: one for one in map(read_once, (ROOT, GOLDEN)) for name in one.formats}
HOLDING = [name for name, project in PROJECTS.items()
           if MARK in json.dumps(project.formats[name].schema.document.data)]  # fmt: skip
BYTES = b"\x00\x10"
DEEP = 5
FEW = 30
"""Of this many fixtures one is tried: the rest is much the same."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    package = Package(tmp_path_factory.mktemp("bytes"), "bytes_in_place")
    yield package
    package.close()


def values_with_bytes(marks: Marks, node: str, depth: int = DEEP) -> Iterator[Json]:
    """Values of a node that hold bytes."""
    if ITSELF in marks[node]:
        yield from (BYTES, [BYTES], ["AAAA", BYTES])
    elif depth:
        for key, child in marks[node].items():
            for value in values_with_bytes(marks, child, depth - 1):
                yield {key: value}
                yield [{key: value}, 5]


def planted(value: Json, marks: Marks, node: str) -> Iterator[str]:
    """A value with bytes at one place after the other, and odd words on the way; the place."""
    if type(value) is list:
        for at, item in enumerate(value):
            yield from (f"/{at}{place}" for place in planted(item, marks, node))
    if type(value) is not dict:
        return
    for key, child in marks[node].items():
        before = {**value}
        for inner in values_with_bytes(marks, child):
            value[key] = inner
            yield from (f"/{key}{word}" for word in worded(value))
        value.clear()
        value.update(before)
        if key in value:
            for place in planted(value[key], marks, child):
                yield from (f"/{key}{place}{word}" for word in worded(value))


def worded(value: dict[str, Json]) -> Iterator[str]:
    """An object as it is, and with other words: it may be of no kind that is known."""
    yield ""
    for key, word in [*value.items()]:
        if type(word) is str:
            value[key] = "x_other"
            yield f" ({key} is odd)"
            value[key] = word


def payloads(name: str) -> Iterator[tuple[str, Json]]:
    if name in {fixture.format for fixture in ALL}:
        mine = [fixture for fixture in ALL if fixture.format == name]
        yield from ((fixture.entry, fixture.payload) for fixture in mine[::FEW])
    else:
        yield from bodies(PROJECTS[name], name)


def outcome(module: Any, entry: str, body: Json) -> str:
    try:
        value = getattr(module, f"decode_{entry}")(body)
    except module.FAILURES as failure:
        return str(failure)
    return json.dumps(value, default=repr, sort_keys=True)


@pytest.mark.parametrize("name", sorted(HOLDING))
def test_bytes_read_in_place_are_what_a_look_before_makes_of_them(
    name: str, package: Package
) -> None:
    others = {one: PASSES[one] for one in PASSES if one != "bytes in place"}
    usual, before = (package.add(PROJECTS[name], name, passes)[1] for passes in (PASSES, others))
    (one,) = (one for one in resolve(PROJECTS[name]).formats if one.name == name)
    marks, nodes = plan_format(one, {}).marks
    wrong = [
        f"{entry}{place}"
        for entry, body in payloads(name)
        for place in planted(body, marks, nodes[entry])
        if outcome(usual, entry, body) != outcome(before, entry, body)
    ]
    assert wrong == []


@pytest.mark.parametrize("odd", [{}, {"": BYTES}, {"": {}}, [{"": "AAAA"}]])
def test_what_is_no_text_where_base64_belongs_stays(odd: Json) -> None:
    marks = {"Part": {"raw": "base64"}, "base64": {ITSELF: ITSELF}}
    for convert in (as_text, as_bytes):
        assert convert({"raw": odd}, marks, "Part") == {"raw": odd}


W, X, Y = ir.var("w"), ir.var("x"), ir.var("y")
INNER, NOTHING = ir.opt(W, "inner"), ir.const(None)
SMALL = {"Whole": {"inner": "Part"}, "Part": {"raw": "base64"}, "base64": {ITSELF: ITSELF}}
KEPT = 'as_text(y, BYTES, "Part")'
SMALL_PLANS: dict[str, tuple[list[ir.Stmt], str]] = {
    "what is bytes itself": (
        [ir.let("y", ir.get(ir.get(W, "inner"), "raw")), ir.ret(Y)],
        'y = as_text(w["inner"]["raw"], BYTES, "base64")',
    ),
    "one way or the other": (
        [
            ir.if_(
                (ir.has(W, "inner"), [ir.let("y", NOTHING)]),
                otherwise=[ir.let("y", INNER)],
            ),
            ir.ret(Y),
        ],
        f"return {KEPT}",
    ),
    "perhaps": (
        [
            ir.let("y", NOTHING),
            ir.Chain([(ir.has(W, "inner"), [ir.let("y", INNER)])]),
            ir.ret(Y),
        ],
        f"return {KEPT}",
    ),
    "in the round before": (
        [
            ir.let("y", NOTHING),
            ir.for_("item", X, [ir.put(X, "last", Y), ir.let("y", INNER)]),
        ],
        f'    x["last"] = {KEPT}',
    ),
    "in another object": (
        [ir.let("y", INNER), ir.put(X, "inner", Y)],
        f'x["inner"] = {KEPT}',
    ),
    "in what is left of its own": (
        [ir.let("rest", ir.Copy(W)), ir.let("y", INNER), ir.put(ir.var("rest"), "inner", Y)],
        'rest["inner"] = y',
    ),
    "something else by then": (
        [ir.let("y", INNER), ir.let("y", NOTHING), ir.put(X, "inner", Y)],
        'x["inner"] = y',
    ),
}


@pytest.mark.parametrize(("body", "line"), SMALL_PLANS.values(), ids=SMALL_PLANS.keys())
def test_what_is_kept_is_text(body: list[ir.Stmt], line: str) -> None:
    module = ir.Module("small", "", "", functions=[ir.Function("_one", ["w"], "", [], body)])
    module.entries, module.marks = {"request": {"read": "_one"}}, (SMALL, {"request": "Whole"})
    resolver: Any = None  # it is not asked
    (function,) = bytes_in_place(module, resolver).functions
    assert line in Python().block(function.body, 0)
