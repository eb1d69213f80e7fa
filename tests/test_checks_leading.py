"""Findings lead to what is wrong: a word of a right transform is changed, and the fix names it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from building import ROOT
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.findings import Finding
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

Json = Any
RESPONSES, BEDROCK = "openai_responses", "bedrock_converse"
TITLE = "title: OpenAI Responses\n"
DELTA = "FunctionCallArgumentsDelta"
WHOLE = "response | whole(status, completed)"
SPREAD = """    spread: AssistantMessage.content   # neighbours among its items become ONE message
    among: [ServerItem]                # what the provider's own tools did, in its place
"""


def found(wire: str, old: str, new: str, folder: Path, schema: Json = None) -> list[Finding]:
    """What is found in a wire that says something else in one place."""
    shutil.copytree(ROOT / "schemas" / wire, folder / "schemas" / wire)
    shutil.copy(ROOT / "schemas" / "intermediate.schema.json", folder / "schemas")
    path = folder / "schemas" / wire / "transform.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    if schema is not None:
        path = folder / "schemas" / wire / "wire.schema.json"
        document = json.loads(path.read_text(encoding="utf-8"))
        schema(document["$defs"])
        path.write_text(json.dumps(document), encoding="utf-8")
    return [*check_project(resolve(load_project(folder)))]


CASES = [
    (
        *(RESPONSES, "arguments | done(FunctionCallItem)", "arguments | done"),
        *("misplaced", "write `done(FunctionCallItem)`, or `ignore` this one"),
    ),
    (
        *(RESPONSES, SPREAD, "", "missing-arm"),
        "add a lens, say `spread: AssistantMessage.content` under `sequences` if it is several "
        "items, or `Message <-> InputItem: { <arm>: { lost: <the reason> } }` to `unions`",
    ),
    (
        *(RESPONSES, f'"{WHOLE}"', WHOLE, "unreadable-row"),
        "close its brackets; inside of `{ }` quote the value: a comma ends it",
    ),
    (
        *(BEDROCK, "toolChoice: toolConfig.toolChoice | beside(tools)"),
        *("toolChoice: toolConfig.toolChoice", "optional-to-required"),
        "say `| beside(tools)` of `toolChoice`, which stands there without it; or write a lens for "
        "all of `toolConfig`, with `fill(value)` there",
    ),
    (
        *(BEDROCK, "  ToolMessage <-> ToolResultBlock:\n    toolResult: .\n", "", "missing-lens"),
        "add `ToolMessage <-> ToolResultBlock:` under `types`",
    ),
    (
        *(BEDROCK, "fold: ToolMessage* UserMessage?", "fold: UserMessage* ToolMessage?"),
        *("missing-lens", "write `fold: ToolMessage* UserMessage?`"),
    ),
    (
        *(RESPONSES, "says: { type: server_error, message: The server is overloaded }"),
        *("says: { code: invalid_api_key, message: overloaded }", "table-not-injective"),
        "codes are asked ahead of messages: say one of its own, or let the row of `Error` read "
        "that word as `type`, which is asked behind them",
    ),
    (
        *(RESPONSES, "says: { type: server_error, message: The server is overloaded }"),
        *("says: { type: invalid_request_error, message: too much }", "table-not-injective"),
        "name a word that it says under `types`, `messages`",
    ),
]


@pytest.mark.parametrize(("wire", "old", "new", "code", "fix"), CASES)
def test_the_one_finding_says_what_was_changed(
    wire: str, old: str, new: str, code: str, fix: str, tmp_path: Path
) -> None:
    findings = found(wire, old, new, tmp_path)
    assert [(one.code, one.fix) for one in findings] == [(code, fix)]


def test_a_text_among_blocks_is_the_list_of_one(tmp_path: Path) -> None:
    old = "text: { value: toolResult.content | text(list) }"
    first, *_ = found(BEDROCK, old, old.replace(" | text(list)", ""), tmp_path)
    assert (first.code, first.fix) == ("type-mismatch", "add `| text(list)`, or name another path")


def test_a_missing_row_of_errors_is_told_and_not_each_word_of_them(tmp_path: Path) -> None:
    findings = found(BEDROCK, "    ErrorBody: error\n", "", tmp_path)
    assert "unknown-value" not in [one.code for one in findings]
    assert any(one.fix == "write `ErrorBody: error`, or say what each brings" for one in findings)


def test_the_types_of_what_is_no_element_are_named(tmp_path: Path) -> None:
    row = "output.message.content[contentBlockIndex].text: delta.text | append(opens)"
    first, *_ = found(BEDROCK, row, row.replace("[contentBlockIndex]", "[.]"), tmp_path)
    assert "`TextBlock`, " in first.note


def with_call_id(defs: Json) -> None:
    """The pieces of a call's arguments say the id of that call."""
    defs[DELTA]["properties"]["call_id"] = {"type": "string", "description": "The call."}
    defs[DELTA]["required"].append("call_id")
    for example in (*defs[DELTA]["examples"], *defs["StreamEvent"]["examples"]):
        if example.get("type") == "response.function_call_arguments.delta":
            example["call_id"] = "call_1"


def test_what_elements_of_the_named_type_must_have_is_surely_there(tmp_path: Path) -> None:
    row = '  repeats:\n    call_id: "output[output_index].call_id"\n'
    assert found(RESPONSES, "  repeats:\n", row, tmp_path, with_call_id) == []


def with_item_id(*types: str) -> Callable[[Json], None]:
    """The pieces of a text say the id of their item, which these types of items have."""

    def change(defs: Json) -> None:
        defs["OutputTextDelta"]["required"].append("item_id")
        for example in (*defs["OutputTextDelta"]["examples"], *defs["StreamEvent"]["examples"]):
            example.setdefault("item_id", "msg_1")
        for name in types:
            defs[name]["required"].append("id")
            defs[name]["properties"]["id"] = {"type": "string", "description": "Its id."}

    return change


def test_what_each_element_has_that_an_event_may_be_about_is_surely_there(tmp_path: Path) -> None:
    """Calls have no texts: those need no id for that."""
    both = with_item_id("OutputMessage", "OutputReasoning")
    assert found(RESPONSES, TITLE, TITLE, tmp_path / "both", both) == []
    (one,) = found(RESPONSES, TITLE, TITLE, tmp_path / "one", with_item_id("OutputMessage"))
    assert one.what == "not every `OutputTextDelta` that goes out has `item_id`"


def test_one_type_may_have_one_place_and_another_another(tmp_path: Path) -> None:
    place = '"output[output_index].id", "output[output_index].call_id"'
    other = place.replace("call_id", "role")
    assert found(RESPONSES, place, other, tmp_path, with_item_id("OutputReasoning")) == []


def test_a_word_that_ends_a_reply_is_named_once(tmp_path: Path) -> None:
    row = "ends: { status: [completed, incomplete, failed, cancelled] }"

    def change(defs: Json) -> None:
        defs["ResponsesReply"]["properties"]["status"] = {"type": "string", "description": "Why."}

    fixes = [one.fix for one in found(RESPONSES, row, "ends: status", tmp_path, change)]
    assert "name the words that do: `status: [completed, incomplete, failed]`" in fixes


def test_one_mistake_in_what_events_repeat_is_told_once(tmp_path: Path) -> None:
    row = "sequence_number: { count: . }"
    (one,) = found(RESPONSES, row, "sequence_number: { const: first }", tmp_path)
    assert one.what.count("`") > 6 and one.what.endswith("is integer, not 'first'")


def test_what_is_lifted_may_be_missing(tmp_path: Path) -> None:
    def demanded(defs: Json) -> None:
        defs["ResponsesRequest"]["required"] = ["instructions"]
        for example in defs["ResponsesRequest"]["examples"]:
            example["instructions"] = "Be brief."

    one = found(RESPONSES, "lift: { SystemMessage", "lift: {  SystemMessage", tmp_path, demanded)
    assert [(finding.code, finding.what) for finding in one] == [
        ("misplaced", "without a `SystemMessage` nothing writes `instructions`")
    ]


def test_the_list_in_an_object_is_named(tmp_path: Path) -> None:
    old, new = "    tools: toolConfig.tools\n", "    tools: toolConfig\n"

    def nullable(defs: Json) -> None:
        every = [one.get("properties", {}) for one in defs.values()]
        (keys,) = [properties for properties in every if "toolConfig" in properties]
        keys["toolConfig"] = {"anyOf": [keys["toolConfig"], {"type": "null"}]}

    fixes = [finding.fix for finding in found(BEDROCK, old, new, tmp_path, nullable)]
    assert "no operator converts it: name another path, such as its `tools`" in fixes
