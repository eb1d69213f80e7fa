"""Whole chat completions taken apart into chunks, in any way the wire allows."""

from __future__ import annotations

import copy
from typing import Any

from dice import Dice

Json = Any


def streamable(body: Json) -> Json:
    """Chunks do not say the keys that are null or empty beside what they grow into."""
    choices = body.get("choices")
    if not choices or not choices[0].get("finish_reason"):
        return None
    if choices[0].get("error") is not None:
        # Other wires have an error alone, and no words ahead of it.
        return None
    body = {**copy.deepcopy(body), "object": "chat.completion"}
    for place, choice in enumerate(body["choices"]):
        message = choice.get("message")
        if not isinstance(message, dict) or isinstance(message.get("content"), list):
            return None
        if "index" in choice or len(body["choices"]) > 1:
            choice["index"] = place
        for key in ("tool_calls", "function_call"):
            if key in message and message[key] in (None, {}):
                del message[key]
        calls = message.get("tool_calls", [])
        for number, call in enumerate(calls):
            # Two calls of one reply never share an id.
            if call.get("id"):
                call["id"] += f"_{number}"
        _think_once(message)
    return body


def _think_once(message: Json) -> None:
    """What is thought says the same under each of its keys, and its pieces are numbered.

    A record is a text or a summary: of both, the pieces would come in no order that tells.
    """
    texts = [key for key in ("reasoning_content", "reasoning") if message.get(key)]
    details = message.get("reasoning_details") or []
    for key in texts:
        message[key] = message[texts[0]]
    for number, detail in enumerate(details):
        detail["index"] = number
        for key in ("text", "summary") if texts else ("summary",) if detail.get("text") else ():
            detail.pop(key, None)
    if texts and details:
        details[0]["text"] = message[texts[0]]


def _details(details: list[Json], dice: Dice) -> list[Json]:
    """Pieces of what is thought, each text in pieces of its own."""
    pieces = []
    for detail in details:
        key = next((key for key in ("text", "summary") if detail.get(key)), None)
        begin, *rest = dice.pieces(detail[key]) if key else [""]
        pieces.append({**detail, **({key: begin} if key else {})})
        pieces += [{"index": detail["index"], key: part} for part in rest]
    return pieces


def _function(function: Json, dice: Dice, key: str = "arguments") -> list[Json]:
    """A function's name and arguments in pieces; under another key a tool's name and text."""
    text = function.get(key)
    first = {name: value for name, value in function.items() if name != key}
    if text is None:
        return [dict(function)]
    if dice.chance(2):
        return [{**first, key: ""}, *({key: part} for part in dice.pieces(text))]
    begin, *rest = dice.pieces(text)
    return [{**first, key: begin}, *({key: part} for part in rest)]


def _call(call: Json, place: Json, dice: Dice, say_id: bool) -> list[Json]:
    """The pieces of one call. ``place``: its index, or None for none; ``say_id``: in each piece."""
    where = {} if place is None else {"index": place}
    kind, key = ("custom", "input") if call.get("type") == "custom" else ("function", "arguments")
    if not isinstance(call.get(kind), dict):
        return [{**where, **call}]
    first, *rest = _function(call[kind], dice, key)
    repeated = {"id": call["id"]} if say_id else {}
    if not say_id and call.get("id") and dice.chance(4):
        repeated = {"id": None}
    if "type" in call and dice.chance(4):
        repeated["type"] = call["type"]
    if dice.chance(4) and "name" in first:
        rest = [{"name": None, **function} for function in rest]
    return [
        {**where, **{key: value for key, value in call.items() if key != kind}, kind: first},
        *({**where, **repeated, kind: function} for function in rest),
    ]  # fmt: skip


def _calls(calls: list[Json], dice: Dice) -> list[Json]:
    """The pieces of all calls: numbered from 0 or 1, not at all, or all with the same number."""
    ids = [call.get("id") for call in calls]
    has_ids = all(ids) and len(set(ids)) == len(ids)
    style = dice.choice(["from 0", "from 1", "none", "same"] if has_ids else ["from 0", "from 1"])
    say_id = has_ids and ((style in ("none", "same") and dice.chance(2)) or dice.chance(6))
    places: list[Json] = [*range(len(calls))]
    if style != "from 0":
        places = [{"from 1": place + 1, "none": None, "same": 0}[style] for place in places]
    queues = [_call(*pair, dice, say_id) for pair in zip(calls, places, strict=True)]
    alone = style in ("none", "same") and not say_id
    return dice.turns(queues, one_by_one=alone or dice.chance(3))


def _deltas(message: Json, dice: Dice) -> list[Json]:
    """A message as deltas, in the order in which they come."""
    queues: list[list[Json]] = []
    begin: dict[str, Json] = {}
    for key, value in message.items():
        if key == "role":
            continue
        if key == "tool_calls" and value:
            pieces = _calls(value, dice)
            queues.append([{key: group} for group in dice.groups(pieces)])
        elif key == "reasoning_details" and value:
            queues.append([{key: group} for group in dice.groups(_details(value, dice))])
        elif key == "function_call":
            queues.append([{key: piece} for piece in _function(value, dice)])
        elif key == "audio" and isinstance(value, dict):
            begin[key] = {k: v for k, v in value.items() if k not in ("data", "transcript")}
            for name in ("data", "transcript"):
                if isinstance(value.get(name), str):
                    queues.append([{key: {name: part}} for part in dice.pieces(value[name])])
                elif name in value:
                    begin[key][name] = None
        elif isinstance(value, str):
            queues.append([{key: part} for part in dice.pieces(value)])
            if dice.chance(2):
                begin[key] = dice.choice(["", None])
        elif isinstance(value, list) and value:
            queues.append([{key: group} for group in dice.groups(value)])
        else:
            begin[key] = value
    deltas = dice.turns(queues)
    style = dice.choice(["first", "every", "never"])
    deltas.insert(0, begin)
    if message.get("tool_calls") and "content" in message and dice.chance(3):
        deltas = [{"content": None, **delta} for delta in deltas]
    if dice.chance(4):
        # An empty list would say of the reply that it has one.
        nothing: list[Json] = [None, []] if message.get("tool_calls") else [None]
        deltas = [{"tool_calls": dice.choice(nothing), **delta} for delta in deltas]
    if style != "never":
        count = 1 if style == "first" else len(deltas)
        deltas[:count] = [{"role": message["role"], **delta} for delta in deltas[:count]]
    if len(deltas) > 1 and dice.chance(3):
        # Two neighbours in one chunk, where they speak of different things.
        first, second, *rest = deltas
        if {*first} & {*second} <= {"role"}:
            deltas = [{**first, **second}, *rest]
    return deltas


def _choice(choice: Json, dice: Dice) -> list[Json]:
    """The pieces of one choice; the last tells why it ended."""
    deltas = _deltas(choice["message"], dice)
    if dice.chance(2):
        deltas.append({})
    where = {"index": choice["index"]} if "index" in choice else {}
    pieces = [{**where, "delta": delta, "finish_reason": None} for delta in deltas]
    if dice.chance(4):
        for piece in pieces[:-1]:
            del piece["finish_reason"]
    if "finish_reason" in choice:
        pieces[-1]["finish_reason"] = choice["finish_reason"]
    else:
        pieces = [{k: v for k, v in piece.items() if k != "finish_reason"} for piece in pieces]
    if "logprobs" in choice:
        _logprobs(choice["logprobs"], pieces, dice)
    for key, value in choice.items():
        if key not in ("index", "message", "finish_reason", "logprobs"):
            dice.choice(pieces)[key] = value
    return pieces


def _logprobs(logprobs: Json, pieces: list[Json], dice: Dice) -> None:
    """Log probabilities come with their tokens, piece by piece."""
    for piece in pieces:
        if dice.chance(2):
            piece["logprobs"] = None
    if not isinstance(logprobs, dict) or dice.chance(2):
        dice.choice(pieces)["logprobs"] = logprobs
        return
    pieces[0]["logprobs"] = {k: [] if type(v) is list else v for k, v in logprobs.items()}
    for key, value in logprobs.items():
        at = 0
        for group in dice.groups(value) if type(value) is list else []:
            at = dice.randint(at, len(pieces) - 1)
            _add_logprobs(pieces[at], key, group)


def _add_logprobs(piece: Json, key: str, group: list[Json]) -> None:
    if not piece.get("logprobs"):
        piece["logprobs"] = {}
    piece["logprobs"][key] = [*piece["logprobs"].get(key, []), *group]


def split(body: Json, dice: Dice) -> list[Json]:
    queues = [_choice(choice, dice) for choice in body["choices"]]
    turns = dice.turns(queues)
    groups = [[turn] for turn in turns] if len(queues) == 1 else dice.groups(turns)
    rest = {key: value for key, value in body.items() if key not in ("choices", "object", "usage")}
    everywhere = {key: rest[key] for key in ("id", "created", "model") if key in rest}
    if dice.chance(4) and not dice.orderly:
        everywhere = {}
    chunks = [{"object": "chat.completion.chunk", **everywhere, "choices": g} for g in groups]
    if dice.chance(4) and all(rest.get(key) for key in ("id", "created", "model")):
        # The filter's findings come before the reply, in a chunk that is nobody's.
        chunks.insert(0, {"id": "", "object": "", "created": 0, "model": "", "choices": []})
    usage = body.get("usage")
    if "usage" in body:
        for chunk in chunks if usage is None or dice.chance(2) else ():
            chunk["usage"] = None
        if usage is not None and dice.chance(3):
            chunks[-1]["usage"] = usage
        elif usage is not None:
            last = {"object": "chat.completion.chunk", **everywhere, "choices": []}
            chunks.append({**last, "usage": usage})
    for key, value in rest.items():
        if key not in everywhere:
            if type(value) is str and dice.chance(2):
                for chunk in chunks:
                    chunk[key] = value
            else:
                dice.choice(chunks)[key] = value
    if dice.chance(3):
        chunks = [{**chunk, "obfuscation": "x" * dice.randint(0, 9)} for chunk in chunks]
    return chunks


def ended(body: Json) -> Json:
    """A drawn reply that says why it ended, as every stream does at its end."""
    if "choices" not in body:
        return body
    first, *rest = body["choices"]
    first = {**first, "finish_reason": first.get("finish_reason") or "stop"}
    return {**body, "choices": [first, *rest]}
