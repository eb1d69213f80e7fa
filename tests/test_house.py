"""The compiler's house: small modules, imports that go one way, operators in one place.

Each table lists where that does not hold yet. A table may only shrink: what grows beyond its
entry fails, and so does an entry that is needed no longer. ``python tests/house.py`` prints the
figures of today.
"""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

import house
from house import COMPILER, ROOT, TEMPLATES

LONGEST_MODULE = 400
LONGEST_FUNCTION = 60

LONG_MODULES: dict[str, int] = {}
LONG_FUNCTIONS: dict[str, int] = {}

STAGES = (("load",), ("resolve",), ("ir",), ("check", "plan"), ("render",), ("publish",), ("cli",))
"""Each imports from those before it alone; those in one place know nothing of each other."""
BESIDE = ("operators",)
"""What no stage owns: an operator is checked, planned and explained in one module."""
BACKWARD: set[tuple[str, str]] = set()
CIRCLES: set[frozenset[str]] = set()

QUESTIONS: dict[tuple[str, str], int] = {}
"""How often a stage asks what operator a row has, by its class or by its name."""


def assert_shrinking(found: dict[str, int], allowed: dict[str, int], most: int) -> None:
    """Nothing is over ``most`` but what is allowed to be, up to its own figure."""
    over = {name: count for name, count in found.items() if count > most}
    grown = {name: count for name, count in over.items() if count > allowed.get(name, most)}
    assert grown == {}, f"over {most} lines, and more than before"
    assert allowed.keys() - over.keys() == set(), "good: take these out of the table"


def test_transforms_are_short() -> None:
    sizes = {
        path.parent.name: len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "schemas").glob("*/transform.yaml")
    }
    assert sizes
    assert_shrinking(sizes, {}, LONGEST_MODULE)


def test_modules_are_short() -> None:
    assert_shrinking(house.module_sizes(), LONG_MODULES, LONGEST_MODULE)


def test_functions_are_short() -> None:
    assert_shrinking(house.function_sizes(), LONG_FUNCTIONS, LONGEST_FUNCTION)


def test_no_modules_import_each_other() -> None:
    found = house.circles(house.imports())
    assert {one for one in found if not any(one <= circle for circle in CIRCLES)} == set()
    assert {circle for circle in CIRCLES if not any(one <= circle for one in found)} == set()


def test_every_folder_of_the_compiler_has_its_place() -> None:
    folders = {path.parent.name for path in COMPILER.glob("*/__init__.py")}
    assert folders <= {*(name for place in STAGES for name in place), *BESIDE}


def test_a_stage_imports_from_those_before_it() -> None:
    places = {name: at for at, place in enumerate(STAGES) for name in place}
    backward = {
        (name, target)
        for name, targets in house.imports(typing=True).items()
        for target in targets
        if (mine := name.partition(".")[0]) != (theirs := target.partition(".")[0])
        and mine in places
        and theirs in places
        and places[theirs] >= places[mine]
    }
    assert backward == BACKWARD


def test_operators_know_no_planner() -> None:
    importers = {
        (name, target)
        for name, targets in house.imports(typing=True).items()
        for target in targets
        if name.startswith("operators") and target.partition(".")[0] in ("plan", "check", "render")
    }
    assert importers == set(), "`operators.handed` says what they may ask"


def test_operators_are_asked_for_in_their_own_folder() -> None:
    found = house.questions()
    grown = {key: count for key, count in found.items() if count > QUESTIONS.get(key, 0)}
    assert grown == {}, "let the operator say it"
    assert QUESTIONS.keys() - found.keys() == set(), "good: take these out of the table"


def test_the_compiler_names_no_format() -> None:
    names = [path.parent.name for path in (ROOT / "schemas").glob("*/transform.yaml")]
    assert names
    texts = {
        path: path.read_text(encoding="utf-8")
        for folder in (COMPILER, TEMPLATES)
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".py", ".json", ".jinja")
    }
    assert [(house.shown(path), name) for path, text in texts.items() for name in names
            if name in text] == []  # fmt: skip


def test_every_name_says_what_it_names() -> None:
    assert house.empty_names() == [], "name what the value is: losses, rows, text, shown events"


# -- the figures are what they say


def compiler_of(folder: Path, **modules: str) -> Path:
    """A compiler of these modules: ``plan_ir`` is ``plan/ir.py``."""
    for name, text in modules.items():
        path = folder / (name.replace("_", "/") + ".py")
        path.parent.mkdir(exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_circle_is_seen_wherever_the_import_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = "def f():\n    from ..load.a import A\n"
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..plan import c\n"
    made = compiler_of(
        tmp_path, load_a="from toolwire_codegen.plan.b import f", plan_b=inside, plan_c="import ast"
    )
    monkeypatch.setattr(house, "COMPILER", made)
    assert house.circles(house.imports()) == {frozenset({"load.a", "plan.b"})}
    compiler_of(tmp_path, load_d=typed, plan_c="from ..load import d")
    house.tree_of.cache_clear()
    assert frozenset({"load.d", "plan.c"}) not in house.circles(house.imports())
    assert frozenset({"load.d", "plan.c"}) in house.circles(house.imports(typing=True))
    house.tree_of.cache_clear()


def test_every_way_to_ask_for_an_operator_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """
class Less(Codec): ...
class Many(Codec): ...
def f(codec, leaf, name, operator):
    isinstance(codec, Less | str), isinstance(codec, (codecs.Less, Many)), isinstance(codec, Many)
    type(codec) is Less, leaf.has("less"), leaf.target.operator(name), operator.name == "less"
    ir.has(codec, "x"), operator.name in OPERATORS
    match codec:
        case Less(): ...
"""
    made = compiler_of(tmp_path, plan_a=text, operators_less=text)
    monkeypatch.setattr(house, "COMPILER", made)
    assert house.questions() == {("plan", "class"): 4, ("plan", "name"): 3}


def test_a_name_that_says_nothing_is_found_however_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """
import kept_keys, ast as held
class _Said(NamedTuple):
    __slots__ = (*("a", "told"), "b")
    seen: int
    def known(self, kept, *, unknown): ...
def f(x, told_by):
    x.told_ = [said for said in x.held]
    with x as (a, _seen): ...
    if KNOWN := f(x, kept=1): ...
    match x:
        case {"a": held, **kept}: ...
"""
    (tmp_path / "kept.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(house, "sources", lambda: [tmp_path / "kept.py"])
    monkeypatch.setattr(house, "ROOT", tmp_path)
    places = ["1: kept", "2: held", "3: _Said", "4: told", "5: seen", "6: kept", "6: known"]
    places += ["8: said", "8: told_", "9: _seen", "10: KNOWN", "12: held", "12: kept"]
    assert sorted(house.empty_names()) == sorted(f"kept.py:{place}" for place in places)


def test_no_two_modules_of_the_runtime_have_a_function_of_the_same_name() -> None:
    """Plans call them by name alone."""
    runtime = TEMPLATES / "python" / "runtime"
    bodies = [house.tree_of(path).body for path in runtime.glob("*.py")]
    defined = [n.name for body in bodies for n in body if isinstance(n, ast.FunctionDef)]
    twice = Counter(name for name in defined if not name.startswith("_")) - Counter(set(defined))
    assert not twice
