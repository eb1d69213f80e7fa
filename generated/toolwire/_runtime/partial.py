# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Calls whose arguments come value by value, each with its path."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .assembly import Assembly, update
from .errors import expected
from .overlay import camel_case
from .pieces import Partial, Pieces, built, inside, owned
from .showing import end_block, end_run, json_text_of, show_arguments, show_whole_call

Json = Any


class Piece(NamedTuple):
    """The item of a list that a piece went into, and whether the call in it is complete now."""

    item: dict[str, Any]
    complete: bool


def continued(
    found: list[Json], item: Json, call: str, partial: str, whole: str, names: Sequence[str],
    carrier: str,
) -> Piece | None:  # fmt: skip
    """Take a piece of a call whose arguments come value by value, each with its path.

    None if it is no such piece. ``names``: the keys of a call's id and of its tool's name, which
    tell whose piece it is. A call that never gets complete has what came of its arguments as text,
    under ``carrier``.
    """
    e = _spelled(item, call)
    if type(e) is not dict:
        return None
    values = _spelled(e, partial)
    more = _spelled(e, MORE) is True
    complete = _spelled(e, whole) is not None and values is None and not more
    into = None if complete else _going_on(found, e, call, whole, names)
    begins = into is None
    if into is None:
        if values is None and not more:
            return None
        inner = owned({k: v for k, v in e.items() if camel_case(k) not in (partial, MORE)})
        into = {**owned({k: v for k, v in item.items() if camel_case(k) != call}), call: inner}
        found.append(into)
        given = inner.get(whole)
        inner[whole] = Partial(given if type(given) is dict else {})
        inner[whole].carrier = carrier
    inner = into[call]
    if values is not None and type(values) is not list:
        raise expected("a list", e, partial)
    for value in values or ():
        _put_at(inner[whole], value)
    if not begins:
        update(into, {k: v for k, v in item.items() if camel_case(k) != call})
        update(inner, {k: v for k, v in e.items() if camel_case(k) not in (partial, MORE, whole)})
    if not more:
        inner[whole] = dict(inner[whole])
    return Piece(into, not more)


def _going_on(
    found: list[Json], e: Json, call: str, whole: str, names: Sequence[str]
) -> dict[str, Any] | None:
    """The item whose call a piece goes on with: the latest that is not complete, and its own.

    What says another id, or another name, is of another call.
    """
    for item in reversed(found):
        inner = item.get(call) if type(item) is dict else None
        if type(inner) is dict and type(inner.get(whole)) is Partial:
            pairs = [(_spelled(e, name), _spelled(inner, name)) for name in names]
            if all(not new or not old or new == old for new, old in pairs):
                into: dict[str, Any] = item
                return into
    return None


def show_partial(
    s: Assembly, piece: Piece, read: Callable[..., Json], path: list[str], carrier: str
) -> None:
    """Show a call whose arguments come value by value: first that it begins, then all of them.

    Under ``carrier`` is text that was no object.
    """
    item, complete = piece
    if id(item) not in s.partial:
        end_run(s)
        slot = show_whole_call(s, read([built(item)], s.calls)[0]["toolCall"])
        s.partial[id(item)] = slot, lambda: json_text_of(inside(built(item), *path), carrier)
        if s.deltas:
            del s.out[-1]["argumentsDelta"]
    if complete:
        end_block(s, show_arguments(s, id(item)))


MORE = "willContinue"
"""The key that says of a call, or of a value, that it is not complete."""
_STEP = re.compile(r"""\.([^.\[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]""")


def _spelled(e: Json, key: str) -> Json:
    """The value of a key, under either of its spellings."""
    if type(e) is not dict or key in e:
        return e.get(key) if type(e) is dict else None
    return next((value for name, value in e.items() if camel_case(name) == key), None)


def _steps(value: Json) -> list[Json]:
    """The steps of a path such as ``$.rows[0]['first name']``: keys and positions."""
    path = _spelled(value, "jsonPath")
    steps: list[Json] = []
    at = 1
    while type(path) is str and path[:1] == "$" and at < len(path):
        match = _STEP.match(path, at)
        if match is None:
            break
        name = next(group for group in match.groups() if group is not None)
        quoted = match[3] is not None or match[4] is not None
        steps.append(int(name) if match[2] else re.sub(r"\\(.)", r"\1", name) if quoted else name)
        at = match.end()
    if not steps or at != len(path):
        raise expected("a path such as `$.rows[0].name`", value, "jsonPath")
    return steps


def _put_at(arguments: Json, value: Json) -> None:
    """Put one value (or the next piece of a text) at its path."""
    steps = _steps(value)
    names = ("stringValue", "numberValue", "boolValue")
    news = next((one for name in names if (one := _spelled(value, name)) is not None), None)
    place = arguments
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        fits = type(place) is list if type(step) is int else isinstance(place, dict)
        if not fits or (type(step) is int and step > len(place)):
            raise expected("a path to a place there is", value, "jsonPath")
        if type(step) is int:
            if step == len(place):
                place.append(None)
            before = place[step]
        else:
            before = place.get(step)
        if after is not None:
            if before is None:
                place[step] = before = [] if type(after) is int else {}
            place = before
        elif type(news) is str:
            place[step] = Pieces([*(before if type(before) is Pieces else ()), news])
        else:
            place[step] = owned(news)
