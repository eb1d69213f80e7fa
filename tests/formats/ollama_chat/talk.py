"""Conversations of Ollama's chat: one text beside the calls, ids or none, each result a message."""

from __future__ import annotations

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
COUNTS: Json = {"prompt_eval_count": 9, "eval_count": 7}


class Talk(talk.Talk):
    """The conversations of Ollama's chat."""

    REPLY_IDS = ("unique", "unique", "counted", "missing", "missing")
    REQUEST_IDS = ("missing", "missing", "unique", "counted", "dotted", "on calls only")
    TEXTS_JOINED = True
    RESULTS_FOLLOW_SINGLY = True
    IDS_OPTIONAL = True
    REPLIES_NAMED = False
    RESULTS_NAMED = True
    RECORDED = ("ollama.jsonl",)
    WORDS: ClassVar = {"stop": "stop", "length": "length", "other": None}
    WORDLESS: ClassVar = dict.fromkeys(("tool_calls", "content_filter", "pause", "error"), "stop")
    OTHER_UNSAID = True
    MEANINGS: ClassVar = {"stop": "stop", "length": "length", None: "other"}
    ERROR: ClassVar = {"error": "Overloaded."}

    def place(self, message: Json) -> Place:
        if message["role"] == "tool":
            marker = answered_by(message.get("content", ""))
            id_and_name = (message.get("tool_call_id"), message.get("tool_name"))
            return Place(results=[Item(id_and_name[0] or None, id_and_name[1] or None, marker)])
        calls = [(call.get("id"), call["function"]) for call in message.get("tool_calls") or []]
        return Place([Item(id_ or None, f["name"], asked_by(f["arguments"])) for id_, f in calls])

    def request(self, steps: Sequence[Step], dice: Dice) -> Json:
        messages: list[Json] = []
        for step in steps:
            role = "assistant" if step.role == "model" else "user"
            message: Json = {"role": role, "content": step.text or ""}
            if step.calls:
                message["tool_calls"] = [
                    _call(call.name, {"question": ask(call.marker)}, call.id) for call in step.calls
                ]
            if step.text or step.calls:
                messages.append(message)
            for call in step.results:
                result = {"role": "tool", "content": answer(call.marker)}
                if call.answered_as is None or dice.chance(2):
                    result["tool_name"] = call.name
                messages.append(with_id(result, call.answered_as, "tool_call_id"))
        return {"model": "m", "messages": messages}

    def reply(self, calls: Sequence[Asked], ids: Sequence[str | None], dice: Dice) -> Json:
        wished = [
            _call(asked.name, some_arguments(asked, dice), id_, number)
            for number, (asked, id_) in enumerate(zip(calls, ids, strict=True))
        ]
        message: Json = {"role": "assistant", "content": dice.choice(["", *some_texts(dice)])}
        if dice.chance(4):
            message["thinking"] = "I should ask a tool."
        if wished:
            message["tool_calls"] = wished
        return {
            "model": "m",
            "created_at": f"2026-01-02T03:04:05.{dice.randrange(10**9):09d}Z",
            "message": message,
            "done": True,
            "done_reason": "stop",
            **COUNTS,
        }

    def sent_ids(self, body: Json) -> list[str | None]:
        return [call.get("id") for call in body["message"].get("tool_calls", [])]

    def says_why(self, event: Json) -> bool:
        return bool(event.get("done"))


def _call(name: str, arguments: Json, id_: str | None, number: int | None = None) -> Json:
    placed = {} if number is None else {"index": number}
    return with_id({"function": {**placed, "name": name, "arguments": arguments}}, id_)
