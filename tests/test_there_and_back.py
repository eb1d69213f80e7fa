"""Law 9: where nothing is reported as lost, the way there and back gives the same value.

With rules: ids and names that went out as others, and media that went another way, are put back by
`toolwire.restored`. What a schema says in other words is the same schema, in the wire's dialect.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolwire
from drawing import drawing
from driving import CONVERSED
from driving.talk import talk
from formats import spoken, unsaid
from samples import FORMATS, difference
from toolwire import Loss, ToolwireError
from toolwire._runtime.convert import format_module
from toolwire._runtime.normal import normal

Json = Any
Draw = Any
IDS = st.sampled_from(
    ["abcdefghi", "123456789", "ABCDEFGHI", "a.b", "a b", "x" * 70, "ü", "call_1"]
)
PLAIN = ["look", "find"]
NAMES = ["look", "look.up", "1st", "y" * 130, "näme", "of/it"]
TEXTS = st.sampled_from(["Hm.", "a", "Zürich\n", " b"])
BLOCKS = st.sampled_from([
    {"kind": "text", "text": "a"},
    {"kind": "text", "text": "b"},
    {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"},
    {"kind": "image", "url": "https://x.example/a.png"},
    {"kind": "audio", "data": "UklGRg==", "mimeType": "audio/wav"},
    {"kind": "document", "data": "JVBERi0=", "mimeType": "application/pdf", "name": "a.pdf"},
])  # fmt: skip
RESULTS = st.one_of(
    st.builds(lambda value: {"kind": "text", "value": value}, TEXTS),
    st.builds(lambda value: {"kind": "error", "value": value}, TEXTS),
    st.builds(lambda value: {"kind": "data", "value": value}, st.sampled_from([{"a": 1}, [1], 2])),
    st.builds(
        lambda value: {"kind": "multimodal", "value": value},
        st.lists(BLOCKS, min_size=1, max_size=3),
    ),
)
SCHEMAS = st.sampled_from([
    {"type": "object"},
    {"type": "object", "properties": {"a": {"type": "string", "enum": ["x", "y"]}}},
    {"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "required": ["a"]},
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"},
])  # fmt: skip
SETTINGS: dict[str, Any] = {
    "maxTokens": st.sampled_from([16, 100]),
    "temperature": st.sampled_from([0, 0.5, 1]),
    "topP": st.sampled_from([0.5, 1]),
    "topK": st.sampled_from([1, 40]),
    "seed": st.just(7),
    "stopSequences": st.sampled_from([["a"], ["a", "b"]]),
    "toolChoice": st.sampled_from(["auto", "none", "required", {"name": "look"}]),
    "parallelToolCalls": st.booleans(),
    "stream": st.booleans(),
    "user": st.just("u"),
}
REVERSIBLE = {"moved", "renamed"}


@st.composite
def conversations(draw: Draw) -> Json:
    """A request that says something in each turn, and answers each call."""
    messages: list[Json] = []
    if draw(st.booleans()):
        messages.append({"role": "system", "content": draw(TEXTS)})
    names = draw(st.sampled_from([PLAIN, PLAIN, NAMES]))
    taken: set[str] = set()
    for _ in range(draw(st.integers(1, 3))):
        contents = st.one_of(TEXTS, st.lists(BLOCKS, min_size=1, max_size=3))
        messages.append({"role": "user", "content": draw(contents)})
        ids = [one for one in draw(st.lists(IDS, max_size=3, unique=True)) if one not in taken]
        taken |= {*ids}
        calls = [{"id": one, "name": draw(st.sampled_from(names)), "arguments": {}} for one in ids]
        words = [{"kind": "text", "text": draw(TEXTS)}] if not calls or draw(st.booleans()) else []
        blocks = [{"kind": "toolCall", "toolCall": call} for call in calls]
        messages.append({"role": "assistant", "content": [*words, *blocks]})
        for call in calls:
            result = {"toolCallId": call["id"], "name": call["name"], **draw(RESULTS)}
            messages.append({"role": "tool", "toolResult": result})
    messages.append({"role": "user", "content": draw(TEXTS)})
    tools = [{"name": name, "parameters": draw(SCHEMAS)} for name in names]
    chosen = draw(st.lists(st.sampled_from(sorted(SETTINGS)), max_size=2, unique=True))
    options = {key: draw(SETTINGS[key]) for key in chosen}
    return {"model": "m", "maxTokens": 50, "messages": messages, "tools": tools, **options}


def in_dialect(name: str, value: Json) -> Json:
    """The value with the schemas of its tools as the wire says them."""
    tools = [
        {**tool, "parameters": toolwire.lower_schema(tool["parameters"], target=name)[0]}
        for tool in value["tools"]
    ]
    return {**value, "tools": tools}


def is_lax(loss: Loss) -> bool:
    """Whether it is that a tool or a reply says that nothing is held to its schema."""
    return loss.code == "added" and loss.path.endswith("/strict")


def laxly(value: Json, losses: list[Loss]) -> Json:
    """The value, where all say that whose losses tell it."""
    value = copy.deepcopy(value)
    for loss in filter(is_lax, losses):
        _, field, *at, _ = loss.path.split("/")
        holder = value[field][int(at[0])] if at else value[field]
        holder["strict"] = False
    return value


def without_forms(value: Json) -> Json:
    """A value without what its wire's form notes: how something was spelled is none of it."""
    if isinstance(value, list):
        return [without_forms(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {key: without_forms(item) for key, item in value.items() if key != "metadata"}
    overlays = {
        name: {key: item for key, item in overlay.items() if key != "$"}
        for name, overlay in value.get("metadata", {}).items()
    }
    rest = {name: overlay for name, overlay in overlays.items() if overlay}
    return {**found, "metadata": rest} if rest else found


@pytest.mark.parametrize("name", FORMATS)
def test_what_loses_nothing_comes_back_the_same(name: str) -> None:
    wire = format_module(name)
    counts: Counter[str] = Counter()

    @drawing(600)
    @given(conversations())
    def law(value: Json) -> None:
        try:
            losses = wire.losses_request(value)
            body = wire.encode_request(value, on_loss="ignore")
        except ToolwireError:
            return
        value = laxly(value, losses)
        codes = {loss.code for loss in losses if not is_lax(loss)}
        if not codes <= REVERSIBLE:
            return
        counts.update(codes or {"nothing"})
        back = toolwire.restored(wire.decode_request(body), wire.renamed(value))
        sent = in_dialect(name, normal(value))
        gone = unsaid(name, "Request", value)
        sent = {key: item for key, item in sent.items() if key not in gone}
        assert difference(spoken(name, sent), without_forms(spoken(name, back))) is None

    law()
    assert counts["nothing"] > 5, counts
    assert counts["nothing"] + counts["renamed"] > 20, counts


@pytest.mark.parametrize("name", CONVERSED)
def test_turns_of_the_model_in_a_row_stay_apart_or_are_reported(name: str) -> None:
    turns = [{"role": "assistant", "content": [{"kind": "text", "text": one}]} for one in "ab"]
    ends = [{"role": "user", "content": one} for one in "xy"]
    value = {"model": "m", "maxTokens": 9, "messages": [ends[0], *turns, ends[1]]}
    wire, joined = format_module(name), talk(name).TURNS_JOINED
    merged = [one.path for one in wire.losses_request(value, rules="off") if one.code == "merged"]
    assert merged == (["/messages/2"] if joined else [])
    body = wire.encode_request(value, rules="off", on_loss="ignore")
    found = [one for one in wire.decode_request(body)["messages"] if one["role"] == "assistant"]
    assert len(found) == (1 if joined else 2)
