"""Conversations of generateContent: parts in order, calls and results often without ids."""

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
    with_texts,
)

Json = Any


class Talk(talk.Talk):
    """The conversations of generateContent."""

    LIST = "contents"
    REPLY_IDS = ("missing", "missing", "missing", "missing", "unique", "counted", "some")
    REQUEST_IDS = ("missing", "missing", "unique", "dotted", "counted", "some", "on calls only")
    IDS_OPTIONAL = True
    RESULTS_NAMED = True
    RECORDED = ("gemini.jsonl",)
    WORDS: ClassVar = {
        "stop": "STOP",
        "length": "MAX_TOKENS",
        "content_filter": "SAFETY",
        "other": "OTHER",
        "error": "MALFORMED_RESPONSE",
    }
    WORDLESS: ClassVar = {"tool_calls": "stop", "pause": "other"}
    OTHER_UNSAID = True
    MEANINGS: ClassVar = {
        "STOP": "stop",
        "MAX_TOKENS": "length",
        "SAFETY": "content_filter",
        "OTHER": "other",
        "MALFORMED_FUNCTION_CALL": "error",
        "MALFORMED_RESPONSE": "error",
    }
    ERROR: ClassVar = {"error": {"code": 503, "message": "Overloaded.", "status": "UNAVAILABLE"}}

    def place(self, message: Json) -> Place:
        parts = message.get("parts", [])
        calls = [part["functionCall"] for part in parts if "functionCall" in part]
        results = [part["functionResponse"] for part in parts if "functionResponse" in part]
        return Place(
            [Item(one.get("id") or None, one["name"], asked_by(one.get("args"))) for one in calls],
            [
                Item(one.get("id") or None, one["name"], answered_by(one["response"]))
                for one in results
            ],
        )

    def request(self, steps: Sequence[Step], dice: Dice) -> Json:
        contents: list[Json] = []
        for step in steps:
            parts: list[Json] = [{"text": step.text}] if step.text else []
            for call in step.calls:
                wished = {"name": call.name, "args": {"question": ask(call.marker)}}
                parts.append({"functionCall": with_id(wished, call.id)})
            for call in step.results:
                key = dice.choice(["output", "error", "said"])
                result = {"name": call.name, "response": {key: answer(call.marker)}}
                parts.append({"functionResponse": with_id(result, call.answered_as)})
            content: Json = {"role": step.role, "parts": parts}
            if step.role == "user" and dice.chance(6):
                del content["role"]
            contents.append(content)
        return {"contents": contents}

    def thanks(self) -> Json:
        return {"role": "user", "parts": [{"text": "Thanks."}]}

    def reply(self, calls: Sequence[Asked], ids: Sequence[str | None], dice: Dice) -> Json:
        parts: list[Json] = []
        for asked, id_ in zip(calls, ids, strict=True):
            call = {"name": asked.name, "args": some_arguments(asked, dice)}
            part: Json = {"functionCall": with_id(call, id_)}
            if dice.chance(3):
                part["thoughtSignature"] = "c2lnbmF0dXJl"
            parts.append(part)
        parts = with_texts(parts, [{"text": text} for text in some_texts(dice)], dice)
        if dice.chance(3):
            parts.insert(0, {"text": "A tool?", "thought": True})
        candidate = {
            "content": {"role": "model", "parts": parts or [{"text": "Done."}]},
            "finishReason": "STOP",
            "index": 0,
        }
        body: Json = {"candidates": [candidate], "modelVersion": "m"}
        if dice.chance(2):
            body["usageMetadata"] = {"promptTokenCount": 9, "candidatesTokenCount": 7}
        if dice.chance(2):
            body["responseId"] = f"{dice.getrandbits(64):016x}"
        return body

    def sent_ids(self, body: Json) -> list[str | None]:
        parts = body["candidates"][0]["content"]["parts"]
        return [part["functionCall"].get("id") for part in parts if "functionCall" in part]

    def says_why(self, event: Json) -> bool:
        candidates = event.get("candidates") or [{}]
        return bool(candidates[0].get("finishReason") or event.get("promptFeedback"))
