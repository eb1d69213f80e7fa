"""Media of tool results, on wires whose results hold none: they move to a message of the user.

That message stands right behind the results of the turn. Ahead of the media of each result is a
text that names its call and says where they stood, so that reading puts them back.
"""

from __future__ import annotations

import re
from typing import Any

from .acceptance import MEDIA, Row
from .calls import Calls, mint
from .conversation import spelled
from .draft import Draft, Turn, calls_at
from .moved import MARK

Json = Any
MARKED = re.compile(r'\[media of the result of call "(.*)" at (\d+(?:, \d+)*)\]', re.DOTALL)
ELSEWHERE = "(Its media is in the next message.)"


def move(draft: Draft, row: Row) -> None:
    """Move what results cannot hold, and users can."""
    acceptance = draft.acceptance
    movable = acceptance.places["user"] & MEDIA
    kinds = movable - acceptance.places["result"]
    if_failed = movable - {*row.params["failed"]} if "failed" in row.params else kinds
    turns: list[Turn] = []
    waiting: list[Json] = []
    stood: list[str] = []
    place = ""
    ids: dict[str, str] | None = None
    for turn in draft.turns:
        if waiting and turn.role != "tool":
            turns.append(Turn({"role": "user", "content": waiting}, place, stood))
            waiting, stood = [], []
        if turn.role == "tool" and turn.message["toolResult"]["kind"] == "multimodal":
            blocks, places = turn.message["toolResult"]["value"], turn.places
            moving = if_failed if turn.message["toolResult"].get("isError") is True else kinds
            at = [
                index for index, block in enumerate(blocks)
                if block["kind"] in moving and acceptance.goes_out(block, "user")
            ]  # fmt: skip
            if at:
                moved = [places[index] for index in at]
                for path in moved:
                    draft.changed(path, row.what, "it stands behind the results", "moved")
                ids = _ids_as_read(draft) if ids is None else ids
                call_id = turn.message["toolResult"]["toolCallId"]
                mark = MARK.format(ids.get(call_id, call_id), ", ".join(map(str, at)))
                waiting += [{"kind": "text", "text": mark}, *(blocks[index] for index in at)]
                stood += [moved[0], *moved]
                staying = [index for index in range(len(blocks)) if index not in at]
                left = [blocks[index] for index in staying]
                alone = not any(acceptance.goes_out(block, "result") for block in left)
                left_places = [*(places[index] for index in staying), *(moved[:1] if alone else ())]
                turn = Turn(_without(turn.message, left, alone), turn.place, left_places)
                place = turn.place
        turns.append(turn)
    if waiting:
        turns.append(Turn({"role": "user", "content": waiting}, place, stood))
    if len(turns) != len(draft.turns):
        draft.turns = turns


def _ids_as_read(draft: Draft) -> dict[str, str]:
    """The ids of calls as reading has them, by those they have here: it makes up what is not there.
    """
    format_, bare = draft.acceptance.format, "unnumbered" in draft.acceptance.by_kind
    calls, found = Calls(), dict[str, str]()
    for turn in draft.turns:
        for _, call in calls_at(turn):
            given: str = call["id"]
            written = not bare and spelled(call, "id", format_) is not None
            found[given] = given if written else mint(calls)
            calls[found[given]] = call["name"]
    return found


def _without(message: dict[str, Json], left: list[Json], alone: bool) -> dict[str, Json]:
    """A tool message without its media: with words in their place if nothing else is in it."""
    result = message["toolResult"]
    blocks = [*left, {"kind": "text", "text": ELSEWHERE}] if alone else left
    return {**message, "toolResult": {**result, "value": blocks}}


def moved_back(messages: list[Json]) -> list[Json]:
    """Messages with media that were moved where they stood; the same list if there are none."""
    found: list[Json] = []
    results: dict[str, int] = {}
    for message in messages:
        role = message.get("role")
        if role == "tool":
            results[message["toolResult"]["toolCallId"]] = len(found)
        elif role == "user" and results and type(message["content"]) is list:
            rest = _taken_back(found, results, message["content"])
            results = {}
            if not rest and rest != message["content"]:
                continue
            if len(rest) != len(message["content"]):
                message = {**message, "content": rest}
        else:
            results = {}
        found.append(message)
    same = len(found) == len(messages) and all(
        a is b for a, b in zip(found, messages, strict=True)
    )
    return messages if same else found


def _taken_back(found: list[Json], results: dict[str, int], content: list[Json]) -> list[Json]:
    """Put media back into their results; what is left of a message of the user."""
    at = 0
    while at < len(content) and content[at]["kind"] == "text":
        match = MARKED.fullmatch(content[at]["text"])
        if match is None or match[1] not in results:
            break
        places = [int(number) for number in match[2].split(", ")]
        media = content[at + 1 : at + 1 + len(places)]
        if len(media) != len(places) or any(block["kind"] not in MEDIA for block in media):
            break
        index = results[match[1]]
        found[index] = _with_media(found[index], places, media)
        at += 1 + len(places)
    return content[at:]


def _with_media(message: dict[str, Json], places: list[int], media: list[Json]) -> dict[str, Json]:
    result = message["toolResult"]
    if result["kind"] == "multimodal":
        blocks = [*result["value"]]
    else:
        text = result["value"] if type(result["value"]) is str else ""
        blocks = [{"kind": "text", "text": text}]
    if len(blocks) == 1 and blocks[0] == {"kind": "text", "text": ELSEWHERE}:
        blocks = []
    for place, block in zip(places, media, strict=True):
        blocks.insert(place, block)
    failed = {"isError": True} if result["kind"] == "error" else {}
    return {**message, "toolResult": {**result, **failed, "kind": "multimodal", "value": blocks}}
