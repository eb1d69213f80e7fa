"""What Ollama answers with 400, by its source; and results whose calls are not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from acceptance import halves

Json = Any


MODELS = (
    "llama3.2", "llama3.1:8b", "gemma:7b", "gemma2", "gemma3", "gemma4", "mistral", "mixtral",
    "phi3", "phi4:14b", "phi4-reasoning", "qwen2.5", "qwen:7b", "qwen3", "codellama",
    "command-r", "tinyllama", "granite3.1-dense", "granite3-dense", "granite3.2", "starcoder2",
    "gpt-oss", "deepseek-r1", "llava",
)  # fmt: skip


CALL: Json = {"function": {"name": "f", "arguments": "{}"}}
HISTORIES: dict[str, Json] = {
    "arguments that are a text": {
        "messages": [
            {"role": "user", "content": "How warm is it?"},
            {"role": "assistant", "content": "", "tool_calls": [CALL]},
            {"role": "tool", "tool_name": "f", "content": "Warm."},
        ],
    },
}


def breaches(body: Json) -> list[str]:
    """Why the server would refuse a request, or read it as something else."""
    return [*halves(body), *_turns(body.get("messages") or []), *_thinking(body)]


UNTHINKING = (
    r"(tiny|code)?llama|gemma(2|3|:)|mi[sx]tral|phi(3|4:)|qwen(2|:)|command-r|granite3(\.1|-dense)"
    r"|starcoder"
)
"""The library of models says of the others that they think."""


def _thinking(body: Json) -> Iterator[str]:
    if body.get("think") not in (None, False) and re.match(UNTHINKING, str(body["model"])):
        yield f"{body['model']} does not support thinking"


def _turns(messages: list[Json]) -> Iterator[str]:
    """Ids are no matter here: the n-th result answers the n-th call."""
    asked = answered = 0
    for message in messages:
        for call in message.get("tool_calls") or ():
            if not isinstance(call["function"].get("arguments", {}), dict | None):
                yield "json: cannot unmarshal string into Go struct field of arguments"
        if message["role"] == "tool":
            answered += 1
            if answered > asked:
                yield "a result of no call"
            continue
        if asked != answered:
            yield f"{asked} calls and {answered} results"
        asked, answered = len(message.get("tool_calls") or ()), 0
    if asked != answered:
        yield f"{asked} calls and {answered} results"
