"""The floor of the benchmark: a comparison is fair only if both sides do the same work."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from dice import Dice
from drawing import drawing
from driving.edits import EDITS
from driving.typed_places import DEFS, TAGS, records, wrong_types
from formats import entries, entry_type
from grouped import Case, each
from samples import as_it_is, copied, difference
from strategies import intermediates, wires

sys.path.insert(0, str(Path(__file__).parent / "bench"))
topic: Any = importlib.import_module("topic")
traffic: Any = importlib.import_module("traffic")
FORMATS: tuple[str, ...] = traffic.FORMATS
SPOKEN: tuple[str, ...] = traffic.SPOKEN

Json = Any
ENTRIES = [(format_, entry) for format_ in FORMATS for entry in entries(format_)]
MESSAGES = [one for one in ENTRIES if one[0] not in SPOKEN]
"""The entries of formats that have messages of many kinds, and no conversations."""
ANSWERED = [(name, *pair) for name in FORMATS for pair in traffic.answered(name).items()]
each_entry = pytest.mark.parametrize(("format_", "entry"), ENTRIES)


def _cases() -> Iterator[Case]:
    """Each payload of the fixtures, the usual ones, and conversations of some lengths."""
    for format_, entry in ENTRIES:
        for name, payload in traffic.fixtures(format_, entry).items():
            yield f"{format_}-{entry}", name, (format_, entry, payload)
    for format_ in FORMATS:
        for entry, usual in traffic.usual(format_).items():
            yield f"{format_}-{entry}", "usual", (format_, entry, usual)
    for format_ in SPOKEN:
        for turns in traffic.TURNS:
            longer = traffic.conversation(format_, turns)
            yield f"{format_}-request", f"{turns} turns", (format_, "request", longer)


def _pair(format_: str, name: str) -> tuple[Any, Any]:
    """The generated function of that name, and the one written by hand."""
    floor: Any = importlib.import_module(f"floor_{format_}")
    return getattr(as_it_is(format_), name), getattr(floor, name)


@each(_cases())
def test_floor_and_generated_code_agree(format_: str, entry: str, payload: Json) -> None:
    """Both read the same value, write the payload back exactly, and change nothing they got."""
    generated: Any = as_it_is(format_)
    floor: Any = importlib.import_module(f"floor_{format_}")
    before = copied(payload)
    value = getattr(floor, f"decode_{entry}")(payload)
    unchanged = copied(value)
    assert difference(value, getattr(generated, f"decode_{entry}")(payload)) is None
    assert difference(getattr(floor, f"encode_{entry}")(value), before) is None
    assert difference(getattr(generated, f"encode_{entry}")(value), before) is None
    assert difference(value, unchanged) is None
    assert difference(payload, before) is None


REFUSED = "refused"


def _outcome(convert: Any, value: Json) -> Json:
    try:
        return convert(value)
    except (ValueError, LookupError, TypeError, AttributeError):
        return REFUSED


ODD: tuple[Json, ...] = (5, 1.5, "hot", True, None, ["x"], {"a": 1}, [], {}, "")


ENOUGH = 6
"""Of an entry's payloads so many, at most twice as many, are tried in all of their places."""


def _odd(payload: Json, dice: Dice) -> Iterator[str]:
    """A payload with something else at one place after the other; the key or index there."""
    inner = list(payload.items() if type(payload) is dict else enumerate(payload))
    for key, right in inner:
        payload[key] = copied(dice.choice(ODD))
        yield f"/{key}"
        payload[key] = right
        if type(payload) is dict:
            del payload[key]
            yield f"/{key} is missing"
            payload[key] = right
        if type(right) in (dict, list):
            yield from (f"/{key}{place}" for place in _odd(right, dice))


def _some(format_: str, entry: str) -> dict[str, Json]:
    """Every so-manyth of our payloads: many have something odd in all of their places."""
    found = sorted(traffic.fixtures(format_, entry).items())
    return dict(found[:: max(1, len(found) // ENOUGH)])


@each_entry
def test_floor_reads_an_odd_payload_as_the_generated_code_does(format_: str, entry: str) -> None:
    generated, floor = _pair(format_, f"decode_{entry}")
    unlike = [
        f"{name} {place}: {found}"
        for name, payload in _some(format_, entry).items()
        for place in _odd(payload, Dice(name))
        if (found := difference(_outcome(floor, payload), _outcome(generated, payload))) is not None
    ]
    assert unlike == []


def _strange(payload: Json) -> Iterator[str]:
    """A payload with a key that nobody knows in one object after the other; where that is."""
    if type(payload) is dict:
        payload["x_strange"] = {"is": ["strange"]}
        yield ""
        del payload["x_strange"]
    inner = list(payload.items() if type(payload) is dict else enumerate(payload))
    for key, value in inner:
        if type(value) in (dict, list):
            yield from (f"/{key}{place}" for place in _strange(value))


@each_entry
def test_floor_keeps_a_strange_key_where_the_generated_code_does(format_: str, entry: str) -> None:
    generated, read = _pair(format_, f"decode_{entry}")
    _, write = _pair(format_, f"encode_{entry}")
    unlike = []
    for name, payload in traffic.fixtures(format_, entry).items():
        for place in _strange(payload):
            value = _outcome(generated, payload)
            found = difference(_outcome(read, payload), value)
            if found is None and value != REFUSED:
                found = difference(_outcome(write, value), payload)
            if found is not None:
                unlike.append(f"{name} {place}: {found}")
    assert unlike == []


def _values(format_: str, entry: str) -> Iterator[tuple[str, Json]]:
    """What our own payloads say, by their names."""
    decode = getattr(as_it_is(format_), f"decode_{entry}")
    for name, payload in _some(format_, entry).items():
        yield name, decode(copied(payload))


def _unlike(format_: str, entry: str, values: Iterator[tuple[str, Json]]) -> list[str]:
    """Where the floor does not write what the generated code writes, or takes what that refuses."""
    generated, floor = _pair(format_, f"encode_{entry}")
    return [
        f"{place}: {found}"
        for place, value in values
        if (found := difference(_outcome(floor, value), _outcome(generated, value))) is not None
    ]


@each_entry
def test_floor_refuses_a_value_of_the_wrong_type_at_every_place(format_: str, entry: str) -> None:
    places = [
        (name + pointer, wrong)
        for name, value in _values(format_, entry)
        for pointer, _, wrong in wrong_types(value, entry_type(format_, entry), Dice(name))
    ]
    assert _unlike(format_, entry, iter(places)) == []
    _, encode = _pair(format_, f"encode_{entry}")
    refused = sum(_outcome(encode, wrong) == REFUSED for _, wrong in places)
    assert refused == len(places) >= 3 * len(_some(format_, entry))


@each_entry
def test_floor_takes_none_for_absent_at_every_place(format_: str, entry: str) -> None:
    """Where there was nothing, too."""
    empty = (
        (f"{name} {place}", edited)
        for name, value in _values(format_, entry)
        for place, edited in _filled(value, DEFS[entry_type(format_, entry)], None)
    )
    assert _unlike(format_, entry, empty) == []


@pytest.mark.parametrize(("format_", "entry"), MESSAGES)
def test_floor_refuses_a_field_more_of_the_wrong_type(format_: str, entry: str) -> None:
    """One that has no place in the message, too."""
    filled = (
        (f"{name} {place}", edited)
        for name, value in _values(format_, entry)
        for place, edited in _filled(value, DEFS[entry_type(format_, entry)], [98765])
        if not place.endswith("/metadata")  # of a text beside files the report of losses reads it
    )
    assert _unlike(format_, entry, filled) == []


def _filled(value: Json, root: Json, filling: Json) -> Iterator[tuple[str, Json]]:
    """A value with this in one optional field after the other, whether it was there or not."""
    for record, schema in list(records(value, root)):
        before = record.holder.copy()
        for key in sorted(schema["properties"].keys() - {*schema["required"], *TAGS}):
            record.holder[key] = filling
            yield f"{record.pointer}/{key}", value
            record.holder.clear()
            record.holder.update(before)


@pytest.mark.parametrize(("format_", "entry"), [one for one in ENTRIES if one[0] in SPOKEN])
def test_floor_writes_an_edited_value_as_the_generated_code_does(format_: str, entry: str) -> None:
    edited = (
        (f"{name} {row.name}", found)
        for name, value in _values(format_, entry)
        for row in EDITS
        if row.entry == entry
        and (found := row.edit(copied(value), Dice(f"{name} {row.name}"))) is not None
    )
    assert _unlike(format_, entry, edited) == []


@pytest.mark.parametrize(("format_", "entry"), MESSAGES)
def test_floor_reads_drawn_messages_as_the_generated_code_does(format_: str, entry: str) -> None:
    generated, floor = _pair(format_, f"decode_{entry}")

    @drawing(300)
    @given(wires(format_, entry))
    def law(payload: Json) -> None:
        assert difference(_outcome(floor, payload), _outcome(generated, payload)) is None

    law()


@pytest.mark.parametrize(("format_", "entry"), MESSAGES)
def test_floor_writes_drawn_values_as_the_generated_code_does(format_: str, entry: str) -> None:
    """Those of other wires too, and those that an app wrote itself."""
    kind = entry_type(format_, entry)

    @drawing(300)
    @given(intermediates(kind, FORMATS, FORMATS))
    def law(value: Json) -> None:
        assert _unlike(format_, entry, iter([("drawn", value)])) == []

    law()


@pytest.mark.parametrize(("format_", "entry"), MESSAGES)
def test_floor_writes_values_of_other_entries_as_the_generated_code_does(
    format_: str, entry: str
) -> None:
    """What came in another message, or without what its own message said of it."""
    kind = entry_type(format_, entry)
    found = [one for one in MESSAGES if entry_type(*one) == kind]
    values = [(f"{name} of {other}", value) for other in found for name, value in _values(*other)]
    bare = [
        (f"bare {name}", {key: item for key, item in value.items() if key != "metadata"})
        for name, value in values
    ]
    assert _unlike(format_, entry, iter([*values, *bare])) == []


@pytest.mark.parametrize(("format_", "entry", "source"), ANSWERED)
def test_floor_knows_which_call_a_result_answers(format_: str, entry: str, source: str) -> None:
    """Read and written for a call, and afterwards without it; another call's result is refused."""
    read_call, _ = _pair(format_, f"decode_{source}")
    calls = [read_call(body) for body in traffic.fixtures(format_, source).values()]
    calls = [*calls, {"id": "call_9", "name": "f", "arguments": {}}, {"id": 9}, "call_9"]
    read, read_by_hand = _pair(format_, f"decode_{entry}")
    write, write_by_hand = _pair(format_, f"encode_{entry}")
    for name, body in traffic.fixtures(format_, entry).items():
        for call in calls:
            value = _outcome(partial(read, call=call), body)
            by_hand = _outcome(partial(read_by_hand, call=call), body)
            assert difference(by_hand, value) is None, (name, call)
            for known_call in (call, None, calls[0]) if value != REFUSED else ():
                written = _outcome(partial(write, call=known_call), value)
                by_hand = _outcome(partial(write_by_hand, call=known_call), value)
                assert difference(by_hand, written) is None, (name, known_call)


def _failures(format_: str) -> Iterator[tuple[str, Json]]:
    """Failures of each kind and of none, said in each of the words by which a wire knows them."""
    kinds = as_it_is(format_).ERROR_KINDS
    places = (("code", "codes"), ("type", "types"), ("message", "messages"))
    words = [(at, word) for row in kinds.values() for at, key in places for word in row[key]]
    words += [("code", str(row["status"])) for row in kinds.values()]
    for kind in (*kinds, None):
        for at, word in words:
            error = {"message": "It broke.", "kind": kind, at: word}
            silent = {"role": "assistant", "content": []}
            yield f"{kind} {word}", {"message": silent, "finishReason": "error", "error": error}


@pytest.mark.parametrize("format_", SPOKEN)
def test_floor_knows_and_says_each_kind_of_failure_as_the_generated_code_does(format_: str) -> None:
    assert _unlike(format_, "response", _failures(format_)) == []
    generated: Any = as_it_is(format_)
    floor: Any = importlib.import_module(f"floor_{format_}")
    bodies = [generated.encode_response(value) for _, value in _failures(format_)]
    read = [generated.decode_response(body) for body in bodies]
    assert {"rate_limit", "context_length"} < {reply["error"].get("kind") for reply in read}
    for body, expected in zip(bodies, read, strict=True):
        assert difference(floor.decode_response(body), expected) is None, body


@pytest.mark.parametrize("format_", SPOKEN)
def test_floor_lets_a_changed_value_win(format_: str) -> None:
    """An overlay holds how things were spelled; it never overrules what the app wrote."""
    floor: Any = importlib.import_module(f"floor_{format_}")
    request = floor.decode_request(traffic.conversation(format_, 1))
    calls = [
        block["toolCall"]
        for message in request["messages"]
        if message["role"] == "assistant"
        for block in message["content"]
        if block["kind"] == "toolCall"
    ]
    calls[0]["arguments"] = {"city": "Bergen"}
    request["maxTokens"] = 7
    again = floor.decode_request(floor.encode_request(request))
    assert difference(again, request) is None


@pytest.mark.parametrize("format_", SPOKEN)
@pytest.mark.parametrize("turns", traffic.TURNS)
def test_conversations_are_as_long_as_they_say(format_: str, turns: int) -> None:
    """A made-up conversation holds a question, two calls, two results and an answer a turn."""
    floor: Any = importlib.import_module(f"floor_{format_}")
    messages = floor.decode_request(traffic.conversation(format_, turns))["messages"]
    roles = [message["role"] for message in messages]
    assert roles[0] == "system"
    assert roles[1:] == ["user", "assistant", "tool", "tool", "assistant"] * turns
    kinds = {message["toolResult"]["name"] for message in messages if message["role"] == "tool"}
    assert kinds == {*topic.TOOLS}
