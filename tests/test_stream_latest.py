"""Counts that each event has as they are by now: `latest` keeps nothing of those before."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from golden_wires import checked, compiled
from toolwire import gemini, openai_chat

Json = Any
COUNT = "      count: count | latest\n"
MERGED = [(COUNT, "      count: count\n")]
PICK = {"at": 0, "delta": {"text": "Three."}, "why": "DONE"}


def chunk(count: Json, *picks: Json) -> Json:
    return {"key": "r1", "engine": "m", "picks": [*picks], **({"count": count} if count else {})}


FIRST = {"read": 3, "written": 2, "detail": {"cached": 1}, "total": 5}
THEN = {"read": 4, "total": 4}
EVENTS = [chunk(FIRST), chunk(THEN, PICK), chunk(None)]


@pytest.mark.parametrize(("changes", "expected"), [([], THEN), (MERGED, {**FIRST, **THEN})])
def test_what_an_event_does_not_say_any_more_is_gone(
    changes: list[tuple[str, str]], expected: Json, tmp_path: Path
) -> None:
    with compiled("ticker", changes, tmp_path) as wire:
        *shown, last = wire.decode_stream(json.loads(json.dumps(EVENTS)))
        whole = {"key": "r1", "engine": "m", "count": expected,
                 "picks": [{"at": 0, "line": {"role": "model", "text": "Three."}, "why": "DONE"}]}
        assert last["response"]["usage"] == wire.decode_response(whole)["usage"]
        assert [e["usage"] for e in shown if e["kind"] == "usage"][-1] == last["response"]["usage"]
        again = [*wire.decode_stream(wire.encode_stream([*shown, last]))]
        assert again[-1]["response"]["usage"] == last["response"]["usage"]


def test_counts_that_are_empty_take_nothing_away(tmp_path: Path) -> None:
    with compiled("ticker", [], tmp_path) as wire:
        empty = {"key": "r1", "engine": "m", "picks": [], "count": {}}
        *_, last = wire.decode_stream([*EVENTS, empty])
        assert last["response"]["usage"]["inputTokens"] == 4


@pytest.mark.parametrize(
    ("row", "new", "words"),
    [
        (COUNT, "      key: key | latest\n", "takes the place of an object"),
        ("picks.delta | gather", "picks.delta | latest",
         "`picks[at].line.text` has no use for `append`: what came before is gone"),
        ("      picks[at]: picks\n", "      picks[at]: picks | latest\n", "no use for `latest`"),
        (COUNT, "      .: count | latest\n", "let the place go as deep as the path"),
    ],
)  # fmt: skip
def test_where_it_has_no_meaning_is_found(row: str, new: str, words: str, tmp_path: Path) -> None:
    _, found = checked("ticker", [(row, new)], tmp_path)
    assert any(words in str(one) for one in found), found


def part(counts: Json, *texts: str, **more: Json) -> Json:
    content = {"role": "model", "parts": [{"text": text} for text in texts]}
    usage = {} if counts is None else {"usageMetadata": counts}
    return {"candidates": [{"content": content, "index": 0, **more}], **usage, "responseId": "r"}


def reused(events: list[Json]) -> Iterator[Json]:
    """Events whose counts the caller changes once they have been read."""
    for event in copy.deepcopy(events):
        yield event
        event.get("usageMetadata", {}).update(promptTokenCount=0)


@pytest.mark.parametrize("short", [False, True])
def test_geminis_counts_are_those_of_the_last_chunk_that_has_any(short: bool) -> None:
    """Where the service runs code the last prompt has the thoughts of before in it."""
    first = {"promptTokenCount": 46, "candidatesTokenCount": 51, "thoughtsTokenCount": 167}
    then = {"promptTokenCount": 213, "candidatesTokenCount": 57, "toolUsePromptTokenCount": 426}
    # Events that only bring a text are put in by a way of their own.
    events = [part(first, "It"), *[part(first, " is")] * short, part(then, " 4"), part({}, ".")]
    last: Json = [*gemini.decode_stream(reused([*events, part(None, finishReason="STOP")]))][-1]
    response = last["response"]
    usage = response["usage"]
    assert (usage["inputTokens"], usage["outputTokens"], usage["toolUseTokens"]) == (213, 57, 426)
    assert "reasoningTokens" not in usage
    sent = openai_chat.encode_response(response, on_loss="ignore")["usage"]
    assert sent["total_tokens"] == 213 + 57 + 426
