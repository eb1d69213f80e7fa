"""Random streams of OpenAI Responses: one item after another, with its parts inside of it."""

from __future__ import annotations

from typing import Any

from dice import Dice
from driving.blocks import Block
from driving.source_parts import Step, Stream, arguments_text, outline, some_text

Json = Any
USAGE = {
    "input_tokens": 7, "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
    "output_tokens": 9, "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 16,
}  # fmt: skip


SLOPPY = False
"""Do services send what a strict client does not take?"""


class _Item:
    """An item: its beginning, the events inside of it, and what it is at its end."""

    def __init__(self, made: Stream, index: int, block: Block, dice: Dice) -> None:
        self.made, self.block, self.dice = made, block, dice
        self.where = {"output_index": index, "item_id": f"item_{index}"}

    def begin(self, item: Json) -> None:
        self._add("output_item.added", {"item": item}, Step(None, self.block))

    def text(self, name: str, key: str, text: str, more: Json) -> None:
        for piece in self.dice.pieces(text):
            veiled = {"obfuscation": "xx"} if self.dice.chance(2) else {}
            event = {**more, "delta": piece, **veiled}
            self._add(f"{name}.delta", event, Step(None, self.block, piece))
        self._add(f"{name}.done", {**more, key: text})

    def part(self, list_: str, name: str, part: Json) -> None:
        """The one part of an item, whose text comes in pieces."""
        more = {f"{list_}_index": 0}
        prefix = "content_part" if list_ == "content" else "reasoning_summary_part"
        self._add(f"{prefix}.added", {**more, "part": {**part, "text": ""}})
        self.text(name, "text", part["text"], more)
        self._add(f"{prefix}.done", {**more, "part": part})

    def end(self, item: Json, signature: str = "", value: Json = None) -> Json:
        step = Step(None, self.block, done=True, signature=signature, value=value)
        self._add("output_item.done", {"item": item}, step)
        return item

    def _add(self, kind: str, more: Json, *steps: Step) -> None:
        number = {"sequence_number": len(self.made.events)}
        where = {"output_index": self.where["output_index"]} if "item" in more else self.where
        self.made.add({"type": f"response.{kind}", **where, **more, **number}, *steps)


def _item(item: _Item, whole: bool) -> Json:
    """The events of one item; what it is at its end."""
    block, dice, id_ = item.block, item.dice, {"id": item.where["item_id"]}
    if block.kind == "text":
        w = {**id_, "type": "message", "role": "assistant", "content": []}
        part = {"type": "output_text", "text": some_text(dice), "annotations": [], "logprobs": []}
        item.begin({**w, "status": "in_progress"})
        item.part("content", "output_text", part)
        return item.end({**w, "status": "completed", "content": [part]})
    if block.kind == "reasoning":
        w = {**id_, "type": "reasoning", "summary": []}
        item.begin(w)
        signature = f"gAAAA{dice.randrange(10**6)}"
        if dice.chance(2):
            part = {"type": "reasoning_text", "text": some_text(dice)}
            item.part("content", "reasoning_text", part)
            w = {**w, "content": [part], "encrypted_content": signature}
        else:
            part = {"type": "summary_text", "text": some_text(dice)}
            item.part("summary", "reasoning_summary_text", part)
            w = {**w, "summary": [part], "encrypted_content": signature}
        return item.end(w, signature=signature)
    if block.free:
        w = {**id_, "type": "custom_tool_call", "call_id": block.id, "name": block.name}
        text = some_text(dice)
        item.begin({**w, "input": "", "status": "in_progress"})
        item.text("custom_tool_call_input", "input", text, {})
        return item.end({**w, "input": text, "status": "completed"})
    if block.kind == "call":
        w = {**id_, "type": "function_call", "call_id": block.id, "name": block.name}
        text = arguments_text(dice, whole)
        item.begin({**w, "arguments": "", "status": "in_progress"})
        item.text("function_call_arguments", "arguments", text, {})
        return item.end({**w, "arguments": text, "status": "completed"})
    w = {**id_, "type": "web_search_call", "action": {"type": "search", "query": "news"}}
    item.begin({**id_, "type": "web_search_call"})
    return item.end(w, value=w)


def stream(dice: Dice) -> Stream:
    """A response of OpenAI."""
    made, blocks = Stream(), outline(dice, "call_", "all")
    reply: Json = {"id": f"resp_{dice.randrange(10**6)}", "object": "response", "created_at": 17,
                   "status": "in_progress", "error": None, "incomplete_details": None,
                   "model": "gpt", "output": [], "usage": None}  # fmt: skip
    for kind in ("created", "in_progress"):
        number = {"sequence_number": len(made.events)}
        made.add({"type": f"response.{kind}", "response": reply, **number})
    for block in blocks:
        block.free = block.kind == "call" and dice.chance(5)
    cut = dice.chance(12) and blocks[-1].kind == "call"
    output = []
    for at, block in enumerate(blocks):
        whole = not (cut and block is blocks[-1])
        output.append(_item(_Item(made, at, block, dice), whole))
    status, reason = "completed", None
    if cut or dice.chance(5):
        status, reason = "incomplete", dice.choice(["max_output_tokens", "content_filter"])
        reason = "max_output_tokens" if cut else reason
    reply = {**reply, "status": status, "output": output, "usage": USAGE,
             "incomplete_details": {"reason": reason} if reason else None}  # fmt: skip
    number = {"sequence_number": len(made.events)}
    made.add({"type": f"response.{status}", "response": reply, **number})
    made.end(", ".join(filter(None, [status, reason])))
    made.tokens = (7, 9)
    return made
