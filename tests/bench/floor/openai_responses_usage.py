"""OpenAI Responses by hand: what a reply cost, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.absence import absent
from toolwire._runtime.errors import expected

from .common import EMPTY, Json, complete, count, lay, sealed, without_thoughts
from .openai_responses_tables import FORMAT, GIVEN_USAGE, USUAL_USAGE

LEFT_OUT = {key: value for key, value in USUAL_USAGE.items() if "." not in key}


def _details(
    w: dict[str, Any], key: str, counts: tuple[str, ...], form: dict[str, Any] | None
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """A copy of the counts by kind, with zeroes for those that are not there."""
    details = w[key]
    if type(details) is not dict:
        raise expected("an object", w, key)
    if any(details.get(one) is None for one in counts):
        details, form = complete(details, form, dict.fromkeys(counts, 0), key + ".")
    if any(type(details[one]) is not int for one in counts):
        raise ValueError(key)
    return details.copy(), form


def read_usage(w: Json) -> dict[str, Any]:
    """The tokens of a reply, each of them counted once."""
    x: dict[str, Any] = {}
    form: dict[str, Any] | None = None
    if type(w) is not dict:
        raise ValueError("usage")
    if None in (w.get("input_tokens"), w.get("output_tokens"), w.get("input_tokens_details"),
                w.get("output_tokens_details")):  # fmt: skip
        w, form = complete(w, form, LEFT_OUT)
    rest = w.copy()
    tokens_in, tokens_out = rest.pop("input_tokens"), rest.pop("output_tokens")
    if type(tokens_in) is not int or type(tokens_out) is not int:
        raise ValueError("usage")
    details, form = _details(
        w, "input_tokens_details", ("cached_tokens", "cache_write_tokens"), form
    )
    x["cacheReadTokens"] = cached = details.pop("cached_tokens")
    x["cacheWriteTokens"] = written = details.pop("cache_write_tokens")
    thoughts, form = _details(w, "output_tokens_details", ("reasoning_tokens",), form)
    x["reasoningTokens"] = reasoning = thoughts.pop("reasoning_tokens")
    for key, left in (("input_tokens_details", details), ("output_tokens_details", thoughts)):
        if left:
            rest[key] = left
        else:
            del rest[key]
    if cached + written <= tokens_in:
        tokens_in -= cached + written
    else:
        counts: dict[str, Any] = {"whole": [tokens_in, cached, written, 0]}
        form = {**(form or EMPTY), "inputTokens": counts}
    taken = tokens_in + cached + written
    form, tokens_out = without_thoughts(form, tokens_out, reasoning, w.get("total_tokens"), taken)
    x["inputTokens"], x["outputTokens"] = tokens_in, tokens_out
    if "total_tokens" not in w:
        form = absent(form, "total_tokens")
    else:
        total = w["total_tokens"]
        if type(total) is int and total == tokens_in + cached + written + tokens_out + reasoning:
            del rest["total_tokens"]
    if rest or form is not None:
        x["metadata"] = {FORMAT: sealed(rest, form)}
    return x


def write_usage(x: dict[str, Any]) -> dict[str, Any]:
    """The inverse: the wire counts the cached among those read, and thoughts among the written."""
    own = form = None
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
    whole_in, whole_out = tokens_in + cached + written + tools, tokens_out + reasoning
    w: dict[str, Any] = {
        "total_tokens": whole_in + whole_out,
        "input_tokens": whole_in,
        "output_tokens": whole_out,
    }
    if form is not None:
        counts = [tokens_in, cached, written, tools]
        if "inputTokens" in form and form["inputTokens"]["whole"] == counts:
            w["input_tokens"] = tokens_in
        if "outputTokens" in form and form["outputTokens"]["whole"] == [tokens_out, reasoning]:
            entry = form["outputTokens"]
            if "as" not in entry:
                w["output_tokens"] = tokens_out
            elif entry.get("beside") == whole_in:
                w["output_tokens"] = entry["as"]
    w["input_tokens_details"] = {"cached_tokens": cached, "cache_write_tokens": written}
    w["output_tokens_details"] = {"reasoning_tokens": reasoning}
    if own is not None:
        lay(w, own, GIVEN_USAGE, USUAL_USAGE)
    return w
