"""The page that says what each format carries, held to what the adapters report."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import toolwire
from building import read_once, resolved_once
from conversation import call, request, result, text, user
from samples import FORMATS, adapter
from toolwire_codegen.cli import commands
from toolwire_codegen.cli.losses import PAGE, page_drift, write_page
from toolwire_codegen.resolve.carried import Cell, features
from toolwire_codegen.resolve.format import resolve

Json = Any
ROOT = Path(__file__).parent.parent
PROJECT = resolved_once(ROOT)
TOLD: dict[str, dict[str, Cell]] = {" ".join(row.words): row.cells for row in features(PROJECT)}
TOOL: Json = {"name": "f", "parameters": {"type": "object"}}
ASKED: Json = request(user(), tools=[TOOL, {**TOOL, "name": "g"}])
BLOCKS: dict[str, Json] = {
    "image": {"kind": "image", "data": "AA==", "mimeType": "image/png"},
    "video": {"kind": "video", "data": "AA==", "mimeType": "video/mp4"},
    "document": {"kind": "document", "data": "AA==", "mimeType": "application/pdf", "name": "a"},
}
CALLED: Json = {"role": "assistant", "content": [call("c")]}
BEFORE: dict[str, Json] = {"system": [], "user": [], "assistant": [user()]}
FEATURES: dict[str, tuple[Json, str]] = {
    "top k": (request(user(), topK=3), "/topK"),
    "seed": (request(user(), seed=3), "/seed"),
    "presence penalty": (request(user(), presencePenalty=1), "/presencePenalty"),
    "stop sequences": (request(user(), stopSequences=["a"]), "/stopSequences"),
    "user": (request(user(), user="u"), "/user"),
    "parallel tool calls": ({**ASKED, "parallelToolCalls": False}, "/parallelToolCalls"),
    "tools strict": (request(user(), tools=[{**TOOL, "strict": True}]), "/tools/0/strict"),
    "tool choice none": ({**ASKED, "toolChoice": "none"}, "/toolChoice"),
    "tool choice named tool choice": ({**ASKED, "toolChoice": {"name": "f"}}, "/toolChoice"),
    "tool choice allowed tool choice": (
        {**ASKED, "toolChoice": {"allowed": ["f", "g"], "mode": "required"}},
        "/toolChoice",
    ),
    "response schema name": (
        request(user(), responseSchema={"schema": {"type": "object"}, "name": "n"}),
        "/responseSchema/name",
    ),
    "tool tool result data": (
        request(user(), CALLED, result("c", "data", {"a": 1})),
        "/messages/2/toolResult",
    ),
    **{
        f"{role} {kind}": (
            request(*before, {"role": role, "content": [text("a"), block]}),
            f"/messages/{len(before)}/content/1",
        )
        for role, before in BEFORE.items()
        for kind, block in BLOCKS.items()
    },
}


@pytest.mark.parametrize("feature", FEATURES)
@pytest.mark.parametrize("name", FORMATS)
def test_a_cell_says_what_the_adapter_reports(name: str, feature: str) -> None:
    value, path = FEATURES[feature]
    losses = adapter(name, "request").losses(value, rules="off")
    found = [loss for loss in losses if loss.path == path and loss.code != "filled"]
    # Both a setting and a role are called so: the setting comes last.
    cell = TOLD[f"Request {feature}"][name]
    assert bool(found) == (cell.word == "lost"), (found, cell)


@pytest.mark.parametrize("name", FORMATS)
def test_a_count_of_usage_is_carried_or_reported(name: str) -> None:
    counts = {"inputTokens": 5, "outputTokens": 5, "cacheReadTokens": 1}
    counts |= {"cacheWriteTokens": 1, "reasoningTokens": 1}
    message = {"role": "assistant", "content": [text("a")]}
    reply = {"id": "r", "model": "m", "message": message, "finishReason": "stop", "usage": counts}
    paths = {loss.path for loss in adapter(name, "response").losses(reply)}
    for field, words in (("cacheWriteTokens", "cache write"), ("reasoningTokens", "reasoning")):
        cell = TOLD[f"Response usage {words} tokens"][name]
        assert (f"/usage/{field}" in paths) == (cell.word == "lost")


def services() -> dict[str, dict[str, str]]:
    """The table of the services of Chat Completions: for each row what is said of each."""
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    table = page.partition("## Services that speak OpenAI Chat")[2].partition("|")[2]
    lines = [line.strip("|").split("|") for line in table.partition("\n\n")[0].splitlines()]
    (_, *names), _, *rows = [[cell.strip() for cell in line] for line in lines]
    return {row[0]: dict(zip(names, row[1:], strict=True)) for row in rows}


SOUND: Json = {"kind": "audio", "data": "AA==", "mimeType": "audio/wav"}
OF_SERVICES: dict[str, tuple[Json, str]] = {
    "user": FEATURES["user"],
    "seed": FEATURES["seed"],
    "top k": FEATURES["top k"],
    "parallel tool calls": FEATURES["parallel tool calls"],
    "user › image": (request(user([text("a"), BLOCKS["image"]])), "/messages/0/content/1"),
    "user › audio": (request(user([text("a"), SOUND])), "/messages/0/content/1"),
    "user › document": (request(user([text("a"), BLOCKS["document"]])), "/messages/0/content/1"),
    "response schema": (
        request(user(), responseSchema={"schema": {"type": "object"}, "name": "n"}),
        "/responseSchema",
    ),
    "tool choice": ({**ASKED, "toolChoice": "none"}, "/toolChoice"),
    "presence penalty": FEATURES["presence penalty"],
}


@pytest.mark.parametrize("row", OF_SERVICES)
def test_a_cell_of_a_service_says_what_is_reported_for_it(row: str) -> None:
    value, path = OF_SERVICES[row]
    for service, word in services()[row].items():
        profile: Json = None if service == "openai_chat" else service
        found = toolwire.openai_chat.losses_request(value, profile=profile)
        assert (path in {loss.path for loss in found}) == (word == "lost"), (service, word)


def test_a_word_that_goes_as_another_is_named() -> None:
    rows = services()
    for word in ("none", "minimal", "xhigh", "max"):
        service: Json
        for service, cell in rows[f"reasoning effort › {word}"].items():
            if service in ("openai_chat", "groq", "xai"):  # the last two ask for their own models
                continue
            asked = request(user(), reasoningEffort=word)
            sent = toolwire.openai_chat.encode_request(asked, profile=service, on_loss="ignore")
            others = {"lost": None, "yes": word, "some models": word}
            expected = others.get(cell, cell.removeprefix("as "))
            assert sent.get("reasoning_effort") == expected


def run(*words: str) -> Any:
    return CliRunner().invoke(commands.toolwire, words)


def test_explain_prints_the_page_that_generate_wrote() -> None:
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    assert run("explain", "--losses", "--root", str(ROOT)).stdout == page
    assert run("explain", "--root", str(ROOT)).exit_code != 0


def test_a_page_is_written_where_it_is_another_and_told_how_it_differs(tmp_path: Path) -> None:
    assert [str(one) for one in page_drift(PROJECT, tmp_path)] == ["missing: docs/losses.md"]
    assert write_page(PROJECT, tmp_path)
    assert not write_page(PROJECT, tmp_path)
    assert page_drift(PROJECT, tmp_path) == []
    page = tmp_path / PAGE
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("top k", "top q"), encoding="utf-8")
    (drift,) = page_drift(PROJECT, tmp_path)
    assert (drift.kind, drift.path) == ("changed", "docs/losses.md")
    assert "+| top k" in drift.detail
    assert write_page(PROJECT, tmp_path)
    assert page.read_text(encoding="utf-8") == text == (ROOT / PAGE).read_text(encoding="utf-8")


def test_a_type_that_holds_itself_is_told_once_and_no_format_makes_no_page() -> None:
    project = read_once(ROOT)
    schema = copy.deepcopy(project.intermediate)
    schema.defs["Error"]["properties"]["cause"] = {"$ref": "#/$defs/Error"}
    nested = [
        row.words for row in features(resolve(replace(project, intermediate=schema)))
    ]
    assert ("Response", "error", "cause") in nested
    assert ("Response", "error", "cause", "message") not in nested
    assert [*features(resolve(replace(project, formats={})))] == []
