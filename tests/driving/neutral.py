"""The terms in which wire bodies and intermediate values are compared.

A reading is a dict of plain values. Of a request: ``model``, ``maxTokens``, ``temperature``,
``topP``, ``stopSequences``, ``effort`` and other settings, ``parallel``, ``toolChoice``,
``responseSchema``, ``tools`` and ``messages``; of a reply: ``id``, ``model``, ``finish``,
``usage``, ``error`` and ``messages``. A message has a ``role`` and ``parts``, or as the answer to a
call one ``result``. Whatever a wire says besides stands in ``rest``, beside what it is about.

Nothing here, or in the readers, comes from the code under test.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Json = Any
EFFORTS = {
    word: word for word in ("none", "minimal", "low", "medium", "high", "xhigh", "max")
}
"""How much a model is to think, in the words of most wires."""
ANY_JSON = "any JSON"
"""What a request asks for that wants JSON, and states no schema."""
SEVERAL = "several"
"""Key of a reading whose spellings contradict each other."""


def pruned(value: Json) -> Json:
    """A value without what says nothing: null, empty objects and lists, at any depth.

    Items of a list keep their places.
    """
    if type(value) is dict:
        items = {key: pruned(item) for key, item in value.items()}
        return {key: item for key, item in items.items() if not _nothing(item)}
    if type(value) is list:
        members = [pruned(item) for item in value]
        return [] if all(_nothing(item) for item in members) else members
    return value


def _nothing(value: Json) -> bool:
    return value is None or value == {} or value == []


class Leftover:
    """A wire object out of which a reader takes what it understands."""

    def __init__(self, wire: Json) -> None:
        self._left = dict(wire)

    def take(self, *path: str) -> Json:
        """The value at a path, which is no part of the rest any more; None where there is none."""
        holder = self._left
        for key in path[:-1]:
            inner = holder.get(key)
            if type(inner) is not dict:
                return None
            holder[key] = holder = dict(inner)
        return holder.pop(path[-1], None) if path[-1] in holder else None

    def each(self, **paths: tuple[str, ...]) -> Json:
        """The values at several paths, each under its name."""
        return {name: self.take(*path) for name, path in paths.items()}

    def word(self, words: Json, *path: str) -> Json:
        """What a word at a path stands for; one that is not among these stays in the rest."""
        found: Json = self._left
        for key in path:
            found = found.get(key) if type(found) is dict else None
        if found is None or not any(found is word or found == word for word in words):
            return None
        return words[self.take(*path)]

    def spelled(self, *paths: tuple[str, ...]) -> Json:
        """The value of a field that may stand at several places; ``several`` if they differ."""
        found = [value for path in paths if (value := self.take(*path)) is not None]
        if not found:
            return None
        return found[0] if all(same(found[0], item) for item in found) else {SEVERAL: found}

    def without(self, key: str, default: Json) -> None:
        """Leave a key out of the rest that says only what is always said."""
        if key in self._left and same(self._left[key], default):
            del self._left[key]

    def peek(self, key: str) -> Json:
        """What is left under a key."""
        return self._left.get(key)

    @property
    def rest(self) -> Json:
        return pruned(self._left)


def same(left: Json, right: Json) -> bool:
    """Equal as JSON values: 1 is neither 1.0 nor true."""
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def at(value: Json, pointer: str) -> Json:
    """What stands at a JSON Pointer."""
    for key in pointer.split("/")[1:]:
        value = value[int(key)] if type(value) is list else value[key]
    return value


def filled(**fields: Json) -> Json:
    """A reading of the fields that are there."""
    return {key: value for key, value in fields.items() if value is not None}


def part(kind: str, rest: Json = None, **fields: Json) -> Json:
    return filled(kind=kind, **fields) | {"rest": rest or {}}


def message(role: str, parts: list[Json], rest: Json = None) -> Json:
    return {"role": role, "parts": parts, "rest": rest or {}}


def user_turn(parts: list[Json], rest: Json) -> Iterator[Json]:
    """A user's turn: each result in it by itself, and what the user says between them."""
    if all(item["kind"] != "result" for item in parts):
        yield message("user", parts, rest)
        return
    run: list[Json] = []
    for item in parts:
        if item["kind"] != "result":
            run.append(item)
            continue
        if run:
            yield message("user", run)
        run = []
        yield {"role": "tool", "result": item["result"], "rest": item["rest"]}
    if run:
        yield message("user", run)


def other(value: Json) -> Json:
    """What only this wire understands, whole."""
    return {"kind": "other", "value": value}


def arguments(text: Json) -> Json:
    """Arguments that came as text: the object, or the text where it is none."""
    if text is None or text == "" or (type(text) is str and text.strip() == "null"):
        return {"arguments": {}}
    if type(text) is dict:
        return {"arguments": text}
    if type(text) is not str:
        return {"raw": json.dumps(text, separators=(",", ":"))}
    try:
        value = json.loads(text)
        json.dumps(value, allow_nan=False)  # what JSON cannot say again is no value
    except ValueError:
        return {"raw": text}
    return {"arguments": value} if type(value) is dict else {"raw": text}


def object_arguments(value: Json) -> Json:
    """Arguments that came as an object, which may stand for a text that is none."""
    if value is None:
        return {"arguments": {}}
    if type(value) is not dict:
        return {"raw": json.dumps(value, separators=(",", ":"))}
    if list(value) == ["__invalid_arguments__"] and type(value["__invalid_arguments__"]) is str:
        return {"raw": value["__invalid_arguments__"]}
    return {"arguments": value}


def media_at(url: str) -> Json:
    """The fields of a picture or file given by a URL, which may hold the data itself."""
    head, comma, data = url.partition(";base64,")
    if url.startswith("data:") and comma and "/" in head and ";" not in head:
        return {"data": data, "mimeType": head.removeprefix("data:")}
    return {"url": url}


def file_at(data: str) -> Json:
    """The same of a file: what is no URL is its data, and so is what a URL has without a type."""
    if data.startswith("data:;base64,"):
        return {"data": data.removeprefix("data:;base64,")}
    return media_at(data) if ":" in data else {"data": data}


def plain_text(parts: Json) -> str | None:
    """The text of parts that are nothing else than one text."""
    if len(parts) != 1 or parts[0]["kind"] != "text" or parts[0]["rest"]:
        return None
    return str(parts[0]["text"])


def without(total: int, *parts: int | None) -> int:
    """A count without its parts; the whole count where they do not fit into it."""
    left = total - sum(count or 0 for count in parts)
    return total if left < 0 else left


def counted_apart(count: int, part: int | None, total: Json, rest: int) -> int:
    """A count without a part that is counted in it, as far as the sum does not say otherwise."""
    if type(total) is not int or not part:
        return without(count, part)
    if total == rest + count + part:
        return count
    return max(count - part, 0) if total == rest + count else without(count, part)


# -- which call a result answers


def pair(messages: list[Json]) -> list[Json]:
    """Messages whose results say the number of the call they answer, right behind their calls.

    By an id: the nearest turn before with a call of that id. Without one: the first call of that
    name without an answer, of the nearest turn before that has one. Results of a turn stand in the
    order of its calls; where a wire takes them from is not what is compared here.
    """
    turns: list[list[Json]] = []
    numbered = 0
    open_calls: set[int] = set()
    paired = []
    for entry in messages:
        if entry["role"] == "tool":
            number = _answered(entry["result"], turns, open_calls)
            open_calls.discard(-1 if number is None else number)
            entry = {**entry, "result": {**entry["result"], "answers": number}}
        elif calls := [item for item in entry.get("parts", ()) if item["kind"] == "call"]:
            turns.append([{**call, "number": numbered + at} for at, call in enumerate(calls)])
            open_calls |= {numbered + at for at in range(len(calls))}
            numbered += len(calls)
        paired.append(entry)
    return list(_settled(paired))


def _answered(result: Json, turns: list[list[Json]], open_calls: set[int]) -> int | None:
    call_id, name = result.get("id"), result.get("name")
    for turn in reversed(turns):
        if call_id is not None:
            fitting: list[int] = [c["number"] for c in turn if c.get("id") == call_id]
            if fitting:
                return next((number for number in fitting if number in open_calls), fitting[-1])
        else:
            fitting = [c["number"] for c in turn if name in (None, c["name"])]
            waiting = [number for number in fitting if number in open_calls]
            if waiting:
                return waiting[0]
    nameless = call_id is None and name is None and turns
    return int(turns[-1][-1]["number"]) if nameless else None


def _settled(messages: list[Json]) -> Iterator[Json]:
    answers: dict[int, list[Json]] = {}
    for entry in messages:
        if entry["role"] == "tool" and entry["result"]["answers"] is not None:
            answers.setdefault(entry["result"]["answers"], []).append(entry)
    number = 0
    for entry in messages:
        if entry["role"] == "tool":
            if entry["result"]["answers"] is None:
                yield entry
            continue
        yield entry
        for item in entry.get("parts", ()):
            if item["kind"] == "call":
                yield from answers.get(number, ())
                number += 1
