"""What a body says, and what a value should make a wire say: the two sides of the comparison."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from driving import EDITED
from driving.neutral import pair
from driving.saying import saying
from driving.talk import talk
from formats import part
from samples import difference

Json = Any
READERS = {name: part(name, "reading") for name in EDITED}


def says(wire: str, entry: str, body: Json) -> Json:
    """What a request or reply body says; ``entry`` is ``request`` or ``response``."""
    reader = READERS[wire]
    reading = reader.request(body) if entry == "request" else reader.reply(body)
    return settled(wire, reading)


def should_say(wire: str, value: Json) -> Json:
    """What a request or a response of the intermediate format says, as far as a wire can."""
    return settled(wire, saying(wire).reading(value))


def settled(wire: str, reading: Json) -> Json:
    """A reading with one way to say each thing that a wire has two ways to say."""
    if "messages" not in reading:
        return reading
    messages = reading["messages"]
    if saying(wire).SYSTEMS_JOINED:
        messages = _one_system(messages)
    paired = pair([*map(_settled_message, messages)])
    merged = paired if talk(wire).RESULTS_FOLLOW_SINGLY else _one_user(paired)
    return {**reading, "messages": merged}


def _one_user(messages: list[Json]) -> list[Json]:
    """What the user says in a row as one message, whether or not the wire has it apart."""
    found: list[Json] = []
    for entry in messages:
        if found and entry["role"] == found[-1]["role"] == "user" and not entry["rest"]:
            found[-1] = {**found[-1], "parts": [*found[-1]["parts"], *entry["parts"]]}
        else:
            found.append(entry)
    return found


def _one_system(messages: list[Json]) -> list[Json]:
    """The instructions at the front, in the list or beside it, as one message."""
    count = next((at for at, m in enumerate(messages) if m["role"] != "system"), len(messages))
    if count < 2:
        return messages
    parts = [item for entry in messages[:count] for item in entry["parts"]]
    rest = {key: item for entry in messages[:count] for key, item in entry["rest"].items()}
    return [{"role": "system", "parts": parts, "rest": rest}, *messages[count:]]


def _settled_message(entry: Json) -> Json:
    if "parts" in entry:
        parts = [item for item in entry["parts"] if item.get("text") != "" or item["rest"]]
        return {**entry, "parts": parts}
    return entry


def disagreement(
    expected: Json, reading: Json, made_up: frozenset[str] = frozenset()
) -> str | None:
    """Where a body does not say what it should, in words; None if it does.

    ``made_up``: ids that the wire may leave out, since it never had them. The reply's own ``word``
    for its end is not compared here.
    """
    loose = made_up | shared_ids(expected)
    expected, reading = _without_word(expected), _without_word(reading)
    if "messages" in expected and "messages" in reading:
        pairs = zip(expected["messages"], reading["messages"], strict=False)
        met = [_meeting(left, right, loose) for left, right in pairs]
        count = len(met)
        expected = expected | {"messages": [m[0] for m in met] + expected["messages"][count:]}
        reading = reading | {"messages": [m[1] for m in met] + reading["messages"][count:]}
    if "total" not in reading.get("usage", {}):  # a sum that nobody needs to say
        expected = expected | _without_total(expected)
    return difference(expected, reading)


def _without_total(reading: Json) -> Json:
    if "usage" not in reading:
        return {}
    return {"usage": {key: item for key, item in reading["usage"].items() if key != "total"}}


def _without_word(reading: Json) -> Json:
    return {key: item for key, item in reading.items() if key != "word"}


def _meeting(expected: Json, reading: Json, loose: frozenset[str]) -> tuple[Json, Json]:
    """Two messages without ids that the wire may choose, and with data where text holds it."""
    if expected["role"] != reading["role"]:
        return expected, reading
    if expected["role"] == "assistant" and len(expected["parts"]) == len(reading["parts"]):
        pairs = zip(expected["parts"], reading["parts"], strict=True)
        met = [_without_id(*pair, loose) for pair in pairs]
        left, right = ([pair[side] for pair in met] for side in (0, 1))
        return {**expected, "parts": left}, {**reading, "parts": right}
    if expected["role"] != "tool":
        return expected, reading
    wanted, found = _without_id(expected["result"], reading["result"], loose)
    if "id" not in found:  # which call it answers is compared all the same
        wanted = {key: item for key, item in wanted.items() if key != "id"}
    if "json" in wanted and "text" in found:
        found = _as_data(found)
    return {**expected, "result": wanted}, {**reading, "result": found}


def _without_id(expected: Json, reading: Json, loose: frozenset[str]) -> tuple[Json, Json]:
    if loose.isdisjoint((expected.get("id"), reading.get("id"))):
        return expected, reading
    left, right = ({k: v for k, v in item.items() if k != "id"} for item in (expected, reading))
    return left, right


def shared_ids(reading: Json) -> frozenset[str]:
    """Ids that several calls of a conversation have: encoding may tell them apart."""
    calls = [item for m in reading.get("messages", ()) for item in m.get("parts", ())]
    count = Counter(item["id"] for item in calls if item["kind"] == "call" and "id" in item)
    return frozenset(call_id for call_id, times in count.items() if times > 1)


def _as_data(result: Json) -> Json:
    try:
        value = json.loads(result["text"])
    except ValueError:
        return result
    return {key: item for key, item in result.items() if key != "text"} | {"json": value}
