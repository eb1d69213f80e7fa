"""What a model says in a turn that is told by events: piece by piece, and as a reply."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


class TurnReply:
    """A reply on its way; what is added gives the stream events to be told of it."""

    def __init__(self) -> None:
        self.blocks: list[Json] = []
        #: keys of the reply, such as its ``id``
        self.fields: Json = {}
        self.usage: dict[str, int] = {}
        self.aborted = False
        self._shown = ""

    def piece(self, text: str) -> list[Json]:
        """A piece of a text that comes as a whole later."""
        self._shown += text
        return [{"kind": "textDelta", "index": len(self.blocks), "text": text}] if text else []

    def text(self, whole: str) -> list[Json]:
        """A text as a whole; what its pieces have not shown is shown now."""
        rest = whole.removeprefix(self._shown) if whole.startswith(self._shown) else ""
        self._shown = ""
        if not whole:
            return []
        index = len(self.blocks)
        self.blocks.append({"kind": "text", "text": whole})
        more = [{"kind": "textDelta", "index": index, "text": rest}] if rest else []
        return [*more, {"kind": "blockEnd", "index": index, "block": "text"}]

    def used(self, counts: Json) -> None:
        """Tokens of one of the requests that the turn took."""
        for key, count in counts.items():
            self.usage[key] = self.usage.get(key, 0) + count

    def response(self, calls: list[Json]) -> Json:
        """The reply, with the calls that it ends with."""
        blocks = [*self.blocks, *({"kind": "toolCall", "toolCall": call} for call in calls)]
        found = {
            **self.fields,
            "message": {"role": "assistant", "content": blocks},
            "finishReason": "tool_calls" if calls else "other" if self.aborted else "stop",
        }
        if self.usage:
            found["usage"] = {"inputTokens": 0, "outputTokens": 0, **self.usage}
        return found
