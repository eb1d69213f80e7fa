"""What apps do to a request between two turns, each edit by its name; each changes one thing."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from dice import Dice
from driving.message_edits import (
    TEXT,
    Edit,
    add_argument,
    add_block,
    append,
    calls,
    change_arguments,
    change_block,
    change_content,
    change_id,
    change_text,
    drop_pair,
    garble_arguments,
    insert,
    one_of,
    remove,
    remove_reasoning,
    rename_call,
    replace_result,
    results,
    say_before_calls,
    swap_results,
    tools,
)

Json = Any
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


# -- tools


def in_tool(change: Callable[[Json], None]) -> Edit:
    def edit(value: Json, dice: Dice) -> Json:
        if (tool := one_of(tools(value), dice)) is None:
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


def rename_tool(value: Json, dice: Dice) -> Json:
    """Rename a tool wherever it is spoken of."""
    if (tool := one_of(tools(value), dice)) is None:
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


def add_tool(value: Json, dice: Dice) -> Json:
    tool = {"name": "fresh_tool", "description": TEXT, "parameters": copy.deepcopy(SCHEMA)}
    found = value.get("tools") or []
    place = dice.randint(0, len(found))
    return {**value, "tools": [*found[:place], tool, *found[place:]]}


def remove_tool(value: Json, dice: Dice) -> Json:
    if (tool := one_of(tools(value), dice)) is None:
        return None
    return {**value, "tools": [item for item in value["tools"] if item is not tool]}


def double_tool(value: Json, dice: Dice) -> Json:
    if (tool := one_of(tools(value), dice)) is None:
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
    "topK": (7, 8),
    "seed": (77, 0),
    "presencePenalty": (0.5, 1),
    "frequencyPenalty": (0.5, -1),
    "reasoningEffort": ("none", "minimal", "low", "xhigh"),
    "jsonOutput": (True, False),
    "stream": (True, False),
    "user": ("u-fresh",),
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
