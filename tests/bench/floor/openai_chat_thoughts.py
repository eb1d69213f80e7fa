"""OpenAI Chat Completions by hand: what the models of compatible services think, both ways."""

from __future__ import annotations

from typing import Any

from toolwire._runtime.errors import expected

from .common import EMPTY, Json, join
from .openai_chat_tables import FORMAT

USUAL, OTHER, DETAILS = "reasoning_content", "reasoning", "reasoning_details"
KEYS = frozenset({USUAL, OTHER, DETAILS})


def read_thought(m: dict[str, Any], texts: dict[str, Any]) -> dict[str, Any]:
    """The one thought that a reply has under some of the keys, all of which go into ``texts``."""
    for key in (USUAL, OTHER):
        if (text := m.get(key)) and type(text) is str:
            texts[key] = text
    details = m.get(DETAILS)
    if details and _records(details):
        texts[DETAILS] = _text_of(details)
    if not texts:
        return EMPTY
    at = next(iter(texts))
    text = texts[at]
    x: dict[str, Any] = {"kind": "reasoning", "text": text}
    if not text:
        x["redacted"] = True
    own: dict[str, Any] = {}
    form: dict[str, Any] = {} if at == USUAL else {"at": at}
    if at == USUAL and OTHER in texts:
        if texts[OTHER] == text:
            form["also"] = [OTHER]
        else:
            own[OTHER] = texts[OTHER]
    if DETAILS in texts:
        own[DETAILS] = details
    if form:
        own["$"] = form
    if own:
        x["metadata"] = {FORMAT: own}
    return x


def write_thoughts(w: dict[str, Any], blocks: list[Any]) -> None:
    """Put thoughts where they stood, or under the usual key."""
    for x in blocks:
        text = x["text"]
        if type(text) is not str:
            raise expected("a string", x, "text")
        if x.get("redacted") not in (None, True):
            raise expected("true", x, "redacted")
        own = (x.get("metadata") or EMPTY).get(FORMAT) or EMPTY
        form = own.get("$") or EMPTY
        at = form.get("at", USUAL)
        # Details that say something else by now are no more than the text itself.
        stale = at == DETAILS and text != _text_of(own.get(DETAILS))
        if text:
            keys = [] if at == DETAILS and not stale else [OTHER if at == OTHER else USUAL]
            for key in keys + [key for key in form.get("also", ()) if key in (USUAL, OTHER)]:
                w[key] = w.get(key, "") + text
        for key, value in own.items():
            if key != "$" and not (stale and key == DETAILS):
                w.setdefault(key, value)


def _records(value: Json) -> bool:
    return type(value) is list and all(type(one) is dict for one in value)


def _text_of(details: Json) -> str:
    """The texts of records, one after another."""
    if not details or not _records(details):
        return ""
    found = [one.get(key) for one in details for key in ("text", "summary")]
    return join(text for text in found if type(text) is str)
