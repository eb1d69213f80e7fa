"""Conversations of Chat Completions: one text beside the calls, each result a message."""

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
    """The conversations of Chat Completions, and of services that speak it."""

    REPLY_IDS = ("unique", "unique", "counted", "counted", "same", "missing", "empty", "dotted")
    REQUEST_IDS = ("unique", "unique", "counted", "dotted", "same", "missing", "empty")
    TEXTS_JOINED = True
    RESULTS_FOLLOW_SINGLY = True
    RECORDED = ("openai_chat.jsonl", "openai_chat_compat.jsonl")
    WORDS: ClassVar = {
        "stop": "stop",
        "length": "length",
        "tool_calls": "tool_calls",
        "content_filter": "content_filter",
    }
    MEANINGS: ClassVar = {**{word: reason for reason, word in WORDS.items()}, None: "other"}
    ERROR: ClassVar = {"error": {"message": "Overloaded.", "type": "server_error"}}

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
                    _call(call.name, dice.spelled({"question": ask(call.marker)}), call.id)
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
        for asked, id_ in zip(calls, ids, strict=True):
            text = dice.spelled(some_arguments(asked, dice))
            if dice.chance(20):
                text = text[:-1]  # no object: the model broke off
            wished.append(_call(asked.name, text, id_))
        message: Json = {"role": "assistant", "content": dice.choice([None, "", *some_texts(dice)])}
        if dice.chance(4):
            message["reasoning_content"] = "I should ask a tool."
        if wished:
            message["tool_calls"] = wished
        reason = "tool_calls" if wished else "stop"
        return {
            "id": f"chatcmpl-{dice.getrandbits(64):016x}",
            "object": "chat.completion",
            "created": 1700000000,
            "model": "m",
            "choices": [{"index": 0, "message": message, "finish_reason": reason}],
            "usage": {"prompt_tokens": 9, "completion_tokens": 7, "total_tokens": 16},
        }

    def sent_ids(self, body: Json) -> list[str | None]:
        calls = body["choices"][0]["message"].get("tool_calls", [])
        return [call.get("id") for call in calls]

    def chunks(self, body: Json) -> list[Json]:
        """Chunks with one call each, as the services send them that do not stream arguments."""
        (choice,) = body["choices"]
        message = choice["message"]
        deltas = [{key: value for key, value in message.items() if key != "tool_calls"}]
        calls = message.get("tool_calls", [])
        deltas += [{"tool_calls": [{"index": at, **call}]} for at, call in enumerate(calls)]
        head = {key: body[key] for key in ("id", "created", "model")}
        chunks: list[Json] = [
            {**head, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]}
            for delta in deltas
        ]
        chunks[-1]["choices"][0]["finish_reason"] = choice["finish_reason"]
        chunks[-1]["usage"] = body["usage"]
        return copy.deepcopy(chunks)

    def says_why(self, event: Json) -> bool:
        if event == "[DONE]":
            return True
        choices = event.get("choices") or []
        ended = any(choice.get("finish_reason") for choice in choices)
        return ended or bool(not choices and event.get("usage"))


def _call(name: str, arguments: str, id_: str | None) -> Json:
    call = {"type": "function", "function": {"name": name, "arguments": arguments}}
    return with_id(call, id_)
