"""Generated code explains itself: what each function does, and the rows that it came from."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from building import ROOT, read_once, real_schemas
from samples import FORMATS
from toolwire_codegen.render.layout import plain_text
from toolwire_codegen.render.text import docstring

PACKAGE = ROOT / "generated" / "toolwire"
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
# A function may be for several types: `A`, `B` or `C`.
NAMES = r"`\w+`(?:, `\w+`)*(?: or `\w+`)?"
PUBLIC = [
    "decode_request",
    "decode_response",
    "decode_stream",
    "encode_request",
    "encode_response",
    "encode_stream",
]


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def doc_of(node: Documented) -> str:
    """A docstring, on one line."""
    return " ".join((ast.get_docstring(node) or "").split())


def functions(name: str) -> dict[str, str]:
    """The docstrings of the functions of a format's module."""
    body = parsed(PACKAGE / f"{name}.py").body
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name: doc_of(node) for node in body if isinstance(node, kinds)}


@pytest.mark.parametrize("module", MODULES)
def test_each_module_says_what_it_is(module: str) -> None:
    assert len(doc_of(parsed(PACKAGE / module)).split()) > 2


@pytest.mark.parametrize("name", FORMATS)
def test_each_function_of_an_adapter_says_what_it_does(name: str) -> None:
    for function, words in functions(name).items():
        assert len(words.split()) > 2, function


@pytest.mark.parametrize("name", FORMATS)
def test_a_module_names_the_format_and_its_reference(name: str) -> None:
    transform = read_once(ROOT).formats[name].transform
    words = doc_of(parsed(PACKAGE / f"{name}.py"))
    assert words.startswith(f"{transform.title}: ")
    assert f"Source: {transform.reference}" in words


@pytest.mark.parametrize("name", FORMATS)
def test_the_public_functions_say_what_they_take_and_raise(name: str) -> None:
    found = functions(name)
    for function in PUBLIC:
        assert "Raises ToolwireError" in found[function], function
    for function in ("decode_request", "decode_response"):
        assert "`make_id`" in found[function] and "not changed" in found[function]
    for function in ("encode_request", "encode_response"):
        for option in ("ignore", "warn", "error"):
            assert f'"{option}"' in found[function]


@pytest.mark.parametrize("name", FORMATS)
def test_the_functions_of_a_lens_name_its_rows_or_the_one_that_does(name: str) -> None:
    docs = functions(name)
    checked = 0
    for lens in read_once(ROOT).formats[name].transform.lenses:
        rows = [" ".join(f"{row.left}: {row.right}".split()) for row in lens.all_rows]
        for words in docs.values():
            title = words.partition(". ")[0].rstrip(".")
            found = re.fullmatch(f"(Read|Write) ({NAMES}) as ({NAMES})", title)
            sides = (lens.wire, lens.inter) if title[:4] == "Read" else (lens.inter, lens.wire)
            if found and f"`{sides[0]}`" in found[2] and f"`{sides[1]}`" in found[3]:
                elsewhere = re.search(r"The rows: `(\w+)`", words)
                text = docs[elsewhere[1]] if elsewhere else words
                assert all(row in text for row in rows), words
                assert all(f"`{side}`" in text for side in sides), words
                checked += 1
    assert checked > 20


@pytest.mark.parametrize("name", real_schemas())
@pytest.mark.parametrize("folder", ["types", "models"])
def test_each_class_says_what_its_definition_says(folder: str, name: str) -> None:
    defs = real_schemas()[name]
    checked = 0
    for node in parsed(PACKAGE / folder / f"{name}.py").body:
        if isinstance(node, ast.ClassDef) and "description" in defs.get(node.name, {}):
            expected = plain_text(defs[node.name]["description"])
            assert "".join(doc_of(node).split()) == "".join(expected.split()), node.name
            checked += 1
    assert checked > 10


@pytest.mark.parametrize("text", ['a """ b', "a \\ b", "a\nb", "a\x00b", '"""', "\\"])
def test_no_text_of_a_row_ends_a_docstring(text: str) -> None:
    for lines in (docstring(text, []), docstring("Title.", [text])):
        (statement,) = ast.parse("\n".join(lines)).body
        assert isinstance(statement, ast.Expr)
        value = ast.literal_eval(statement.value)
        assert plain_text(text) in " ".join(value.split())


@pytest.mark.parametrize("rows", [[], ["a row"]])
@pytest.mark.parametrize("length", [80, 88, 89, 90, 91, 92, 93, 94, 300])
def test_no_line_of_a_docstring_is_too_long(length: int, rows: list[str]) -> None:
    title = ("Read what `A` or `B` says. " * length)[:length].strip()
    lines = docstring(title, rows)
    assert max(map(len, lines)) <= 96
    (statement,) = ast.parse("\n".join(lines)).body
    assert isinstance(statement, ast.Expr)
    assert " ".join(ast.literal_eval(statement.value).split()) == " ".join([title, *(
        f"* {row}" for row in rows)])  # fmt: skip
