"""DeepSeek: by its API reference, and its guide to thinking with tools."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from formats.openai_chat.profiles import PLAIN, Service

Json = Any
MODELS = (
    "deepseek-chat", "deepseek-reasoner", "deepseek-v4-flash", "deepseek-v4-pro",
)  # fmt: skip


def _more(body: Json) -> Iterator[str]:
    if body["model"] == "deepseek-reasoner" and (body.get("logprobs") or body.get("top_logprobs")):
        yield "a log of probabilities"
    choice = body.get("tool_choice")
    if str(body["model"]).startswith(("deepseek-reasoner", "deepseek-v4")):
        if choice not in (None, "auto", "none"):
            yield "Thinking mode does not support this tool_choice"
        for message in body["messages"]:
            if message["role"] == "assistant" and not message.get("reasoning_content"):
                yield "The reasoning_content in the thinking mode must be passed back to the API"
    names = [(tool.get("function") or {}).get("name") for tool in body.get("tools") or ()]
    if len(names) != len({*names}):
        yield "Tool names must be unique."
    form = (body.get("response_format") or {}).get("type")
    if form not in (None, "text", "json_object"):
        yield "a schema of the reply"
    if form == "json_object" and "json" not in json.dumps(body["messages"]).lower():
        yield "JSON, and no message says so"


breaches = Service(
    knows=(
        "max_tokens", "presence_penalty", "frequency_penalty", "response_format",
        "reasoning_effort", "tool_choice",
    ),
    roles=("system", "user", "assistant", "tool"),
    parts=("text",),
    choices=PLAIN,
    efforts=("low", "medium", "high", "xhigh", "max"),
    thoughts=("reasoning_content",),
    stops=16,
    more=_more,
    declines=False,
).breaches  # fmt: skip
