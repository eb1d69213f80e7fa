"""How the events of a stream go out: as server-sent events, as JSON in a line each, as objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

FRAMING_KEYS = ("kind", "name", "done")
SSE, NDJSON, NONE = "sse", "ndjson", "none"
KINDS = (SSE, NDJSON, NONE)
AROUND = "."
"""What names an event in its frame, where that is the only key around what it brings."""

Complain = Callable[..., None]
"""Tells of what cannot be read: its path, what it is, the fix, and a note."""


@dataclass(frozen=True)
class Framing:
    """How events go out: as server-sent events, as JSON in a line each, or as objects.

    ``name`` is the key of an event that stands on its ``event:`` line, or ``.``: that line has the
    only key, the data what it holds. ``done`` is the data of one more event, after the last. Either
    may be "": there is none.
    """

    name: str = ""
    done: str = ""
    kind: str = SSE


def read_framing(mapping: Any, complain: Complain) -> Framing:
    path = ("stream", "framing")
    if not isinstance(mapping, dict) or not all(isinstance(v, str) for v in mapping.values()):
        complain(path, "cannot read how events are framed", "write `{ name: key }`, "
                 "`{ done: text }`, both, or `{ kind: ndjson }`")  # fmt: skip
        return Framing()
    for key in mapping:
        if key not in FRAMING_KEYS:
            note = f"known: {', '.join(FRAMING_KEYS)}"
            complain((*path, key), f"unknown key {key!r}", "remove it", note)
        elif not mapping[key] or len(mapping[key].splitlines()) > 1:
            what = f"{key} is one line of text"
            complain((*path, key), what, f"write {key}, or leave it out")
    if not mapping:
        complain(path, "framing says nothing", "write it, or leave it out")
    kind = mapping.get("kind", SSE)
    if kind not in KINDS:
        note = f"known: {', '.join(KINDS)}"
        complain((*path, "kind"), f"no kind of framing {kind!r}", "name one", note)
    elif kind == NDJSON and len(mapping) > 1:
        complain(path, "lines of JSON have no name and no last word", "write `kind: ndjson` alone")
    elif kind == NONE and "done" in mapping:
        complain(path, "objects have no last word", "leave `done` out")
    return Framing(mapping.get("name", ""), mapping.get("done", ""), kind)
