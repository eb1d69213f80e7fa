"""Groq: by the types of its own client (groq 1.7), and the page on what it does not take yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from formats.openai_chat.profiles import PLAIN, Service

Json = Any
EFFORTS = {
    "gpt-oss": ("low", "medium", "high"),
    "qwen3.8": ("none", "low", "medium", "high"),
    "qwen3": ("none",),
}
UNSHAPED = "llama-?3|gemma|qwen|deepseek|mistral|compound|allam"
"""By the page on structured outputs, which lists the others."""
SILENT = ("llama", "gemma", "kimi-k2-instruct", "allam", "mistral")
"""They do not think, and the field is for models that do."""
MODELS = (
    "llama-3.3-70b-versatile", "llama3-70b-8192", "openai/gpt-oss-120b", "qwen/qwen3-32b",
    "qwen/qwen3.8-27b", "gemma2-9b-it", "moonshotai/kimi-k2-instruct", "allam-2-7b",
    "mistral-saba-24b",
    "meta-llama/llama-4-scout-17b-16e-instruct", "groq/compound",
    "deepseek-r1-distill-llama-70b",
)  # fmt: skip


def _more(body: Json) -> Iterator[str]:
    for key in ("logprobs", "logit_bias", "top_logprobs"):
        if body.get(key) is not None:
            yield f"{key} answers 400"
    if body.get("n") not in (None, 1):
        yield "n is not 1"
    if any("name" in message for message in body["messages"]):
        yield "a message with a name"
    wanted = (body.get("response_format") or {}).get("type", "text")
    if wanted != "text" and body.get("tools"):
        yield "a format of the reply beside tools"
    if wanted == "json_schema" and body.get("stream"):
        yield "a schema of the reply beside a stream"
    model = str(body["model"]).rpartition("/")[2]
    if wanted == "json_schema" and re.match(UNSHAPED, model):
        yield f"a schema of the reply with {model}"
    if model.startswith(SILENT) and any("reasoning" in message for message in body["messages"]):
        yield f"property 'reasoning' is unsupported with {model}"
    words = next((efforts for name, efforts in EFFORTS.items() if model.startswith(name)), ())
    if body.get("reasoning_effort") not in (None, *words):
        yield f"an effort of {body['reasoning_effort']} with {model}"


breaches = Service(
    knows=(
        "max_tokens", "max_completion_tokens", "seed", "user", "response_format",
        "reasoning_effort", "tool_choice", "parallel_tool_calls",
    ),
    parts=("text", "image_url", "document"),
    choices=PLAIN,
    served=("browser_search", "code_interpreter", "mcp"),
    efforts=("none", "default", "low", "medium", "high"),
    thoughts=("reasoning",),
    more=_more,
    declines=False,
).breaches  # fmt: skip
