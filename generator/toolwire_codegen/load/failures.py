"""The grammar of ``errors``: by what words a wire says what kind of failure it is::

    kind: { status: 429, says: { type: word }, types: [word], codes: [word], messages: [part] }

Where a stream has several events that tell of failures, ``says: { event: name }`` is its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Complain = Callable[[tuple[str | int, ...], str, str], None]
READ = ("type", "code", "message")
"""What of an error's own words tells its kind, if it is one of those under ``WORDS``."""
WORDS = ("types", "codes", "messages")
SAYS = (*READ, "event")


def read_errors(data: Any, complain: Complain) -> dict[str, dict[str, Any]]:
    """The rows by kind; what cannot be read is complained of and left out."""
    found: dict[str, dict[str, Any]] = {}
    if not isinstance(data, dict) or not data:
        complain(("errors",), "errors names no kinds", "write `kind: { status: 400, … }` lines")
        return found
    for kind, row in data.items():
        wrong = _wrong(row)
        if wrong:
            complain(("errors", kind), wrong, "write `{ status: 400, says: { type: word }, … }`")
            continue
        lists = {key: [*row.get(key, [])] for key in WORDS}
        found[kind] = {"status": row["status"], "says": dict(row.get("says") or {}), **lists}
    return found


def _wrong(row: Any) -> str:
    if not isinstance(row, dict) or type(row.get("status")) is not int:
        return "a kind of failure has the status of its HTTP reply"
    if not 400 <= row["status"] < 600:
        return f"{row['status']} is no status of a reply that failed"
    says = row.get("says", {})
    if unknown := sorted(set(row) - {"status", "says", *WORDS}):
        return f"{unknown[0]!r} has no meaning here"
    if not isinstance(says, dict) or not set(says) <= set(SAYS):
        return f"`says` has one or several of {', '.join(SAYS)}"
    if not all(isinstance(word, str) and word for word in says.values()):
        return "what `says` says is a text"
    for key in WORDS:
        words = row.get(key, [])
        if not isinstance(words, list) or not all(isinstance(w, str) and w for w in words):
            return f"`{key}` is a list of texts"
    return ""
