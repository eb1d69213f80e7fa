"""xAI: by its API reference, and its guides to models that reason and to pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acceptance import every, nodes, pictures, typed
from formats.openai_chat.profiles import PLAIN, SETTINGS, Service

Json = Any
REASONING = ("grok-3-mini", "grok-4", "grok-code", "grok-build", "grok-latest")
EFFORTS = {
    "grok-3-mini": "low high",
    "grok-4.3": "none low medium high",
    "grok-4.5": "low medium high",
    "grok-4.6": "low medium high",
    "grok-4.7": "low medium high xhigh",
    "grok-4.20-multi-agent": "low medium high xhigh",
}
MODELS = (
    "grok-3", "grok-3-mini", "grok-4", "grok-4-fast-reasoning", "grok-4-fast-non-reasoning",
    "grok-4-1-fast-non-reasoning", "grok-4.1-fast", "grok-4.3", "grok-4.5", "grok-4.6",
    "grok-4.7", "grok-4.20-multi-agent", "grok-4.20-non-reasoning",
    "grok-4.20-0309-non-reasoning", "grok-4.20-reasoning", "grok-code-fast-1", "grok-build",
    "grok-latest", "grok-2-vision",
)  # fmt: skip


def _more(body: Json) -> Iterator[str]:
    addressed = [one for one in every(body["messages"], "image_url") if type(one) is dict]
    urls = [one.get("url") for one in addressed]
    yield from pictures(typed(urls), ("image/png", "image/jpeg", "image/jpg"))
    for tool in body.get("tools") or ():
        for schema, _ in nodes((tool.get("function") or {}).get("parameters")):
            if any(isinstance(one, bool) for one in schema.get("properties", {}).values()):
                yield "properties with a schema of true or false"
            if {"minContains", "maxContains"} & schema.keys() or isinstance(
                schema.get("items"), list
            ):
                yield "one of the rejected schemas"
    model = str(body["model"]).rpartition("/")[2]
    reasons = model.startswith(REASONING) and "non-reasoning" not in model
    if reasons and body.get("stop") is not None:
        yield f"stop with {model}"
    if model.startswith(REASONING) and "fast-non-reasoning" not in model:
        for key in ("presence_penalty", "frequency_penalty"):
            if body.get(key) is not None:
                yield f"Model {model} does not support parameter {key}"
    words = next((words for name, words in EFFORTS.items() if model.startswith(name)), "")
    if body.get("reasoning_effort") not in (None, *words.split()):
        yield f"an effort of {body['reasoning_effort']} with {model}"


breaches = Service(
    knows=tuple(key for key in SETTINGS if key != "top_k"),
    parts=("text", "image_url"),
    choices=PLAIN,
    served=("live_search",),
    more=_more,
    declines=False,
).breaches
