"""Which calls a conversation has opened: names for results, ids where a wire has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = Any


class Calls(dict[str, str]):
    """Call id → tool name, in the order the calls came.

    ``make_id`` names calls that came without an id; the default numbers them, so that the same
    conversation gets the same ids. ``made`` lists those ids, ``answered`` those with a result.
    """

    make_id: Callable[[], str] | None = None
    made: list[str] | tuple[()] = ()
    answered: set[str] | frozenset[str] = frozenset()


def opened(make_id: Callable[[], str] | None) -> Calls:
    """No calls yet, with a caller's own maker of ids."""
    calls = Calls()
    calls.make_id = make_id
    return calls


def mint(calls: Calls) -> str:
    """An id, not in use yet, for a call that came without one."""
    number = len(calls.made)
    while True:
        number += 1
        made = f"unnamed_call_{number}" if calls.make_id is None else calls.make_id()
        if made not in calls or number > len(calls.made) + len(calls) + 1:
            break
    calls.made = [*calls.made, made]
    return made


def answered(calls: Calls, name: Json) -> str:
    """The call that a result without an id answers: the first open one of that name.

    Calls that came without an id come first. A result that answers none gets an id of its own.
    """
    for candidates in (calls.made, calls):
        for call_id in candidates:
            if call_id not in calls.answered and (name is None or calls.get(call_id) == name):
                calls.answered = {*calls.answered, call_id}
                return call_id
    made = mint(calls)
    calls.answered = {*calls.answered, made}
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
