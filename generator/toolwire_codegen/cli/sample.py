"""The bundled sample conversation, through every format and back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .inputs import shown_json

SAMPLE = Path(__file__).parent.parent / "sample.json"


def shown_sample(package: Any) -> Iterator[str]:
    """What each format with requests makes of the conversation, and what that says read again."""
    sample = json.loads(SAMPLE.read_text(encoding="utf-8"))
    for name in package.FORMATS:
        adapters = getattr(package, name)
        if not hasattr(adapters, "encode_request"):
            continue
        yield f"\n== {name}: the sample conversation as a request =="
        body = adapters.encode_request(sample, on_loss="ignore")
        yield shown_json(body, indent=2)
        messages = adapters.decode_request(body)["messages"]
        calls = [call for message in messages for call in _calls(package, message)]
        yield f"-- read back: {len(calls)} tool calls --"
        for call in calls:
            yield f"{call['id']}: {call['name']}({shown_json(call['arguments'])})"
        losses = adapters.losses_request(sample)
        yield from (f"not carried: {loss}" for loss in losses)


def _calls(package: Any, message: Any) -> Any:
    return package.tool_calls(message) if message.get("role") == "assistant" else []
