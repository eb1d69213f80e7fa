"""The interpreter is a witness of its own: it shares nothing with what it judges."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interpreter.registry import operators
from interpreter.streams.operator import operators as stream_operators

FOLDER = Path(__file__).parent / "interpreter"
MODULES = sorted(FOLDER.rglob("*.py"))
LOADER = {
    f"toolwire_codegen.load.{module}" for module in ("project", "schema", "stream", "transform")
}
"""Reading the specs' files as trees is shared; what they mean is not."""

each_module = pytest.mark.parametrize(
    "path", MODULES, ids=lambda path: str(path.relative_to(FOLDER))
)


def imported(path: Path) -> Iterator[str]:
    """The modules outside of the interpreter that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module)


def named_operators(path: Path) -> Iterator[str]:
    """Where a module asks for an operator by its name."""
    names = {*operators(), *stream_operators()}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".operator"):
            yield ast.unparse(node)
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute):
            words = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
            if node.left.attr in ("name", "operator") and words & names:
                yield ast.unparse(node)


@each_module
def test_a_module_of_it_imports_the_loader_of_the_specs_alone(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "__future__"}
    others = {name for name in imported(path) if name.partition(".")[0] not in allowed}
    assert others <= LOADER


@each_module
def test_a_module_of_it_asks_for_no_operator_by_name(path: Path) -> None:
    assert list(named_operators(path)) == []


@each_module
def test_a_module_of_it_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("folder", ["operators", "streams/operators"])
def test_an_operator_stands_in_the_file_of_its_name(folder: str) -> None:
    for path in sorted((FOLDER / folder).glob("[!_]*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [
            ast.literal_eval(line.value)
            for one in tree.body if isinstance(one, ast.ClassDef)
            for line in one.body
            if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "name"
        ]  # fmt: skip
        assert names == [path.stem.removesuffix("_")]


@pytest.mark.parametrize(
    ("folder", "found"), [("operators", operators), ("streams/operators", stream_operators)]
)
def test_operators_are_found_by_their_folder(
    folder: str, found: Callable[[], dict[str, object]]
) -> None:
    files = {path.stem.removesuffix("_") for path in (FOLDER / folder).glob("[!_]*.py")}
    assert set(found()) == files
