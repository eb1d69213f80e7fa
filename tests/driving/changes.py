"""Ways to break the bodies of a conversation, and what its judge then says.

The judges are judged by a format's ``examples.py``. Of a stream that is right:

* ``STREAM``: its events. It says "Looking.", calls ``send`` with ``{"amount": 1000}``, and more.
* ``SAID``: (kind, text) of each block that a strict client is told; ``FINISH``: why it ended.
* ``IN_ARGUMENTS``: how many events end inside ``{"amount": 1``, where calls come in pieces; else
  before the call.
* ``SAME_IDS``: a text of it and another that gives two calls one id.
* ``FREE``, if there are such: changes that change nothing, as ``test_event_grammar`` calls them.
* ``MISFITS``, if there are such: (place, event, fault) of events that do not fit what is open.

Of a conversation, whose ``turn(1, 2)`` are the calls marked 1 and 2 and their results:

* ``CONVERSATION``: a body with the turns (1, 2) and (3).
* ``open_call()``: a body with the turn (1, 2) whose second call has no result yet.
* ``BREAKS``: for each rule of the wire a fault, and a change that brings it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = Any
Break = tuple[str, Callable[[Json], None]]
"""A fault, and the change of a list of messages that brings it."""
ANOTHER = "a result answers another call"
NONE = "a result answers no call right before it"
ORDER = "results are in another order than their calls"
SHARED = "two calls share an id"


def put(messages: Json, path: tuple[Any, ...], value: Json) -> None:
    """Set what stands at a path."""
    *way, last = path
    for key in way:
        messages = messages[key]
    messages[last] = value


def swap(items: list[Json], one: int, other: int) -> None:
    """Let two items change places."""
    items[one], items[other] = items[other], items[one]
