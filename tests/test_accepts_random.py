"""Random conversations, right and wrong: what goes out is accepted, nothing is changed twice."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawing import drawing
from formats import part
from samples import FORMATS, exactly
from toolwire import ToolwireError
from toolwire._runtime.convert import format_module
from toolwire._runtime.look import touched
from toolwire._runtime.repairing import repaired

Json = Any
ids = st.sampled_from(["a", "b", "", "abcdefghi", "a.b", "x" * 70])
names = st.sampled_from(["look", "look.up", "1st", "y" * 130, "näme"])
texts = st.sampled_from(["", " ", "Hm.", "\n", '[media of the result of call "a" at 0]'])
text_blocks = st.builds(lambda words: {"kind": "text", "text": words}, texts)
media = st.sampled_from([
    {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"},
    {"kind": "image", "url": "https://x.example/a.png"},
    {"kind": "image", "url": "gs://bucket/a.png", "mimeType": "image/png"},
    {"kind": "image", "fileId": "file-abc"},
    {"kind": "audio", "data": "UklGRg==", "mimeType": "audio/wav"},
    {"kind": "video", "data": "AAAA", "mimeType": "video/mp4"},
    {"kind": "document", "data": "JVBERi0=", "mimeType": "application/pdf"},
    {"kind": "document", "data": "JVBERi0=", "mimeType": "application/pdf", "name": "a/b.pdf"},
    {"kind": "document", "text": "Minutes", "mimeType": "text/plain"},
    {"kind": "document", "fileId": "file_1"},
    {"kind": "opaque", "format": "elsewhere", "value": {"type": "odd"}},
])  # fmt: skip
blocks = st.lists(st.one_of(text_blocks, media), max_size=3)
calls = st.builds(
    lambda id_, name: {"kind": "toolCall", "toolCall": {"id": id_, "name": name, "arguments": {}}},
    ids, names,
)  # fmt: skip
thoughts = st.sampled_from([
    {"kind": "reasoning", "text": "Hm."},
    {"kind": "reasoning", "text": "Hm.", "metadata": {"elsewhere": {"signature": "x"}}},
    {"kind": "reasoning", "text": "Hm.", "metadata": {
        "anthropic_messages": {"signature": ""}, "openai_responses": {"id": "rs_toolwire_0"},
    }},
])  # fmt: skip
results = st.one_of(
    st.builds(lambda value: {"kind": "text", "value": value}, texts),
    st.builds(lambda value: {"kind": "error", "value": value}, texts),
    st.builds(lambda value: {"kind": "data", "value": value}, st.sampled_from([None, {}, 1])),
    st.builds(lambda value: {"kind": "multimodal", "value": value}, blocks),
)
messages = st.one_of(
    st.builds(lambda content: {"role": "system", "content": content}, st.one_of(texts, blocks)),
    st.builds(lambda content: {"role": "user", "content": content}, st.one_of(texts, blocks)),
    st.builds(
        lambda content: {"role": "assistant", "content": content},
        st.lists(st.one_of(text_blocks, calls, thoughts), max_size=4),
    ),
    st.builds(
        lambda id_, name, fields: {
            "role": "tool", "toolResult": {"toolCallId": id_, "name": name, **fields}
        },
        ids, names, results,
    ),
    st.just({"kind": "opaque", "format": "elsewhere", "value": {"type": "odd"}}),
)  # fmt: skip
tools = st.builds(
    lambda name, words: {"name": name, "parameters": {"type": "object"}, "description": words},
    names, st.sampled_from(["", "Looks."]),
)  # fmt: skip
choices = st.one_of(
    st.sampled_from(["auto", "none", "required"]),
    st.builds(lambda name: {"name": name}, names),
    st.builds(
        lambda some, mode: {"allowed": some, "mode": mode},
        st.lists(names, max_size=3), st.sampled_from(["auto", "required"]),
    ),
)  # fmt: skip
models = st.sampled_from([
    "m", "o3", "openai/gpt-5-mini", "gpt-5.5", "claude-opus-4-8", "claude-haiku-4-5-20251001",
    "us.anthropic.claude-sonnet-4-6-v1:0", "openai/gpt-oss-120b", "qwen/qwen3-32b", "grok-4",
    "kimi-k2.5", "deepseek-reasoner", "openai-gpt-5", "gemini-2.5-pro", "gemini-3.8-flash",
])  # fmt: skip
efforts = st.sampled_from(["none", "minimal", "low", "medium", "high", "xhigh", "max"])
requests = st.fixed_dictionaries(
    {"model": models, "messages": st.lists(messages, max_size=7)},
    optional={
        "tools": st.lists(tools, max_size=3),
        "toolChoice": choices,
        "parallelToolCalls": st.booleans(),
        "temperature": st.sampled_from([-1, 0, 0.5, 1.2, 3]),
        "topP": st.sampled_from([0, 0.5, 1, 2]),
        "maxTokens": st.sampled_from([0, 1, 100]),
        "stopSequences": st.lists(st.sampled_from(["", " ", "END"]), max_size=6),
        "topK": st.sampled_from([1, 40]),
        "seed": st.just(7),
        "user": st.just("u"),
        "presencePenalty": st.sampled_from([0, 1]),
        "reasoningEffort": efforts,
        "jsonOutput": st.booleans(),
    },
)


@pytest.mark.parametrize("name", FORMATS)
@drawing(200)
@given(request=requests)
def test_what_goes_out_is_accepted(name: str, request: Json) -> None:
    wire, before = format_module(name), copy.deepcopy(request)
    body = wire.encode_request(request)
    assert part(name, "accepts").breaches(body) == []
    assert exactly(request, before)


@pytest.mark.parametrize("name", FORMATS)
@drawing(200)
@given(request=requests)
def test_what_was_repaired_is_right_and_what_is_right_is_not_touched(
    name: str, request: Json
) -> None:
    acceptance = format_module(name).ACCEPTS.acceptance_for(request)
    once, changes = repaired(request, acceptance, False)
    assert repaired(once, acceptance, False) == (once, [])
    # What one look tells that rules may be about is all that they have anything to say of.
    assert repaired(request, acceptance, False, touched(request, acceptance.plain)) == (
        once,
        changes,
    )
    if not changes:
        repaired(request, acceptance, True)
        return
    with pytest.raises(ToolwireError) as raised:
        repaired(request, acceptance, True)
    assert (raised.value.pointer, raised.value.code) == (changes[0].path, "rule")
    assert raised.value.expected
    for change in changes:
        at(request, change.path)


def at(request: Json, pointer: str) -> None:
    """Each place that is named is one of the request, or where something could stand in it."""
    *steps, last = pointer.split("/")[1:]
    value = request
    for step in steps:
        value = value[int(step)] if isinstance(value, list) else value[step]
    assert isinstance(value, dict) or int(last) < len(value)
