"""The options of the conversions, and what holds where none is given."""

from __future__ import annotations

import _thread
import asyncio
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from threading import Event
from typing import Any

import pytest

import toolwire
from conversation import call, request, user
from payloads import ANTHROPIC, GEMINI, OPENAI
from samples import FORMATS, adapter
from test_convert_stream import events_of
from toolwire import ToolwireError, ToolwireLossWarning
from toolwire.tools import run

Json = Any
# What Chat Completions cannot carry.
LOSSY_REQUEST = {
    "model": "m",
    "max_tokens": 9,
    "messages": [{"role": "user", "content": "go"}],
    "top_k": 3,
}
LOSSY_REPLY = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "m",
    "content": [{"type": "thinking", "thinking": "hm", "signature": "c2ln"}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
UNNAMED = {"functionCall": {"name": "f", "args": {}}}
GEMINI_REQUEST = {"contents": [{"role": "model", "parts": [UNNAMED]}]}
GEMINI_REPLY = {
    "candidates": [{"content": {"role": "model", "parts": [UNNAMED]}, "finishReason": "STOP"}]
}


async def _one_by_one(events: list[Json]) -> AsyncIterator[Json]:
    for event in events:
        yield event


def _stream(events: list[Json], **options: Json) -> list[Json]:
    return [*toolwire.convert_stream(events, **options)]


def _astream(events: list[Json], **options: Json) -> list[Json]:
    async def collected() -> list[Json]:
        stream = toolwire.aconvert_stream(_one_by_one(events), **options)
        return [event async for event in stream]

    return asyncio.run(collected())


CONVERSIONS: dict[str, tuple[Callable[..., Json], Json, Json]] = {
    "request": (partial(toolwire.convert_request, model="m"), LOSSY_REQUEST, GEMINI_REQUEST),
    "response": (toolwire.convert_response, LOSSY_REPLY, GEMINI_REPLY),
    "stream": (_stream, events_of(ANTHROPIC, "thinking"), [GEMINI_REPLY]),
    "astream": (_astream, events_of(ANTHROPIC, "thinking"), [GEMINI_REPLY]),
}
each_conversion = pytest.mark.parametrize("name", CONVERSIONS)


@each_conversion
def test_losses_are_warned_of_where_nothing_else_is_said(name: str) -> None:
    convert, payload, _ = CONVERSIONS[name]
    with pytest.warns(ToolwireLossWarning):
        convert(payload, source=ANTHROPIC, target=OPENAI)


@each_conversion
def test_losses_are_ignored_warned_of_or_refused_as_one_says(name: str) -> None:
    convert, payload, _ = CONVERSIONS[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ignored = convert(payload, source=ANTHROPIC, target=OPENAI, on_loss="ignore")
    with pytest.warns(ToolwireLossWarning):
        warned = convert(payload, source=ANTHROPIC, target=OPENAI, on_loss="warn")
    assert str(warned) == str(ignored)
    with pytest.raises(ToolwireError) as raised:
        convert(payload, source=ANTHROPIC, target=OPENAI, on_loss="error")
    assert raised.value.code == "lost"
    with pytest.raises(ValueError, match="'loudly'"):
        convert(payload, source=ANTHROPIC, target=OPENAI, on_loss="loudly")


@each_conversion
def test_one_may_name_the_calls_that_have_no_id(name: str) -> None:
    convert, _, payload = CONVERSIONS[name]
    sent = convert(
        payload, source=GEMINI, target=OPENAI, on_loss="ignore", make_id=lambda: "mine_1"
    )
    assert "'id': 'mine_1'" in str(sent)


@pytest.mark.parametrize("name", FORMATS)
def test_an_adapter_warns_of_losses_unless_it_is_told_not_to(name: str) -> None:
    value = request(user(), unknownField=1)
    for entry, lossy in (("request", value), ("response", _reply(unknownField=1))):
        found = adapter(name, entry)
        assert "unknown" in [loss.code for loss in found.losses(lossy)]
        with pytest.warns(ToolwireLossWarning, match="unknownField"):
            found.encode(lossy)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found.encode(lossy, on_loss="ignore")


def test_one_warning_names_the_first_losses_and_says_where_they_were_asked_for() -> None:
    lossy = request(user(), **{f"field{number}": number for number in range(5)})
    with pytest.warns(ToolwireLossWarning) as caught:
        toolwire.openai_chat.encode_request(lossy)
        body = toolwire.anthropic_messages.encode_request({**lossy, "maxTokens": 1})
        toolwire.convert_request(body | {"thinking": {}}, source=ANTHROPIC, target=OPENAI)
    texts = [str(one.message) for one in caught]
    assert [text.count("unknown") for text in texts] == [3, 3, 0]
    assert [text.endswith("; and 2 more") for text in texts] == [True, True, False]
    assert {one.filename for one in caught} == {__file__}


def test_a_warning_from_a_loop_names_the_line_that_asked_for_the_run() -> None:
    lossy = request(user(), odd=1)

    async def later() -> Json:
        return await asyncio.create_task(sent())

    async def sent() -> Json:
        return toolwire.openai_chat.encode_request(lossy)

    reply = {"id": "c", "object": "chat.completion", "created": 0, "model": "m",
             "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi"},
                          "finish_reason": "stop"}]}  # fmt: skip
    with pytest.warns(ToolwireLossWarning) as caught:
        run(lambda body: reply, lossy, [], format=OPENAI)
        asyncio.run(later())
    assert [one.filename for one in caught] == [__file__, __file__]


def test_the_error_of_a_loss_says_what_is_lost() -> None:
    with pytest.raises(ToolwireError) as raised:
        toolwire.openai_chat.encode_request(request(user(), odd=1), on_loss="error")
    reason = "unknown: Request has no such field"
    assert str(raised.value) == f"/odd: lost: expected what the format carries ({reason})"


def test_a_line_warns_once_as_any_does_and_speaks_for_its_module() -> None:
    lossy = request(user(), odd=1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            toolwire.openai_chat.encode_request(lossy)
        toolwire.openai_chat.encode_request(lossy)
        warnings.filterwarnings("ignore", module=__name__)
        toolwire.openai_chat.encode_request(lossy)
    assert len(caught) == 2
    assert caught[1].lineno == caught[0].lineno + 1


def test_a_conversion_that_a_thread_begins_with_warns_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    filenames: list[str] = []
    shown = Event()

    def show(_: Json, __: Json, filename: str, *___: Json) -> None:
        filenames.append(filename)
        shown.set()

    lossy = {"model": "m", "messages": [], "odd": 1}
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        monkeypatch.setattr(warnings, "showwarning", show)
        _thread.start_new_thread(toolwire.openai_chat.encode_request, (lossy,))
        assert shown.wait(10)
    assert "sys" in filenames[0]  # nobody's line


def test_losses_are_an_error_where_warnings_of_them_are_not_shown() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(ToolwireError, match="unknown"):
            toolwire.openai_chat.encode_request(request(user(), odd=1), on_loss="error")


def _reply(**fields: Json) -> Json:
    message = {"role": "assistant", "content": [call("c")]}
    usage = {"inputTokens": 1, "outputTokens": 1}
    return {"id": "r", "model": "m", "message": message, "finishReason": "tool_calls",
            "usage": usage, **fields}  # fmt: skip


def test_the_model_is_the_one_that_is_named() -> None:
    body = toolwire.convert_request(
        GEMINI_REQUEST, source=GEMINI, target=OPENAI, model="mine", on_loss="ignore"
    )
    assert body["model"] == "mine"
    for name in (OPENAI, ANTHROPIC):
        reply = toolwire.convert_response(
            LOSSY_REPLY, source=ANTHROPIC, target=name, model="mine", on_loss="ignore"
        )
        assert reply["model"] == "mine"


@pytest.mark.parametrize("convert", [_stream, _astream])
def test_a_cut_stream_is_reported_and_raises_if_one_says_so(convert: Callable[..., Json]) -> None:
    cut = events_of(ANTHROPIC, "text")[:-3]
    reported = convert(cut, source=ANTHROPIC, target=OPENAI, on_loss="ignore")
    assert "error" in reported[-1]
    with pytest.raises(ToolwireError) as raised:
        convert(cut, source=ANTHROPIC, target=OPENAI, on_loss="ignore", on_cut="raise")
    assert raised.value.code == "incomplete"
    with pytest.raises(ValueError, match="'loudly'"):
        convert(cut, source=ANTHROPIC, target=OPENAI, on_cut="loudly")


def test_the_default_on_loss_of_a_stream_holds_to_its_end() -> None:
    events = events_of(ANTHROPIC, "thinking")
    sent: Iterator[Json] = toolwire.convert_stream(events, source=ANTHROPIC, target=OPENAI)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        next(sent)
    with pytest.warns(ToolwireLossWarning):
        list(sent)
