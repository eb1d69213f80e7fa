# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""Where a tool is defined: the place that an error of its definition names, and the names there."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class ToolDefinitionError(ValueError):
    """A tool that cannot be: what is wrong, at which file and line."""

    def __init__(self, message: str, *, file: str, line: int) -> None:
        super().__init__(f"{file}:{line}: {message}")
        self.file = file
        self.line = line


def refused(about: Any, message: str) -> ToolDefinitionError:
    """The error for a function or a class, at the line where it begins.

    What has no source of its own is named by the line that makes a tool of it.
    """
    file, line = _place(about)
    return ToolDefinitionError(message, file=file, line=line)


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function inside a ``partial``, a bound method, an object that can be called."""
    while isinstance(function, functools.partial):
        function = function.func
    if inspect.isroutine(function) or inspect.isclass(function):
        return function
    return type(function).__call__ if callable(function) else function


def frames_inside() -> int:
    """How far the caller is from the nearest frame outside this package."""
    return _outside()[1]


def names_for(function: Callable[..., Any]) -> dict[str, Any]:
    """What the annotations of a function may name: its module's names and its closure's, and those
    local to where the tool is being defined, as types that were made in a function are.
    """
    inner: Any = inspect.unwrap(plain(function))
    frame, own = _outside()[0], getattr(inner, "__globals__", {})
    same_module = frame.f_globals is own
    around = own | frame.f_locals if same_module else frame.f_locals | own
    return around | _closure(inner)


def _closure(function: Any) -> dict[str, Any]:
    names = getattr(getattr(function, "__code__", None), "co_freevars", ())
    found = {}
    for name, cell in zip(names, getattr(function, "__closure__", None) or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return found


def _outside() -> tuple[FrameType, int]:
    """The nearest frame outside this package, and how far it is from the caller's caller."""
    frame, depth = sys._getframe(2), 0
    while frame.f_globals.get("__package__") == __package__ and frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    return frame, depth


def _place(about: Any) -> tuple[str, int]:
    inner = inspect.unwrap(plain(about)) if callable(about) else about
    code = getattr(inner, "__code__", None)
    if code is not None:
        return code.co_filename, code.co_firstlineno
    try:
        return inspect.getsourcefile(inner) or "?", inspect.getsourcelines(inner)[1]
    except (OSError, TypeError):
        frame = _outside()[0]
        return frame.f_code.co_filename, frame.f_lineno
