"""What the readers of streams that are written by hand share.

They do as an app that knows one wire would: append to a list, join once. Each takes the same events
as ``decode_stream`` and yields the same kinds of events, without anything that makes the general
case work: no unknown keys, no second choice, no odd indexes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Json = Any


def cut(text: str, size: int) -> Iterator[str]:
    """A text in pieces."""
    return (text[start : start + size] for start in range(0, len(text), size))


def ended(
    blocks: list[Json],
    calls: list[dict[str, Any]],
    reply_id: Json,
    model: Json,
    reason: Json,
    usage: Json,
    deltas: bool,
) -> Iterator[Json]:
    for index, call in enumerate(calls):
        text = "".join(call.pop("pieces"))
        made = {"id": call["id"], "name": call["name"], "arguments": json.loads(text)}
        blocks.append({"kind": "toolCall", "toolCall": made})
        if not deltas:
            yield {
                "kind": "toolCallDelta",
                "index": index,
                "id": call["id"],
                "name": call["name"],
                "argumentsDelta": text,
            }
    yield {
        "kind": "completed",
        "response": {
            "id": reply_id,
            "model": model,
            "message": {"role": "assistant", "content": blocks},
            "finishReason": reason,
            "usage": usage,
        },
    }
