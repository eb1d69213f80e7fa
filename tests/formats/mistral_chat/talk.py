"""Conversations of Mistral: texts and thoughts beside the calls, each result a message."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from typing import Any, ClassVar

from dice import Dice
from driving import talk
from driving.calls import (
    Asked,
    Item,
    Place,
    Step,
    answer,
    answered_by,
    ask,
    asked_by,
    some_arguments,
    some_texts,
    with_id,
)

Json = Any


class Talk(talk.Talk):
    """The conversations of Mistral, and of hosts of its models."""

    REPLY_IDS = ("unique", "unique", "unique", "counted", "missing", "dotted")
    REQUEST_IDS = ("unique", "unique", "counted", "same", "missing")
    TEXTS_JOINED = True
    RESULTS_FOLLOW_SINGLY = True
    RECORDED = ("mistral.jsonl",)
    WORDS: ClassVar = {
        "stop": "stop",
        "length": "length",
        "tool_calls": "tool_calls",
        "error": "error",
    }
    WORDLESS: ClassVar = {"other": "stop", "pause": "stop", "content_filter": "error"}
    MEANINGS: ClassVar = {
        **{word: reason for reason, word in WORDS.items()},
        "model_length": "length",
        None: "other",
    }
    ERROR: ClassVar = {"object": "error", "message": "Overloaded.", "type": "server_error"}

    def place(self, message: Json) -> Place:
        if message["role"] == "tool":
            marker = answered_by(message["content"])
            return Place(results=[Item(message.get("tool_call_id") or None, None, marker)])
        calls = [(call.get("id"), call["function"]) for call in message.get("tool_calls") or []]
        return Place([Item(id_ or None, f["name"], asked_by(f["arguments"])) for id_, f in calls])

    def request(self, steps: Sequence[Step], dice: Dice) -> Json:
        messages: list[Json] = []
        for step in steps:
            role = "assistant" if step.role == "model" else "user"
            message: Json = {"role": role, "content": step.text}
            if step.calls:
                message["tool_calls"] = [
                    _call(call.name, _spelled({"question": ask(call.marker)}, dice), call.id)
                    for call in step.calls
                ]
            if step.text or step.calls:
                messages.append(message)
            for call in step.results:
                text = answer(call.marker)
                content = dice.choice([text, [{"type": "text", "text": text}], json.dumps([text])])
                result = {"role": "tool", "content": content}
                messages.append(with_id(result, call.answered_as, "tool_call_id"))
        return {"model": "m", "messages": messages}

    def reply(self, calls: Sequence[Asked], ids: Sequence[str | None], dice: Dice) -> Json:
        wished = []
        for at, (asked, id_) in enumerate(zip(calls, ids, strict=True)):
            text = dice.spelled(some_arguments(asked, dice))
            if dice.chance(20):
                text = text[:-1]  # no object: the model broke off
            wished.append({**_call(asked.name, text, id_), "index": at})
        content: Json = dice.choice(["", *some_texts(dice)])
        if dice.chance(4):
            thoughts = {"type": "thinking", "thinking": [_text("I should ask a tool.")]}
            content = [thoughts, *([_text(content)] if content else [])]
        message = {"role": "assistant", "content": content, "tool_calls": wished or None}
        reason = "tool_calls" if wished else "stop"
        return {
            "id": f"{dice.getrandbits(128):032x}",
            "object": "chat.completion",
            "created": 1700000000,
            "model": "m",
            "choices": [{"index": 0, "message": message, "finish_reason": reason}],
            "usage": {"prompt_tokens": 9, "completion_tokens": 7, "total_tokens": 16},
        }

    def sent_ids(self, body: Json) -> list[str | None]:
        calls = body["choices"][0]["message"].get("tool_calls") or []
        return [call.get("id") for call in calls]

    def chunks(self, body: Json) -> list[Json]:
        """Chunks as the service sends them: all calls, the reason and the tokens in the last."""
        (choice,) = body["choices"]
        message = choice["message"]
        deltas = [{key: value for key, value in message.items() if key != "tool_calls"}]
        if message.get("tool_calls"):
            deltas.append({"tool_calls": message["tool_calls"]})
        head = {key: body[key] for key in ("id", "created", "model")}
        chunks: list[Json] = [
            {**head, "object": "chat.completion.chunk",
             "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
            for delta in deltas
        ]  # fmt: skip
        chunks[-1]["choices"][0]["finish_reason"] = choice["finish_reason"]
        chunks[-1]["usage"] = body["usage"]
        return copy.deepcopy(chunks)

    def fails(self, event: Json) -> bool:
        return isinstance(event, dict) and "message" in event

    def says_why(self, event: Json) -> bool:
        if event == "[DONE]":
            return True
        return any(choice.get("finish_reason") for choice in event.get("choices") or [])


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _spelled(arguments: Json, dice: Dice) -> Json:
    """Arguments as apps send them: as text, or as the object."""
    return arguments if dice.chance(4) else dice.spelled(arguments)


def _call(name: str, arguments: Json, id_: str | None) -> Json:
    call = {"type": "function", "function": {"name": name, "arguments": arguments}}
    return with_id(call, id_)
