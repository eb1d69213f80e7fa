# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Which calls a conversation has opened: names for results, ids where a wire has none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container
from typing import Any

from .absence import EMPTY
from .conversation import calls_in
from .jsontext import spelled_out

Json = Any
_LEGAL = re.compile(r"[a-zA-Z0-9_-]{1,48}")
"""What is an id, or part of one, on every wire."""


class Calls(dict[str, str]):
    """Call id → tool name, in the order the calls came.

    ``make_id`` names calls that came without an id; the default numbers them, so that the same
    conversation gets the same ids. ``made`` lists those ids, ``answered`` those with a result.
    ``special``: the results of some calls have a type of their own. ``asked``: the one call that
    a result by itself answers, whatever its message names.
    """

    make_id: Callable[[], str] | None = None
    made: list[str] | tuple[()] = ()
    answered: set[str] | frozenset[str] = frozenset()
    ids: list[str] | tuple[()] = ()
    special: bool = False
    asked: str | None = None
    cursors: dict[tuple[bool, Json], int] | None = None


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
        # Results without a call have ids of their own, which are in no call.
        taken = made in calls or made in calls.answered
        if not taken or number > len(calls.made) + len(calls) + 1:
            break
    if isinstance(calls.made, tuple):
        calls.made, calls.answered = [], set()
    calls.made.append(made)
    return made


def named(response: dict[str, Any], calls: Calls, sent: bool) -> dict[str, Any]:
    """A reply just read; calls that came without an id get one that other replies do not have.

    It is made of the reply's own id (without one, of all that the reply says) and of the call's
    place among the calls, so the same reply gets the same ids in any process. ``sent``: a request
    has these ids, although the reply had none.
    """
    found = calls_in(response["message"])
    # A wire's own id may be one that we would make up.
    made = [made_up(call) for call in found]
    taken = {call["id"] for call, ours in zip(found, made, strict=True) if not ours}
    seed = seed_of(response.get("id"), response)
    for place, call in enumerate(found):
        if made[place]:
            own = calls.make_id is not None
            renamed(call, call["id"] if own else call_id(seed, place, taken), sent)
            taken.add(call["id"])
    return response


def seed_of(id_: Json, reply: Json) -> str:
    """What tells a reply from others: the id it told, or a digest of all that it said."""
    if type(id_) is str and _LEGAL.fullmatch(id_):
        return id_
    return digest(id_ or reply)


def digest(value: Json) -> str:
    """A short text that tells a JSON value from others; the order of keys makes no difference."""
    import hashlib  # rarely needed, and slow to import

    try:
        text = json.dumps(value, sort_keys=True)
    except RecursionError:
        text = spelled_out(value)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def call_id(seed: str, place: int, taken: Container[str]) -> str:
    """The id of the call at a place, from 0, of a reply."""
    made = f"call_{seed}_{place + 1}"
    while made in taken:
        made += "_"
    return made


def renamed(call: dict[str, Any], made: str, sent: bool) -> None:
    """Give a call that was just read another made-up id; its form says so."""
    more = {"sent": True} if sent else {}
    for overlay in call["metadata"].values():
        entry = overlay.get("$", {}).get("id", {})
        if "for" in entry:
            overlay["$"] = {**overlay["$"], "id": {**entry, "for": made, **more}}
    call["id"] = made


def unsay_id(metadata: dict[str, Any]) -> None:
    """Forget how a call's id was spelled: what tells it another time says so anew."""
    for name, overlay in [*metadata.items()]:
        form = overlay.get("$") if type(overlay) is dict else None
        if type(form) is dict and "id" in form:
            del form["id"]
            if not form:
                del overlay["$"]
            if not overlay:
                del metadata[name]


def id_form(metadata: dict[str, Any]) -> dict[str, Any]:
    """What a call's overlays say of its id, and no more; nothing is shared."""
    forms = {format_: overlay.get("$", {}) for format_, overlay in metadata.items()}
    return {name: {"$": {"id": {**form["id"]}}} for name, form in forms.items() if "id" in form}


def made_up(call: dict[str, Any]) -> bool:
    """Whether a call's id was made up on its way here: the real one may still come."""
    spelled = [form.get("id") for form in _forms(call.get("metadata") or EMPTY)]
    return any(type(one) is dict and one.get("for") is not None for one in spelled)


def _forms(metadata: dict[str, Any]) -> list[dict[str, Any]]:
    """The forms that overlays have; what is no overlay, whoever reads it refuses."""
    forms = [one.get("$") for one in metadata.values() if type(one) is dict]
    return [form for form in forms if type(form) is dict]


def answered(calls: Calls, name: Json) -> str:
    """The call that a result without an id answers: the first open one of that name, if it has one.

    Calls that came without an id come first. A result that answers none gets an id of its own.
    """
    if calls.asked is not None:
        return calls.asked
    if type(name) is not str:
        name = None
    made = _next_open(calls, calls.made, name, True)
    if made is None:
        if len(calls.ids) != len(calls):
            calls.ids = list(calls)
        made = _next_open(calls, calls.ids, name, False) or mint(calls)
    if isinstance(calls.answered, frozenset):
        calls.answered = set()
    calls.answered.add(made)
    return made


def _next_open(
    calls: Calls, candidates: list[str] | tuple[()], name: Json, made: bool
) -> str | None:
    """The first call of a name without a result; what lies before a cursor has one."""
    if calls.cursors is None:
        calls.cursors = {}
    start = calls.cursors.get((made, name), 0)
    for index in range(start, len(candidates)):
        call_id = candidates[index]
        if call_id not in calls.answered and (name is None or calls.get(call_id) == name):
            calls.cursors[made, name] = index + 1
            return call_id
    # A later call of that name stands behind all that were looked at.
    calls.cursors[made, name] = len(candidates)
    return None


def missing_id(w: dict[str, Any], key: str, made: str) -> dict[str, Any]:
    """How the id that ``made`` stands for was missing: the raw value, if there was one."""
    return {"for": made, "as": w[key]} if key in w else {"for": made}


def restore_id(w: Json, key: str, spelling: Json, call_id: str) -> bool:
    """Spell a made-up id as it was missing, as long as it is still that id."""
    if spelling.get("for") != call_id:
        return False
    if "as" in spelling:
        w[key] = spelling["as"]
    else:
        w.pop(key, None)
    return True
