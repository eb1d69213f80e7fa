"""Conversations of Responses: items, of which a run of the model's is one turn."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence, Set
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
RESULTS = ("function_call_output", "custom_tool_call_output")


class Talk(talk.Talk):
    """The conversations of Responses, as far as a request holds them itself."""

    LIST = "input"
    REQUEST_IDS = ("unique", "unique", "counted", "dotted", "same")
    TURNS_JOINED = True
    RESULTS_FOLLOW_SINGLY = True
    RECORDED = ("openai_responses.jsonl",)
    WORDS: ClassVar = {
        "stop": "completed",
        "tool_calls": "completed",
        "length": "incomplete, max_output_tokens",
        "content_filter": "incomplete, content_filter",
        "other": "incomplete",
        "error": "failed",
    }
    WORDLESS: ClassVar = {"pause": "stop"}
    MEANINGS: ClassVar = {
        "completed": "stop",
        "incomplete, max_output_tokens": "length",
        "incomplete, content_filter": "content_filter",
        "incomplete": "other",
    }
    ERROR: ClassVar = {
        "type": "error",
        "sequence_number": 7,
        "error": {"type": "server_error", "message": "Overloaded."},
    }

    def places(self, body: Json) -> list[Place]:
        """A turn of the model is one place; each result and each word of the user's another."""
        found: list[Place] = []
        turn: Place | None = None
        for item in self.messages(body):
            place = self.place(item)
            if item.get("role") in ("user", "system", "developer") or place.results:
                found.append(place)
                turn = None
            elif turn is None:
                turn = place
                found.append(turn)
            else:
                turn.calls.extend(place.calls)
        return found

    def place(self, message: Json) -> Place:
        kind, call_id = message.get("type"), message.get("call_id") or None
        if kind in RESULTS:
            return Place(results=[Item(call_id, None, answered_by(message["output"]))])
        if kind == "function_call":
            return Place([Item(call_id, message["name"], asked_by(message["arguments"]))])
        return Place()

    def request(self, steps: Sequence[Step], dice: Dice) -> Json:
        items: list[Json] = []
        for step in steps:
            role = "assistant" if step.role == "model" else "user"
            if step.text:
                items.append({"role": role, "content": step.text})
            items += [
                with_id(_call(call.name, dice.spelled({"question": ask(call.marker)})), call.id,
                        "call_id")
                for call in step.calls
            ]  # fmt: skip
            for call in step.results:
                text = answer(call.marker)
                parts = [{"type": "input_text", "text": text}]
                output = dice.choice([text, parts, json.dumps([text])])
                result = {"type": "function_call_output", "output": output}
                items.append(with_id(result, call.answered_as, "call_id"))
        return {"model": "m", "input": items}

    def unsigned(self, body: Json, signatures: Set[str]) -> Iterator[str]:
        for item in body["input"] if type(body["input"]) is list else ():
            if item.get("type") == "reasoning":
                signature = item.get("encrypted_content")
                if signature is not None and signature not in signatures:
                    yield f"no reasoning of the provider's: {item}"

    def reply(self, calls: Sequence[Asked], ids: Sequence[str | None], dice: Dice) -> Json:
        output: list[Json] = []
        if dice.chance(4):
            output.append({"id": "rs_1", "type": "reasoning", "summary": []})
        for text in dice.choice([[], [*some_texts(dice)][:1]]) if calls else some_texts(dice):
            part = {"type": "output_text", "text": text, "annotations": []}
            output.append({"id": f"msg_{len(output)}", "type": "message", "status": "completed",
                           "role": "assistant", "content": [part]})  # fmt: skip
        for asked, id_ in zip(calls, ids, strict=True):
            text = dice.spelled(some_arguments(asked, dice))
            if dice.chance(20):
                text = text[:-1]  # no object: the model broke off
            output.append(with_id(_call(asked.name, text), id_, "call_id"))
        return {
            "id": f"resp_{dice.getrandbits(64):016x}",
            "object": "response",
            "created_at": 1700000000,
            "status": "completed",
            "error": None,
            "incomplete_details": None,
            "model": "m",
            "output": output,
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "usage": {"input_tokens": 9, "output_tokens": 7, "total_tokens": 16},
        }

    def sent_ids(self, body: Json) -> list[str | None]:
        return [item["call_id"] for item in body["output"] if item["type"] == "function_call"]

    def says_why(self, event: Json) -> bool:
        ends = ("response.completed", "response.incomplete", "response.failed")
        return event.get("type") in ends


def _call(name: str, arguments: str) -> Json:
    return {"type": "function_call", "name": name, "arguments": arguments}
