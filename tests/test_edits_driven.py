"""What an app edits is what the wire body says, and all that it says."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from typing import Any, cast

import pytest

from conversation import assistant, call, decode, encode, request, result, results_of, user
from dice import Dice
from driving import EDITED
from driving.edits import EDITS, Row
from driving.law import Sample, check, misread
from driving.neutral import same
from driving.refusals import unlaid, unrefused, unreported
from driving.saying import saying
from driving.talk import talk
from driving.typed_places import overlays, unknown_keys, wrong_types
from driving.wire_reading import says
from formats.anthropic_messages.marks import MARK, MARKED, marked_places, marks, unplaced
from payloads import ANTHROPIC, GEMINI, OPENAI, chat, claude, google
from samples import ADAPTERS, ALL, Adapter, adapter, copied, exactly
from toolwire import ToolwireError

Json = Any
each_row = pytest.mark.parametrize("row", EDITS, ids=lambda row: f"{row.entry} {row.name}")
each_wire = pytest.mark.parametrize("wire", EDITED)
each_adapter = pytest.mark.parametrize(
    "wire", [wire for wire in ADAPTERS if wire.format in EDITED], ids=str
)


def marked(fact: str) -> set[str]:
    """The fixtures of which their format says something that holds of few."""
    return {f"{wire}-{name}" for wire in EDITED for name in getattr(saying(wire), fact)}


@functools.cache
def samples(entry: str) -> list[tuple[str, Sample]]:
    """Our own payloads, read once."""
    fixtures = [f for f in ALL if f.entry == entry and f.format in EDITED]
    found = [(str(f), Sample(f.format, f.entry, f.payload)) for f in fixtures]
    undetermined = marked("UNDETERMINED")
    return [(name, sample) for name, sample in found if name not in undetermined]


def of(wire: Adapter) -> Iterator[tuple[str, Sample, Json]]:
    """The payloads of an adapter, each with a value to try things on."""
    for name, sample in samples(wire.entry):
        if sample.wire == wire.format:
            yield name, sample, copied(sample.value)


def none(wrong: list[str]) -> None:
    assert not wrong, f"{len(wrong)}:\n" + "\n".join(wrong[:20])


# -- the law


@each_row
def test_a_body_says_what_the_edited_value_says(row: Row) -> None:
    dice, wrong = Dice(row.name), []
    for name, sample in samples(row.entry):
        edited = sample.edited(row.edit, dice) if dice.chance(3) else None
        if edited is None:
            continue
        if why := check(sample, edited, sample.wire, row.bare, validate=dice.chance(5)):
            wrong.append(f"{name}: {why}")
    none(wrong)


@each_row
def test_any_other_wire_says_it_too(row: Row) -> None:
    dice, wrong = Dice(row.name), []
    for name, sample in samples(row.entry):
        edited = sample.edited(row.edit, dice) if dice.chance(8) else None
        if edited is None:
            continue
        target = dice.choice([wire for wire in EDITED if wire != sample.wire])
        if why := check(sample, {**edited, "model": "m"}, target):
            wrong.append(f"{name} to {target}: {why}")
    none(wrong)


def test_a_body_that_nobody_edited_says_what_its_value_says() -> None:
    """The two readings agree: else the law would hold of nothing."""
    found = {
        name for entry in ("request", "response") for name, s in samples(entry) if misread(s)
    }
    assert found <= marked("READ_OTHERWISE")


def test_the_reading_notices_whatever_changes_in_a_body() -> None:
    missed, unnoticed = [], marked("UNNOTICED")
    found = [*samples("request"), *samples("response")]
    for name, sample in ((name, sample) for name, sample in found if name not in unnoticed):
        unread = saying(sample.wire).UNREAD
        for holder, key in leaves(body := copied(sample.body)):
            was = holder[key]
            holder[key] = not was if was in (True, False) else was * 2 + type(was)("7")
            if key not in unread and same_reading(sample, body):
                missed.append(f"{name}: {key}")
            holder[key] = was
    none(missed)


@pytest.mark.parametrize("change", [list.pop, list.clear, lambda items: items.extend(items)])
def test_the_reading_notices_a_list_that_is_longer_or_shorter(change: Any) -> None:
    """Also where some of the messages say nothing: not all of them do."""
    missed = []
    for name, sample in samples("request"):
        for key in (talk(sample.wire).LIST, "tools", "stop"):
            body = copied(sample.body)
            if type(body.get(key)) is list and body[key]:
                change(body[key])
                missed += [f"{name}: {key}"] if same_reading(sample, body) else []
    none(missed)


def leaves(value: Json) -> Iterator[tuple[Json, str]]:
    """Every text, number and switch in a body under a key: what holds it, and the key."""
    if type(value) is list:
        for item in value:
            yield from leaves(item)
    if type(value) is dict:
        for key, item in value.items():
            if type(item) in (str, int, float, bool):
                yield value, key
            yield from leaves(item)


def same_reading(sample: Sample, body: Json) -> bool:
    try:
        return same(says(sample.wire, sample.entry, body), sample.reading)
    except (KeyError, TypeError, AttributeError):
        return False  # noticed, if roughly


# -- what an app gets wrong


@each_adapter
def test_a_value_of_the_wrong_type_never_reaches_the_wire(wire: Adapter) -> None:
    """It is refused with its place, if the wire would say it."""
    wrong = [why for why in refused_wrongly(wire) if not why.endswith("without a word")]
    none(wrong)


@each_adapter
def test_a_wrong_type_is_refused_where_the_wire_has_no_place_for_it(wire: Adapter) -> None:
    none([why for why in refused_wrongly(wire) if why.endswith("without a word")])


@functools.cache
def refused_wrongly(wire: Adapter) -> list[str]:
    wrong = []
    for name, sample, value in of(wire):
        for place, _, odd in wrong_types(value, wire.entry, Dice(name)):
            if why := unrefused(wire.format, wire.entry, odd, place, sample.body):
                wrong.append(f"{name} {place}: {why}")
    return wrong


@each_wire
@pytest.mark.parametrize(("place", "odd"), [
    ("/messages/0/content/0/text", request(user([{"kind": "text", "text": 5}]))),
    ("/messages/0/content", request(user(5))),
    ("/messages/1/content/0/toolCall/name", request(user(), assistant(call("c", cast(Any, None))))),
    ("/messages/1/content/0/toolCall/arguments", request(
        user(), assistant(call("c", arguments='{"a": 1}')))),
    ("/messages/2/toolResult/value", request(
        user(), assistant(call("c")), result("c", "text", {"code": 5}))),
    ("/messages/2/toolResult/value", request(
        user(), assistant(call("c")), result("c", "error", ["x"]))),
    ("/messages/2/toolResult/value", request(
        user(), assistant(call("c")), result("c", "multimodal", "x"))),
    ("/tools", request(user(), tools={"name": "f"})),
    ("/tools/0/parameters", request(user(), tools=[{"name": "f", "parameters": "{}"}])),
    ("/toolChoice", request(user(), tools=[{"name": "f"}], toolChoice="any")),
    ("/temperature", request(user(), temperature="hot")),
    ("/maxTokens", request(user(), maxTokens=True)),
    ("/stopSequences", request(user(), stopSequences="STOP")),
])  # fmt: skip
def test_a_usual_mistake_is_refused_with_its_place(wire: str, place: str, odd: Json) -> None:
    with pytest.raises(ToolwireError) as caught:
        encode(wire, odd)
    assert caught.value.pointer == place
    assert caught.value.code in ("type", "value", "unsupported") and caught.value.expected


@each_adapter
def test_a_misspelled_key_is_a_loss_that_names_the_one_that_was_meant(wire: Adapter) -> None:
    wrong = []
    for name, sample, value in of(wire):
        for place, meant, odd in unknown_keys(value, wire.entry, Dice(name)):
            if why := unreported(wire.format, wire.entry, odd, place, meant, sample.body):
                wrong.append(f"{name} {place}: {why}")
    none(wrong)


@each_wire
@pytest.mark.parametrize(("place", "meant", "odd"), [
    ("/max_tokens", "maxTokens", request(user(), max_tokens=5)),
    ("/toolChoise", "toolChoice", request(user(), toolChoise="none")),
    ("/messages/0/contents", "content", request({**user(), "contents": "x"})),
    ("/messages/2/toolResult/isError", "", request(
        user(), assistant(call("c")), result("c", "text", "x", isError=True))),
    ("/tools/0/input_schema", "", request(user(), tools=[{"name": "f", "input_schema": {}}])),
])  # fmt: skip
def test_a_usual_misspelling_is_reported(wire: str, place: str, meant: str, odd: Json) -> None:
    assert unreported(wire, "request", odd, place, meant) is None


# -- None


@each_wire
def test_null_inside_what_is_kept_as_it_is_stays_null(wire: str) -> None:
    nulls = {"a": None, "b": [None], "c": {"d": None}}
    value = request(
        user(), assistant(call("c", arguments=nulls)), result("c", "data", nulls),
        tools=[{"name": "f", "parameters": {"type": "object", "default": None}}], temperature=None,
    )  # fmt: skip
    reading = says(wire, "request", encode(wire, value))
    assert "temperature" not in reading
    assert reading["messages"][1]["parts"][0]["arguments"] == nulls
    assert reading["tools"][0]["parameters"] == {"type": "object", "default": None}
    assert results_of(decode(wire, encode(wire, value)))[0]["value"] in (nulls, json.dumps(
        nulls, separators=(",", ":")))  # fmt: skip


# -- a field that a body holds twice

TWICE: list[tuple[str, Json, str, Json]] = [
    (OPENAI, chat(user(), max_tokens=1, max_completion_tokens=2), "maxTokens", 3),
    (ANTHROPIC, claude(user(), output_format={"type": "json_schema", "schema": {"a": 1}},
                       output_config={"format": {"type": "json_schema", "schema": {}}}),
     "responseSchema", {"schema": {"b": 2}}),
    (GEMINI, google({"parts": [{"text": "go"}]}, generationConfig={
        "responseSchema": {"type": "STRING"}, "responseJsonSchema": {"type": "number"}}),
     "responseSchema", {"schema": {"type": "integer"}}),
    (GEMINI, google({"parts": [{"text": "go"}]}, generationConfig={
        "maxOutputTokens": 1, "max_output_tokens": 2}), "maxTokens", 3),
]  # fmt: skip


@pytest.mark.parametrize(("wire", "body", "key", "fresh"), TWICE)
def test_a_field_that_stood_there_twice_goes_and_changes_as_one(
    wire: str, body: Json, key: str, fresh: Json
) -> None:
    value = decode(wire, body)
    assert exactly(encode(wire, value), body)
    gone = says(wire, "request", encode(wire, {k: v for k, v in value.items() if k != key}))
    assert key not in gone and not gone["rest"]
    reading = says(wire, "request", encode(wire, {**value, key: fresh}))
    assert reading[key] == (fresh if key == "maxTokens" else {**fresh, "rest": {}})


@pytest.mark.parametrize("fresh", [None, {"type": "object", "properties": {"fresh": {}}}])
def test_parameters_that_stood_there_twice_go_and_change_as_one(fresh: Json) -> None:
    tool = {"name": "f", "parameters": {"type": "OBJECT"}, "parametersJsonSchema": {"x": 1}}
    body = google({"parts": [{"text": "go"}]}, tools=[{"functionDeclarations": [tool]}])
    value = decode(GEMINI, body)
    value["tools"][0]["parameters"] = fresh
    tools = says(GEMINI, "request", encode(GEMINI, value))["tools"]
    assert tools == [{"name": "f", "rest": {}} | ({"parameters": fresh} if fresh else {})]


# -- what an app writes for one wire


@each_adapter
def test_a_key_that_an_app_writes_for_a_wire_is_there_or_is_reported(wire: Adapter) -> None:
    wrong = []
    for name, _, value in of(wire):
        for place, odd in overlays(value, wire.entry, wire.format):
            if why := unlaid(wire.format, wire.entry, odd, place):
                wrong.append(f"{name} {place}: {why}")
    none(wrong)


def test_a_cache_mark_lands_on_a_block_that_may_have_one_or_is_reported() -> None:
    wrong = []
    for name, _, value in of(adapter(ANTHROPIC, "request")):
        for place, odd in marks(value):
            if why := unplaced(odd, place):
                wrong.append(f"{name} {place}: {why}")
    none(wrong)


PAIR = [user(), assistant(call("c")), result("c", "text", "x")]
SYSTEM = {"role": "system", "content": "be brief"}


@pytest.mark.parametrize(("at", "messages", "block"), [
    (0, [user("a text")], "text"),
    (0, [user([{"kind": "text", "text": "one"}, {"kind": "text", "text": "two"}])], "text"),
    (0, [SYSTEM, user()], "text"),
    (1, [user(), SYSTEM], "text"),
    (1, [user(), assistant({"kind": "text", "text": "well"})], "text"),
    (1, PAIR, "tool_use"),
    (2, PAIR, "tool_result"),
    (3, [*PAIR, user("and now?")], "text"),
])  # fmt: skip
def test_a_cache_mark_on_a_message_stands_on_its_last_block(
    at: int, messages: list[Json], block: str
) -> None:
    value = copied(request(*messages))
    value["messages"][at]["metadata"] = {ANTHROPIC: {"cache_control": MARK}}
    assert block in MARKED
    assert marked_places(encode(ANTHROPIC, value)) == [block]


# -- what a function of Gemini returned


def returned(response: Json) -> Json:
    """A body with a call and what it returned."""
    calls = [{"functionCall": {"id": "c", "name": "f", "args": {}}}]
    results = [{"functionResponse": {"id": "c", "name": "f", "response": response}}]
    return google({"role": "model", "parts": calls}, {"role": "user", "parts": results})


@pytest.mark.parametrize(("response", "kind", "value"), [
    ({"output": "x"}, "text", "x"),
    ({"output": ""}, "text", ""),
    ({"error": "x"}, "error", "x"),
    *[(data, "data", data) for data in (
        {"output": "x", "error": "timeout"}, {"output": "x", "exit_code": 1},
        {"error": "x", "code": 5}, {"result": "x"}, {}, {"output": None, "error": None},
    )],
])  # fmt: skip
def test_a_result_of_gemini_is_all_in_its_value(response: Json, kind: str, value: Json) -> None:
    body = returned(response)
    decoded = decode(GEMINI, body)
    assert exactly(encode(GEMINI, decoded), body)
    [found] = results_of(decoded)
    assert (found["kind"], found["value"]) == (kind, value)
    found["kind"], found["value"] = "text", "fresh"
    again = says(GEMINI, "request", encode(GEMINI, decoded))["messages"][1]["result"]
    assert (again.get("text"), again["error"]) == ("fresh", False)
