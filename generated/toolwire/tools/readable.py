# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""A tool's output as text for reading: data indented, long lines wrapped, pictures in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from . import cut

WIDTH = 500
"""Characters from which on a line is wrapped."""
_MEDIA = frozenset({"image", "audio", "video", "document"})


def text_of(result: Mapping[str, Any]) -> str:
    """What a reader sees of a result, in lines of bounded length."""
    value = result.get("value")
    if result.get("kind") == "multimodal" and isinstance(value, list):
        return wrapped("\n".join(map(_words, value)))
    return wrapped(value if isinstance(value, str) else json_text(value, indent=2))


def media(result: Mapping[str, Any]) -> int:
    """How many pictures, sounds, films and files a result holds."""
    value = result.get("value")
    if result.get("kind") != "multimodal" or not isinstance(value, list):
        return 0
    return sum(block.get("kind") in _MEDIA and "text" not in block for block in value)


def sent_text(result: Mapping[str, Any]) -> str:
    """About what a wire sends of a result, without its pictures: what is counted."""
    value = result.get("value")
    if result.get("kind") == "multimodal" and isinstance(value, list):
        return "\n".join(map(_words, value))
    return value if isinstance(value, str) else json_text(value)


def json_text(value: Any, indent: int | None = None) -> str:
    """The value as JSON; what is no JSON, or nests too deep for it, as Python shows it."""
    separators = (",", ":") if indent is None else None
    try:
        return json.dumps(
            value, ensure_ascii=False, indent=indent, separators=separators, default=_shown
        )
    except (ValueError, TypeError, RecursionError):
        return _shown(value)


def wrapped(text: str, width: int = WIDTH) -> str:
    """The text with its long lines broken, after a space or a comma where there is one."""
    return "\n".join(_stretches(text, width))


def _stretches(text: str, width: int) -> Iterator[str]:
    """As many whole lines as fit into the width, or a piece of one that does not."""
    start = 0
    while len(text) - start > width:
        floor, end = start + width // 2, start + width
        stop = text.rfind("\n", start, end + 1)
        if stop >= 0:
            yield text[start:stop]
            start = stop + 1
            continue
        stop = max(text.rfind(" ", floor, end), text.rfind(",", floor, end)) + 1
        if not stop:
            stop = cut.before(text, end)
            stop = stop if stop > start else end
        yield text[start:stop]
        start = stop
    yield text[start:]


def _shown(value: Any) -> str:
    try:
        return repr(value)
    except Exception:  # an object's own repr may fail in any way
        return f"<{type(value).__name__}>"


def _words(block: Any) -> str:
    """A block in words: its text, or what it is, where from and how large."""
    kind = block.get("kind") if isinstance(block, dict) else None
    if kind not in _MEDIA | {"text"}:
        return json_text(block)
    if isinstance(block.get("text"), str):
        return str(block["text"])
    words = [str(kind), *(str(block[key]) for key in _MEDIA_KEYS if block.get(key) is not None)]
    if isinstance(block.get("data"), str):
        words.append(f"{len(block['data']) * 3 // 4:,} bytes")
    return f"[{' '.join(words)}]"


_MEDIA_KEYS: Sequence[str] = ("name", "mimeType", "url", "fileId")
