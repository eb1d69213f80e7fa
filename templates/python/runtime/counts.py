"""Counts that came as floats, such as 12.0: integers here, and floats again on their own wire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .absence import Form
from .overlay import noted
from .pieces import inside

Json = Any
EXACT = 2**53
"""Up to here each integer is a float of its own."""


def whole_counts(
    form: Form, w: dict[str, Any], places: Sequence[Sequence[str]]
) -> tuple[Form, dict[str, Any]]:
    """The form and the object with integers for the floats at these places that are whole."""
    for place in places:
        value = inside(w, *place)
        if type(value) is float and value.is_integer() and _is_count(value):
            form = {**(form or {}), "float": [*(form or {}).get("float", ()), list(place)]}
            w = _with(w, place, int(value))
    return form, w


def counted_apart(
    form: Form, field: str, count: int, total: Json, rest: int, x: dict[str, Any], *others: str
) -> tuple[Form, int]:
    """The form, and a count without the others, if the total says that they are in it.

    ``rest`` is all else that the total has in it. Where it says that they are not, or nothing and
    they are more than the count, that is whole; where they are in it and are one more, none is
    left. What is more than that cannot be in it: such a total leaves them out (Perplexity).
    """
    parts = [x.get(other, 0) for other in others]
    left = count - sum(parts)
    whole = type(total) is int and total == rest + count + sum(parts)
    if whole or left < -1 or (left < 0 and total != rest + count):
        return noted(form, field, {"whole": [count, *parts]}), count
    if left < 0:
        return noted(form, field, {"whole": [0, *parts], "as": count, "beside": rest}), 0
    return form, left


def counted_as(entry: dict[str, Any], count: int, whole: int, rest: int) -> int:
    """The wire count where a count and the others are what they were, as the form has it.

    One that had less than what was in it had so by the sum, which says that of no other ``rest``.
    """
    if "as" not in entry:
        return count
    wire_count: int = entry["as"]
    return wire_count if entry.get("beside") == rest else whole


def as_floats(w: Json, places: Sequence[Sequence[str]]) -> None:
    """Make floats of the integers at these places, in objects that are ours."""
    for place in places:
        holder: Json = w
        for key in place[:-1]:
            inner = holder.get(key)
            if type(inner) is not dict:
                break
            holder[key] = holder = inner.copy()
        else:
            value = holder.get(place[-1])
            if type(value) is int and -EXACT <= value <= EXACT:
                holder[place[-1]] = float(value)


def _is_count(value: float) -> bool:
    """Whether the integer becomes this float again: that of -0.0 would not."""
    return -EXACT <= value <= EXACT and str(value) != "-0.0"


def _with(w: dict[str, Any], place: Sequence[str], value: int) -> dict[str, Any]:
    key, *deeper = place
    return {**w, key: _with(w[key], deeper, value) if deeper else value}
