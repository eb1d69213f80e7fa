"""What went wrong at the edges, said so that a reader finds the place.

The adapters' straight-line code only notices *that* something is wrong. Where it is, is worked
out here, after the fact, from the schemas that ship beside the adapters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any, NoReturn

from .errors import FAILURES, ToolwireError, plain
from .misfit import Misfit, escaped, explains, misfits, unspelled, without_own

Json = Any


def attempt(
    convert: Callable[..., Json],
    value: Json,
    context: tuple[Json, ...],
    schema: str,
    names: tuple[str, ...],
) -> Json:
    """Convert again after a failure: SDK objects made plain; else say what is wrong, where.

    Raises ToolwireError.
    """
    data = plain(value)
    try:
        return convert(data, *context)
    except FAILURES as failure:
        try:
            explain(failure, data, schema, names)
        except FAILURES as error:
            if error is failure:
                blame_own(convert, data, context, failure)
            raise


def blame_own(
    convert: Callable[..., Json], data: Json, context: tuple[Json, ...], failure: Exception
) -> None:
    """Raise the ToolwireError that names the metadata without which there is no such failure.

    What an overlay or an opaque value holds is in no schema of ours.
    """
    if isinstance(failure, ToolwireError):
        return
    for pointer, own, without in without_own(data):
        try:
            convert(without, *context)
        except type(failure):
            continue
        except Exception:  # it goes further than before: this is the place
            pass
        raise ToolwireError(pointer, "value", no_adapter_gives(failure), (own, None)) from failure


def no_adapter_gives(failure: Exception) -> str:
    """What belongs in the place of metadata that led to a failure."""
    return f"what an adapter would give (if it did, this is a bug of ours: {failure!r})"


def explain(failure: Exception, value: Json, schema: str, names: tuple[str, ...]) -> NoReturn:
    """Raise the ToolwireError that says what ``failure`` was about; ``names``: what it may be.

    Where nothing is wrong with the value, the mistake is our own: ``failure`` is raised on.
    """
    error = blame(failure, value, schema, names)
    if error is failure:
        raise error
    raise error from (failure.__cause__ if isinstance(failure, ToolwireError) else failure)


def blame(failure: Exception, value: Json, schema: str, names: tuple[str, ...]) -> ToolwireError:
    """What is wrong with the value that led to ``failure``, which is raised on if nothing is."""
    value = plain(value)
    if isinstance(failure, ToolwireError):
        if failure.at is None:
            return failure
        container, key = failure.at
        # Only objects and lists have an identity; equal texts may be one object.
        has_identity = type(container) is dict or type(container) is list
        pointer = _locate(value, container) if has_identity else None
        if pointer is None and key is None:  # a stream keeps metadata of its own, which is equal
            owns = ((at, own) for at, own, _ in without_own(value))
            pointer = next((at for at, own in owns if own == container), None)
        if pointer is not None:
            if key is not None:
                pointer += "/" + escaped(key)
            return ToolwireError(pointer, failure.code, failure.expected)
    if isinstance(failure, RecursionError) and _deep(value, SHALLOW):
        return ToolwireError("", "value", "less deeply nested data")
    if (found := _misfit(failure, value, schema, names)) is not None:
        return ToolwireError(*found)
    if isinstance(failure, ToolwireError):
        return ToolwireError("", failure.code, failure.expected)
    place = _not_finite(value) if isinstance(failure, ValueError) else None
    if place is not None:
        return ToolwireError(place, "value", "a number that JSON has")
    raise failure


def _not_finite(root: Json) -> str | None:
    """The pointer of a number that is infinite, or none, if a value holds one."""
    found = (at for value, at in _everywhere(root) if type(value) is float and not isfinite(value))
    return next(found, None)


def _misfit(failure: Exception, value: Json, schema: str, names: tuple[str, ...]) -> Misfit | None:
    """The first place that does not fit its schema, if such a place may have led to the failure."""
    try:
        found = misfits(value, schema, names)
        first = next(found, None)
        if first is None or explains(first, failure):
            return first
        others = [one for one in found if explains(one, failure)]
        # A value that may be of several types is held against the one that it is most like.
        alike = [one for one in others if one.code == first.code and len(names) == 1]
        return next(iter(alike), first) if others else None
    except RecursionError:
        return Misfit("", "value", "less deeply nested data")
    except OSError:  # without its schema nobody can say
        return Misfit("", "value", f"a {names[-1]} of the documented form")


SHALLOW = 100
"""So many levels never exhaust the stack."""


def _deep(value: Json, levels: int) -> bool:
    """Whether a value nests deeper than so many levels."""
    todo = [(value, levels)]
    while todo:
        inner, left = todo.pop()
        if left == 0:
            return True
        items = inner.values() if type(inner) is dict else inner if type(inner) is list else ()
        todo.extend((item, left - 1) for item in items if type(item) in (dict, list))
    return False


def _locate(root: Json, wanted: Json) -> str | None:
    """The pointer of the very object ``wanted`` inside ``root``, or of what it is a copy of."""
    found, most = None, 0
    for value, pointer in _everywhere(root):
        if value is wanted:
            return pointer
        if (size := _copied(value, wanted)) > most:
            found, most = pointer, size
    return found


def _everywhere(root: Json) -> Iterator[tuple[Json, str]]:
    """All values inside of a value, itself first, each with its pointer."""
    todo: list[tuple[Json, str]] = [(root, "")]
    while todo:
        value, pointer = todo.pop()
        yield value, pointer
        if type(value) is dict:
            todo.extend((item, f"{pointer}/{escaped(str(key))}") for key, item in value.items())
        elif type(value) is list:
            todo.extend((item, f"{pointer}/{index}") for index, item in enumerate(value))


def _copied(value: Json, wanted: Json) -> int:
    """How many members ``wanted`` has of ``value``: all, perhaps spelled otherwise, or none.

    What was null or missing there may have been filled in.
    """
    if type(value) is not dict or type(wanted) is not dict or len(value) > len(wanted):
        return 0
    for ours, theirs in zip(value, wanted, strict=False):
        is_same = value[ours] is wanted[theirs] or value[ours] is None
        if not is_same or unspelled(ours) != unspelled(theirs):
            return 0
    return len(value)
