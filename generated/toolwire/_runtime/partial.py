# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Calls whose arguments come value by value, each with its path."""

from __future__ import annotations

import re
from typing import Any

from .assembly import update
from .errors import expected
from .overlay import camel_case
from .pieces import Partial, Pieces, owned

Json = Any


def continued(
    found: list[Json], item: Json, call: str, partial: str, whole: str, carrier: str
) -> bool | None:
    """Take a piece of a call whose arguments come value by value, each with its path.

    None if it is no such piece; else whether the call is complete now. A call that never gets
    complete has what came of its arguments as text, under ``carrier``.
    """
    e = _spelled(item, call)
    if type(e) is not dict:
        return None
    last: Json = found[-1].get(call) if found and type(found[-1]) is dict else None
    going_on = type(last) is dict and type(last.get(whole)) is Partial
    values = _spelled(e, partial)
    more = _spelled(e, MORE) is True
    if not going_on:
        if values is None and not more:
            return None
        last = owned({k: v for k, v in e.items() if camel_case(k) not in (partial, MORE)})
        rest = owned({k: v for k, v in item.items() if camel_case(k) != call})
        found.append({**rest, call: last})
        given = last.get(whole)
        last[whole] = Partial(given if type(given) is dict else {})
        last[whole].carrier = carrier
    if values is not None and type(values) is not list:
        raise expected("a list", e, partial)
    for value in values or ():
        _put_at(last[whole], value)
    if going_on:
        update(found[-1], {k: v for k, v in item.items() if camel_case(k) != call})
        update(last, {k: v for k, v in e.items() if camel_case(k) not in (partial, MORE, whole)})
    if more:
        return False
    last[whole] = dict(last[whole])
    return True


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
            place[step] = news
