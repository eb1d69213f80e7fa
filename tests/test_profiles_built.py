"""Profiles as files: what the compiler makes of them, what a copy has, what the commands say."""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from building import ROOT, read_once
from formats import FORMATS, profiles
from toolwire._runtime.convert import format_module
from toolwire._runtime.lowered import dialects_of
from toolwire_codegen.check.rules import RULES
from toolwire_codegen.cli.commands import toolwire
from toolwire_codegen.cli.services import explain_profile
from toolwire_codegen.load.findings import Finding
from toolwire_codegen.load.profile import merged, read_profiles
from toolwire_codegen.load.project import Format, load_project
from toolwire_codegen.operators.services import service_data
from toolwire_codegen.publish.vendor import package_files, part
from toolwire_codegen.resolve.format import resolve

INIT = "__init__.py"
CHECKS = ("profiles", "accepting", "dialects")
PROFILED = [(name, profile) for name in FORMATS for profile in profiles(name)]


def run(*arguments: str | Path, stdin: str = "") -> Result:
    return CliRunner().invoke(toolwire, [str(one) for one in arguments], input=stdin)


@cache
def format_of(name: str) -> Format:
    return read_once(ROOT).formats[name]


def convert(source: str, target: str, body: Any, *options: str) -> Result:
    line: tuple[str | Path, ...] = ("--root", ROOT, "--from", source, "--to", target, *options, "-")
    return run("convert", *line, stdin=json.dumps(body))


def test_a_row_changes_in_what_it_says_and_another_goes() -> None:
    rows = {"a": {"most": 2, "least": 0}, "b": {"most": 1}, "c": ["text"]}
    changes = {"a": {"most": 1, "least": "off", "reference": "r"}, "b": "off", "d": {"most": 3}}
    assert merged(rows, changes) == {"a": {"most": 1}, "c": ["text"], "d": {"most": 3}}
    assert rows["a"] == {"most": 2, "least": 0}


@pytest.mark.parametrize(("name", "profile"), PROFILED)
def test_the_runtime_merges_nothing(name: str, profile: str) -> None:
    """What a module holds is all there is: every rule of the wire that the profile leaves alone."""
    own = format_of(name).profiles[profile]
    base = format_module(name).ACCEPTS
    data = base.of(profile).data
    shared = format_of(name).shared
    rules = {**({} if shared is None else shared.section("rules")), **own.section("rules")}
    gone = {one for one, entry in rules.items() if entry == "off"}
    assert data["rules"].keys() == (base.data["rules"].keys() | rules.keys()) - gone
    for one, row in base.data["rules"].items():
        assert one in rules or data["rules"][one] == row
    assert base.of(profile).dialects is dialects_of(name) or own.section("dialects")


def test_a_dialect_changes_in_some_keywords(tmp_path: Path) -> None:
    folder = tmp_path / "profiles"
    folder.mkdir()
    text = """
title: Service
reference: https://example.com
dialects:
  plain: off
  strict:
    enum: words
    keywords: { drop: { pattern: it has no patterns }, keep: [minLength] }
"""
    (folder / "service.yaml").write_text(text, encoding="utf-8")
    base = format_of("openai_chat")
    findings: list[Finding] = []
    found = read_profiles(tmp_path, "schemas/x", base.accepts, base.dialects, findings)
    assert findings == [] and found["service"].named == {"strict"}
    dialects = found["service"].dialects
    assert dialects is not None and base.dialects is not None
    (strict,) = dialects.dialects
    before = next(one for one in base.dialects.dialects if one.name == "strict")
    rows = {row.keyword: (row.action, row.more) for row in strict.rows}
    assert rows["pattern"] == ("drop", "it has no patterns")
    assert rows["minLength"] == ("keep", "")
    others = {row.keyword: (row.action, row.more) for row in before.rows}
    assert {**others, "pattern": rows["pattern"], "minLength": rows["minLength"]} == rows
    assert strict.settings == {**before.settings, "enum": "words"}
    assert strict.uses == before.uses


ODD: tuple[Any, ...] = (None, 1, [], {}, "off", "x", [1], {"a": 1}, ["text", None], {"lost": None})
KEYS = ("zz", "kind", "what", "most", "plain", "reasoning", "tables", "rules", "keywords")


def spoiled(value: Any, dice: Random) -> Any:
    """A profile with something wrong, somewhere."""
    if isinstance(value, dict) and value and dice.random() < 0.8:
        key = dice.choice([*value])
        changed = {**value, key: spoiled(value[key], dice)}
        more = {dice.choice(KEYS): dice.choice(ODD)} if dice.random() < 0.2 else {}
        return {**changed, **more}
    if isinstance(value, list) and value:
        at = dice.randrange(len(value))
        return [*value[:at], spoiled(value[at], dice), *value[at + 1 :]]
    return dice.choice(ODD)


def test_whatever_a_profile_says_there_are_findings_and_no_exception(tmp_path: Path) -> None:
    """What has none makes an adapter."""
    project = load_project(ROOT)
    project.formats = {"openai_chat": project.formats["openai_chat"]}
    format_ = project.formats["openai_chat"]
    rules = [one for one in RULES if one.handler.__module__.rpartition(".")[2] in CHECKS]
    (tmp_path / "profiles").mkdir()
    shared = format_.shared
    assert shared is not None
    texts = [profile.document.data for profile in format_.profiles.values()]
    dice, faults = Random(7), 0
    for number in range(40):
        text = spoiled(texts[number % len(texts)], dice)
        (tmp_path / "profiles" / "odd.yaml").write_text(json.dumps(text), encoding="utf-8")
        found: list[Finding] = []
        format_.profiles = read_profiles(
            tmp_path, "schemas/x", shared.whole, format_.dialects, found
        )
        view = resolve(project)
        problems = [*found, *(problem for rule in rules for problem in rule.handler(view))]
        faults += bool(problems)
        for profile in format_.profiles.values() if not problems else ():
            assert service_data(view.formats[0], profile)["rules"]
    assert faults > 20


@pytest.mark.parametrize("formats", [["gemini"], ["openai_chat", "mcp"], ["mcp"]])
def test_a_copy_has_the_profiles_of_its_formats_alone(formats: list[str]) -> None:
    copy = part(package_files(ROOT / "generated" / "toolwire"), formats, [])
    found = {path.split("/")[1] for path in copy if path.startswith("_profiles/")} - {INIT}
    assert found == {name for name in formats if profiles(name)}
    assert (f"_profiles/{INIT}" in copy) is bool(found)


def test_a_profile_imports_what_the_package_has() -> None:
    for path in (ROOT / "generated" / "toolwire" / "_profiles").glob("*/*.py"):
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        modules = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
        assert modules <= {"__future__", "_runtime.accepting", "_runtime.dialect"}


def test_convert_writes_for_a_service_and_tells_what_it_does_not_have() -> None:
    body: dict[str, Any] = {
        "model": "claude-sonnet-4-6", "max_tokens": 9, "top_k": 5,
        "messages": [{"role": "user", "content": "Well?"}],
    }  # fmt: skip
    result = convert("anthropic_messages", "openai_chat", body, "--profile", "together")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout) == body and result.stderr == ""
    result = convert("anthropic_messages", "openai_chat", body, "--profile", "deepseek")
    assert "lost: /topK: field" in result.stderr


def test_a_conversion_from_a_wire_to_a_service_that_speaks_it_is_repaired() -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": "Well?"}], "seed": 1}
    assert json.loads(convert("openai_chat", "openai_chat", body).stdout) == body
    result = convert("openai_chat", "openai_chat", body, "--profile", "deepseek")
    assert "seed" not in json.loads(result.stdout) and "/seed: dropped" in result.stderr


def test_an_unknown_profile_is_one_line_on_stderr() -> None:
    result = convert("gemini", "openai_chat", {}, "--profile", "grok")
    assert result.exit_code == 2, result.exit_code
    assert "openai_chat has no profile 'grok'; did you mean groq?" in result.stderr
    result = convert("gemini", "mistral_chat", {}, "--profile", "groq")
    assert "mistral_chat has no profile 'groq'; it has none" in result.stderr


def test_explain_names_profiles_and_shows_one() -> None:
    lines = run("explain", "--root", ROOT, "openai_chat").stdout.splitlines()
    assert [line for line in lines if line.startswith("profile:  groq (Groq)")]
    text = run("explain", "--root", ROOT, "openai_chat", "deepseek").stdout
    assert text.startswith("DeepSeek, which speaks OpenAI Chat Completions (openai_chat)\n")
    for words in ("max_tokens", "lost: a request names no seed", "16 stop sequences at most"):
        assert words in text


@pytest.mark.parametrize(("name", "profile"), PROFILED)
def test_every_profile_is_explained(name: str, profile: str) -> None:
    format_ = format_of(name)
    title, address, _, *lines = explain_profile(format_, format_.profiles[profile], 100)
    assert address.startswith("https://") and title.endswith(f"({name})")
    assert len(lines) > 2 and "what the service has" in lines[0]
