"""A block on its way out: what has come of it, and whether it stands on the wire."""

from __future__ import annotations

from typing import Any

from .jsontext import object_from
from .pieces import built, paired

Json = Any
UNSENT, DROPPED = -1, -2
"""Where a block stands on the wire as long as it does not: not yet, or never."""


class Part:
    """A block on its way out: text or reasoning, a tool call, or a block that came whole."""

    __slots__ = (
        *("block", "call", "half", "key", "kind", "metadata", "pieces", "position", "shape"),
    )

    def __init__(self, kind: str, key: Json) -> None:
        self.kind, self.key = kind, key
        self.pieces: list[str] = []
        self.call: dict[str, Any] = {}
        self.metadata: dict[str, Any] = {}
        self.block: Json = None
        self.position = UNSENT
        #: the event that brought a piece of it: the next is like it
        self.shape: Json = None
        #: the first half of a character that was cut in two
        self.half = ""

    def joined(self, text: str) -> str:
        """A piece with the half character before it; a half at its end waits for the other."""
        text = self.half + text
        self.half = text[-1] if "\ud800" <= text[-1:] <= "\udbff" else ""
        text = text[: len(text) - len(self.half)]
        if text.isascii():
            return text
        return paired(text)

    def whole(self) -> bool:
        """Whether nothing more can come: only a call whose arguments are one object tells."""
        return self.kind != "toolCall" or object_from("".join(self.pieces)) is not None

    def as_call(self) -> dict[str, Any]:
        """What is known of a call, but for its arguments."""
        return {**self.call, "metadata": self.metadata}

    def as_block(self) -> Json:
        """The block as far as it has come."""
        if self.kind == "block":
            return self.block
        text = "".join(self.pieces)
        block: dict[str, Any]
        if self.kind != "toolCall":
            block = {"kind": self.kind, "text": text}
            if self.metadata:
                block["metadata"] = built(self.metadata)
            return block
        value = object_from(text) if text else {}
        call = {**self.call, "arguments": {} if value is None else value}
        if value is None:
            call["invalidArguments"] = text
        if self.metadata:
            call["metadata"] = built(self.metadata)
        return {"kind": "toolCall", "toolCall": call}
