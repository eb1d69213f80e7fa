"""Text that is no Unicode: halves of a surrogate pair, as a cut text or output of a shell has them.

Clients cannot send such a text in UTF-8, and APIs take no JSON with a half of a pair in it.
"""

from __future__ import annotations

import re
from typing import Any

Json = Any
HALVES = re.compile("[\ud800-\udfff]")
INSTEAD = "\ufffd"


def is_broken(value: Json) -> bool:
    """Whether a text has half of a pair in it, or any text in an object or a list."""
    left = [value]
    for one in left:  # which grows: data may be nested deeper than functions may call each other
        kind = type(one)
        if kind is str:
            if not one.isascii() and HALVES.search(one) is not None:
                return True
        elif kind is dict:
            left += one
            left += one.values()
        elif kind is list:
            left += one
    return False


def mended(value: Json) -> Json:
    """The same with another character for each half; keys that become one are numbered."""
    if type(value) is str:
        return HALVES.sub(INSTEAD, value)
    if type(value) is list:
        return [mended(item) for item in value]
    if type(value) is not dict:
        return value
    found: dict[str, Json] = {}
    for key, item in value.items():
        name = plain = mended(key)
        number = 1
        while name in found or (name != key and name in value):
            number += 1
            name = f"{plain}{number}"
        found[name] = mended(item)
    return found


def are_broken(messages: list[Json]) -> bool:
    """Whether anything that messages say is no Unicode: texts, arguments of calls, results."""
    for message in messages:
        result = message.get("toolResult")
        content = message.get("content") if result is None else result["value"]
        if type(content) is str:
            if not content.isascii() and HALVES.search(content) is not None:
                return True
        elif result is not None and result["kind"] != "multimodal":
            if is_broken(content):
                return True
        elif content and any(map(_breaks, content)):
            return True
    return False


def _breaks(block: dict[str, Json]) -> bool:
    text = block.get("text")
    if text is not None:
        return not text.isascii() and HALVES.search(text) is not None
    return "toolCall" in block and bool(broken_in(block["toolCall"]))


def broken_in(call: dict[str, Json]) -> list[str]:
    """The fields of a call that are no Unicode, of those that say with what it was called."""
    return [field for field in ("arguments", "input", "invalidArguments")
            if field in call and is_broken(call[field])]  # fmt: skip
