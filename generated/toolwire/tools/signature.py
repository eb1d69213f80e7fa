# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""What a function takes from the model, and what the runtime fills in."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from .definitions import names_for, refused

EMPTY = inspect.Parameter.empty


class Argument(NamedTuple):
    """A parameter that the model fills. Without a default it must."""

    name: str
    annotation: Any
    default: Any = EMPTY


class Signature(NamedTuple):
    """A function's parameters, by who fills them."""

    arguments: tuple[Argument, ...]
    injected: dict[str, Any]
    """Parameter to the class ``ToolContext``, or to its ``Depends``."""
    positional: str | None
    """The first parameter that no keyword reaches, and so no key of an object."""
    variadic: tuple[str, ...]
    """``*args`` and ``**kwargs``, with their stars."""

    @property
    def takes_any(self) -> bool:
        """Whether keywords of any name are taken."""
        return any(name.startswith("**") for name in self.variadic)


def signature_of(function: Callable[..., Any], *, method: bool = False) -> Signature:
    """Reads a signature; of a ``method`` that is not bound yet, without ``self``.

    What a ``partial`` has fixed is the app's affair: it is not offered to the model.
    """
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError, NameError) as error:
        raise refused(function, f"its signature cannot be read: {error}") from error
    names = names_for(function)
    fixed = function.keywords if isinstance(function, partial) else {}
    found = Signature((), {}, None, ())
    for parameter in parameters[1:] if method else parameters:
        if parameter.name not in fixed:
            found = _with(found, parameter, function, names)
    return found


def _with(
    found: Signature,
    parameter: inspect.Parameter,
    function: Callable[..., Any],
    names: Mapping[str, Any],
) -> Signature:
    name, kind = parameter.name, parameter.kind
    if kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        stars = "*" if kind is parameter.VAR_POSITIONAL else "**"
        return found._replace(variadic=(*found.variadic, stars + name))
    annotation = _annotation(parameter, function, names)
    filled = _filled(annotation, parameter.default)
    if filled is not None:
        if kind is parameter.POSITIONAL_ONLY:
            raise refused(
                function,
                f"parameter {name!r} is filled by keyword, and is positional-only; "
                "move it behind the '/'",
            )
        return found._replace(injected={**found.injected, name: filled})
    if kind is parameter.POSITIONAL_ONLY:
        found = found._replace(positional=found.positional or name)
    taken = Argument(name, annotation, parameter.default)
    return found._replace(arguments=(*found.arguments, taken))


def _annotation(
    parameter: inspect.Parameter, function: Callable[..., Any], names: Mapping[str, Any]
) -> Any:
    """The annotation as an object, resolved alone so that an error can name its parameter."""
    if parameter.annotation is EMPTY:
        return Any
    from .context import ToolContext
    from .dependencies import Depends

    # An app may import these two for its type checker alone.
    namespace = {"ToolContext": ToolContext, "Depends": Depends, **names}
    holder = types.SimpleNamespace(__annotations__={parameter.name: parameter.annotation})
    try:
        hints = typing.get_type_hints(holder, namespace, namespace, include_extras=True)
    except Exception as error:
        raise refused(
            function,
            f"the annotation of parameter {parameter.name!r}, {parameter.annotation!r}, "
            f"cannot be resolved: {error}; import its names where the tool is defined",
        ) from error
    return hints[parameter.name]


def _filled(annotation: Any, default: Any) -> Any:
    """The class ``ToolContext`` or a ``Depends``, for a parameter that the runtime fills."""
    from .context import ToolContext
    from .dependencies import Depends

    if isinstance(default, Depends):
        return default
    if typing.get_origin(annotation) is typing.Annotated:
        annotation, *notes = typing.get_args(annotation)
        found = [note for note in notes if isinstance(note, Depends)]
        if found:
            return found[-1]
    arms = [annotation]
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        arms = [arm for arm in typing.get_args(annotation) if arm is not type(None)]
    kinds = [typing.get_origin(arm) or arm for arm in arms]
    return ToolContext if kinds == [ToolContext] else None
