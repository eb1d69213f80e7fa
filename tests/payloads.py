"""Short ways to write a payload around one message, block or part."""

from __future__ import annotations

from typing import Any

Json = Any
OPENAI, ANTHROPIC, GEMINI = "openai_chat", "anthropic_messages", "gemini"
"""For what is about one provider. What holds for every format goes through ``FORMATS``."""


def chat(*messages: Json, **others: Json) -> Json:
    return {"model": "m", "messages": list(messages), **others}


def chat_call(call: Json) -> Json:
    return chat({"role": "assistant", "content": None, "tool_calls": [call]})


def claude(*messages: Json, **others: Json) -> Json:
    return {"model": "m", "max_tokens": 9, "messages": list(messages), **others}


def claude_block(block: Json, role: str = "assistant") -> Json:
    return claude({"role": role, "content": [block]})


def google(*contents: Json, **others: Json) -> Json:
    return {"contents": list(contents), **others}


def google_part(part: Json, role: str = "model") -> Json:
    return google({"role": role, "parts": [part]})
