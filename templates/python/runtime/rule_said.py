"""What a conversation must say of itself: words, quotes, that something failed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .draft import Draft, Turn, calls_at
from .jsontext import dumps, loads
from .overlay import blocks_of
from .rule_blocks import each_block
from .rule_emptied import nothing_in
from .rule_refused import without_keys
from .soundness import INSTEAD, are_broken, broken_in, is_broken, mended

Json = Any
HALVED = f"half of a pair of surrogates goes as {INSTEAD!r}"


def mentioned(draft: Draft, row: Row) -> None:
    """Some text has a word, in whatever letters, where a field is true; else it is said.

    The instructions say it, where their texts count, and else the user does.
    """
    params, places = row.params, {*row.params["in"]}
    roles = {"tool" if place == "result" else place for place in places}
    if draft.get(params["field"]) is not True or draft.get("responseSchema") is not None:
        return
    own = draft.acceptance.own(draft.request)
    if any(own.get(key) is not None for key in params.get("elsewhere", ())):
        return  # what is stored there may have it
    word = params["word"].lower()
    for turn in draft.turns:
        if turn.role in roles and any(word in text.lower() for text in _texts(turn.message)):
            return
    draft.changed(f"/{params['field']}", row.what, f"{params['says']!r} is said beside it", "added")
    if "system" in places:
        system = Turn({"role": "system", "content": params["says"]}, "/messages")
        at = next((at for at, turn in enumerate(draft.turns) if turn.role != "system"), None)
        at = len(draft.turns) if at is None else at
        draft.turns = [*draft.turns[:at], system, *draft.turns[at:]]
        return
    last = next((turn for turn in reversed(draft.turns) if turn.role == "user"), None)
    if last is None:
        draft.turns = [*draft.turns, Turn({"role": "user", "content": params["says"]}, "/messages")]
        return
    text = {"kind": "text", "text": params["says"]}
    last.put([*blocks_of(last.message["content"]), text], [*last.places, last.place])


def quoted(draft: Draft, row: Row) -> None:
    """A text is said as JSON text where the tool says that its results are data, unless it is."""
    key, own = row.params["key"], draft.acceptance.own
    tools = draft.get("tools") or ()
    names = {tool.get("name") for tool in tools if own(tool).get(key) is not None}
    for turn in draft.turns:
        result = turn.message.get("toolResult") or EMPTY
        text = result.get("value")
        if result.get("kind") != "text" or result["name"] not in names or _is_json(text):
            continue
        draft.changed(f"{turn.place}/toolResult/value", row.what, "it goes in quotes, as JSON text")
        turn.message = {**turn.message, "toolResult": {**result, "value": dumps(text)}}


def failed(draft: Draft, row: Row) -> None:
    """A result that failed is an error's text, where it has texts or data and the wire no switch.

    One that has media keeps them: they may be what tells.
    """
    for turn in draft.turns:
        result = turn.message.get("toolResult") or EMPTY
        if result.get("isError") is not True or result["kind"] not in row.params["of"]:
            continue
        value = result["value"]
        if result["kind"] == "data":
            text = dumps(value)
        elif all(block["kind"] == "text" for block in value):
            text = "\n".join(block["text"] for block in value) or nothing_in(turn, draft)
        else:
            continue
        why = "there is no switch for it: it goes as the text of an error"
        draft.changed(f"{turn.place}/toolResult/isError", row.what, why)
        draft.left_behind.append(f"{turn.place}/toolResult")
        rest = {key: member for key, member in result.items() if key != "isError"}
        turn.message = {
            **turn.message, "toolResult": {**rest, "kind": "error", "value": text},
        }  # fmt: skip


def declined(draft: Draft, row: Row) -> None:
    """Words in which the model declines are one of its texts, and there is no key for them."""

    def as_a_text(block: dict[str, Json], role: str, place: str) -> dict[str, Json]:
        if role != "assistant" or block.get("refusal") is None or block["kind"] != "text":
            return block
        draft.changed(f"{place}/refusal", row.what, "it goes as one of its texts")
        return {key: value for key, value in block.items() if key != "refusal"}

    each_block(draft, as_a_text)
    for turn in draft.turns:
        fresh = without_keys(draft, row, turn.message, turn.place, [row.params["key"]])
        turn.message = fresh or turn.message


def reasoned(draft: Draft, row: Row) -> None:
    """A turn of which nobody knows what the model had thought says something in its place."""
    key, value, format_ = row.params["key"], row.params["value"], draft.acceptance.format
    for turn in draft.turns:
        if turn.role != "assistant" or (row.params.get("calling") and not calls_at(turn)):
            continue
        own = draft.acceptance.own(turn.message)
        if own.get(key) or any(map(_thought, turn.message["content"])):
            continue
        why = "nobody knows what the model had thought: something stands in its place"
        draft.changed(turn.place, row.what, why, "added")
        metadata = {**(turn.message.get("metadata") or EMPTY), format_: {**own, key: value}}
        turn.message = {**turn.message, "metadata": metadata}


def _thought(block: dict[str, Json]) -> bool:
    return block["kind"] == "reasoning" and bool(block["text"]) and not block.get("redacted")


def _is_json(text: Json) -> bool:
    try:
        loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _texts(message: dict[str, Json]) -> Iterator[str]:
    """The texts of a message, or of the result that it holds."""
    result = message.get("toolResult")
    content = message.get("content") if result is None else result["value"]
    for block in blocks_of(content) if type(content) in (str, list) else ():
        if type(block) is dict and block.get("kind") == "text":
            yield block["text"]


def sound(draft: Draft, row: Row) -> None:
    """Half of a pair of surrogates goes out as the character that says that one is missing."""
    for turn in draft.turns:
        if not are_broken([turn.message]):
            continue
        blocks = turn.blocks
        if blocks is not None:
            places = turn.places
            turn.put(
                [_sound(block, draft, row, at) for block, at in zip(blocks, places, strict=True)],
                places,
            )
        elif turn.role == "tool":
            draft.changed(f"{turn.place}/toolResult/value", row.what, HALVED)
            result = turn.message["toolResult"]
            fresh = {**result, "value": mended(result["value"])}
            turn.message = {**turn.message, "toolResult": fresh}
        else:
            draft.changed(f"{turn.place}/content", row.what, HALVED)
            turn.message = {**turn.message, "content": mended(turn.message["content"])}


def _sound(block: dict[str, Json], draft: Draft, row: Row, place: str) -> dict[str, Json]:
    """A block whose text, or the arguments of whose call, can be sent."""
    call = block.get("toolCall") or EMPTY
    fresh = {field: mended(call[field]) for field in broken_in(call)}
    for field in fresh:
        draft.changed(f"{place}/toolCall/{field}", row.what, HALVED)
    if fresh:
        return {**block, "toolCall": {**call, **fresh}}
    if is_broken(block.get("text")):
        draft.changed(f"{place}/text", row.what, HALVED)
        return {**block, "text": mended(block["text"])}
    return block
