# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What goes wrong at the edges: errors, reports of losses, and data that is not plain JSON."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from operator import is_not
from types import FrameType
from typing import Any, NamedTuple

Json = Any


class ToolwireError(ValueError):
    """A payload or a value that cannot be converted.

    ``pointer`` is the JSON Pointer (RFC 6901) of the place, ``code`` a stable word
    (``missing``, ``type``, ``value``, ``unsupported``, ``rule``, ``lost``, ``incomplete``),
    ``expected`` what belongs there.
    """

    def __init__(
        self, pointer: str, code: str, expected: str, at: tuple[Json, str | None] | None = None
    ) -> None:
        super().__init__(pointer, code, expected)
        self.pointer, self.code, self.expected, self.at = pointer, code, expected, at

    def __str__(self) -> str:
        return f"{self.pointer or '/'}: {self.code}: expected {self.expected}"


class ToolwireLossWarning(UserWarning):
    """Something that the target format cannot carry."""


class Loss(NamedTuple):
    """One thing that a format cannot carry: where, a stable word for it, and why."""

    path: str
    code: str
    reason: str

    def __str__(self) -> str:
        path, code, reason = self
        return f"{path or '/'}: {code}: {reason}"

    @property
    def is_harmless(self) -> bool:
        """Whether all that was said is there: it is only added to, moved, renamed, or without what
        tells how it came about.
        """
        return self.code in HARMLESS


HARMLESS = frozenset({"added", "filled", "moved", "own", "renamed"})
"""Codes of changes that lose nothing of what was said."""


ON_LOSS = ("ignore", "warn", "error")
NAMED = 3
"""So many losses are named in a warning."""


def report(losses: list[Loss], on_loss: str) -> None:
    """Warn of losses, once for all, or raise the first: ``on_loss`` is "warn" or "error".

    What is only added, filled in, moved or renamed loses nothing.
    """
    if on_loss not in ON_LOSS:
        raise ValueError(f'on_loss is "ignore", "warn" or "error", not {on_loss!r}')
    if not losses or on_loss == "ignore":
        return
    lost = 0
    message = ""
    for path, code, reason in losses:
        if code in HARMLESS:
            continue
        if on_loss == "error":
            raise ToolwireError(path, "lost", f"what the format carries ({code}: {reason})")
        lost += 1
        if lost == 1:
            message = f"lost: {path or '/'}: {code}: {reason}"
        elif lost <= NAMED:
            message = f"{message}; {path or '/'}: {code}: {reason}"
    if lost > NAMED:
        _warn(f"{message}; and {lost - NAMED} more")
    elif lost:
        _warn(message)


_BETWEEN = (f"{__name__.rpartition('._runtime.')[0]}.", "asyncio.")
"""Modules that ask for no conversion by themselves: our own, and the loop that runs them."""


def _warn(text: str) -> None:
    """Warn at the line of whoever asked for this conversion, as ``warnings.warn`` does."""
    frame: FrameType | None = sys._getframe(2)  # who reports is ours, and so is who asked it to
    while frame is not None and (back := frame.f_back) is not None:
        globals_ = back.f_globals
        name = globals_.get("__name__")
        if not f"{name}.".startswith(_BETWEEN):
            registry = globals_.setdefault("__warningregistry__", {})
            place = back.f_code.co_filename, back.f_lineno, name if type(name) is str else None
            warnings.warn_explicit(text, ToolwireLossWarning, *place, registry)
            return
        frame = back
    # There is nobody: a thread began with it.
    warnings.warn(text, ToolwireLossWarning, stacklevel=sys.getrecursionlimit())


FAILURES = (
    ToolwireError,
    KeyError,
    TypeError,
    AttributeError,
    IndexError,
    ValueError,
    RecursionError,
)
MISFITS = (KeyError, TypeError, IndexError, ValueError)
"""What fails where straight-line code meets another shape of data than the one it looks for."""


def expected(what: str, container: Json, key: str | None) -> ToolwireError:
    """An error about ``container[key]`` (or ``container``) whose pointer is not known yet."""
    absent = key is not None and type(container) is dict and key not in container
    code = "missing" if absent else "type"
    return ToolwireError("", code, what, (container, key))


def expected_word(words: Sequence[str], container: Json, key: str) -> ToolwireError:
    """The same where it is to be one of these words."""
    *others, last = map(repr, words)
    return expected(f"{', '.join(others)} or {last}", container, key)


_KINDS: dict[str, tuple[str, tuple[type, ...]]] = {
    "string": ("a string", (str,)),
    "integer": ("an integer", (int,)),
    "number": ("a number", (int, float)),
    "boolean": ("true or false", (bool,)),
    "array": ("a list", (list,)),
    "object": ("an object", (dict,)),
}


def unwritten(x: dict[str, Json], fields: dict[str, str]) -> None:
    """Refuse fields that are not of their JSON types, although nothing of them is written.

    Null is as good as absent. Raises ToolwireError.
    """
    for key, kind in fields.items():
        if key in x and (value := x[key]) is not None:
            what, types = _KINDS[kind]
            if type(value) not in types:
                raise expected(what, x, key)


def plain(value: Json) -> Json:
    """Plain JSON data of SDK objects (anything with ``model_dump``), at any depth.

    The value itself is returned where it holds no such object. Raises ToolwireError for data too
    deeply nested to look through, and for an object that cannot tell its data.
    """
    try:
        return _plain(value)
    except RecursionError:
        raise ToolwireError("", "value", "less deeply nested data") from None


def made_plain(value: Json) -> Json:
    """The same, sooner for a value that holds no such object; how deep it nests nobody asks."""
    return value if _is_plain(value) else plain(value)


_PLAIN = frozenset({str, int, float, bool, type(None)})
_MANY = 100_000
"""So many values are looked at one after the other: data that hold themselves have no end."""


def _is_plain(value: Json) -> bool:
    """Whether a value surely holds nothing but plain data."""
    found = [value]
    for inner in found:
        kind = type(inner)
        if kind is dict:
            found += inner.values()
        elif kind is list:
            found += inner
        elif kind not in _PLAIN:
            return False
        if len(found) > _MANY:
            return False
    return True


def _plain(value: Json) -> Json:
    if isinstance(value, dict):
        items = {k: item if type(item) in _PLAIN else _plain(item) for k, item in value.items()}
        changed = type(value) is not dict or any(map(is_not, items.values(), value.values()))
        return items if changed else value
    if isinstance(value, (list, tuple)):
        members = [item if type(item) in _PLAIN else _plain(item) for item in value]
        changed = type(value) is not list or any(map(is_not, members, value))
        return members if changed else value
    return value if isinstance(value, (str, int, float)) else _dumped(value)


def _dumped(value: Json) -> Json:
    """An object's own account of its data, if it has one."""
    try:
        dump = getattr(value, "model_dump", None)
        if not callable(dump):
            return value
        try:
            return dump(mode="json", by_alias=True, exclude_unset=True, warnings=False)
        except TypeError:  # something else than pydantic's, with a dump of its own
            return dump()
    except RecursionError:
        raise
    except Exception as error:  # whatever an object's own code raises
        what = f"data, or an object that tells its data: model_dump raised {error!r}"
        raise ToolwireError("", "type", what) from error


def ours(failure: Exception, frames: int = 1) -> None:
    """Raise on what does not come from the first frames of its way, but from a function below.

    Straight-line code that looks for one shape of an event fails where it finds another; what it
    calls does not.
    """
    trace = failure.__traceback__
    for _ in range(frames):
        trace = trace and trace.tb_next
    if trace is not None:
        raise failure
