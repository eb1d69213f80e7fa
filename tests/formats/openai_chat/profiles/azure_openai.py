"""Azure OpenAI: what its pages on models that reason, and on structured outputs, say beside the
API's own reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from acceptance import nodes
from formats.openai_chat import accepts
from formats.openai_chat.profiles import SETTINGS, Service

Json = Any
MODELS = (*accepts.MODELS[::4], "gpt-5", "gpt-5.2")


def _more(body: Json) -> Iterator[str]:
    yield from accepts.by_model(body)
    functions = [tool.get("function") or {} for tool in body.get("tools") or ()]
    schemas = [one.get("parameters") for one in functions if one.get("strict")]
    wanted = (body.get("response_format") or {}).get("json_schema") or {}
    schemas += [wanted.get("schema")] if wanted.get("strict") else []
    for found in ([*nodes(schema)] for schema in schemas):
        if sum(len(one.get("properties", ())) for one, _ in found) > 100:
            yield "more than 100 properties that a model is held to"
        if max((depth for _, depth in found), default=0) > 5:
            yield "more than five levels that a model is held to"
    roles = {message["role"] for message in body["messages"]}
    if roles >= {"system", "developer"}:
        yield "a message of the system and one of the developer"
    least = body.get("reasoning_effort") == "minimal"
    if re.match("gpt-5", str(body["model"])) and least and body.get("parallel_tool_calls"):
        yield "parallel calls beside minimal effort"


breaches = Service(
    speaks=True,
    knows=tuple(key for key in SETTINGS if key != "top_k"),
    tools=("function", "custom"),
    more=_more,
).breaches
