"""What apps do to a conversation between two turns: messages, calls and results.

An edit takes a value of its own, and dice for its choices. It gives the edited value, or None where
there is nothing of the kind to edit.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from dice import Dice

Json = Any
Edit = Callable[[Json, Dice], Json]
TEXT = "Fresh words: \u00e9 \U0001f600 \"quoted\" \\ and\n{\"a\": 1}"


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


def one_of(found: list[Json], dice: Dice) -> Json:
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
        if (entry := one_of(found, dice)) is None:
            return None
        entry["content"] = TEXT
        return value

    return edit


def change_content(role: str, was: type, content: Json) -> Edit:
    """Set another kind of content than a message had."""

    def edit(value: Json, dice: Dice) -> Json:
        found = [m for m in messages(value, role) if type(m["content"]) is was]
        if (entry := one_of(found, dice)) is None:
            return None
        entry["content"] = copy.deepcopy(content)
        return value

    return edit


def change_block(value: Json, dice: Dice) -> Json:
    if (block := one_of(blocks(value, "text"), dice)) is None:
        return None
    block["text"] = TEXT
    return value


def add_block(block: Json) -> Edit:
    """Add a block to what a user says."""

    def edit(value: Json, dice: Dice) -> Json:
        if (entry := one_of(messages(value, "user"), dice)) is None:
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
    if (entry := one_of(found, dice)) is None:
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
    if (call := one_of(calls(value), dice)) is None:
        return None
    call.pop("invalidArguments", None)
    call["arguments"] = {"fresh": [1, 1.0, None, {"z": "\u00e9"}], "a b": TEXT}
    return value


def add_argument(value: Json, dice: Dice) -> Json:
    found = [call for call in calls(value) if "invalidArguments" not in call]
    if (call := one_of(found, dice)) is None:
        return None
    call["arguments"]["fresh"] = 2**63 + 1
    return value


def garble_arguments(value: Json, dice: Dice) -> Json:
    if (call := one_of(calls(value), dice)) is None:
        return None
    call["arguments"], call["invalidArguments"] = {}, '{"city": "Os'
    return value


def change_id(value: Json, dice: Dice) -> Json:
    if (call := one_of(lone(value), dice)) is None:
        return None
    for result in [r for r in answers(value, call) if "messages" in value]:
        result["toolCallId"] = "fresh_id"
    call["id"] = "fresh_id"
    return value


def rename_call(value: Json, dice: Dice) -> Json:
    if (call := one_of(lone(value), dice)) is None:
        return None
    for result in answers(value, call) if "messages" in value else ():
        result["name"] = "fresh_name"
    call["name"] = "fresh_name"
    return value


def replace_result(kind: str, content: Json, failed: bool = False) -> Edit:
    """Set what a tool gave, and of which kind that is; the result's metadata stays."""

    def edit(value: Json, dice: Dice) -> Json:
        if (result := one_of(results(value), dice)) is None:
            return None
        result.pop("isError", None)
        result |= {"kind": kind, "value": copy.deepcopy(content)}
        if failed:
            result["isError"] = True
        return value

    return edit


def drop_pair(value: Json, dice: Dice) -> Json:
    """Drop a call and all of its results."""
    if (call := one_of(lone(value), dice)) is None:
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
