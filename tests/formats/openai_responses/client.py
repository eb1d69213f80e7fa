"""A strict client of OpenAI Responses."""

from __future__ import annotations

from typing import Any

from driving.blocks import Block
from driving.strict_client import StrictClient

Json = Any
KINDS = {
    "message": "text", "reasoning": "reasoning", "function_call": "call",
    "custom_tool_call": "call",
}  # fmt: skip
CALLS = {"function_call_arguments": "function_call", "custom_tool_call_input": "custom_tool_call"}
"""The beginning of an event's name → the items whose text it brings."""
PARTS = {
    "content": (("message", "reasoning"), "content"),
    "reasoning_summary": (("reasoning",), "summary"),
}
"""The beginning of an event's name → the items whose parts it is about, and their key."""
TEXTS = {
    "output_text": ("message", "content"),
    "reasoning_text": ("reasoning", "content"),
    "reasoning_summary_text": ("reasoning", "summary"),
}
"""The same of a text's events."""
ENDS = ("response.completed", "response.incomplete", "response.failed")


class Client(StrictClient):
    """One response; items begin and end one after another, and their parts inside of them."""

    FREE_TEXT = True

    def __init__(self) -> None:
        super().__init__()
        self.begun = False
        self.item: Json = None
        self.block: Block | None = None
        #: the texts of the open item's parts, and how many of them have not ended
        self.parts: list[str] = []
        self.running = 0
        self.items: list[Json] = []
        self.ids: set[str] = set()

    def _take(self, event: Json) -> None:
        kind = event["type"]
        if self.ended:
            self.fault("goes on after the end", event)
        if kind == "response.created":
            self.expect(not self.begun, "created twice", event)
            self.expect(event["response"]["output"] == [], "created with output", event)
            self.expect(event["response"]["status"] == "in_progress", "created as ended", event)
            self.begun = True
            return
        self.expect(self.begun, "does not begin with response.created", kind)
        name = kind.removeprefix("response.")
        if kind in ENDS:
            self._end(event["response"])
        elif name == "output_item.added":
            self._open(event["output_index"], event["item"])
        elif name.partition(".")[0] in (*TEXTS, *CALLS) or "_part." in name:
            self._inside(name, event)
        elif name == "output_item.done":
            self._done(event["output_index"], event["item"])

    def _open(self, index: int, item: Json) -> None:
        self.expect(self.item is None, "an item begins inside another", index, item)
        self.expect(index == len(self.items), "indexes have gaps", index, "is not", len(self.items))
        self.item, self.parts, kind = item, [], KINDS.get(item["type"], "other")
        self.block = Block(kind)
        if kind == "call":
            self.expect(item["call_id"] not in self.ids, "ids are not unique", item)
            self.expect(item["name"], "a call without a name", item)
            self.ids.add(item["call_id"])
            self.block = Block(kind, _text(item), name=item["name"], id=item["call_id"])
            self.block.free = item["type"] == "custom_tool_call"
        self.reply.blocks.append(self.block)

    def _inside(self, name: str, event: Json) -> None:
        """An event of a part, or of a text."""
        if self.item is None or self.block is None or event["output_index"] != len(self.items):
            self.fault("a piece of an item that is not open", event)
            return
        what, _, how = name.partition(".")
        if what in CALLS:
            self.expect(self.item["type"] == CALLS[what], "does not fit", event)
            self.block.text += event.get("delta", "")
            return
        if what.endswith("_part"):
            holders, key = PARTS[what.removesuffix("_part")]
            number = event[f"{key}_index"]
            self.expect(self.item["type"] in holders, "does not fit", event)
            if how == "added":
                self.expect(number == len(self.parts), "parts have gaps", event)
                self.parts.append(event["part"].get("text", ""))
                self.block.text += self.parts[-1]
                self.running += 1
            else:
                self.running -= 1
                text = event["part"].get("text", "")
                self.expect(text == self.parts[number], "a part ends as another", event)
            return
        holder, key = TEXTS[what]
        number = event[f"{key}_index"]
        self.expect(self.item["type"] == holder, "does not fit", event)
        self.expect(number == len(self.parts) - 1, "a delta for a part that is not open", event)
        if how == "delta":
            self.parts[number] += event["delta"]
            self.block.text += event["delta"]

    def _done(self, index: int, item: Json) -> None:
        if self.item is None or self.block is None or index != len(self.items):
            self.fault("an end of an item that is not open", index, item)
            return
        self.expect(item["type"] == self.item["type"], "an item ends as another", item)
        self.expect(not self.running, "an item ends before its parts", item)
        if self.block.kind == "call":
            # Arguments that no piece came of stand in the end alone.
            agrees = self.block.text in ("", _text(item))
            self.expect(agrees, "arguments changed", item)
        elif self.block.kind == "other":
            self.block.value = item
        self.block.signature = item.get("encrypted_content") or ""
        self.block.done, self.item = True, None
        self.items.append(item)

    def _end(self, response: Json) -> None:
        self.expect(self.item is None, "the end comes inside an item", response)
        begun = [item["type"] for item in self.items]
        whole = [item["type"] for item in response["output"]]
        self.expect(whole == begun, "the whole has other items", whole, "is not", begun)
        self.reply.resigned |= {item.get("encrypted_content") or "" for item in response["output"]}
        reason = (response.get("incomplete_details") or {}).get("reason")
        self.reply.finish = ", ".join(filter(None, [response["status"], reason]))
        if response.get("usage"):
            usage = response["usage"]
            self.reply.tokens = (usage["input_tokens"], usage["output_tokens"])
        self.ended = True

    def _close(self) -> None:
        self.expect(self.ended, "ends quietly", "no response.completed")


def _text(item: Json) -> str:
    """The text of a call: its arguments, or what its tool is given."""
    text: str = item["input" if item["type"] == "custom_tool_call" else "arguments"]
    return text
