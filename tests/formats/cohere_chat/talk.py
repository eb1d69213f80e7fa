"""Conversations of Cohere: parts, a plan and calls, each result a message."""

from __future__ import annotations

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
)

Json = Any


class Talk(talk.Talk):
    """The conversations of Cohere."""

    RESULTS_FOLLOW_SINGLY = True
    RECORDED = ("cohere_v2.jsonl",)
    WORDS: ClassVar = {
        "stop": "COMPLETE",
        "length": "MAX_TOKENS",
        "tool_calls": "TOOL_CALL",
        "error": "ERROR",
    }
    WORDLESS: ClassVar = {"other": "stop", "pause": "stop", "content_filter": "error"}
    MEANINGS: ClassVar = {
        **{word: reason for reason, word in WORDS.items()},
        "STOP_SEQUENCE": "stop",
    }
    ERROR: ClassVar = {
        "type": "message-end",
        "delta": {"error": "Overloaded.", "finish_reason": "ERROR"},
    }

    def fails(self, event: Json) -> bool:
        delta = event.get("delta") if isinstance(event, dict) else None
        return isinstance(delta, dict) and bool(delta.get("error"))

    def place(self, message: Json) -> Place:
        if message["role"] == "tool":
            marker = answered_by(message["content"])
            return Place(results=[Item(message["tool_call_id"] or None, None, marker)])
        calls = [(call["id"], call["function"]) for call in message.get("tool_calls") or []]
        return Place([Item(id_ or None, f["name"], asked_by(f["arguments"])) for id_, f in calls])

    def request(self, steps: Sequence[Step], dice: Dice) -> Json:
        messages: list[Json] = []
        for step in steps:
            message: Json = {"role": "assistant" if step.role == "model" else "user"}
            text = [{"type": "text", "text": step.text or ""}]
            if step.calls:
                message["tool_calls"] = [
                    _call(call.name, dice.spelled({"question": ask(call.marker)}), call.id)
                    for call in step.calls
                ]
                message |= dice.choice([{"tool_plan": step.text or ""}, {"content": text}, {}])
            else:
                message["content"] = dice.choice([step.text, text])
            if step.text or step.calls:
                messages.append(message)
            for call in step.results:
                words = answer(call.marker)
                document = {"id": "0", "data": {"text": "The sources."}}
                parts: Json = [{"type": "text", "text": words}]
                if dice.chance(2):  # what not every wire has a place for in a result
                    parts.append({"type": "document", "document": document})
                content = dice.choice([words, parts, json.dumps([words])])
                messages.append(
                    {"role": "tool", "tool_call_id": call.answered_as, "content": content}
                )
        return {"model": "m", "messages": messages}

    def reply(self, calls: Sequence[Asked], ids: Sequence[str | None], dice: Dice) -> Json:
        wished = [
            _call(asked.name, dice.spelled(some_arguments(asked, dice)), id_)
            for asked, id_ in zip(calls, ids, strict=True)
        ]
        parts = [{"type": "text", "text": text} for text in some_texts(dice)[: dice.randrange(3)]]
        if dice.chance(3):
            parts.insert(0, {"type": "thinking", "thinking": "A tool?"})
        message: Json = {"role": "assistant"}
        if wished:
            message |= {"tool_plan": "I ask a tool."} if dice.chance(2) else {}
            message["tool_calls"] = wished
        if parts or not wished:
            message["content"] = parts or [{"type": "text", "text": "Done."}]
        return {
            "id": f"{dice.getrandbits(64):016x}",
            "message": message,
            "finish_reason": "TOOL_CALL" if wished else "COMPLETE",
            "usage": {"tokens": {"input_tokens": 9, "output_tokens": 7}},
        }

    def sent_ids(self, body: Json) -> list[str | None]:
        return [call["id"] for call in body["message"].get("tool_calls", [])]

    def says_why(self, event: Json) -> bool:
        ended = isinstance(event, dict) and event["type"] == "message-end"
        return event == "[DONE]" or (ended and bool(event["delta"].get("finish_reason")))


def _call(name: str, arguments: str, id_: str | None) -> Json:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}
