"""JSON values copied, and compared as JSON says it."""

from __future__ import annotations

import json
import marshal
from typing import Any, TypeVar

Json = Any
Value = TypeVar("Value")
PLAINLY = 2
"""A version of marshal's format in which the same data are the same bytes, types and all."""


def exactly(left: Json, right: Json) -> bool:
    """Equal as JSON says it: 1 is neither 1.0 nor true, null is not absent, -0.0 is not 0.0."""
    return difference(left, right) is None


def copied(value: Value) -> Value:
    """Another JSON value that is the same, sooner than ``copy.deepcopy`` makes it."""
    data: Json = value
    found: Value = marshal.loads(marshal.dumps(data, PLAINLY))
    return found


def difference(left: Json, right: Json) -> str | None:
    """The first place where two JSON values differ, in words; None if they do not."""
    return None if _surely_same(left, right) else _difference(left, right, "")


def _surely_same(left: Json, right: Json) -> bool:
    """Whether two values are known to be the same without a look at each of their places."""
    try:
        if marshal.dumps(left, PLAINLY) == marshal.dumps(right, PLAINLY):
            return True
        # Keys in another order. What was marshalled is of Python's own types alone.
        return bool(left == right) and _sorted(left) == _sorted(right)
    except (ValueError, TypeError, RecursionError):  # no plain data, or too deep
        return False


_sorted = json.JSONEncoder(sort_keys=True, check_circular=False).encode


def _difference(left: Json, right: Json, path: str) -> str | None:
    """The same by looking at each value: keys may stand in another order."""
    if type(left) is not type(right):
        return f"{path or '/'}: {left!r} is not {right!r}"
    if isinstance(left, dict):
        for key in [*left, *right]:
            if key not in right or key not in left:
                found = "missing" if key in left else "added"
                return f"{path}/{key}: {found}: {left.get(key, right.get(key))!r}"
            inner = _difference(left[key], right[key], f"{path}/{key}")
            if inner is not None:
                return inner
        return None
    if isinstance(left, list):
        if len(left) != len(right):
            return f"{path or '/'}: {len(left)} items are not {len(right)}: {left!r}: {right!r}"
        found_in = (
            _difference(a, b, f"{path}/{index}")
            for index, (a, b) in enumerate(zip(left, right, strict=True))
        )
        return next((text for text in found_in if text is not None), None)
    return None if repr(left) == repr(right) else f"{path or '/'}: {left!r} is not {right!r}"
