"""Replies with tool calls as services send them: whole, or as the stream that tells the same.

The calls' ids come in every way that is met: unique, counted anew in each reply, twice the same,
empty or missing, or in letters that another wire does not take.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from dice import Dice
from driving.calls import Asked, call_ids
from driving.talk import talk
from samples import copied, exactly
from splitting import split, streamable

Json = Any


def reply(wire: str, calls: Sequence[Asked], dice: Dice) -> Json:
    """A reply of a service of ``wire`` with these calls, or with text alone."""
    speaks = talk(wire)
    ids = call_ids(dice.choice(speaks.REPLY_IDS), len(calls), dice)
    return speaks.reply(calls, ids, dice)


def stream(wire: str, body: Json, dice: Dice) -> list[Json] | None:
    """The events of a stream that tells this reply exactly; None if none does."""
    streamed = streamable(wire, copied(body))
    if streamed == body:
        return split(wire, body, Dice(dice.getrandbits(64), orderly=dice.chance(2)))
    return talk(wire).chunks(body)


def stored(value: Json) -> Json:
    """A value as it comes back from a file."""
    return json.loads(json.dumps(value))


def same(left: Json, right: Json) -> bool:
    """Exactly the same JSON value; its text says so sooner, where the keys have one order."""
    return json.dumps(left) == json.dumps(right) or exactly(left, right)
