"""Streams on the command line: records, server-sent events and lists of events."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from building import ROOT, SMALL, small_project
from toolwire_codegen.cli.commands import toolwire
from toolwire_codegen.cli.sse import BrokenTextError, Framing, looks_like_events, read_events

OPENAI, CLAUDE, GEMINI = "openai_chat", "anthropic_messages", "gemini"
FRAMINGS: dict[str, dict[str, str]] = {OPENAI: {"done": "[DONE]"}, CLAUDE: {"name": "type"}}


def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    kind = "chat.completion.chunk"
    return {"id": "r", "object": kind, "created": 1, "model": "m", "choices": [choice], **more}


def call(index: int, **function: str) -> dict[str, Any]:
    head = {"id": f"call_{index}", "type": "function"} if "name" in function else {}
    return {"tool_calls": [{"index": index, **head, "function": function}]}


def block(kind: str, index: int, **more: Any) -> dict[str, Any]:
    return {"type": f"content_block_{kind}", "index": index, **more}


def part(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    candidate = {"index": 0, "content": {"role": "model", "parts": list(parts)}, **more}
    return {"candidates": [candidate], "modelVersion": "m", "responseId": "r"}


# Each of these says "Let me see." and asks for the weather in Oslo.
STREAMS: dict[str, list[dict[str, Any]]] = {
    OPENAI: [
        chunk({"role": "assistant", "content": ""}),
        chunk({"content": "Let me"}),
        chunk({"content": " see."}),
        chunk(call(0, name="get_weather", arguments="")),
        chunk(call(0, arguments='{"city": "O')),
        chunk(call(0, arguments='slo"}')),
        chunk({}, "tool_calls"),
        {
            **chunk({}),
            "choices": [],
            "usage": {"prompt_tokens": 5, "completion_tokens": 7, "total_tokens": 12},
        },
    ],
    CLAUDE: [
        {
            "type": "message_start",
            "message": {
                "id": "r",
                "type": "message",
                "role": "assistant",
                "model": "m",
                "content": [],
                "stop_reason": None,
                "stop_sequence": None,
                "usage": {"input_tokens": 5, "output_tokens": 1},
            },
        },
        block("start", 0, content_block={"type": "text", "text": ""}),
        {"type": "ping"},
        block("delta", 0, delta={"type": "text_delta", "text": "Let me"}),
        block("delta", 0, delta={"type": "text_delta", "text": " see."}),
        block("stop", 0),
        block(
            "start",
            1,
            content_block={"type": "tool_use", "id": "call_0", "name": "get_weather", "input": {}},
        ),
        block("delta", 1, delta={"type": "input_json_delta", "partial_json": '{"city": "O'}),
        block("delta", 1, delta={"type": "input_json_delta", "partial_json": 'slo"}'}),
        block("stop", 1),
        {
            "type": "message_delta",
            "delta": {"stop_reason": "tool_use", "stop_sequence": None},
            "usage": {"output_tokens": 7},
        },
        {"type": "message_stop"},
    ],
    GEMINI: [
        part({"text": "Let me"}),
        part({"text": " see."}),
        part({"functionCall": {"name": "get_weather", "args": {"city": "Oslo"}}}),
        {
            **part(finishReason="STOP"),
            "usageMetadata": {
                "promptTokenCount": 5, "candidatesTokenCount": 7, "totalTokenCount": 12,
            },
        },
    ],
}  # fmt: skip
FAILED: dict[str, dict[str, Any]] = {
    OPENAI: {"error": {"message": "Overloaded", "type": "t", "param": None, "code": None}},
    CLAUDE: {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
    GEMINI: {"error": {"code": 503, "message": "Overloaded", "status": "UNAVAILABLE"}},
}
PAIRS = [(one, other) for one in STREAMS for other in STREAMS]


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(toolwire, [str(a) for a in arguments], input=stdin)


def convert(source: str, target: str, stdin: Any, *more: str, root: Path = ROOT) -> Result:
    text = stdin if isinstance(stdin, (str, bytes)) else json.dumps(stdin)
    options = ["--root", str(root), "--from", source, "--to", target, *more]
    return run("convert", *options, "-", stdin=text)


def record(events: list[Any], **more: Any) -> dict[str, Any]:
    return {"events": [{"event": None, "data": event} for event in events], **more}


def sse(events: list[Any], end: str = "\n") -> str:
    return "".join(f"data: {json.dumps(event)}{end}{end}" for event in events)


def shipped(format_: str) -> dict[str, Any]:
    path = ROOT / "generated" / "toolwire" / "schemas" / f"{format_}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def read_sse(text: str) -> list[tuple[str | None, Any]]:
    """(name, data) of each event of a text that is framed in the plainest way."""
    assert text.endswith("\n\n")
    found: list[tuple[str | None, Any]] = []
    for event in text[:-2].split("\n\n"):
        *names, data = event.split("\n")
        assert len(names) <= 1
        assert data.startswith("data: ")
        name = names[0].removeprefix("event: ") if names else None
        text = data.removeprefix("data: ")
        found.append((name, text if text == "[DONE]" else json.loads(text)))
    return found


def reply(format_: str, events: list[Any]) -> dict[str, Any]:
    """What a stream says, put together by `roundtrip`'s own adapters: text, calls and reason."""
    import toolwire as package

    *_, last = getattr(package, format_).decode_stream(events)
    assert last["kind"] == "completed"
    response = last["response"]
    calls = [(call["name"], call["arguments"]) for call in package.tool_calls(response)]
    return {"text": package.text(response), "calls": calls, "reason": response["finishReason"]}


SAID = {
    "text": "Let me see.",
    "calls": [("get_weather", {"city": "Oslo"})],
    "reason": "tool_calls",
}


@pytest.fixture(scope="module")
def framed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose schemas tell how each wire frames its events."""
    root = tmp_path_factory.mktemp("framed")
    (root / "schemas").mkdir()
    shutil.copy(ROOT / "schemas" / "intermediate.schema.json", root / "schemas")
    shutil.copytree(ROOT / "generated", root / "generated")
    for name in STREAMS:
        path = root / "generated" / "toolwire" / "schemas" / f"{name}.json"
        schema = json.loads(path.read_text(encoding="utf-8"))
        schema["x-framing"] = FRAMINGS.get(name, {})
        path.write_text(json.dumps(schema), encoding="utf-8")
    return root


# -- convert


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_record_goes_out_as_a_record_of_the_other_wire(
    framed: Path, source: str, target: str
) -> None:
    result = convert(source, target, record(STREAMS[source], status=200), root=framed)
    assert result.exit_code == 0, result.stderr
    assert result.stdout.count("\n") == 1
    out = json.loads(result.stdout)
    assert list(out) == ["events"]
    framing = FRAMINGS.get(target, {})
    if "done" in framing:
        assert out["events"].pop() == {"event": None, "data": "[DONE]"}
    events = [event["data"] for event in out["events"]]
    names = [event["type"] if "name" in framing else None for event in events]
    assert [event["event"] for event in out["events"]] == names
    assert reply(target, events) == SAID


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_text_goes_out_as_text(framed: Path, source: str, target: str) -> None:
    result = convert(source, target, sse(STREAMS[source]), root=framed)
    assert result.exit_code == 0, result.stderr
    found = read_sse(result.stdout)
    if target == OPENAI:
        assert found.pop() == (None, "[DONE]")
    events = [data for _, data in found]
    names = [data["type"] if target == CLAUDE else None for data in events]
    assert [name for name, _ in found] == names
    assert reply(target, events) == SAID


@pytest.fixture(scope="module")
def lined(framed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with a wire whose events are JSON in a line each."""
    root = tmp_path_factory.mktemp("lined") / "project"
    shutil.copytree(framed, root)
    path = root / "generated" / "toolwire" / "schemas" / f"{GEMINI}.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    schema["x-framing"] = {"kind": "ndjson"}
    path.write_text(json.dumps(schema), encoding="utf-8")
    return root


def test_lines_are_read_as_one_stream_where_a_wire_sends_them_so(lined: Path) -> None:
    lines = "".join(json.dumps(event) + "\n" for event in STREAMS[GEMINI])
    result = convert(GEMINI, OPENAI, lines, "--kind", "stream", root=lined)
    assert result.exit_code == 0, result.stderr
    found = read_sse(result.stdout)
    assert found.pop() == (None, "[DONE]")
    assert reply(OPENAI, [data for _, data in found]) == SAID


def test_a_line_that_was_cut_is_the_end_of_the_stream(lined: Path) -> None:
    lines = json.dumps(STREAMS[GEMINI][0]) + '\n{"candidates": [{"con'
    result = convert(GEMINI, OPENAI, lines, "--kind", "stream", root=lined)
    assert "breaks off" in result.stderr or "cut" in result.stderr
    assert "error" in read_sse(result.stdout)[-1][1]


def test_text_goes_out_as_lines_where_a_wire_sends_them(lined: Path) -> None:
    result = convert(CLAUDE, GEMINI, sse(STREAMS[CLAUDE]), root=lined)
    assert result.exit_code == 0, result.stderr
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert reply(GEMINI, events) == SAID


@pytest.fixture(scope="module")
def unframed(framed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with a wire whose events are objects, each named by its only key."""
    root = tmp_path_factory.mktemp("unframed") / "project"
    shutil.copytree(framed, root)
    path = root / "generated" / "toolwire" / "schemas" / f"{GEMINI}.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    schema["x-framing"] = {"kind": "none", "name": "."}
    path.write_text(json.dumps(schema), encoding="utf-8")
    return root


def test_events_that_are_objects_go_out_as_a_record(unframed: Path) -> None:
    result = convert(CLAUDE, GEMINI, sse(STREAMS[CLAUDE]), root=unframed)
    assert result.exit_code == 0, result.stderr
    record = json.loads(result.stdout)
    assert reply(GEMINI, [event["data"] for event in record["events"]]) == SAID


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_list_of_events_goes_out_as_a_list(source: str, target: str) -> None:
    result = convert(source, target, STREAMS[source], "--kind", "stream")
    assert result.exit_code == 0, result.stderr
    events = json.loads(result.stdout)
    assert isinstance(events, list)
    assert reply(target, events) == SAID


def test_records_are_taken_line_by_line_and_a_bad_one_does_not_stop_the_rest(
    tmp_path: Path,
) -> None:
    bad = record([*STREAMS[OPENAI][:2], chunk({"content": 3})])
    path = tmp_path / "a.jsonl"
    lines = [record(STREAMS[OPENAI]), bad, {"events": [3]}, record(STREAMS[OPENAI])]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = run("convert", "--root", ROOT, "--from", OPENAI, "--to", GEMINI, path)
    assert result.exit_code == 1
    assert result.stdout.count("\n") == 2
    failures = [line for line in result.stderr.splitlines() if line.startswith("toolwire:")]
    assert failures[0].startswith(f"toolwire: {path}:2: event 3: /choices/0/delta/content: type:")
    assert failures[1:] == [f"toolwire: {path}:3: event 1: not an object"]


def test_data_may_be_text_and_comments_and_the_last_word_are_no_events() -> None:
    items: list[Any] = [{"event": "x", "data": json.dumps(e)} for e in STREAMS[OPENAI]]
    items = [{"comment": "busy"}, *items, {"event": None, "data": "[DONE]"}]
    result = convert(OPENAI, CLAUDE, {"events": items})
    assert result.exit_code == 0, result.stderr
    events = [item["data"] for item in json.loads(result.stdout)["events"]]
    assert reply(CLAUDE, events) == SAID


def test_losses_are_told_as_for_bodies() -> None:
    events = [*STREAMS[CLAUDE][:-1], {"type": "brand_new"}, STREAMS[CLAUDE][-1]]
    events[2] = block("delta", 0, delta={"type": "citations_delta", "citation": {"type": "x"}})
    result = convert(CLAUDE, GEMINI, record(events))
    assert result.exit_code == 0
    losses = result.stderr.splitlines()
    assert all(line.startswith("stdin: lost: /") for line in losses)
    assert f"stdin: lost: /: opaque: an event that only {CLAUDE} knows" in losses
    assert any("citations" in line for line in losses)
    assert convert(CLAUDE, CLAUDE, record(events)).stderr == ""


def test_the_model_can_be_named() -> None:
    result = convert(GEMINI, CLAUDE, record(STREAMS[GEMINI]), "--model", "z")
    start = json.loads(result.stdout)["events"][0]["data"]
    assert start["message"]["model"] == "z"
    nameless = [{k: v for k, v in e.items() if k != "modelVersion"} for e in STREAMS[GEMINI]]
    result = convert(GEMINI, OPENAI, record(nameless), "--model", "z")
    events = json.loads(result.stdout)["events"]
    assert {event["data"]["model"] for event in events if event["data"] != "[DONE]"} == {"z"}


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_stream_that_breaks_off_is_converted_as_far_as_it_came(
    framed: Path, source: str, target: str
) -> None:
    result = convert(source, target, sse(STREAMS[source][:2]), root=framed)
    assert result.exit_code == 0
    assert "stdin: the stream breaks off before the reply is complete" in result.stderr
    assert "incomplete_stream" not in result.stderr
    assert "[DONE]" not in result.stdout
    text = sse(STREAMS[source][:5])
    result = convert(source, target, text[: text.rindex('"') - 2], root=framed)
    assert result.exit_code == 0
    assert "Let me" in result.stdout
    assert "[DONE]" not in result.stdout
    error = read_sse(result.stdout)[-1][1]["error"]
    assert error["message"] == "the stream ended before the reply was complete"


def test_the_closing_word_ends_a_stream_that_gives_no_reason() -> None:
    items = [{"event": None, "data": event} for event in STREAMS[OPENAI][:4]]
    closed = convert(OPENAI, CLAUDE, {"events": [*items, {"event": None, "data": "[DONE]"}]})
    assert "breaks off" not in closed.stderr
    events = [item["data"] for item in json.loads(closed.stdout)["events"]]
    assert events[-1] == {"type": "message_stop"}
    assert "breaks off" in convert(OPENAI, CLAUDE, {"events": items}).stderr


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_an_error_in_the_middle_becomes_the_others_error(
    framed: Path, source: str, target: str
) -> None:
    events = [*STREAMS[source][:5], FAILED[source]]
    if source == GEMINI:
        events = [*STREAMS[source][:2], FAILED[source]]
    result = convert(source, target, sse(events), root=framed)
    assert result.exit_code == 0
    assert "breaks off" not in result.stderr
    name, last = read_sse(result.stdout)[-1]
    assert name == ("error" if target == CLAUDE else None)
    assert last["error"]["message"] == "Overloaded"
    assert "Let me" in result.stdout


def test_each_wire_frames_its_events_as_its_service_does() -> None:
    names = {wire: Framing.of(shipped(wire)) for wire in STREAMS}
    assert names == {wire: Framing(**FRAMINGS.get(wire, {})) for wire in STREAMS}


# -- roundtrip


def table(result: Result) -> dict[str, list[int]]:
    rows = re.findall(r"^([a-z ]+?) +(\d+) +(\d+) +(\d+)$", result.stdout, re.M)
    return {name: [int(number) for number in numbers] for name, *numbers in rows}


@pytest.mark.parametrize("name", STREAMS)
def test_roundtrip_counts_streams(tmp_path: Path, name: str) -> None:
    path, text = tmp_path / "a.jsonl", tmp_path / "b.txt"
    failed = [*STREAMS[name][:2], FAILED[name]]
    lines = [record(STREAMS[name]), record(failed, request=None), {"events": None}]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    text.write_text(sse(STREAMS[name]), encoding="utf-8")
    result = run("roundtrip", "--root", ROOT, name, path, text)
    assert result.exit_code == 0, result.output
    assert table(result) == {
        "requests": [0, 0, 0],
        "replies": [0, 0, 0],
        "error bodies": [0, 0, 0],
        "streams": [3, 0, 0],
    }


def test_roundtrip_shows_streams_that_broke_off_or_are_refused(tmp_path: Path) -> None:
    lines = [
        record(STREAMS[CLAUDE][:-3]),
        record(STREAMS[CLAUDE][:4]),
        record([*STREAMS[CLAUDE][:4], block("delta", 3, delta={"type": "text_delta", "text": ""})]),
    ]
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    result = run("roundtrip", "--root", ROOT, CLAUDE, path)
    assert result.exit_code == 1
    assert table(result)["streams"] == [0, 2, 1]
    assert "      2  /  broke off before the reply was complete\n" in result.stdout
    reasons = result.stdout.split("reasons of refusal, commonest first:\n")[1]
    assert re.fullmatch(r" +1  /index: .*\n", reasons)


FAULTS = {
    "another text": (
        "def decode_stream(events, **more):\n"
        "    events = list(events)\n"
        "    again = {'type': 'ping'} not in events\n"
        "    for e in _right_decode(events, **more):\n"
        "        if e['kind'] == 'completed' and again:\n"
        "            e['response']['message']['content'][0]['text'] += '!'\n"
        "        yield e\n",
        "      1  /message/content/*/text  another value\n",
    ),
    "no valid response": (
        "def decode_stream(events, **more):\n"
        "    for e in _right_decode(events, **more):\n"
        "        if e['kind'] == 'completed': e['response']['message']['role'] = 'me'\n"
        "        yield e\n",
        "      1  /message/role  is not valid: 'assistant' was expected\n",
    ),
    "events that cannot be read": (
        "def encode_stream(events, **more):\n"
        "    list(events)\n"
        "    return [3]\n",
        "      1  /  cannot be read again: /: type: expected an object\n",
    ),
    "a crash": (
        "def encode_stream(events, **more):\n"
        "    raise KeyError('x')\n",
        "      1  /  raised KeyError: 'x'\n",
    ),
    "nothing left": (
        "def encode_stream(events, **more):\n"
        "    list(events)\n"
        "    return []\n",
        "      1  /message/content  fewer items\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_roundtrip_shows_a_faulty_adapter(framed: Path, tmp_path: Path, fault: str) -> None:
    shutil.copytree(framed, tmp_path / "project")
    path = tmp_path / "project" / "generated" / "toolwire" / f"{CLAUDE}.py"
    code, shown = FAULTS[fault]
    path.write_text(f"{path.read_text()}\n_right_decode = decode_stream\n{code}")
    root, text = tmp_path / "project", sse(STREAMS[CLAUDE])
    result = run("roundtrip", "--root", root, CLAUDE, "-", stdin=text)
    assert result.exit_code == 1
    assert table(result)["streams"] == [0, 1, 0]
    assert shown in result.stdout


# -- validate


@pytest.mark.parametrize("name", STREAMS)
def test_validate_takes_every_form_of_a_stream(name: str) -> None:
    events = [*STREAMS[name], FAILED[name]]
    good = f"stdin: {len(events)} events, each a valid StreamEvent\n"
    for text in (json.dumps(record(events)), sse(events)):
        for more in ([], ["--as", "stream"]):
            result = run("validate", "--root", ROOT, name, "-", *more, stdin=text)
            assert (result.exit_code, result.stdout) == (0, good)
    options = ["--root", str(ROOT), name, "-", "--as", "stream"]
    result = run("validate", *options, stdin=json.dumps(events))
    assert (result.exit_code, result.stdout) == (0, good)


def test_events_are_of_the_type_that_the_transform_names(tmp_path: Path) -> None:
    small_project(tmp_path)
    assert run("generate", "--root", tmp_path).exit_code == 0
    text = json.dumps([{"lines": [{"at": 0, "text": "Hm"}]}, 3])
    result = run("validate", "--root", tmp_path, SMALL, "-", "--as", "stream", stdin=text)
    assert result.stdout == "stdin: event 2: /: 3 is not valid under any of the given schemas\n"


def test_validate_names_the_event() -> None:
    broken = [*STREAMS[CLAUDE][:2], block("delta", 0, delta={"type": "text_delta"}), 3]
    for text in (sse(broken) + 'data: {"type": "pi', json.dumps(record(broken))):
        result = run("validate", "--root", ROOT, CLAUDE, "-", stdin=text)
        assert result.exit_code == 1
        first, second, *rest = result.stdout.splitlines()
        assert first == "stdin: event 3: /delta: 'text' is a required property"
        assert second.startswith("stdin: event 4: /: 3 is not ")
        assert rest == (["stdin: event 5: it is cut off"] if text.startswith("data") else [])


def test_validate_knows_intermediate_events() -> None:
    events: list[Any] = [{"kind": "started", "id": "r"}, {"kind": "textDelta", "text": "Sun"}]
    options = ["--root", str(ROOT), "intermediate", "-", "--as", "stream"]
    assert run("validate", *options, stdin=json.dumps(events)).exit_code == 0
    assert run("validate", *options, stdin=json.dumps(record(events))).exit_code == 0
    result = run("validate", *options, stdin=json.dumps([*events, {"kind": "textDelta"}]))
    assert result.exit_code == 1
    assert result.stdout == "stdin: event 3: /: 'text' is a required property\n"


# -- bad input

GOOD = sse(STREAMS[OPENAI][:1])
BAD: list[tuple[str, Any, list[str], str]] = [
    ("a line that is no field", f"{GOOD}oops\n\n", [], "stdin:3: not a line of server-sent"),
    ("a field without its colon", f"{GOOD}data{{}}\n\n", [], "stdin:3: not a line of server-sent"),
    ("no events at all", "hello", ["--kind"], "stdin:1: not a line of server-sent events: hello"),
    ("broken JSON", 'data: {"a": }\n\n' + GOOD, [], "stdin: event 1: not JSON: Expecting value"),
    ("a word", GOOD + "data: over\n\n", [], "stdin: event 2: not JSON"),
    ("NaN", "data: NaN\n\n", [], "stdin: event 1: not JSON: NaN is not JSON"),
    ("10,000 levels", f"data: {'[' * 10_000}\n\n", [], "stdin: event 1: not JSON: nests too deep"),
    ("not UTF-8", b"data: \xff\n\n", [], "stdin: not UTF-8 text (byte 6)"),
    ("an event that is a number", {"events": [3]}, [], "stdin: event 1: not an object"),
    ("an event without data", {"events": [{"x": 1}]}, [], 'has neither "data" nor "comment"'),
    ("text that is no JSON", {"events": [{"data": "{"}]}, [], "stdin: event 1: not JSON"),
    ("no stream", {"a": 1}, ["--kind"], "stdin: not a stream: neither a record with a list"),
    ("a number", 3, ["--kind"], "stdin:1: not a line of server-sent events: 3"),
    ("events that are no list", {"events": 3}, ["--kind"], "stdin: not a stream: "),
    ("a broken list", '[{"a": 1}', ["--kind"], "stdin:1:10: not JSON"),
]


def is_one_line(result: Result, message: str) -> None:
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert result.stderr.startswith("toolwire: stdin")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr


@pytest.mark.parametrize(
    ("content", "more", "message"), [b[1:] for b in BAD], ids=[b[0] for b in BAD]
)
def test_bad_streams_are_one_line(content: Any, more: list[str], message: str) -> None:
    raw = content if isinstance(content, (str, bytes)) else json.dumps(content)
    kind = ["--kind", "stream"] if more else []
    is_one_line(convert(OPENAI, GEMINI, raw, *kind), message)
    as_ = ["--as", "stream"] if more else []
    is_one_line(run("validate", "--root", ROOT, OPENAI, "-", *as_, stdin=raw), message)
    if not more:
        is_one_line(run("roundtrip", "--root", ROOT, OPENAI, "-", stdin=raw), message)


@pytest.mark.parametrize("value", [3, "x", None, [], True])
def test_an_event_that_is_no_object_is_named(value: Any) -> None:
    message = "stdin: event 2: /: type: expected an object"
    events = [STREAMS[OPENAI][0], value]
    is_one_line(convert(OPENAI, GEMINI, sse(events)), message)
    is_one_line(convert(OPENAI, GEMINI, events, "--kind", "stream"), message)
    result = run("roundtrip", "--root", ROOT, OPENAI, "-", stdin=sse(events))
    assert (result.exit_code, table(result)["streams"]) == (1, [0, 0, 1])
    assert "      1  /: type: expected an object\n" in result.stdout


def test_what_only_the_whole_reply_shows_names_no_event() -> None:
    events = [*STREAMS[CLAUDE]]
    events[-2] = {**events[-2], "usage": {"output_tokens": "7"}}
    message = "stdin: the reply they build: /usage/output_tokens: type: expected an integer"
    is_one_line(convert(CLAUDE, GEMINI, record(events)), message)


def test_other_kinds_than_streams_are_refused_for_text() -> None:
    is_one_line(convert(OPENAI, GEMINI, GOOD, "--kind", "request"), "a stream, no request")
    result = run("validate", "--root", ROOT, OPENAI, "-", "--as", "response", stdin=GOOD)
    is_one_line(result, "a stream, no response")
    result = convert(OPENAI, GEMINI, GOOD, "--kind", "strem")
    assert result.exit_code == 2
    assert "did you mean stream?" in result.stderr


def test_a_stream_cannot_write_to_the_terminal() -> None:
    for text in ("data: \x1b[2J\n\n", "data: {}\n\x1b[2J\n\n"):
        assert "\x1b" not in convert(OPENAI, GEMINI, text).output
        for command in ("roundtrip", "validate"):
            assert "\x1b" not in run(command, "--root", ROOT, OPENAI, "-", stdin=text).output


# -- the text of server-sent events


def test_lines_may_end_in_every_way_and_data_may_have_several() -> None:
    text = "\n: note\r\nretry: 3\r\n\r\nevent: a\ndata: {\ndata:  1}\nid: 7\n\ndata:x\r\rdata\n\n"
    assert looks_like_events(text)
    assert list(read_events(text)) == [
        {"event": "a", "data": "{\n 1}"},
        {"event": None, "data": "x"},
        {"event": None, "data": ""},
    ]


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029", "\x0b"])
def test_only_line_ends_end_lines(character: str) -> None:
    events = [*STREAMS[OPENAI]]
    events[1] = chunk({"content": f"a{character}b"})
    text = "".join(f"data: {json.dumps(e, ensure_ascii=False)}\n\n" for e in events)
    result = convert(OPENAI, CLAUDE, text)
    assert result.exit_code == 0, result.stderr
    assert character not in result.stdout
    found = [data for _, data in read_sse(result.stdout)]
    assert f"a{character}b see." in reply(CLAUDE, found)["text"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("data: 1\n\ndata: 2", [{"event": None, "data": "1"}, {"event": None, "data": "2"}]),
        ("data: 1\n\ndata: {", [{"event": None, "data": "1"}, {"cut": "{"}]),
        ("data: 1\n\ndata: {\n", [{"event": None, "data": "1"}, {"cut": "{"}]),
        ("data: {\n\ndata: 1", [{"event": None, "data": "{"}, {"event": None, "data": "1"}]),
        ("data: 1\n\nda", [{"event": None, "data": "1"}, {"cut": "da"}]),
        ("data: {\ndata", [{"cut": "{"}, {"cut": "data"}]),
        ("data: [DONE]", [{"event": None, "data": "[DONE]"}]),
        ("data: [DO", [{"cut": "[DO"}]),
        ("data:", [{"cut": ""}]),
        (": nothing", []),
        ("", []),
    ],
)
def test_an_event_whose_end_is_missing_is_none(text: str, found: list[Any]) -> None:
    assert list(read_events(text)) == found


def test_a_broken_line_is_named() -> None:
    with pytest.raises(BrokenTextError) as caught:
        list(read_events("data: 1\r\n\r\n" + "x" * 100 + "\n"))
    assert caught.value.line == 3
    assert str(caught.value).endswith(f": {'x' * 60}…")


@pytest.mark.parametrize("text", ["", "{}", "[]", "3", '"data: "', "database", "dat: x", "event"])
def test_other_text_does_not_look_like_events(text: str) -> None:
    assert not looks_like_events(text)


def test_an_event_cannot_break_out_of_its_line() -> None:
    framing = Framing(name="type")
    assert framing.apart({"type": "a"}) == ("a", {"type": "a"})
    for event in ({"type": "a\ndata: 1"}, {"type": "a\r"}, {"type": 3}, {}, 3):
        assert framing.apart(event) == (None, event)
    assert Framing().apart({"type": "a"}) == (None, {"type": "a"})


def test_the_only_key_of_an_event_may_be_its_name() -> None:
    framing = Framing(name=".")
    assert framing.apart({"begun": {"at": 0}}) == ("begun", {"at": 0})
    assert framing.joined("begun", {"at": 0}) == {"begun": {"at": 0}}
    assert framing.joined("begun", {"begun": {"at": 0}}) == {"begun": {"at": 0}}
    assert framing.joined(None, {"begun": {"at": 0}}) == {"begun": {"at": 0}}
    others: list[Any] = [{"a": 1, "b": 2}, {"a\r": 1}, {"": 1}, {}, [], 3]
    for event in others:
        assert framing.apart(event) == (None, event)
    assert Framing(name="type").joined("begun", {"type": "begun"}) == {"type": "begun"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_file_is_known_by_its_look_whatever_its_name(tmp_path: Path, end: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + sse(STREAMS[OPENAI], end).encode())
    result = run("convert", "--root", ROOT, "--from", OPENAI, "--to", GEMINI, path)
    assert result.exit_code == 0, result.stderr
    found = [data for _, data in read_sse(result.stdout)]
    assert reply(GEMINI, found) == SAID
