"""What became of a request in the end, where one rule has changed what another had changed before.

Rules look at a request one after the other. Told is what was given and what goes out, and nothing
of what was in between.
"""

from __future__ import annotations

from typing import Any

from .errors import Loss
from .overlay import same

Json = Any
LEFT_OUT = "dropped"
PLACED = "placed"
"""The code of what says nothing, or stands under a key of a service's own: no one is told of it."""
VALUES = frozenset({"added", "repaired", LEFT_OUT})
"""Codes of what happens to the value of a field."""


def lasting(changes: list[Loss], given: dict[str, Json], sent: dict[str, Json]) -> list[Loss]:
    """Changes of a ``given`` request without those that others have undone or gone on with.

    ``sent``: the request as it is now.
    """
    twice = len({one[0] for one in changes}) < len(changes)
    if not twice and LEFT_OUT not in [one[1] for one in changes]:
        return changes  # as it mostly is
    found: list[Loss] = []
    gone, renamed = set[str](), set[str]()
    for one in reversed(changes):
        path, code, _ = one
        if gone and code != LEFT_OUT and _is_in(path, gone):
            continue  # it was left out after that
        if code == "renamed":
            if path in renamed:
                continue  # it went on as something else
            renamed.add(path)
        elif code == LEFT_OUT:
            gone.add(path)
        found.append(one)
    found.reverse()
    for path in _changed_again(changes, given, sent) if twice else ():
        found = _as_one(found, path, given.get(path[1:]), sent.get(path[1:]))
    return found


def _is_in(path: str, places: set[str]) -> bool:
    """Whether a place is one of these, or stands in one."""
    while path:
        if path in places:
            return True
        path = path.rpartition("/")[0]
    return False


def _changed_again(
    changes: list[Loss], given: dict[str, Json], sent: dict[str, Json]
) -> list[str]:
    """The places of fields that have a plain value, and got another more than once."""
    counts: dict[str, int] = {}
    moved = {one.path for one in changes if one.code == PLACED}
    for path, code, _ in changes:
        if path.count("/") == 1 and code in VALUES and path not in moved:
            counts[path] = counts.get(path, 0) + 1
    changed = {one.path for one in changes if one.code in VALUES and one.code != "added"}
    return [
        path for path, count in counts.items()
        if count > 1 and path in changed
        if not any(type(x.get(path[1:])) in (dict, list) for x in (given, sent))
    ]  # fmt: skip


def _as_one(changes: list[Loss], path: str, before: Json, now: Json) -> list[Loss]:
    """The changes, of which one at most is about a field: what was given goes as it is now."""
    about = [one for one in changes if one.path == path and one.code in VALUES]
    others = [one for one in changes if one not in about]
    if same(before, now):  # it is as it was
        return others
    if before is None:
        return [*others, Loss(path, "added", f"{now!r} is said, as the API asks")]
    if now is None:
        return changes
    return [*others, Loss(path, "repaired", f"{before!r} goes as {now!r}")]
