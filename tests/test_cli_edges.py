"""The command line at its edges: bad lines, payloads that tell nothing, closed pipes, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from building import ROOT
from toolwire_codegen.cli.commands import toolwire
from toolwire_codegen.cli.payloads import WireSchema, plain

OPENAI, CLAUDE, GEMINI = "openai_chat", "anthropic_messages", "gemini"
REQUEST: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}
CONVERT = ["convert", "--root", str(ROOT), "--from", OPENAI, "--to", OPENAI]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "generator")}
MAIN = "from toolwire_codegen.cli import main; main()"


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(toolwire, arguments, input=stdin)


# -- projects with a file missing

BASE = ROOT / "tests" / "golden" / "base"
SOURCES = (
    "schemas/intermediate.schema.json",
    "schemas/notebook/transform.yaml",
    "schemas/notebook/wire.schema.json",
)


@pytest.mark.parametrize("missing", SOURCES)
def test_a_missing_source_is_one_finding(missing: str, tmp_path: Path) -> None:
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    (tmp_path / missing).unlink()
    for command in ("check", "generate"):
        result = run(command, "--root", str(tmp_path))
        assert result.exit_code == 1
        assert result.stdout.splitlines() == [
            f"{missing}:1:1: unreadable-file cannot read this file: No such file or directory; "
            "put a readable UTF-8 file there"
        ]


# -- bad lines among good ones

LINES = f"{json.dumps(REQUEST)}\nnope\n{json.dumps(REQUEST)}\n" + "[" * 100_000 + "\n[NaN]\n"


def test_convert_keeps_the_good_lines_and_names_the_bad_ones() -> None:
    result = run(*CONVERT, stdin=LINES)
    assert result.exit_code == 1
    assert [json.loads(line) for line in result.stdout.splitlines()] == [REQUEST, REQUEST]
    assert result.stderr.splitlines() == [
        "toolwire: stdin:2:1: not JSON: Expecting value",
        "toolwire: stdin:4: nests too deep",
        "toolwire: stdin:5: NaN is not JSON",
    ]


def test_validate_judges_the_good_lines_and_names_the_bad_ones() -> None:
    result = run("validate", "--root", str(ROOT), OPENAI, "-", stdin=LINES)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "stdin:1: a valid ChatRequest",
        "stdin:2:1: not JSON: Expecting value",
        "stdin:3: a valid ChatRequest",
        "stdin:4: nests too deep",
        "stdin:5: NaN is not JSON",
    ]


def test_roundtrip_counts_the_good_lines_and_names_the_bad_ones() -> None:
    record = json.dumps({"request": REQUEST})
    result = run("roundtrip", "--root", str(ROOT), OPENAI, "-", stdin=f"{record}\n{{\n{record}\n")
    assert result.exit_code == 1
    assert re.search(r"^requests +2 +0 +0$", result.stdout, re.M)
    assert result.stderr.startswith("toolwire: stdin:2:2: not JSON: ")


# -- what a payload is

UNTOLD: list[Any] = [{}, {"zz": 1}, {"contents": []}, [], [REQUEST], 5, "text", None]


@pytest.mark.parametrize("value", UNTOLD, ids=json.dumps)
def test_what_nothing_tells_is_asked_for(value: Any) -> None:
    result = run(*CONVERT, stdin=json.dumps(value))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "toolwire: stdin: nothing in it tells what it is: say so with --kind\n"
    result = run("validate", "--root", str(ROOT), OPENAI, "-", stdin=json.dumps(value))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "toolwire: stdin: nothing in it tells what it is: say so with --as\n"


@pytest.mark.parametrize("wire", [OPENAI, CLAUDE])
def test_a_request_of_another_wire_is_no_empty_reply(wire: str) -> None:
    """All keys of a Gemini reply are optional: lacking none of them says nothing."""
    request = REQUEST if wire == OPENAI else {**REQUEST, "max_tokens": 9}
    stdin = json.dumps(request)
    result = run("convert", "--root", str(ROOT), "--from", GEMINI, "--to", OPENAI, stdin=stdin)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "/contents: missing" in result.stderr
    result = run("validate", "--root", str(ROOT), GEMINI, "-", stdin=stdin)
    assert result.exit_code == 1
    assert "'contents' is a required property" in result.stdout


def test_a_kind_that_is_given_needs_no_evidence() -> None:
    arguments = ["convert", "--root", str(ROOT), "--from", GEMINI, "--to", GEMINI]
    result = run(*arguments, "--kind", "response", stdin="{}")
    assert (result.exit_code, json.loads(result.stdout)) == (0, {})


# -- the terminal


def started(code: str, *arguments: str, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, *arguments]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen(command, text=True, env=ENVIRONMENT, **pipes)


def test_output_that_nobody_reads_is_an_error_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text(f"{json.dumps(REQUEST)}\n" * 5000, encoding="utf-8")
    process = started(MAIN, *CONVERT, str(path))
    assert process.stdout is not None and process.stderr is not None
    assert json.loads(process.stdout.readline()) == REQUEST
    process.stdout.close()
    stderr = process.stderr.read()
    assert (process.wait(), stderr) == (1, "")
    process.stderr.close()


def test_a_closed_stdout_is_an_error() -> None:
    code = f"import sys; sys.stdout = None; {MAIN}"
    _, stderr = (process := started(code, "--help")).communicate()
    assert process.returncode == 1
    assert stderr == "toolwire: stdout is closed: what is said there would be lost\n"


@pytest.mark.parametrize("arguments", [CONVERT, ["validate", "--root", str(ROOT), OPENAI]])
def test_a_closed_stdin_is_an_error(arguments: list[str]) -> None:
    code = f"import sys; sys.stdin = None; {MAIN}"
    stdout, stderr = (process := started(code, *arguments, "-")).communicate()
    assert (process.returncode, stdout, stderr) == (2, "", "toolwire: stdin: it is closed\n")


def test_ctrl_c_while_the_command_is_loaded_is_no_traceback() -> None:
    code = (
        "import sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'click': raise KeyboardInterrupt\n"
        f"sys.meta_path.insert(0, Interrupting())\n{MAIN}"
    )
    stdout, stderr = (process := started(code, "--help")).communicate()
    assert (process.returncode, stdout, stderr) == (130, "", "")


def test_the_version_is_that_of_the_package() -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert re.fullmatch(r"toolwire \d+\.\d+\.\d+\n", result.stdout)


# -- payloads in another spelling


@pytest.fixture
def spelled(tmp_path: Path) -> WireSchema:
    """A wire whose keys come in two spellings, with two types of bodies of one entry."""
    record: Any = {"type": "object", "properties": {"fewItems": {}, "manyItems": {}}}
    other: Any = {"type": "object", "properties": {"oneItem": {}, "lastItem": {}}}
    schema = {
        "$defs": {"Record": record, "Other": other},
        "x-entries": {"request": ["Record", "Other"], "response": ["Record"]},
        "x-snaked": {"oneItem": "one_item", "lastItem": "last_item", "fewItems": "few_items"},
    }
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "box.json").write_text(json.dumps(schema), encoding="utf-8")
    return WireSchema(tmp_path, "box")


def test_what_a_payload_is_shows_in_any_spelling_of_its_keys(spelled: WireSchema) -> None:
    assert spelled.guess({"one_item": 1}) == ("request", "Other")
    assert spelled.named("request", {"one_item": 1, "last_item": 2}) == "Other"


def test_a_key_that_is_there_in_both_spellings_is_none_of_them_twice() -> None:
    both = {"one_item": 1, "oneItem": 2, "last_item": 3}
    plainly = plain(both, {"one_item": "oneItem", "last_item": "lastItem"})
    assert plainly == {"one_item": 1, "oneItem": 2, "lastItem": 3}
