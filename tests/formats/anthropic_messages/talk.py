"""Conversations of Messages: blocks in order, results first in the user's next message."""

from __future__ import annotations

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
    with_texts,
)

Json = Any


class Talk(talk.Talk):
    """The conversations of Messages."""

    RECORDED = ("anthropic.jsonl",)
    WORDS: ClassVar = {
        "stop": "end_turn",
        "length": "max_tokens",
        "tool_calls": "tool_use",
        "content_filter": "refusal",
        "pause": "pause_turn",
    }
    WORDLESS: ClassVar = {"other": "stop", "error": "stop"}
    MEANINGS: ClassVar = {
        **{word: reason for reason, word in WORDS.items()},
        "stop_sequence": "stop",
    }
    ERROR: ClassVar = {
        "type": "error",
        "error": {"type": "overloaded_error", "message": "Overloaded."},
    }

    def place(self, message: Json) -> Place:
        content = message["content"]
        blocks = content if isinstance(content, list) else [{"type": "text"}]
        kinds = [block["type"] for block in blocks]
        calls = [
            Item(block["id"] or None, block["name"], asked_by(block["input"]))
            for block in blocks
            if block["type"] == "tool_use"
        ]
        results = [
            Item(block["tool_use_id"] or None, None, answered_by(block.get("content")))
            for block in blocks
            if block["type"] == "tool_result"
        ]
        behind = any(kind != "tool_result" for kind in kinds[: len(results)])
        return Place(calls, results, behind)

    def request(self, steps: Sequence[Step], dice: Dice) -> Json:
        messages: list[Json] = []
        for step in steps:
            blocks: list[Json] = [{"type": "text", "text": step.text}] if step.text else []
            blocks += [
                _call(call.name, {"question": ask(call.marker)}, call.id) for call in step.calls
            ]
            for call in step.results:
                text = answer(call.marker)
                content = dice.choice([text, [{"type": "text", "text": text}]])
                result: Json = {"type": "tool_result", "tool_use_id": call.answered_as}
                result["content"] = content
                blocks.append(result | dice.choice([{}, {"is_error": True}, {"is_error": False}]))
            if step.results and dice.chance(4):
                blocks.append({"type": "text", "text": "Go on."})
            role = "assistant" if step.role == "model" else "user"
            plain = step.text if not step.calls + step.results and dice.chance(2) else None
            messages.append({"role": role, "content": plain or blocks})
        return {"model": "m", "max_tokens": 99, "messages": messages}

    def unsigned(self, body: Json, signatures: Set[str]) -> Iterator[str]:
        for content in (message["content"] for message in body["messages"]):
            for block in content if isinstance(content, list) else ():
                kind = block["type"]
                if kind == "thinking" and block.get("signature") not in signatures - {""}:
                    yield f"reasoning without its signature: {block}"
                if kind == "redacted_thinking" and block["data"] not in signatures:
                    yield f"reasoning without its signature: {block}"

    def reply(self, calls: Sequence[Asked], ids: Sequence[str | None], dice: Dice) -> Json:
        blocks: list[Json] = [
            _call(one.name, some_arguments(one, dice), id_)
            for one, id_ in zip(calls, ids, strict=True)
        ]
        texts = [{"type": "text", "text": text} for text in some_texts(dice)]
        blocks = with_texts(blocks, texts, dice)
        if dice.chance(3):
            blocks.insert(0, {"type": "thinking", "thinking": "A tool?", "signature": "c2lnbmVk"})
        return {
            "id": f"msg_{dice.getrandbits(64):016x}",
            "type": "message",
            "role": "assistant",
            "model": "m",
            "content": blocks or [{"type": "text", "text": "Done."}],
            "stop_reason": "tool_use" if calls else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 9, "output_tokens": 7},
        }

    def sent_ids(self, body: Json) -> list[str | None]:
        return [block.get("id") for block in body["content"] if block["type"] == "tool_use"]

    def says_why(self, event: Json) -> bool:
        stopped = event["type"] == "message_delta" and event["delta"].get("stop_reason")
        return bool(stopped) or event["type"] == "message_stop"


def _call(name: str, arguments: Json, id_: str | None) -> Json:
    return {"type": "tool_use", "id": id_, "name": name, "input": arguments}
