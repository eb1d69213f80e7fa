"""What kind of failure an error is: by the words of its wire, and in the words of another.

``kinds`` has for each kind the HTTP status, what the wire ``says``, and the words by which it is
known: codes first, then parts of messages, types, and codes that are the status itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from .absence import EMPTY
from .errors import expected, plain
from .overlay import mark, placed

Json = Any
Kinds = dict[str, dict[str, Any]]
STATUSES = {
    "rate_limit": 429,
    "overloaded": 503,
    "authentication": 401,
    "permission": 403,
    "invalid_request": 400,
    "not_found": 404,
    "context_length": 400,
    "server": 500,
}


class _Words:
    """The same the other way round: of each word, the first kind that it says."""

    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds
        self.codes: dict[str, str] = {}
        self.types: dict[str, str] = {}
        self.statuses: dict[str, str] = {}
        self.messages: list[tuple[str, str]] = []
        self.fronts: list[tuple[str, str]] = []  # of messages that another wire had
        for kind, row in kinds.items():
            for word in row["codes"]:
                self.codes.setdefault(word, kind)
            for word in row["types"]:
                self.types.setdefault(word, kind)
            self.statuses.setdefault(str(row["status"]), kind)
            self.messages += [(part.casefold(), kind) for part in row["messages"]]
            if "message" in row["says"]:
                self.fronts.append((_front(row["says"]["message"]).casefold(), kind))


def _front(words: str) -> str:
    """What stands ahead of a message that does not say its kind in the words of a wire."""
    return f"{words}: "


_words: dict[int, _Words] = {}
"""By what they were made of, which lives as long as they do."""


def failure_kind(error: Json, kinds: Kinds) -> str | None:
    """The kind of failure that an error's words say, if any do."""
    words = _words.get(id(kinds))
    if words is None:
        words = _words[id(kinds)] = _Words(kinds)
    code, type_ = error.get("code"), error.get("type")
    if type(code) is str and code in words.codes:
        return words.codes[code]
    message = error.get("message")
    if words.messages and type(message) is str:
        folded = message.casefold()
        for front, kind in words.fronts:
            if folded.startswith(front):
                return kind
        for part, kind in words.messages:
            if part in folded:
                return kind
    if type(type_) is str:
        # Some say ahead of a type whose it is.
        type_ = type_.rpartition("#")[2]
        if type_ in words.types:
            return words.types[type_]
    return words.statuses.get(code) if type(code) is str else None


def classed(x: Json, kinds: Kinds, places: Collection[str], format_: str) -> None:
    """Say of the error of a reply what kind it is. ``x`` was made by the caller.

    ``places``: those of type and code that the wire has. Where its words are not those that others
    get here, the form says so: they stay on this wire.
    """
    error = x["error"]
    kind = failure_kind(error, kinds)
    if kind is None:
        return
    error["kind"] = kind
    if _worded(error, kind, kinds, places) != _words_of(error, places):
        mark(error, format_, "kind", {"as": kind})


def _words_of(error: Json, places: Collection[str]) -> Json:
    """What an error says on a wire that has these ``places``."""
    return {key: error[key] for key in ("message", *places) if error.get(key) is not None}


def _worded(error: Json, kind: str, kinds: Kinds, places: Collection[str]) -> Json:
    """The same in the words that this wire has for a kind: its types and codes, no other's."""
    row = kinds[kind]
    says, made = row["says"], {"message": error.get("message")}
    for key in places:
        word = error.get(key)
        if str(word).rpartition("#")[2] not in row[f"{key}s"]:
            word = says.get(key)
        made |= {} if word is None else {key: word}
    message = made["message"]
    if "message" in says and type(message) is str and failure_kind(made, kinds) != kind:
        made["message"] = _front(says["message"]) + message if message else says["message"]
    return made


def _stays(error: Json, format_: str) -> bool:
    """Whether its words came from this wire, and still say what they said."""
    form = placed(error, format_) if "metadata" in error else None
    noted = (form or EMPTY).get("kind") or EMPTY
    return bool(noted.get("as") == error["kind"])


def reworded(x: Json, kinds: Kinds, places: Collection[str], format_: str) -> Json:
    """A reply whose error says its kind in the words of this wire.

    ``places``: those of type and code that the wire has.
    """
    error = x["error"]
    if type(error) is not dict or error.get("kind") is None:
        return x
    kind = error["kind"]
    if type(kind) is not str or kind not in kinds:
        raise expected("a kind of failure: " + ", ".join(kinds), error, "kind")
    for key in ("type", "code"):
        if error.get(key) is not None and type(error[key]) is not str:
            raise expected("a string", error, key)
    if _stays(error, format_):
        return x
    words = _worded(error, kind, kinds, places)
    rest = {key: value for key, value in error.items() if key not in ("message", "type", "code")}
    return {**x, "error": {**words, **rest}}


def failed_event(
    x: Json, kinds: Kinds, names: Sequence[str], write: Callable[[Json], Json], format_: str
) -> Json:
    """The event whose name says what failed; it holds what ``write`` makes of the rest.

    It is the error's own type, if that is one of the ``names``; that of its kind; or the first.
    """
    error = x["error"]
    name = error.get("type")
    if name not in names:
        row = kinds.get(error["kind"]) if type(error.get("kind")) is str else None
        name = row["says"].get("event", names[0]) if row is not None else names[0]
    error = reworded(x, kinds, (), format_)["error"]
    rest = {key: value for key, value in error.items() if key not in ("type", "code", "kind")}
    return {name: write({**x, "error": rest})}


def status(response: object, format: str = "") -> int:
    """The HTTP status that goes with a Response (dict or model): 200, or that of its failure.

    It is the error's code, if that is one, or the status of its kind: ``format`` is the wire that
    it is sent on, as some have statuses of their own. A code that says another kind there is for
    the wire that it came on. What says neither is 500. Raises ValueError for a format that there
    is not.
    """
    from .convert import format_module

    x = plain(response)
    error = x.get("error") if type(x) is dict else None
    if error is None:
        return 200
    kind, code = error.get("kind"), error.get("code")
    statuses = STATUSES
    if format and (rows := getattr(format_module(format), "ERROR_KINDS", None)):
        statuses = {name: row["status"] for name, row in rows.items()}
    of_kind = statuses.get(kind) if type(kind) is str else None
    if type(code) is str and code.isdecimal() and 400 <= int(code) < 600:
        foreign = of_kind is not None and int(code) in statuses.values()
        if not (format and foreign) or _stays(error, format):
            return int(code)
    return 500 if of_kind is None else of_kind
