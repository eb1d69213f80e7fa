"""What Responses answers with 400, by its documents and its words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import inf
from typing import Any

from acceptance import (
    encoded,
    every,
    fetched,
    halves,
    oversized,
    pictures,
    spelled,
    twice,
    typed,
    within,
)
from formats.openai_chat import accepts as openai_chat
from formats.openai_chat.accepts import PICTURES, caller, effort, sampled, shaped

Json = Any
NAME = "[a-zA-Z0-9_-]{1,64}"
ELSEWHERE = ("previous_response_id", "conversation", "prompt")
CALLS = ("function_call", "custom_tool_call")


MODELS = openai_chat.MODELS
OWN: dict[str, Json] = {
    "an earlier reply": {"previous_response_id": "resp_1"},
    "a conversation": {"conversation": "conv_1"},
    "a stored prompt": {"prompt": {"id": "pmpt_1"}},
    "nothing stored": {"store": False},
    "probabilities": {"top_logprobs": 2},
}


ASKED: Json = {"type": "message", "role": "user", "content": "How warm is it?"}
CALL: Json = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"}
OUTPUT: Json = {"type": "function_call_output", "call_id": "c1", "output": "Warm."}
THOUGHT: Json = {"type": "reasoning", "id": "rs_1", "summary": []}
SAID: Json = {
    "type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
    "content": [{"type": "output_text", "text": "Warm.", "annotations": []}],
}  # fmt: skip
TOOLS: Json = [
    {
        "type": "function",
        "name": "f",
        "strict": False,
        "parameters": {"type": "object", "properties": {}},
    }
]


def _input(*items: Json, **keys: Json) -> Json:
    return {"input": [ASKED, *items], "tools": TOOLS, **keys}


HISTORIES: dict[str, Json] = {
    "what was thought and said": _input(THOUGHT, SAID, ASKED),
    "what was thought and called": _input(THOUGHT, {**CALL, "id": "fc_1"}, OUTPUT),
    "what was called, and no thought": _input({**CALL, "id": "fc_1"}, OUTPUT),
    "what was said, and no thought": _input(SAID, ASKED),
    "what was thought, and nothing stored": _input(THOUGHT, SAID, ASKED, store=False),
    "what was thought in secret": _input(
        {**THOUGHT, "encrypted_content": "c2"}, SAID, ASKED, store=False
    ),
    "what was thought in secret, with no id": _input(
        {"type": "reasoning", "summary": [], "encrypted_content": "c2"}, SAID, ASKED
    ),
    "a thought that leads nowhere": _input(THOUGHT, ASKED),
    "what was said twice": _input(SAID, ASKED, SAID, ASKED),
    "no arguments": _input({key: one for key, one in CALL.items() if key != "arguments"}, OUTPUT),
    **{f"arguments {value!r}": _input({**CALL, "arguments": value}, OUTPUT)
       for value in (None, "", "[1]", {"a": 1})},
    "an output of no parts": _input(CALL, {**OUTPUT, "output": []}),
    "an output of no id": _input(CALL, {k: one for k, one in OUTPUT.items() if k != "call_id"}),
    **{f"the output of a call of {name}": {"input": [OUTPUT], "tools": TOOLS, **keys}
       for name, keys in OWN.items() if keys.keys() & {*ELSEWHERE}},
}  # fmt: skip


def breaches(body: Json) -> list[str]:
    """Why the API would refuse a request."""
    stored = any(body.get(key) is not None for key in ELSEWHERE)
    items = body.get("input")
    listed = [] if items is None or isinstance(items, str) else items
    found = [*_items(listed), *_tools(body, listed), *_settings(body), *_data(body, listed)]
    found += [*halves(body), *_led_to(listed, str(body.get("model")).rpartition("/")[2])]
    if not items and not stored:
        found.append("no input")
    if body.get("store") is False:
        found += [
            "an item that is not found, as nothing is stored" for item in listed
            if item.get("type") == "reasoning" and not item.get("encrypted_content")
        ]  # fmt: skip
    if not any(item.get("type") == "item_reference" for item in listed):
        found += _pairs(listed, stored)
    return found


def _pairs(items: list[Json], stored: bool) -> Iterator[str]:
    """Each call has its output behind it, and each output its call ahead of it.

    That may be in what is ``stored``.
    """
    for kind, output in (
        ("function_call", "function_call_output"),
        ("custom_tool_call", "custom_tool_call_output"),
    ):
        open_: list[str] = []
        used_ids: set[str] = set()
        for item in items:
            id_ = item.get("call_id")
            if item.get("type") == kind:
                if id_ in used_ids:
                    yield f"two calls have the id {id_!r}"
                used_ids.add(id_)
                open_.append(id_)
            elif item.get("type") == output:
                if id_ in open_:
                    open_.remove(id_)
                elif not stored:
                    yield f"an output of no open call: {id_!r}"
        if open_:
            yield f"calls without an output: {open_}"


def _data(body: Json, items: list[Json]) -> Iterator[str]:
    """What a function returns that says of which schema that is, is JSON text."""
    tools = body.get("tools") or []
    with_schema = {tool.get("name") for tool in tools if tool.get("output_schema") is not None}
    called = {item.get("call_id"): item.get("name") for item in items
              if item.get("type") == "function_call"}  # fmt: skip
    for item in items:
        output = item.get("output")
        of_one = (
            item.get("type") == "function_call_output"
            and called.get(item.get("call_id")) in with_schema
        )
        if of_one and isinstance(output, str):
            try:
                json.loads(output)
            except ValueError:
                yield "an output that is no JSON string, of a function with an output_schema"


def _followed(items: list[Json]) -> Iterator[str]:
    """What the model thought is followed by what it thought it for."""
    for item, after in zip(items, [*items[1:], {"role": "user"}], strict=False):
        by_user = after.get("type", "message") == "message" and after.get("role") != "assistant"
        output = str(after.get("type")).endswith("_output")
        if item.get("type") == "reasoning" and (by_user or output):
            yield "a thought that nothing follows"


def _led_to(items: list[Json], model: str) -> Iterator[str]:
    """What was thought of goes with the thought, where a model that reasons had it."""
    thought = False
    for item in items:
        kind, own = item.get("type", "message"), item.get("role") in (None, "assistant")
        led = kind in (*CALLS, "message") and own and item.get("id")
        if led and not thought and re.match(r"o[134]|gpt-5(?!-chat)", model):
            yield f"{kind} was provided without its required 'reasoning' item"
        thought = kind == "reasoning" or (thought and own and kind in (*CALLS, "message"))


def _items(items: list[Json]) -> Iterator[str]:
    yield from _followed(items)
    for item in items:
        kind = item.get("type", "message")
        if kind in CALLS:
            yield from spelled([item.get("call_id")], ".{1,64}", "an id")
            yield from spelled([item.get("name")], NAME, "a name")
        stored = not str(item.get("id") or "rs_toolwire_").startswith("rs_toolwire_")
        if kind == "reasoning" and not (stored or item.get("encrypted_content")):
            yield "a thought that is neither stored nor encrypted"
        if kind == "message" and item.get("content") == []:
            yield "a message without content"
        if isinstance(item.get("output"), list):
            kinds = {part.get("type") for part in item["output"]}
            if kinds - {"input_text", "input_image", "input_file"}:
                yield f"an output that holds {sorted(map(str, kinds))}"
    yield from fetched(every(items, "image_url"), ["https", "http", "data"], "an image")
    yield from pictures(typed(every(items, "image_url")), PICTURES)
    sent = [*every(items, "image_url"), *every(items, "file_data")]
    yield from encoded(one for one in sent if str(one).startswith("data:"))
    yield from twice([str(item["id"]) for item in items if item.get("id")], "an item")
    yield from fetched(every(items, "file_url"), ["https", "http"], "a file")
    for file in every(items, "file_id"):
        if isinstance(file, str) and not file.startswith("file-"):
            yield f"a file of another provider: {file!r}"
    for part in (part for item in items for part in _parts(item)):
        if part.get("type") == "input_file" and "file_data" in part and not part.get("filename"):
            yield "a file without a name"
        if part.get("type") == "input_file" and "file_data" in part:
            yield from fetched([part["file_data"]], ["data"], "a file")
        if part.get("type") == "input_audio":
            yield "Invalid value: 'input_audio'"


def _parts(item: Json) -> list[Json]:
    content = item.get("content") or item.get("output")
    return [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []


def _tools(body: Json, items: list[Json]) -> Iterator[str]:
    tools, choice = body.get("tools") or [], body.get("tool_choice")
    names = [tool.get("name") for tool in tools if tool.get("type") in ("function", "custom")]
    yield from spelled(names, NAME, "a tool's name")
    for one in [*tools, (body.get("text") or {}).get("format") or {}]:
        if one.get("strict"):
            yield from oversized(one.get("parameters", one.get("schema")))
    if len(tools) > 128:
        yield f"{len(tools)} tools"
    elsewhere = any(item.get("type") == "additional_tools" for item in items)
    elsewhere = elsewhere or len(names) != len(tools) or body.get("prompt") is not None
    if elsewhere:
        return
    if choice is not None and not tools:
        yield "a choice and no tools"
    kind = choice.get("type") if isinstance(choice, dict) else None
    if kind in ("function", "custom") and choice["name"] not in names:
        yield f"a choice of no tool: {choice['name']!r}"
    if kind == "allowed_tools" and {one.get("name") for one in choice["tools"]} - {*names}:
        yield "a choice among tools that are not there"


def _settings(body: Json) -> Iterator[str]:
    yield from within(body.get("temperature"), 0, 2, "temperature")
    yield from within(body.get("top_p"), 0, 1, "top_p")
    yield from within(body.get("max_output_tokens"), 16, inf, "max_output_tokens")
    yield from caller(body, 64)
    model = str(body.get("model")).rpartition("/")[2]
    asked = (body.get("reasoning") or {}).get("effort")
    yield from effort(model, asked)
    yield from sampled(model, asked, body, {"temperature": 1, "top_p": 1})
    form = (body.get("text") or {}).get("format") or {}
    yield from shaped(model, form.get("type"))
    text = json.dumps(body.get("input")).lower()  # what the instructions say does not count
    stored = any(body.get(key) is not None for key in ELSEWHERE)
    if form.get("type") == "json_object" and "json" not in text and not stored:
        yield "JSON, and no item of the input says so"
    if form.get("type") == "json_schema":
        yield from spelled([form.get("name")], NAME, "the name of a schema")
