"""Conversations of Converse: blocks with one key each, results first in the user's next message."""

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
    """The conversations of Converse."""

    RECORDED = ("bedrock_converse.jsonl",)
    NAMED_AROUND = True
    WORDS: ClassVar = {
        "stop": "end_turn",
        "length": "max_tokens",
        "tool_calls": "tool_use",
        "content_filter": "content_filtered",
        "error": "malformed_model_output",
    }
    WORDLESS: ClassVar = {"other": "stop", "pause": "stop"}
    MEANINGS: ClassVar = {
        **{word: reason for reason, word in WORDS.items()},
        "malformed_tool_use": "error",
        "stop_sequence": "stop",
        "guardrail_intervened": "content_filter",
        "model_context_window_exceeded": "length",
    }
    ERROR: ClassVar = {"throttlingException": {"message": "Overloaded."}}

    def place(self, message: Json) -> Place:
        user = message["role"] == "user"
        keys = [next(iter(block)) for block in message["content"]]
        uses = [block["toolUse"] for block in message["content"] if "toolUse" in block]
        calls = [
            Item(use["toolUseId"] or None, use["name"], asked_by(use["input"]))
            for use in uses
            if use.get("type") != "server_tool_use"
        ]
        results = [
            Item(one["toolUseId"] or None, None, answered_by(one["content"]))
            for block in message["content"]
            if user and (one := block.get("toolResult")) is not None
        ]
        behind = any(key != "toolResult" for key in keys[: len(results)])
        return Place(calls, results, behind)

    def request(self, steps: Sequence[Step], dice: Dice) -> Json:
        messages: list[Json] = []
        for step in steps:
            blocks: list[Json] = [{"text": step.text}] if step.text else []
            blocks += [
                _call(call.name, {"question": ask(call.marker)}, call.id) for call in step.calls
            ]
            for call in step.results:
                text = answer(call.marker)
                content = dice.choice([[{"text": text}], [{"json": {"said": text}}]])
                result: Json = {"toolUseId": call.answered_as, "content": content}
                status: Json = dice.choice([{}, {"status": "error"}, {"status": "success"}])
                blocks.append({"toolResult": result | status})
            if step.results and dice.chance(4):
                blocks.append({"text": "Go on."})
            role = "assistant" if step.role == "model" else "user"
            messages.append({"role": role, "content": blocks})
        return {"messages": messages, "inferenceConfig": {"maxTokens": 99}}

    def thanks(self) -> Json:
        return {"role": "user", "content": [{"text": "Thanks."}]}

    def unsigned(self, body: Json, signatures: Set[str]) -> Iterator[str]:
        for block in (block for message in body["messages"] for block in message["content"]):
            thought = block.get("reasoningContent") or {}
            signed = (thought.get("reasoningText") or {}).get("signature")
            if "reasoningText" in thought and signed not in signatures - {""}:
                yield f"reasoning without its signature: {block}"
            if "redactedContent" in thought and thought["redactedContent"] not in signatures:
                yield f"reasoning without its signature: {block}"

    def reply(self, calls: Sequence[Asked], ids: Sequence[str | None], dice: Dice) -> Json:
        blocks: list[Json] = [
            _call(one.name, some_arguments(one, dice), id_)
            for one, id_ in zip(calls, ids, strict=True)
        ]
        blocks = with_texts(blocks, [{"text": text} for text in some_texts(dice)], dice)
        if dice.chance(3):
            thought = {"text": "A tool?", "signature": "c2lnbmVk"}
            blocks.insert(0, {"reasoningContent": {"reasoningText": thought}})
        message = {"role": "assistant", "content": blocks or [{"text": "Done."}]}
        return {
            "output": {"message": message},
            "stopReason": "tool_use" if calls else "end_turn",
            "usage": {"inputTokens": 9, "outputTokens": 7, "totalTokens": 16},
            "metrics": {"latencyMs": 12},
        }

    def sent_ids(self, body: Json) -> list[str | None]:
        content = body["output"]["message"]["content"]
        return [block["toolUse"].get("toolUseId") for block in content if "toolUse" in block]

    def fails(self, event: Json) -> bool:
        return isinstance(event, dict) and any(key.endswith("Exception") for key in event)

    def says_why(self, event: Json) -> bool:
        return "messageStop" in event


def _call(name: str, arguments: Json, id_: str | None) -> Json:
    return {"toolUse": {"toolUseId": id_, "name": name, "input": arguments}}
