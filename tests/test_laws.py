"""The laws, on payloads and values drawn from the schemas and on the fixtures.

1. encode(decode(w)) == w, exactly
2. decode(encode(x)) == normal(x) wherever nothing is lost (9, with rules: `test_there_and_back`)
3. encode(x) is valid, by our schema and by the provider's own types, or raises
4. encode_B(decode_A(w)) is valid B and carries nothing of A's own
7. nothing is mutated, and the same input gives the same output
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from drawing import drawing
from formats import part, returned, spoken, unsaid
from grouped import each_fixture
from provider_types import refusal
from samples import (
    ADAPTERS,
    FORMATS,
    ROUTES,
    SCHEMAS,
    Adapter,
    Fixture,
    adapter,
    copied,
    difference,
    exactly,
    invalid,
)
from strategies import MARK, intermediates, spelled
from toolwire._runtime.errors import ToolwireError
from toolwire._runtime.normal import normal

Json = Any
EXAMPLES = 120



each_adapter = pytest.mark.parametrize("wire", ADAPTERS, ids=str)


@each_fixture
def test_a_fixture_comes_back_exactly(fixture: Fixture) -> None:
    wire = fixture.adapter
    assert difference(fixture.payload, wire.encode(wire.decode(fixture.payload))) is None


@each_fixture
def test_a_fixture_decodes_to_a_valid_value(fixture: Fixture) -> None:
    wire = fixture.adapter
    assert invalid("intermediate", wire.inter, wire.decode(fixture.payload)) is None


@each_adapter
def test_a_valid_payload_comes_back_exactly(wire: Adapter) -> None:
    @drawing(300)
    @given(spelled(wire.format, wire.entry))
    def law(payload: Json) -> None:
        value = wire.decode(payload)
        assert difference(payload, wire.encode(value)) is None

    law()


@each_adapter
def test_a_valid_payload_decodes_to_a_valid_value(wire: Adapter) -> None:
    @drawing(EXAMPLES)
    @given(spelled(wire.format, wire.entry))
    def law(payload: Json) -> None:
        assert invalid("intermediate", wire.inter, wire.decode(payload)) is None

    law()


@each_adapter
def test_what_decodes_is_normal(wire: Adapter) -> None:
    @drawing(EXAMPLES)
    @given(spelled(wire.format, wire.entry))
    def law(payload: Json) -> None:
        value = wire.decode(payload)
        assert difference(value, normal(value)) is None

    law()


PRIVATE = {
    key
    for schema in SCHEMAS["intermediate"]["$defs"].values()
    for key, field in schema.get("properties", {}).items()
    if field.get("x-private")
}
"""Fields that stay with the app."""


def answering(wire: Adapter, value: Json) -> dict[str, Json]:
    """The call of a result that stands by itself: whoever reads one has the other."""
    if wire.inter != "ToolResult":
        return {}
    return {"call": {"id": value["toolCallId"], "name": value["name"]}}


def public(value: Json) -> Json:
    """A value without private fields and keys of overlays that say nothing: no loss to others.

    What is said of a message that only holds a result is said of the result.
    """
    if isinstance(value, list):
        return [public(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: public(item) for key, item in value.items() if key not in {"metadata", *PRIVATE}}
    for name, overlay in value.get("metadata", {}).items():
        rest = {key: item for key, item in overlay.items() if not silent(item)}
        if rest:
            holder = found["toolResult"] if found.get("role") == "tool" else found
            overlays = holder.setdefault("metadata", {})
            overlays[name] = rest | overlays.get(name, {})
    return found


def silent(item: Json) -> bool:
    """Whether a part of an overlay says no more than that its wire has nothing there."""
    if not isinstance(item, dict) or item == {"own": True}:
        return item in (None, "", [], {"own": True})
    return all(key == "absent" or silent(inner) for key, inner in item.items())


def parted(wire: Adapter, value: Json, back: Json) -> bool:
    """Whether all that is left of two replies is what of their messages does not go back."""
    gone = wire.entry == "response" and bool(returned(wire.format))
    return gone and alike(wire, value, value, back)


def respelled(wire: Adapter, value: Json, sent: Json, back: Json) -> bool:
    """Whether a value that was not normal is normal now: its form says that it went out so."""
    plain = bare(value)
    return difference(plain, normal(plain)) is not None and alike(wire, value, sent, back)


def alike(wire: Adapter, value: Json, sent: Json, back: Json) -> bool:
    """Whether what came back is what was told, but for its overlays, and goes out as it did."""
    same = difference(bare(sent), bare(back)) is None
    return same and difference(wire.encode(value), wire.encode(back)) is None


def bare(value: Json) -> Json:
    """A value without any overlay."""
    if isinstance(value, list):
        return [bare(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: bare(item) for key, item in value.items() if key != "metadata"}


@each_adapter
def test_a_value_without_losses_comes_back_normal(wire: Adapter) -> None:
    count = 0

    name = wire.format
    fields = part(name, "provider").DEMANDED if wire.entry == "request" else {}

    @drawing(1200)
    @given(intermediates(wire.inter, overlays=(name,), opaques=(name,), given=fields))
    def law(value: Json) -> None:
        nonlocal count
        about = answering(wire, value)
        if wire.losses(value, **about):
            return
        count += 1
        gone = {*PRIVATE, *unsaid(name, wire.inter, value)}
        sent = {key: item for key, item in normal(value).items() if key not in gone}
        sent, back = (spoken(name, one) for one in (sent, wire.decode(wire.encode(value), **about)))
        same = difference(sent, back) is None
        same = same or parted(wire, sent, back)
        same = same or respelled(wire, value, sent, back)
        assert same or difference(normal(public(sent)), normal(public(back))) is None

    law()
    assert count > 10, "too few values without losses to say anything"


@each_adapter
def test_what_encodes_is_valid_by_our_schema(wire: Adapter) -> None:
    @drawing(EXAMPLES)
    @given(intermediates(wire.inter, overlays=("elsewhere",)))
    def law(value: Json) -> None:
        try:
            payload = wire.encode(value)
        except ToolwireError as error:
            assert error.expected
            return
        assert invalid(wire.format, wire.entry, payload) is None

    law()


def with_schemas_of_objects(value: Json) -> Json:
    """A value whose tools take objects: by the rules they do, whatever the app says of them.

    Written as it is, another type is the app's own mistake, and some providers' types see it.
    """
    if not value.get("tools"):
        return value
    tools = [
        {**tool, "parameters": {**tool["parameters"], "type": "object"}}
        if (tool.get("parameters") or {}).get("type")
        else tool
        for tool in value["tools"]
    ]
    return {**value, "tools": tools}


@each_adapter
def test_what_encodes_is_valid_by_the_providers_types(wire: Adapter) -> None:
    @drawing(EXAMPLES)
    @given(intermediates(wire.inter, overlays=("elsewhere",)))
    def law(value: Json) -> None:
        try:
            payload = wire.encode(with_schemas_of_objects(value))
        except ToolwireError:
            return
        assert refusal(wire.format, wire.entry, payload) is None

    law()


@pytest.mark.parametrize("entry", ["request", "response"])
@pytest.mark.parametrize(("source", "target"), ROUTES, ids=lambda name: str(name))
def test_a_conversion_is_valid_and_carries_nothing_foreign(
    source: str, target: str, entry: str
) -> None:
    reading, writing = adapter(source, entry), adapter(target, entry)

    @drawing(60)
    @given(spelled(source, entry))
    def law(payload: Json) -> None:
        value = reading.decode(payload)
        try:
            converted = writing.encode(value)
        except ToolwireError as error:
            assert error.expected
            return
        assert invalid(target, entry, converted) is None
        assert MARK not in json.dumps(converted)

    law()


@each_fixture
def test_nothing_is_mutated_and_the_same_input_gives_the_same_output(fixture: Fixture) -> None:
    wire, payload = fixture.adapter, copied(fixture.payload)
    first, second = wire.decode(payload), wire.decode(payload)
    assert exactly(payload, fixture.payload)
    assert exactly(first, second)
    before = copied(first)
    assert exactly(wire.encode(first), wire.encode(first))
    assert exactly(first, before)
    for name in (fixture.format, *fixture.targets):
        other = adapter(name, fixture.entry)
        try:
            other.losses(first)
            other.encode(first)
        except ToolwireError:
            pass
        assert exactly(first, before)
    assert exactly(payload, fixture.payload)


@each_adapter
def test_no_payload_is_mutated(wire: Adapter) -> None:
    @drawing(EXAMPLES)
    @given(spelled(wire.format, wire.entry))
    def law(payload: Json) -> None:
        before = copied(payload)
        value = wire.decode(payload)
        assert exactly(payload, before)
        again = copied(value)
        wire.encode(value)
        assert exactly(value, again)
        assert exactly(wire.decode(payload), value)

    law()


@each_adapter
def test_no_value_is_mutated(wire: Adapter) -> None:
    @drawing(EXAMPLES)
    @given(intermediates(wire.inter, overlays=FORMATS, opaques=FORMATS))
    def law(value: Json) -> None:
        before = copied(value)
        try:
            wire.losses(value)
            wire.encode(value)
        except ToolwireError as error:
            assert error.expected
        assert exactly(value, before)

    law()


@pytest.mark.parametrize("entry", ["request", "response"])
def test_normal_is_idempotent_and_valid_and_mutates_nothing(entry: str) -> None:
    @drawing(300)
    @given(intermediates(entry, overlays=FORMATS, opaques=FORMATS))
    def law(value: Json) -> None:
        before = copied(value)
        once = normal(value)
        assert exactly(value, before)
        assert normal(once) is once
        assert invalid("intermediate", entry, once) is None

    law()


def test_normal_says_the_same_in_fewer_words() -> None:
    text = {"kind": "text", "text": "x"}
    result = {"kind": "multimodal", "toolCallId": "c", "name": "f", "value": [text]}
    rows: list[tuple[Json, Json]] = [
        ({"role": "user", "content": [text]}, {"role": "user", "content": "x"}),
        ({"role": "system", "content": [text]}, {"role": "system", "content": "x"}),
        ({"role": "assistant", "content": [text]}, {"role": "assistant", "content": [text]}),
        ({"role": "user", "content": [text, text]}, {"role": "user", "content": [text, text]}),
        ({**text, "metadata": {"a": {}}}, text),
        ({**text, "metadata": {"a": {}, "b": {"c": 1}}}, {**text, "metadata": {"b": {"c": 1}}}),
        (result, {"kind": "text", "toolCallId": "c", "name": "f", "value": "x"}),
        (
            {**result, "isError": True},
            {"kind": "error", "toolCallId": "c", "name": "f", "value": "x"},
        ),
        (
            {"messages": [{"role": "user", "content": [text]}], "tools": []},
            {"messages": [{"role": "user", "content": "x"}], "tools": []},
        ),
        (
            {"role": "tool", "toolResult": {**result, "kind": "data"}},
            {"role": "tool", "toolResult": {**result, "kind": "data"}},
        ),
    ]
    for value, expected in rows:
        assert exactly(normal(value), expected), value
