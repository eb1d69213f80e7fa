"""The command line: what each command prints, writes and exits with, and what bad input gets."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from building import FORMAT, ROOT, SMALL, copied_project, read_once, small_project, tree
from formats import FORMATS
from toolwire_codegen.cli import progress
from toolwire_codegen.cli.commands import toolwire
from toolwire_codegen.cli.explain import table
from toolwire_codegen.cli.roundtrip import differences, starred
from toolwire_codegen.load.rule_kinds import BY_MODEL, KINDS, LIMIT, SOURCE
from toolwire_codegen.load.stream_operators import STREAM_OPERATORS
from toolwire_codegen.operators.registry import OPERATORS
from toolwire_codegen.publish import memory
from toolwire_codegen.render import package
from toolwire_codegen.render.package import build

REQUEST: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "hé \ud83d"}]}
REPLY: dict[str, Any] = {
    "id": "r",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "choices": [
        {
            "index": 0,
            "finish_reason": "stop",
            "message": {"role": "assistant", "content": "hello", "refusal": None},
        }
    ],
}
ERROR: dict[str, Any] = {"error": {"message": "no", "type": "t", "param": None, "code": None}}


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(toolwire, [str(a) for a in arguments], input=stdin)


def written(path: Path, *values: Any) -> Path:
    """A file with these values, one a line; texts as they are."""
    lines = [value if isinstance(value, str) else json.dumps(value) for value in values]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def spec_changed(root: Path, old: str, new: str) -> None:
    path = root / "schemas" / SMALL / "transform.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


# -- generate and check


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of one format, generated."""
    root = small_project(tmp_path_factory.mktemp("project"))
    result = run("generate", "--root", root)
    assert result.exit_code == 0, result.output
    return root


@pytest.fixture
def project(compiled: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may spoil."""
    shutil.copytree(compiled, tmp_path / "project")
    return tmp_path / "project"


def test_generating_again_restores_every_byte(project: Path) -> None:
    before = tree(project / "generated" / "toolwire")
    (project / "generated" / "toolwire" / f"{SMALL}.py").write_text("edited")
    (project / "generated" / "toolwire" / "py.typed").unlink()
    result = run("generate", "--root", project)
    assert result.exit_code == 0
    assert "2 changed" in result.stdout
    assert tree(project / "generated" / "toolwire") == before
    shutil.rmtree(project / "generated")
    assert run("generate", "--root", project).exit_code == 0
    assert tree(project / "generated" / "toolwire") == before


def test_generate_prints_findings_and_writes_nothing(project: Path) -> None:
    before = tree(project / "generated")
    spec_changed(project, "label: label", "label: labl")
    result = run("generate", "--root", project)
    assert result.exit_code == 1
    assert re.search(rf"^schemas/{SMALL}/transform.yaml:\d+:\d+: [a-z-]+ ", result.stdout, re.M)
    assert tree(project / "generated") == before


def test_check_is_silent_about_a_project_in_order(project: Path) -> None:
    result = run("check", "--root", project)
    assert result.exit_code == 0, result.output
    assert "is up to date" in result.stdout


def test_check_shows_drift_as_a_diff(project: Path) -> None:
    path = project / "generated" / "toolwire" / f"{SMALL}.py"
    path.write_text(path.read_text() + "edited = 1\n")
    (project / "generated" / "toolwire" / "extra.txt").write_text("")
    (project / "generated" / "toolwire" / "py.typed").unlink()
    result = run("check", "--root", project)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert "missing: py.typed" in lines
    assert "extra: extra.txt" in lines
    assert f"changed: {SMALL}.py" in lines
    assert "-edited = 1" in lines


def test_check_finds_an_edit_that_the_manifest_vouches_for(project: Path) -> None:
    target = project / "generated" / "toolwire"
    path, manifest = target / f"{SMALL}.py", target / "MANIFEST.json"
    path.write_text(path.read_text() + "edited = 1\n")
    vouched = json.loads(manifest.read_text())
    vouched["outputs"][path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
    manifest.write_text(json.dumps(vouched, indent=2) + "\n")
    result = run("check", "--root", project)
    assert result.exit_code == 1
    assert "-edited = 1" in result.stdout.splitlines()
    assert run("vendor", "--root", project, project.parent / "copy").exit_code == 2
    assert not (project.parent / "copy").exists()


def test_check_compiles_again_only_when_something_has_changed(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = []

    def counted(*arguments: Any, **options: Any) -> dict[str, bytes]:
        built.append(arguments)
        return build(*arguments, **options)

    monkeypatch.setattr(package, "build", counted)
    for count in (1, 1):
        assert run("check", "--root", project).exit_code == 0
        assert len(built) == count
    monkeypatch.setenv("CI", "true")
    assert run("check", "--root", project).exit_code == 0
    assert len(built) == 2


def test_bytecode_is_nothing_that_a_check_compiles_again_for(project: Path) -> None:
    before = memory.fingerprint(project)
    bytecode = project / "schemas" / "__pycache__" / "codecs.cpython-311.pyc"
    bytecode.parent.mkdir()
    bytecode.write_bytes(b"written meanwhile")
    assert memory.fingerprint(project) == before
    bytecode.parent.with_name("codecs.py").write_text("", encoding="utf-8")
    assert memory.fingerprint(project) != before


def test_a_file_of_somebody_else_is_reported_with_a_way_out(project: Path) -> None:
    extra = project / "generated" / "toolwire" / "notes.txt"
    extra.write_text("")
    assert run("generate", "--root", project).exit_code == 0
    result = run("check", "--root", project)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == "extra: notes.txt"
    assert result.stderr == "remove the extra files that toolwire did not write\n"
    extra.unlink()
    assert run("check", "--root", project).exit_code == 0


def test_check_shows_stale_inputs(project: Path) -> None:
    spec_changed(project, "title: ", "title: New ")
    result = run("check", "--root", project)
    assert result.exit_code == 1
    assert f"stale: schemas/{SMALL}/transform.yaml" in result.stdout
    assert '+"""New ' in result.stdout


def test_check_shows_findings_and_then_drift(project: Path) -> None:
    spec_changed(project, "label: label", "label: labl")
    result = run("check", "--root", project)
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert lines[0].startswith(f"schemas/{SMALL}/transform.yaml:")
    assert f"stale: schemas/{SMALL}/transform.yaml" in lines


def test_a_project_is_found_from_inside(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project / "schemas" / SMALL)
    assert run("check").exit_code == 0
    assert run("explain", SMALL, "Mark").exit_code == 0


# -- explain


@pytest.mark.parametrize(
    ("option", "page", "words"),
    [
        ("--operators", "operators.md", [*OPERATORS, *STREAM_OPERATORS]),
        ("--rules", "rule-kinds.md", [*KINDS, *BY_MODEL, *SOURCE, *LIMIT]),
    ],
)
def test_a_page_of_words_is_what_explain_says_of_them(
    request: pytest.FixtureRequest, option: str, page: str, words: list[str]
) -> None:
    printed = run("explain", option).output
    written = ROOT / "docs" / page
    if request.config.getoption("--update"):
        written.write_text(printed, encoding="utf-8")
    assert printed == written.read_text(encoding="utf-8"), "pytest --update writes it anew"
    rows = [line.split(" | ")[0] for line in printed.splitlines()]
    for name in words:
        assert any(re.search(rf"\b{name}\b", row) for row in rows), name


def test_the_page_of_rules_says_what_each_must_and_may_be_given() -> None:
    kinds, _, _ = run("explain", "--rules").output.partition("\n## Of any rule")
    sections = dict(one.split("`\n", 1) for one in kinds.split("\n## `")[1:])
    for name, kind in KINDS.items():
        for key, one in kind.params.items():
            assert f"`{key}`{'*' if one.required else ''}, " in sections[name]
            assert f": {one.what}" in sections[name]
    assert "`of`, a word: only documents with this field (data, url, fileId, text)" in kinds
    assert "seed" not in sections["refused"]  # too many to be of use in a line
    assert "one of `least`, `most` at least" in sections["range"]
    assert "one such rule" in sections["choice"]
    assert "(absent, null, value, empty)" in sections["written"]


def test_explain_shows_rows_purposes_and_both_shapes() -> None:
    result = run("explain", "--root", ROOT, FORMAT, "ToolCall")
    assert result.exit_code == 0
    assert "ToolCall <-> ChatToolCall" in result.stdout
    assert re.search(r"^name +function\.name", result.stdout, re.M)
    assert re.search(r"function\.arguments +json: an object as JSON text", result.stdout)
    assert re.search(r"^id: string +id\?: string", result.stdout, re.M)


@pytest.mark.parametrize("name", FORMATS[::3])
def test_explain_shows_every_lens_union_and_table_and_what_every_event_brings(name: str) -> None:
    result = run("explain", "--root", ROOT, name)
    assert result.exit_code == 0
    transform = read_once(ROOT).formats[name].transform
    lines = result.stdout.splitlines()
    assert {lens.title for lens in transform.lenses} <= set(lines)
    assert {f"table {table}" for table in transform.tables} <= set(lines)
    lost = {arm for union in transform.unions for arm in union.lost}
    assert lost <= set(re.findall(r"\w+", result.stdout))
    stream = transform.stream
    assert stream is not None
    start = lines.index(f"stream {stream.union} -> {stream.whole}")
    assert start > max(lines.index(lens.title) for lens in transform.lenses)
    left = iter(lines[start : lines.index("operator  how it goes there")])
    for event in stream.events:
        places = [f"  {row.text.partition(': ')[0][:20]}" for row in event.rows]
        for words in (event.title, *places, *(["  *"] if event.ignored else [])):
            assert any(line.startswith(words) for line in left), words


def test_explain_shows_where_the_pieces_of_an_event_go() -> None:
    text = run("explain", "--root", ROOT, FORMAT).stdout
    assert "complete with choices.0.finish_reason\nlast of all: usage\n" in text
    assert "\nafter the last event: [DONE]\n" in text
    assert re.search(r"^ChatChunk\n  choices\[index\] +choices\n", text, re.M)
    assert re.search(r"^  object +always 'chat.completion'$", text, re.M)
    assert " * what no row names but object, obfuscation " in " ".join(text.split())
    assert re.search(r"^ErrorBody +read as an error$", text, re.M)
    assert re.search(r"^append +the next piece of a text", text, re.M)
    assert "stream " not in run("explain", "--root", ROOT, FORMAT, "ToolCall").stdout


def test_a_table_wraps_its_cells() -> None:
    lines = list(table(("a", "b"), [("x", "word " * 30), ("y", "")], 60))
    assert lines[0].split() == ["a", "b"]
    assert max(map(len, lines)) <= 60
    assert " ".join(lines).count("word") == 30


# -- validate


@pytest.mark.parametrize(
    ("value", "name"), [(REQUEST, "ChatRequest"), (REPLY, "ChatResponse"), (ERROR, "ErrorBody")]
)
def test_validate_guesses_what_a_payload_is(tmp_path: Path, value: Any, name: str) -> None:
    path = written(tmp_path / "a.json", value)
    result = run("validate", "--root", ROOT, FORMAT, path)
    assert (result.exit_code, result.stdout) == (0, f"{path}: a valid {name}\n")


def test_validate_names_the_place_in_every_payload(tmp_path: Path) -> None:
    broken = {"model": "m", "messages": [{"role": "user", "content": [{"type": "text"}]}]}
    path = written(tmp_path / "a.jsonl", REQUEST, {**broken, "tools": 3})
    result = run("validate", "--root", ROOT, FORMAT, path)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"{path}:1: a valid ChatRequest",
        f"{path}:2: /messages/0/content/0: 'text' is a required property",
        f"{path}:2: /tools: 3 is not of type 'array', 'null'",
    ]


def test_validate_takes_a_kind_a_type_and_the_intermediate_format(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", REPLY)
    assert run("validate", "--root", ROOT, FORMAT, path, "--as", "request").exit_code == 1
    assert run("validate", "--root", ROOT, FORMAT, path, "--as", "ChatResponse").exit_code == 0
    call = written(tmp_path / "b.json", {"id": "1", "name": "n", "arguments": {}})
    assert run("validate", "--root", ROOT, "intermediate", call, "--as", "ToolCall").exit_code == 0
    request = written(tmp_path / "c.json", {"messages": []})
    result = run("validate", "--root", ROOT, "intermediate", request)
    assert result.stdout.endswith("a valid Request\n")
    result = run("validate", "--root", ROOT, FORMAT, path, "--as", "ChatRespons")
    assert result.exit_code == 2
    assert "did you mean ChatResponse?" in result.stderr
    assert run("validate", "--root", ROOT, "intermediate", path, "--as", "error").exit_code == 2


# -- convert


def test_convert_prints_json_and_tells_the_losses(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", {**REQUEST, "user": "u-1"})
    result = run("convert", "--root", ROOT, "--from", FORMAT, "--to", "gemini", path)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["contents"][0]["parts"] == [{"text": "hé \ud83d"}]
    assert result.stderr.startswith(f"{path}: lost: /user: ")


def test_convert_says_changed_of_what_loses_nothing(tmp_path: Path) -> None:
    call = {"id": "an id!", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    turns = [
        {"role": "user", "content": "x"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "an id!", "content": "y"},
    ]
    tools = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}]
    path = written(tmp_path / "a.json", {"model": "m", "messages": turns, "tools": tools, "n": 2})
    result = run("convert", "--root", ROOT, "--from", FORMAT, "--to", "mistral_chat", path)
    place = "/messages/1/content/0/toolCall/id"
    assert sorted(line.split(": ")[1:3] for line in result.stderr.splitlines()) == [
        ["changed", place], ["lost", "/metadata/openai_chat/n"],
    ]  # fmt: skip


def test_convert_reads_lines_from_stdin_and_goes_on_after_a_bad_one() -> None:
    bad = {"model": "m", "messages": [{"role": "user", "content": 1}]}
    lines = "\n".join(map(json.dumps, [REQUEST, bad, REPLY]))
    result = run(
        "convert", "--root", ROOT, "--from", FORMAT, "--to", "anthropic_messages", "--model", "z",
        stdin=lines,
    )  # fmt: skip
    assert result.exit_code == 1
    request, reply = map(json.loads, result.stdout.splitlines())
    assert (request["model"], reply["type"], reply["model"]) == ("z", "message", "z")
    assert "toolwire: stdin:2: /messages/0/content: " in result.stderr


def test_convert_there_and_back_is_exact(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", REQUEST)
    for kind in ([], ["--kind", "request"]):
        result = run("convert", "--root", ROOT, "--from", FORMAT, "--to", FORMAT, *kind, path)
        assert result.stdout.count("\n") == 1
        assert json.loads(result.stdout) == REQUEST


# -- roundtrip


def test_roundtrip_counts_what_is_exact(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.jsonl",
        {"request": REQUEST, "response": REPLY, "status": 200},
        "",
        {"request": REQUEST, "response": ERROR, "status": 400},
        {"request": REQUEST, "response": None},
    )
    result = run("roundtrip", "--root", ROOT, FORMAT, path)
    assert result.exit_code == 0, result.output
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["exact", "inexact", "refused"],
        ["requests", "3", "0", "0"],
        ["replies", "1", "0", "0"],
        ["error", "bodies", "1", "0", "0"],
        ["streams", "0", "0", "0"],
    ]


def test_roundtrip_exits_1_for_what_is_refused_and_says_why(tmp_path: Path) -> None:
    bad = {"model": "m", "messages": [{"role": "user", "content": 1}]}
    path = written(tmp_path / "a.jsonl", {"request": bad}, {"request": bad}, {"request": REQUEST})
    result = run("roundtrip", "--root", ROOT, FORMAT, path, path)
    assert result.exit_code == 1
    assert re.search(r"^requests +2 +0 +4$", result.stdout, re.M)
    assert re.search(r"^ +4  /messages/\*/content: type: expected", result.stdout, re.M)


def test_roundtrip_shows_where_a_faulty_adapter_differs(tmp_path: Path) -> None:
    project = copied_project(tmp_path / "project")
    shutil.copytree(ROOT / "generated", project / "generated")
    path = project / "generated" / "toolwire" / f"{FORMAT}.py"
    fault = (
        "\n_right = encode_request\n"
        "def encode_request(request, **options):\n"
        "    body = _right(request, **options)\n"
        "    if body['model'] == 'crash': raise KeyError('x')\n"
        "    body.pop('model'); body['messages'][0]['content'] = 1.0; body['n'] = None\n"
        "    return body\n"
    )
    path.write_text(path.read_text() + fault)
    crash = {**REQUEST, "model": "crash"}
    records = written(
        tmp_path / "a.jsonl", {"request": REQUEST}, {"request": REQUEST}, {"request": crash}
    )
    result = run("roundtrip", "--root", project, FORMAT, records)
    assert result.exit_code == 1
    assert result.stdout.split("commonest first:\n")[1].splitlines() == [
        "      2  /messages/*/content  string became fraction",
        "      2  /model  is missing",
        "      2  /n  was added",
        "      1  /  raised KeyError: 'x'",
    ]


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (1, 1.0, [("", "integer became fraction")]),
        (1, True, [("", "integer became boolean")]),
        (0.0, -0.0, [("", "another value")]),
        ({"a": None}, {}, [("/a", "is missing")]),
        ({}, {"a": None}, [("/a", "was added")]),
        ([1, 2], [1], [("", "fewer items")]),
        ([1], [1, 2], [("", "more items")]),
        ([{"a": "x"}], [{"a": "y"}], [("/*/a", "another value")]),
        ({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}, []),
    ],
)
def test_differences_are_those_of_json(one: Any, other: Any, found: list[Any]) -> None:
    assert list(differences(one, other)) == found


def test_a_pointer_is_starred() -> None:
    assert starred("/a/0/b/12") == "/a/*/b/*"


# -- bad input

DEEP = "[" * 10_000 + "]" * 10_000
BAD_FILES: list[tuple[str, bytes, str]] = [
    ("not JSON", b'{"a": }', "not JSON"),
    ("empty", b"", "not JSON"),
    ("cut off", b'{"a": [1, 2', "not JSON"),
    ("not UTF-8", b'{"a": "\xff"}', "not UTF-8 text (byte 7)"),
    ("UTF-16", '{"a": 1}'.encode("utf-16"), "not UTF-8"),
    ("10,000 levels", DEEP.encode(), "nests too deep"),
    ("NaN", b'{"a": NaN}', "NaN is not JSON"),
    ("a huge number", b'{"a": ' + b"1" * 5000 + b"}", "digits"),
]
COMMANDS: dict[str, list[str]] = {
    "validate": ["validate", FORMAT],
    "convert": ["convert", "--from", FORMAT, "--to", "gemini"],
    "roundtrip": ["roundtrip", FORMAT],
}


def is_one_line(result: Result, *words: str) -> None:
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stderr.startswith("toolwire: ")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("content", "message"), [bad[1:] for bad in BAD_FILES], ids=[bad[0] for bad in BAD_FILES]
)
def test_a_bad_file_is_one_line(tmp_path: Path, command: str, content: bytes, message: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    is_one_line(run(*COMMANDS[command], "--root", ROOT, path), f"{path}", message)
    is_one_line(run(*COMMANDS[command], "--root", ROOT, "-", stdin=content), "stdin", message)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_file_and_a_folder_are_one_line(tmp_path: Path, command: str) -> None:
    is_one_line(run(*COMMANDS[command], "--root", ROOT, tmp_path / "none"), "No such file")
    is_one_line(run(*COMMANDS[command], "--root", ROOT, tmp_path), "Is a directory")


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", "opena_chat", "-"],
        ["convert", "--from", "opena_chat", "--to", "gemini"],
        ["convert", "--to", "opena_chat", "--from", "gemini"],
        ["roundtrip", "opena_chat", "-"],
        ["explain", "opena_chat"],
    ],
)
def test_an_unknown_format_is_one_line_with_the_nearest_name(arguments: list[str]) -> None:
    is_one_line(run(*arguments, "--root", ROOT, stdin="{}"), "did you mean openai_chat?")


def test_other_unknown_words_are_one_line(tmp_path: Path) -> None:
    is_one_line(run("explain", "--root", ROOT, FORMAT, "ToolCal"), "did you mean ToolCall?")
    kind = ["convert", "--from", FORMAT, "--to", "gemini", "--kind", "reqest"]
    is_one_line(run(*kind, "--root", ROOT, stdin="{}"), "did you mean request?")
    for value in ("[]", "1", '{"a": 1}', "null"):
        is_one_line(run("roundtrip", "--root", ROOT, FORMAT, "-", stdin=value), "not a record")


@pytest.mark.parametrize("command", ["generate", "check", "explain", "validate"])
def test_a_folder_that_is_no_project_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    rest = {"explain": [FORMAT], "validate": [FORMAT, "-"]}.get(command, [])
    is_one_line(run(command, "--root", tmp_path, *rest, stdin="{}"), "not a toolwire project")
    if command != "validate":
        monkeypatch.chdir(tmp_path)
        is_one_line(run(command, *rest), "no toolwire project here or above")


def test_a_project_that_was_never_generated_is_one_line(tmp_path: Path) -> None:
    small_project(tmp_path)
    is_one_line(run("validate", "--root", tmp_path, SMALL, "-", stdin="{}"), "toolwire generate")
    result = run("check", "--root", tmp_path)
    assert result.exit_code == 1
    assert "missing: MANIFEST.json" in result.stdout


@pytest.mark.parametrize("command", ["generate", "check"])
def test_a_project_without_templates_is_one_line(command: str, tmp_path: Path) -> None:
    small_project(tmp_path)
    shutil.rmtree(tmp_path / "templates")
    is_one_line(run(command, "--root", tmp_path), "has no templates/python", "copy that folder")


def test_a_payload_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", {"model": "m", "messages": "\x1b[2J\n\u202e"})
    for command in COMMANDS.values():
        output = run(*command, "--root", ROOT, path).output
        assert "\x1b" not in output
        assert "\u202e" not in output


def test_the_name_of_a_file_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    path = written(tmp_path / "a\u202e.json", {"model": "m", "messages": []})
    output = run("validate", "openai_chat", "--root", ROOT, path).output
    assert "a valid ChatRequest" in output and "\u202e" not in output


def test_a_type_that_a_payload_fits_goes_before_one_it_shares_more_keys_with(
    tmp_path: Path,
) -> None:
    request = {"model": "m", "max_tokens": 1, "messages": []}
    odd = {**request, "id": "m", "role": "assistant", "usage": {}, "stop_reason": None}
    path = written(tmp_path / "a.json", odd)
    output = run("validate", "anthropic_messages", "--root", ROOT, path).output
    assert "a valid MessageRequest" in output


def test_keys_may_be_spelled_in_two_ways_each_on_its_own(tmp_path: Path) -> None:
    """As decoding reads them, at any depth; what is wrong is told in the payload's own words."""
    file = {"fileData": {"file_uri": "https://x.example/a.mp4", "mimeType": "video/mp4"}}
    mixed = {
        "contents": [{"role": "user", "parts": [{"text": "x"}, file]}],
        "generation_config": {"stopSequences": ["a"], "top_p": 1},
    }
    path = written(tmp_path / "a.json", mixed)
    output = run("validate", "gemini", "--root", ROOT, path).output
    assert output == f"{path}: a valid GenerateContentRequest\n"
    wrong = {**mixed, "generation_config": {"stop_sequences": "a", "topP": 1}}
    path = written(tmp_path / "b.json", wrong)
    for more in ([], ["--as", "request"]):
        output = run("validate", "gemini", "--root", ROOT, path, *more).output
        assert output == f"{path}: /generation_config/stop_sequences: 'a' is not of type 'array'\n"
    twice = {**mixed, "generation_config": {"stop_sequences": "a", "stopSequences": 1}}
    path = written(tmp_path / "c.json", twice)
    output = run("validate", "gemini", "--root", ROOT, path).output
    assert "/generation_config/stopSequences: 1 is not of type 'array'" in output
    both = {"contents": [], "generation_config": {"stop_sequences": "a"}, "generationConfig": {}}
    path = written(tmp_path / "d.json", both)
    output = run("validate", "gemini", "--root", ROOT, path).output
    assert output == f"{path}: a valid GenerateContentRequest\n"
    # A wire that does not say so has its keys as they are.
    path = written(tmp_path / "e.json", {"messages": [], "inference_config": 1})
    output = run("validate", "bedrock_converse", "--root", ROOT, path).output
    assert "a valid ConverseRequest" in output


# -- the command as such


def test_every_command_has_help_with_an_example_that_exists() -> None:
    for name, command in toolwire.commands.items():
        result = CliRunner().invoke(toolwire, [name, "--help"])
        assert result.exit_code == 0
        example = result.stdout.split("Example:\n")[1].split()
        assert example[:2] == ["toolwire", name]
        assert isinstance(command, click.Command)
        options = {word for word in example if word.startswith("--")}
        assert options <= {option for p in command.params for option in p.opts}


def test_the_command_runs_as_installed(tmp_path: Path) -> None:
    code = "from toolwire_codegen.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generator")}
    done = subprocess.run(
        [sys.executable, "-c", code, "convert", "--from", FORMAT, "--to", FORMAT],
        input=json.dumps(REQUEST),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == REQUEST


def test_without_its_extra_the_command_says_what_to_install() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'generator')!r})\n"
        "from toolwire_codegen.cli import main; main()"
    )
    command = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "toolwire: the command needs click: pip install 'toolwire[cli]'\n"


def test_long_work_shows_progress_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(100))
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock) * 0.6)
    for terminal in (True, False):
        monkeypatch.setattr(sys.stderr, "isatty", lambda t=terminal: t)
        with progress.Progress("working", 5) as step:
            for _ in range(5):
                step()
        assert ("working" in capsys.readouterr().err) is terminal
        assert step.done == 5
