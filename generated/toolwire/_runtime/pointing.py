# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Where something is lost: a pointer is spelled once anything is, and not before."""

from __future__ import annotations

from typing import Any

from .errors import Loss

Json = Any
Place = Any
"""Where a value stands: of what holds it, and the rest of the pointer. Nothing is spelled before
something is lost: "" is the whole, ("", "/messages/", 3) a message, (that, "/content/", 0) a block.
"""


def pointer(place: Place) -> str:
    """The JSON Pointer of a place."""
    if type(place) is str:
        return place
    found = ""
    while type(place) is tuple:
        if len(place) == 2:
            place, key = place
            found = key + found
        else:
            place, key, index = place
            found = f"{key}{index}{found}"
    return f"{place}{found}"


made = tuple.__new__  # as `Loss(…)` does it, but for a call more


def lose(losses: list[Loss], place: Place, code: str, reason: str) -> None:
    """Report one loss."""
    losses.append(made(Loss, (pointer(place), code, reason)))
