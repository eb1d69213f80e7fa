"""Which calls a conversation has opened: names for results, ids where a wire has none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Json = Any


def numbered_ids() -> Iterator[str]:
    """``unnamed_call_1``, ``unnamed_call_2`` …: the same conversation gets the same ids."""
    number = 0
    while True:
        number += 1
        yield f"unnamed_call_{number}"


class Calls(dict[str, str]):
    """Call id → tool name, in the order the calls came.

    ``make_id`` names calls that came without an id; ids already in use are passed over.
    """

    def __init__(self, make_id: Callable[[], str] | None = None) -> None:
        super().__init__()
        self.make_id = make_id or numbered_ids().__next__
        self.made: list[str] = []
        self.answered: set[str] = set()


def mint(calls: Calls) -> str:
    """An id for a call that came without one."""
    made = calls.make_id()
    for _ in range(len(calls)):
        if made not in calls:
            break
        made = calls.make_id()
    calls.made.append(made)
    return made


def answered(calls: Calls, name: Json) -> str:
    """The call that a result without an id answers: the first open one of that name.

    Calls that came without an id come first. A result that answers none gets an id of its own.
    """
    for candidates in (calls.made, calls):
        for call_id in candidates:
            if call_id not in calls.answered and (name is None or calls.get(call_id) == name):
                calls.answered.add(call_id)
                return call_id
    made = mint(calls)
    calls.answered.add(made)
    return made


def missing_id(w: dict[str, Any], key: str, made: str) -> dict[str, Any]:
    """How the id that ``made`` stands for was missing: the raw value, if there was one."""
    return {"for": made, "as": w[key]} if key in w else {"for": made}


def restore_id(w: dict[str, Any], key: str, spelling: Json, call_id: str) -> bool:
    """Spell a made-up id as it was missing, as long as it is still that id."""
    if spelling.get("for") != call_id:
        return False
    if "as" in spelling:
        w[key] = spelling["as"]
    else:
        w.pop(key, None)
    return True
