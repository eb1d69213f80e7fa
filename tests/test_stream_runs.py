"""Texts that come as items of a list: what stands beside a piece is never lost for being fast."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

import golden_wires
from toolwire import gemini

Json = Any
COUNTS = {"promptTokenCount": 3, "candidatesTokenCount": 1, "totalTokenCount": 4}


def chunk(part: Json, content: Json = None, **more: Json) -> Json:
    """A chunk of a reply whose only candidate goes on with this part."""
    candidate = {"content": {"role": "model", "parts": [part], **(content or {})}, "index": 0}
    return {"candidates": [candidate], "modelVersion": "m", "responseId": "r", **more}


END = {"candidates": [{"finishReason": "STOP", "index": 0}], "responseId": "r"}


def read(*chunks: Json) -> tuple[list[Json], Json]:
    """What a stream shows, and the body that it comes to."""
    decoded: list[Json] = [*gemini.decode_stream([*chunks, END])]
    *shown, last = decoded
    return shown, gemini.encode_response(last["response"])


def parts(body: Json) -> list[Json]:
    found: list[Json] = body["candidates"][0]["content"]["parts"]
    return found


def test_pieces_after_one_with_a_signature_are_a_part_of_their_own() -> None:
    signed = {"text": "a", "thoughtSignature": "s"}
    _, body = read(chunk({"text": "0"}), chunk(signed), chunk({"text": "b"}), chunk({"text": "c"}))
    assert parts(body) == [{"text": "0"}, signed, {"text": "bc"}]


def test_an_answer_after_thoughts_is_a_part_of_its_own() -> None:
    thoughts = [chunk({"text": text, "thought": True}) for text in "abc"]
    _, body = read(*thoughts, chunk({"text": "d"}), chunk({"text": "e"}))
    assert parts(body) == [{"text": "abc", "thought": True}, {"text": "de"}]


def test_parts_with_a_key_that_no_type_demands_are_parts_of_their_own() -> None:
    odd = [{"text": "a", "unheard": True}, {"text": "b", "unheard": True}]
    _, body = read(*map(chunk, odd))
    assert parts(body) == odd


def test_another_candidate_is_not_shown_and_keeps_its_own_text() -> None:
    def both(text: str) -> Json:
        found = chunk({"text": text})
        found["candidates"].append({"content": {"parts": [{"text": text * 2}]}, "index": 1})
        return found

    def second(text: str) -> Json:
        found = chunk({"text": text})
        found["candidates"][0]["index"] = 1
        return found

    shown, body = read(both("a"), second("b"), second("c"), chunk({"text": "d"}))
    assert [one["text"] for one in shown if one["kind"] == "textDelta"] == ["a", "d"]
    assert body["candidates"][1]["content"]["parts"] == [{"text": "aabc"}]


@pytest.mark.parametrize("value", [None, 1, ["x"]])
def test_what_is_no_text_beside_a_piece_is_kept(value: Json) -> None:
    first = chunk({"text": "a"})
    del first["candidates"][0]["content"]["role"]
    _, body = read(first, chunk({"text": "b"}), chunk({"text": "c"}, {"x_more": value}))
    assert body["candidates"][0]["content"]["x_more"] == value


def test_counts_are_shown_right_after_the_piece_that_they_came_with() -> None:
    more = {**COUNTS, "candidatesTokenCount": 2, "totalTokenCount": 5}
    shown, body = read(
        chunk({"text": "a"}, usageMetadata=COUNTS),
        chunk({"text": "b"}, usageMetadata=COUNTS),
        chunk({"text": "c"}, usageMetadata=more),
        chunk({"text": "d"}),
    )
    order = [one["usage"]["outputTokens"] if one["kind"] == "usage" else one.get("text")
             for one in shown if one["kind"] in ("usage", "textDelta")]  # fmt: skip
    assert order == ["a", 1, "b", "c", 2, "d"]
    assert body["usageMetadata"] == more


def test_counts_in_snake_case_are_counts() -> None:
    snake = {"prompt_token_count": 3, "candidates_token_count": 7, "total_token_count": 10}
    camel = {**COUNTS, "candidatesTokenCount": 7, "totalTokenCount": 10}
    more = {**COUNTS, "candidatesTokenCount": 9, "totalTokenCount": 12}
    for last in ([], [more]):
        counts = [[COUNTS, COUNTS, one, *last] for one in (snake, camel)]
        counted, same = (
            read(*(chunk({"text": "a"}, usageMetadata=one) for one in ones)) for ones in counts
        )
        assert counted == same


def test_counts_of_a_chunk_may_be_changed_once_it_is_read() -> None:
    details = [{"modality": "TEXT", "tokenCount": 3}]
    later = {**COUNTS, "promptTokensDetails": details}

    def chunks() -> Any:
        yield chunk({"text": "a"}, usageMetadata=COUNTS)
        yield chunk({"text": "b"}, usageMetadata=later)
        details[0]["tokenCount"] = 99
        yield END

    decoded: list[Json] = [*gemini.decode_stream(chunks())]
    counted = gemini.encode_response(decoded[-1]["response"])["usageMetadata"]
    assert counted["promptTokensDetails"] == [{"modality": "TEXT", "tokenCount": 3}]


def written(*events: Json) -> list[Json]:
    """The parts of the chunks that these events are written as."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the stream has no end
        chunks = [*gemini.encode_stream([{"kind": "started"}, *events])]
    found = [one["candidates"][0]["content"]["parts"] for one in chunks if "candidates" in one]
    return [part for some in found for part in some]


def delta(text: str, **own: Json) -> Json:
    event = {"kind": "textDelta", "index": 0, "text": text}
    return {**event, "metadata": {"gemini": own}} if own else event


def test_a_signature_goes_out_with_its_own_piece_alone() -> None:
    assert written(delta("a", thoughtSignature="s"), delta("b"), delta("c")) == [
        {"text": "a", "thoughtSignature": "s"}, {"text": "b"}, {"text": "c"},
    ]  # fmt: skip
    assert written(delta("a"), delta("b"), delta("c", thoughtSignature="s"), delta("d")) == [
        {"text": "a"}, {"text": "b"}, {"text": "c", "thoughtSignature": "s"}, {"text": "d"},
    ]  # fmt: skip


def test_chunks_that_were_given_out_may_be_changed() -> None:
    texts = []
    for one in gemini.encode_stream([{"kind": "started"}, *map(delta, "abcd")]):
        for part in one["candidates"][0]["content"]["parts"] if "candidates" in one else ():
            texts.append(part.pop("text"))
            part["x"] = 1
            one["candidates"].append("y")
    assert texts == [*"abcd"]


KINDS = '{"required": ["kind"], "properties": {"kind": {"enum": ["text", "thought"]}}}'
TEXT = '{"required": ["kind"], "properties": {"kind": {"const": "text"}}}'
PLAIN = '"examples": [{"text": "Hi"}]', '"examples": [{"kind": "text", "text": "Hi"}]'
TAGGED = [
    (
        '"required": ["text"],\n'
        '      "properties": {"text": {"type": "string"}, "thought": {"const": false}}',
        '"required": ["kind", "text"],\n'
        '      "properties": {"text": {"type": "string"}, "kind": {"const": "text"}}',
    ),
    (
        '"required": ["text", "thought"],\n'
        '      "properties": {"text": {"type": "string"}, "thought": {"const": true}}',
        '"required": ["kind", "text"],\n'
        '      "properties": {"text": {"type": "string"}, "kind": {"const": "thought"}}',
    ),
    ('"not": {"anyOf": [{"required": ["text"]}', f'"not": {{"anyOf": [{KINDS}'),
    ('"anyOf": [{"required": ["text"]}', f'"anyOf": [{TEXT}'),
    ('"not": {"required": ["text"]}', f'"not": {TEXT}'),
    ('{"text": "Hm", "thought": true}', '{"kind": "thought", "text": "Hm"}'),
    *[PLAIN] * 4,
]
"""The changes of a gazette whose texts and thoughts are told apart by a word."""


def page(kind: str, text: str) -> Json:
    """An event that brings one part."""
    return {"stories": [{"page": {"role": "writer", "parts": [{"kind": kind, "text": text}]}}]}


def test_texts_that_say_by_a_word_what_they_are_go_on_with_the_one_before(tmp_path: Path) -> None:
    parts = [("thought", "H"), ("thought", "m"), ("text", "Hel"), ("text", "lo")]
    with golden_wires.compiled("gazette", TAGGED, tmp_path) as wire:
        events = [*[page(*part) for part in parts], {"stories": [{"why": "STOP"}]}]
        decoded = [*wire.decode_stream(events)]
        assert [*wire.encode_stream(decoded)] == events
        body = wire.encode_response(decoded[-1]["response"])
    shown = [(event["index"], event["text"]) for event in decoded if "text" in event]
    assert shown == [(0, "H"), (0, "m"), (1, "Hel"), (1, "lo")]
    whole = [{"kind": "thought", "text": "Hm"}, {"kind": "text", "text": "Hello"}]
    assert body["stories"][0]["page"]["parts"] == whole


def test_each_piece_of_another_wire_says_by_a_word_what_it_is(tmp_path: Path) -> None:
    deltas = [{"kind": "textDelta", "text": text} for text in ("Hel", "lo")]
    reply = {"message": {"role": "assistant", "content": [{"kind": "text", "text": "Hello"}]}}
    done = {"kind": "completed", "response": {**reply, "finishReason": "stop"}}
    with golden_wires.compiled("gazette", TAGGED, tmp_path) as wire:
        events = [*wire.encode_stream([*deltas, done])]
        assert events[:2] == [page("text", "Hel"), page("text", "lo")]
        assert [*wire.decode_stream(events)][-1]["response"] == done["response"]


def test_calls_are_not_joined_by_their_texts(tmp_path: Path) -> None:
    joined = ("line.calls[at]: line.calls | renew(key)", "line.calls: line.calls | run(input)")
    _, findings = golden_wires.checked("choir", [joined], tmp_path)
    assert any("joins neighbours that have nothing but a text" in one for one in findings)
