"""Azure OpenAI: what its page on models that reason says beside the API's own reference."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from formats.openai_chat import accepts
from formats.openai_chat.profiles import SETTINGS, Service

Json = Any


def _more(body: Json) -> Iterator[str]:
    yield from accepts.by_model(body)
    roles = {message["role"] for message in body["messages"]}
    if roles >= {"system", "developer"}:
        yield "a message of the system and one of the developer"
    least = body.get("reasoning_effort") == "minimal"
    if re.match("gpt-5", str(body["model"])) and least and body.get("parallel_tool_calls"):
        yield "parallel calls beside minimal effort"


breaches = Service(
    knows=tuple(key for key in SETTINGS if key != "top_k"),
    tools=("function", "custom"),
    more=_more,
).breaches
