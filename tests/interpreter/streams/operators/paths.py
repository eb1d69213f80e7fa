"""Values for places inside an object, each named by its path."""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.stream import StreamRow

from ...overlay import camel_case
from ...spec import demand
from ..operator import StreamOperator
from ..pieces import Growing, Unfinished, put

if TYPE_CHECKING:
    from ..body import Body

Json = Any
MORE = "willContinue"
"""The key that says that a call is not complete."""
NEWS = ("stringValue", "numberValue", "boolValue")
"""The keys that have the value for a place."""
NAME, NUMBER = r"\.([^.\[\]]+)", r"\[(\d+)\]"
QUOTED = r"""\[(['"])((?:\\.|(?!\1)[^\\])*)\1\]"""
"""The steps of a path such as ``$.rows[0]['first name']``."""


class Paths(StreamOperator):
    """A call goes on until it says no more that it does; its arguments come value by value."""

    name = "paths"

    def go_on(self, body: Body, row: StreamRow, found: list[Json], item: Json) -> bool:
        call, partial = row.source
        whole, e = row.place[-1].name, value_of(item, call)
        if type(e) is not dict:
            return False
        news, more = value_of(e, partial), value_of(e, MORE) is True
        into = self._unfinished(found, e, call, whole)
        if into is not None:
            last = into[call]
            _put_all(into, without(item, call))
            _put_all(last, without(e, partial, MORE, whole))
        elif news is None and not more:
            return False
        else:
            last = without(e, partial, MORE)
            given = last.get(whole)
            last[whole] = Unfinished(given if type(given) is dict else {})
            last[whole].carrier = body.carrier
            found.append({**without(item, call), call: last})
        demand(news is None or type(news) is list, "a list")
        for value in news or ():
            put_at(last[whole], value)
        if not more:
            last[whole] = dict(last[whole])
        return True


    def _unfinished(self, found: list[Json], e: Json, call: str, whole: str) -> Json:
        """The latest item whose call goes on and has no other id and name than the piece."""
        for item in found[::-1]:
            record = item.get(call) if type(item) is dict else None
            if type(record) is not dict or type(record.get(whole)) is not Unfinished:
                continue
            pairs = [(value_of(e, key), value_of(record, key)) for key in ("id", "name")]
            if not any(one and other and one != other for one, other in pairs):
                return item
        return None


def value_of(e: Json, key: str) -> Json:
    """The value of a key in either of its spellings."""
    if type(e) is not dict or key in e:
        return e.get(key) if type(e) is dict else None
    return next((value for name, value in e.items() if camel_case(name) == key), None)


def without(e: dict[str, Json], *keys: str) -> dict[str, Json]:
    """A copy without some keys, however they are spelled."""
    return copy.deepcopy({key: value for key, value in e.items() if camel_case(key) not in keys})


def _put_all(w: dict[str, Json], e: dict[str, Json]) -> None:
    for key, value in e.items():
        put(w, key, value)


def steps(path: Json) -> list[Json]:
    """The keys and numbers of a path."""
    demand(type(path) is str and path[:1] == "$" and path != "$", "a path")
    found: list[Json] = []
    rest = path[1:]
    while rest:
        name, number = re.match(NAME, rest), re.match(NUMBER, rest)
        step = name or number or re.match(QUOTED, rest)
        demand(step, "a path")
        assert step is not None
        if name:
            found.append(name[1])
        elif number:
            found.append(int(number[1]))
        else:
            found.append(re.sub(r"\\(.)", r"\1", step[2]))
        rest = rest[step.end() :]
    return found


def put_at(arguments: Json, value: Json) -> None:
    """Put a value at its path; lists grow by one, and what is on the way is made."""
    path, place = steps(value_of(value, "jsonPath")), arguments
    news = next((one for key in NEWS if (one := value_of(value, key)) is not None), None)
    for step, following in zip(path, [*path[1:], None], strict=True):
        if type(step) is int:
            demand(type(place) is list and step <= len(place), "a place there is")
            place += [None] if step == len(place) else []
            before = place[step]
        else:
            demand(isinstance(place, dict), "a place there is")
            before = place.get(step)
        if following is None:
            begun = before.text if type(before) is Growing else ""
            place[step] = Growing(begun + news) if type(news) is str else news
        elif before is None:
            place[step] = before = [] if type(following) is int else {}
        place = before
