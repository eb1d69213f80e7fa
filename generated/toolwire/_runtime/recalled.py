# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What was worked out for a value once is remembered for every value equal to it.

Tools come with each request of a conversation, and are the same each time. To see that they are
takes a fraction of a look at them, and it is sure: by value, to the type of every number, and never
by identity, since whoever holds a list may change it.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from typing import Any

from .errors import Loss

Json = Any
MOST, LONGEST = 200, 50_000
"""So many values are remembered, none longer than this in bytes."""
EXACT = 2
"""The version of the byte form that has no references: equal values have equal bytes."""

Found = tuple[Json, list[Loss]]
_remembered: dict[tuple[object, bytes], tuple[bytes | None, tuple[Loss, ...]]] = {}


def stays(how: object, value: Json) -> bool:
    """Whether work is known to leave a value as it is, with nothing to report."""
    try:
        return _remembered.get((how, marshal.dumps(value, EXACT))) == (None, ())
    except ValueError:
        return False


def recalled(how: object, value: Json, work: Callable[..., Found], *more: Json) -> Found:
    """What ``work`` makes of a value, and the losses; ``how`` tells one kind of work from another.

    ``more`` is what the work takes besides. Nothing that is given out is kept: it may be changed.
    """
    try:
        key = (how, marshal.dumps(value, EXACT))
    except ValueError:  # an object of an SDK stands in it, or it is too deep
        return work(value, *more)
    entry = _remembered.get(key)
    if entry is not None:
        made, losses = entry
        return value if made is None else marshal.loads(made), [*losses]
    result, lost = work(value, *more)
    if len(key[1]) <= LONGEST:
        if len(_remembered) >= MOST:
            _remembered.clear()
        _remembered[key] = None if result is value else marshal.dumps(result, EXACT), (*lost,)
    return result, lost
