"""What apps do to a request between two turns: each edit changes one thing.

An edit takes a request of its own, and dice for its choices. It gives the edited request, or None
where there is nothing of the kind to edit.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from dice import Dice

Json = Any
Edit = Callable[[Json, Dice], Json]
TEXT = "Fresh words: \u00e9 \U0001f600 \"quoted\" \\ and\n{\"a\": 1}"
SCHEMA = {"type": "object", "properties": {"fresh": {"type": ["string", "null"]}, "n": {}}}
PICTURE = {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
LINK = {"kind": "image", "url": "https://example.com/fresh.png", "mimeType": "image/png"}
PAPER = {"kind": "document", "data": "JVBERi0=", "mimeType": "application/pdf", "name": "fresh.pdf"}


# -- fields of the request


def put(key: str, *values: Json) -> Edit:
    """Set a field to a value that it does not have."""

    def edit(value: Json, dice: Dice) -> Json:
        fresh = [item for item in values if item != value.get(key)]
        return {**value, key: copy.deepcopy(dice.choice(fresh))}

    return edit


def drop(key: str) -> Edit:
    def edit(value: Json, dice: Dice) -> Json:
        return {k: item for k, item in value.items() if k != key} if key in value else None

    return edit


def blank(key: str) -> Edit:
    """Set a field to None, whether it is there or not: absent."""
    return lambda value, dice: {**value, key: None}


def choose(make: Callable[[list[str]], Json]) -> Edit:
    """Choose among the tools there are."""

    def edit(value: Json, dice: Dice) -> Json:
        names = [tool["name"] for tool in tools(value)]
        return {**value, "toolChoice": make(names)} if names else None

    return edit


def in_schema(change: Callable[[Json], None]) -> Edit:
    """Change something inside the wanted form of the reply."""

    def edit(value: Json, dice: Dice) -> Json:
        if not value.get("responseSchema"):
            return None
        change(value["responseSchema"])
        return value

    return edit


def _widen(wanted: Json) -> None:
    wanted["schema"].setdefault("properties", {})["fresh"] = {"type": "integer"}


# -- where things are


def tools(value: Json) -> list[Json]:
    return [tool for tool in value.get("tools") or [] if tool.get("kind") != "opaque"]


def messages(value: Json, *roles: str) -> list[Json]:
    found = value["messages"] if "messages" in value else [value["message"]]
    return [entry for entry in found if entry.get("role") in roles]


def blocks(value: Json, kind: str) -> list[Json]:
    """The blocks of a kind in all messages."""
    lists = [m["content"] for m in messages(value, "system", "user", "assistant")]
    return [b for content in lists if type(content) is list for b in content if b["kind"] == kind]


def calls(value: Json) -> list[Json]:
    return [block["toolCall"] for block in blocks(value, "toolCall")]


def results(value: Json) -> list[Json]:
    return [entry["toolResult"] for entry in messages(value, "tool")]


def _one_of(found: list[Json], dice: Dice) -> Json:
    return dice.choice(found) if found else None


def lone(value: Json) -> list[Json]:
    """Calls whose id no other call has: an app may change them together with their results."""
    ids = [call["id"] for call in calls(value)]
    return [call for call in calls(value) if ids.count(call["id"]) == 1]


def answers(value: Json, call: Json) -> list[Json]:
    return [result for result in results(value) if result["toolCallId"] == call["id"]]


# -- messages


def change_text(role: str) -> Edit:
    """Set the text of a message whose content is a string."""

    def edit(value: Json, dice: Dice) -> Json:
        found = [m for m in messages(value, role) if type(m["content"]) is str]
        if (entry := _one_of(found, dice)) is None:
            return None
        entry["content"] = TEXT
        return value

    return edit


def change_content(role: str, was: type, content: Json) -> Edit:
    """Set another kind of content than a message had."""

    def edit(value: Json, dice: Dice) -> Json:
        found = [m for m in messages(value, role) if type(m["content"]) is was]
        if (entry := _one_of(found, dice)) is None:
            return None
        entry["content"] = copy.deepcopy(content)
        return value

    return edit


def change_block(value: Json, dice: Dice) -> Json:
    if (block := _one_of(blocks(value, "text"), dice)) is None:
        return None
    block["text"] = TEXT
    return value


def add_block(block: Json) -> Edit:
    """Add a block to what a user says."""

    def edit(value: Json, dice: Dice) -> Json:
        if (entry := _one_of(messages(value, "user"), dice)) is None:
            return None
        if type(entry["content"]) is str:
            entry["content"] = [{"kind": "text", "text": entry["content"]}]
        place = dice.randint(0, len(entry["content"]))
        entry["content"].insert(place, copy.deepcopy(block))
        return value

    return edit


def append(entry: Json) -> Edit:
    def edit(value: Json, dice: Dice) -> Json:
        value["messages"].append(copy.deepcopy(entry))
        return value

    return edit


def insert(entry: Json, front: bool = False) -> Edit:
    def edit(value: Json, dice: Dice) -> Json:
        place = 0 if front else dice.randint(0, len(value["messages"]))
        value["messages"].insert(place, copy.deepcopy(entry))
        return value

    return edit


def remove(*roles: str) -> Edit:
    """Remove a message that holds no call and is no result."""

    def edit(value: Json, dice: Dice) -> Json:
        found = [
            at
            for at, entry in enumerate(value["messages"])
            if entry.get("role") in roles and not calls({"messages": [entry]})
        ]
        if not found or len(value["messages"]) == 1:
            return None
        del value["messages"][dice.choice(found)]
        return value

    return edit


def say_before_calls(value: Json, dice: Dice) -> Json:
    found = [m for m in messages(value, "assistant") if calls({"messages": [m]})]
    if (entry := _one_of(found, dice)) is None:
        return None
    entry["content"].insert(0, {"kind": "text", "text": TEXT})
    return value


def remove_reasoning(value: Json, dice: Dice) -> Json:
    if not blocks(value, "reasoning"):
        return None
    for entry in messages(value, "assistant"):
        entry["content"] = [b for b in entry["content"] if b["kind"] != "reasoning"]
    return value


# -- calls and results


def change_arguments(value: Json, dice: Dice) -> Json:
    if (call := _one_of(calls(value), dice)) is None:
        return None
    call.pop("invalidArguments", None)
    call["arguments"] = {"fresh": [1, 1.0, None, {"z": "\u00e9"}], "a b": TEXT}
    return value


def add_argument(value: Json, dice: Dice) -> Json:
    found = [call for call in calls(value) if "invalidArguments" not in call]
    if (call := _one_of(found, dice)) is None:
        return None
    call["arguments"]["fresh"] = 2**63 + 1
    return value


def garble_arguments(value: Json, dice: Dice) -> Json:
    if (call := _one_of(calls(value), dice)) is None:
        return None
    call["arguments"], call["invalidArguments"] = {}, '{"city": "Os'
    return value


def change_id(value: Json, dice: Dice) -> Json:
    if (call := _one_of(lone(value), dice)) is None:
        return None
    for result in [r for r in answers(value, call) if "messages" in value]:
        result["toolCallId"] = "fresh_id"
    call["id"] = "fresh_id"
    return value


def rename_call(value: Json, dice: Dice) -> Json:
    if (call := _one_of(lone(value), dice)) is None:
        return None
    for result in answers(value, call) if "messages" in value else ():
        result["name"] = "fresh_name"
    call["name"] = "fresh_name"
    return value


def rename_tool(value: Json, dice: Dice) -> Json:
    """Rename a tool wherever it is spoken of."""
    if (tool := _one_of(tools(value), dice)) is None:
        return None
    name = tool["name"]
    for item in [*tools(value), *calls(value), *results(value)]:
        if item["name"] == name:
            item["name"] = "fresh_name"
    choice = value.get("toolChoice")
    if type(choice) is dict and choice.get("name") == name:
        choice["name"] = "fresh_name"
    if type(choice) is dict and name in choice.get("allowed", ()):
        choice["allowed"] = ["fresh_name" if n == name else n for n in choice["allowed"]]
    return value


def replace_result(kind: str, content: Json, failed: bool = False) -> Edit:
    """Set what a tool gave, and of which kind that is; the result's metadata stays."""

    def edit(value: Json, dice: Dice) -> Json:
        if (result := _one_of(results(value), dice)) is None:
            return None
        result.pop("isError", None)
        result |= {"kind": kind, "value": copy.deepcopy(content)}
        if failed:
            result["isError"] = True
        return value

    return edit


def drop_pair(value: Json, dice: Dice) -> Json:
    """Drop a call and all of its results."""
    if (call := _one_of(lone(value), dice)) is None:
        return None
    for entry in messages(value, "assistant"):
        entry["content"] = [b for b in entry["content"] if b.get("toolCall") is not call]
    if "messages" in value:
        value["messages"] = [
            m for m in value["messages"] if m.get("role") != "tool"
            or m["toolResult"]["toolCallId"] != call["id"]
        ]  # fmt: skip
    return value


def swap_results(value: Json, dice: Dice) -> Json:
    """Let two neighbouring results change places."""
    found = value["messages"]
    places = [
        at for at in range(len(found) - 1) if found[at].get("role") == found[at + 1].get("role")
        == "tool"
    ]  # fmt: skip
    if not places:
        return None
    at = dice.choice(places)
    found[at], found[at + 1] = found[at + 1], found[at]
    return value


# -- tools


def in_tool(change: Callable[[Json], None]) -> Edit:
    def edit(value: Json, dice: Dice) -> Json:
        if (tool := _one_of(tools(value), dice)) is None:
            return None
        change(tool)
        return value

    return edit


def _nest(tool: Json) -> None:
    """Say something about a parameter, deep in the schema if it is deep."""
    schema = tool.setdefault("parameters", {"type": "object"})
    while properties := schema.get("properties"):
        schema = next(iter(properties.values()))
        if type(schema) is not dict:
            return
    schema["description"] = TEXT


def add_tool(value: Json, dice: Dice) -> Json:
    tool = {"name": "fresh_tool", "description": TEXT, "parameters": copy.deepcopy(SCHEMA)}
    found = value.get("tools") or []
    place = dice.randint(0, len(found))
    return {**value, "tools": [*found[:place], tool, *found[place:]]}


def remove_tool(value: Json, dice: Dice) -> Json:
    if (tool := _one_of(tools(value), dice)) is None:
        return None
    return {**value, "tools": [item for item in value["tools"] if item is not tool]}


def double_tool(value: Json, dice: Dice) -> Json:
    if (tool := _one_of(tools(value), dice)) is None:
        return None
    return {**value, "tools": [*value["tools"], {**copy.deepcopy(tool), "name": "fresh_tool"}]}


# -- the table


def _rows() -> Iterator[tuple[str, Edit]]:
    yield "model set", put("model", "fresh-model")
    for key, values in FIELDS.items():
        yield f"{key} set", put(key, *values)
        yield f"{key} dropped", drop(key)
        yield f"{key} None", blank(key)
    for name, form in CHOICES.items():
        yield f"toolChoice {name}", choose(form)
    for name, change in SCHEMA_CHANGES.items():
        yield f"responseSchema {name}", in_schema(change)
    for role in ("system", "user"):
        yield f"{role} text to text", change_text(role)
        texts = [{"kind": "text", "text": TEXT}, {"kind": "text", "text": "more"}]
        yield f"{role} text to list", change_content(role, str, texts)
        yield f"{role} list to text", change_content(role, list, TEXT)
        yield f"{role} message inserted", insert({"role": role, "content": TEXT})
        yield f"{role} message removed", remove(role)
    yield "system message first", insert({"role": "system", "content": TEXT}, front=True)
    yield "user message appended", append({"role": "user", "content": TEXT})
    yield "assistant message appended", append(
        {"role": "assistant", "content": [{"kind": "text", "text": TEXT}]}
    )
    yield "assistant message removed", remove("assistant")
    for name, block in {"image": PICTURE, "image URL": LINK, "document": PAPER}.items():
        yield f"{name} added", add_block(block)
    for name, content in RESULTS.items():
        yield f"result to {name}", replace_result(*content)
    for name, change in TOOL_CHANGES.items():
        yield f"tool {name}", in_tool(change)
    yield from {
        "block text": change_block,
        "text before calls": say_before_calls,
        "reasoning removed": remove_reasoning,
        "arguments replaced": change_arguments,
        "argument added": add_argument,
        "arguments not JSON": garble_arguments,
        "call id": change_id,
        "call renamed": rename_call,
        "call and results dropped": drop_pair,
        "results swapped": swap_results,
        "tool renamed": rename_tool,
        "tool added": add_tool,
        "tool removed": remove_tool,
        "tool doubled": double_tool,
    }.items()


FIELDS: dict[str, tuple[Json, ...]] = {
    "maxTokens": (77, 78),
    "temperature": (0.25, 1),
    "topP": (0.125, 0.5),
    "stopSequences": (["fresh"], ["fresh", "STOP"]),
    "parallelToolCalls": (True, False),
    "toolChoice": ("auto", "none", "required"),
    "responseSchema": (
        {"schema": SCHEMA},
        {"schema": SCHEMA, "name": "fresh", "description": "d", "strict": True},
    ),
    "tools": ([], [{"name": "fresh_tool"}]),
}
CHOICES: dict[str, Callable[[list[str]], Json]] = {
    "one name": lambda names: {"name": names[0]},
    "allowed auto": lambda names: {"allowed": names[:2], "mode": "auto"},
    "allowed required": lambda names: {"allowed": names[-2:], "mode": "required"},
}
SCHEMA_CHANGES: dict[str, Callable[[Json], Any]] = {
    "schema": lambda wanted: wanted.update(schema=copy.deepcopy(SCHEMA)),
    "property": _widen,
    "name": lambda wanted: wanted.update(name="fresh"),
    "description": lambda wanted: wanted.update(description=TEXT),
    "strict": lambda wanted: wanted.update(strict=not wanted.get("strict")),
    "strict None": lambda wanted: wanted.update(strict=None),
}
TOOL_CHANGES: dict[str, Callable[[Json], Any]] = {
    "description": lambda tool: tool.update(description=TEXT),
    "description dropped": lambda tool: tool.pop("description", None),
    "description None": lambda tool: tool.update(description=None),
    "parameters": lambda tool: tool.update(parameters=copy.deepcopy(SCHEMA)),
    "parameters dropped": lambda tool: tool.pop("parameters", None),
    "parameters None": lambda tool: tool.update(parameters=None),
    "parameter described": _nest,
    "strict": lambda tool: tool.update(strict=not tool.get("strict")),
    "strict dropped": lambda tool: tool.pop("strict", None),
}
RESULTS: dict[str, tuple[Any, ...]] = {
    "text": ("text", TEXT),
    "number text": ("text", "42"),
    "empty text": ("text", ""),
    "object": ("data", {"celsius": 21.0, "none": None}),
    "list": ("data", [1, "x", None]),
    "string data": ("data", "x"),
    "null": ("data", None),
    "output and error": ("data", {"output": "x", "error": "timeout"}),
    "output alone": ("data", {"output": "x"}),
    "failed data": ("data", {"code": 503}, True),
    "error": ("error", "No such city."),
    "blocks": ("multimodal", [{"kind": "text", "text": "Radar:"}, PICTURE]),
    "texts": ("multimodal", [{"kind": "text", "text": "a"}, {"kind": "text", "text": "b"}]),
    "failed blocks": ("multimodal", [{"kind": "text", "text": "Radar:"}, PICTURE], True),
}
REQUEST_EDITS: tuple[tuple[str, Edit], ...] = tuple(_rows())
