"""What a stream says, block by block: the words in which sources and readings are compared."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

Json = Any
CARRIER = "__invalid_arguments__"
"""The key of what a model wrote that is no object, on a wire that takes objects alone."""


@dataclass(eq=False)
class Block:
    """A block of a reply. ``kind``: "text", "reasoning", "call", "media" or "other".

    ``text`` is a call's arguments text too, or what the tool of a ``free`` call is given; ``value``
    the whole of a block that only its own wire understands, or a text's citations; ``done`` whether
    the wire has said that it is finished.
    """

    kind: str
    text: str = ""
    name: str = ""
    id: str | None = None
    signature: str = ""
    value: Json = None
    done: bool = False
    free: bool = False

    def arguments(self) -> Json:
        """A call's arguments: an object, or under the carrier the text that is none."""
        if self.free or not self.text.strip():
            return {}
        try:
            value = json.loads(self.text)
        except ValueError:
            return {CARRIER: self.text}
        if value is None:
            return {}  # as services say that there are none
        return value if isinstance(value, dict) else {CARRIER: self.text}

    def whole(self) -> bool:
        """Whether a call's arguments are an object."""
        return CARRIER not in self.arguments()


def merged(blocks: Iterable[Block]) -> list[Block]:
    """The blocks with neighbouring texts, and neighbouring reasonings, as one; none is empty."""
    found: list[Block] = []
    for block in blocks:
        last = found[-1] if found else None
        if block.kind in ("text", "reasoning") and not block.text and not block.signature:
            continue
        if last is not None and last.kind == block.kind and block.kind in ("text", "reasoning"):
            text, signature = last.text + block.text, last.signature + block.signature
            found[-1] = replace(last, text=text, signature=signature, done=block.done)
        else:
            found.append(block)
    return found
