"""OpenAI Chat Completions by hand: token counts, wherever a service says them, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.errors import expected

from .common import EMPTY, Json, complete, count, lay, object_at, sealed, without_thoughts
from .openai_chat_tables import FORMAT, GIVEN_USAGE, USUAL_USAGE

IN, OUT = "prompt_tokens_details", "completion_tokens_details"
PLACES = {
    "cacheReadTokens": [(IN, "cached_tokens"), ("cached_tokens",), ("prompt_cache_hit_tokens",)],
    "cacheWriteTokens": [(IN, "cache_write_tokens"), ("cache_creation_input_tokens",)],
    "reasoningTokens": [(OUT, "reasoning_tokens"), ("reasoning_tokens",)],
}
"""The first is written, unless a reply had another."""


def read_usage(w: dict[str, Any]) -> dict[str, Any]:
    """The tokens of a reply, each of them counted once."""
    x: dict[str, Any] = {}
    form: dict[str, Any] | None = None
    if w.get("prompt_tokens") is None or w.get("completion_tokens") is None:
        w, form = complete(w, form, USUAL_USAGE)
    rest = w.copy()
    tokens_in, tokens_out = w["prompt_tokens"], w["completion_tokens"]
    if type(tokens_in) is not int or type(tokens_out) is not int:
        raise ValueError("usage")
    for key in (IN, OUT):
        if object_at(w, key):
            rest[key] = w[key].copy()
    for field in PLACES:
        form = _taken(x, field, rest, form)
    for key in (IN, OUT):
        if rest.get(key) == {} and w[key]:
            del rest[key]
    cached, written = x.get("cacheReadTokens", 0), x.get("cacheWriteTokens", 0)
    reasoning = x.get("reasoningTokens", 0)
    if cached + written <= tokens_in:
        tokens_in -= cached + written
    else:
        counts: dict[str, Any] = {"whole": [tokens_in, cached, written, 0]}
        form = {**(form or EMPTY), "inputTokens": counts}
    if "reasoningTokens" in x:
        taken, all_tokens = tokens_in + cached + written, w.get("total_tokens")
        form, tokens_out = without_thoughts(form, tokens_out, reasoning, all_tokens, taken)
    total = tokens_in + cached + written + tokens_out + reasoning
    x["inputTokens"], x["outputTokens"] = tokens_in, tokens_out
    del rest["prompt_tokens"], rest["completion_tokens"]
    if "total_tokens" not in w:
        form = absent(form, "total_tokens")
    elif w["total_tokens"] == total and type(w["total_tokens"]) is int:
        del rest["total_tokens"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def _taken(
    x: dict[str, Any], field: str, rest: dict[str, Any], form: dict[str, Any] | None
) -> dict[str, Any] | None:
    """Move a count from the first place that has it."""
    for place in PLACES[field]:
        holder = rest if len(place) == 1 else rest.get(place[0])
        if type(holder) is dict and type(holder.get(place[-1])) is int:
            x[field] = holder.pop(place[-1])
            usual = place is PLACES[field][0]
            return form if usual else {**(form or EMPTY), field: {"at": ".".join(place)}}
    return form


def write_usage(x: dict[str, Any]) -> dict[str, Any]:
    """The inverse."""
    own: Json = None
    form: Json = None
    if "metadata" in x and (metadata := x["metadata"]):
        own = metadata.get(FORMAT)
        if own is not None:
            form = own.get("$")
    tokens_in, tokens_out = x["inputTokens"], x["outputTokens"]
    if type(tokens_in) is not int or type(tokens_out) is not int:
        raise expected("integers", x, None)
    cached, written = count(x, "cacheReadTokens"), count(x, "cacheWriteTokens")
    reasoning = count(x, "reasoningTokens")
    tools = count(x, "toolUseTokens") if "toolUseTokens" in x else 0
    whole_in = tokens_in + cached + written + tools
    whole_out = tokens_out + reasoning
    w: dict[str, Any] = {"total_tokens": whole_in + whole_out}
    w["prompt_tokens"] = whole_in
    w["completion_tokens"] = whole_out
    if form is not None:
        counts = [tokens_in, cached, written, tools]
        if "inputTokens" in form and form["inputTokens"]["whole"] == counts:
            w["prompt_tokens"] = tokens_in
        if "outputTokens" in form and form["outputTokens"]["whole"] == [tokens_out, reasoning]:
            entry = form["outputTokens"]
            if "as" not in entry:
                w["completion_tokens"] = tokens_out
            elif entry.get("beside") == whole_in:
                w["completion_tokens"] = entry["as"]
    for field, places in PLACES.items():
        if x.get(field) is not None:
            at = (form or EMPTY).get(field, EMPTY).get("at")
            place = next((one for one in places if ".".join(one) == at), places[0])
            holder = w if len(place) == 1 else w.setdefault(place[0], {})
            holder[place[-1]] = x[field]
    if own is not None:
        lay(w, own, GIVEN_USAGE, USUAL_USAGE)
    return w
