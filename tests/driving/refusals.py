"""What must be said of a value that is wrong: refused with the place, or reported as a loss."""

from __future__ import annotations

import json
from typing import Any

from driving.neutral import at, same
from driving.wire_reading import says
from samples import adapter
from toolwire import ToolwireError

Json = Any
CODES = ("missing", "type", "value", "unsupported")


def unrefused(wire: str, entry: str, value: Json, pointer: str, body: Json) -> str | None:
    """How a value with a field of the wrong type is taken, if not refused with its pointer.

    ``body``: what the wire says of the value as it was.
    """
    try:
        written = adapter(wire, entry).encode(value)
    except ToolwireError as error:
        if error.pointer == pointer and error.code in CODES and error.expected:
            return None
        return f"refused at {error.pointer!r}: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    wrong = json.dumps(at(value, pointer))
    taken = json.dumps(written).count(wrong) > json.dumps(body).count(wrong)
    return "taken" if taken else "left out without a word"


def unreported(
    wire: str, entry: str, value: Json, pointer: str, meant: str, body: Json = None
) -> str | None:
    """How an unknown key is taken, if not reported with its place and the name that was meant.

    ``body``, if given: what the wire says of the value without that key, and with it.
    """
    writer = adapter(wire, entry)
    if body is not None:
        now, was = (says(wire, entry, item) for item in (writer.encode(value), body))
        if not same(now, was):
            return "the body says something else"
    losses = writer.losses(value)
    if any(loss.path and pointer.startswith(f"{loss.path}/") for loss in losses):
        # All of what it stands in is lost.
        return None
    losses = [loss for loss in losses if loss.path == pointer]
    if [loss.code for loss in losses] != ["unknown"]:
        return f"losses there: {[loss.code for loss in losses]}"
    if meant not in losses[0].reason:
        return f"the reason does not name {meant}: {losses[0].reason}"
    try:
        writer.encode(value, on_loss="error")
    except ToolwireError as error:
        return None if error.code == "lost" else f"refused otherwise: {error}"
    return 'taken with on_loss="error"'


def unlaid(wire: str, entry: str, value: Json, pointer: str) -> str | None:
    """What became of a key that an app wrote for a wire; None if it is there once, or reported."""
    writer = adapter(wire, entry)
    times = json.dumps(writer.encode(value)).count('"x_fresh": 98765')
    place = f"{pointer}/metadata"
    reported = [
        loss for loss in writer.losses(value)
        if loss.path.startswith(place) or f"{place}/".startswith(f"{loss.path}/")
    ]  # fmt: skip
    if times > 1:
        return f"there {times} times"
    return None if times or reported else "gone without a word"
