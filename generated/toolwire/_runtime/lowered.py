# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""The schemas of tools and replies as a wire takes them, and the arguments of calls as they were.

Which of a wire's dialects a schema goes through: one for its use, strict or not; of several that
are spelled in places of their own the one that loses least, and of these the first.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .absence import EMPTY
from .convert import PACKAGE, format_module
from .dialect import Dialect, lower
from .errors import Loss, ToolwireError
from .recalled import recalled
from .unlowered import unlowered

Json = Any


def lower_schema(
    schema: dict[str, Any],
    *,
    target: str,
    use: str = "parameters",
    strict: bool = False,
    profile: str | None = None,
) -> tuple[dict[str, Any], list[Loss]]:
    """A schema as the wire format ``target`` takes it, and what it no longer says.

    ``use``: "parameters" (of a tool) or "response". ``profile``: a service that speaks the wire
    with other limits. The schema itself comes back where the wire takes it as it is. Raises
    ToolwireError for one that the wire has no place for, and ValueError for an unknown format, use
    or profile.
    """
    if use not in ("parameters", "response"):
        raise ValueError(f'use is "parameters" or "response", not {use!r}')
    lowered, losses, _ = _best(schema, dialects_of(target, profile), use, strict)
    return lowered, losses


def restore_arguments(arguments: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call as a tool's own schema has them, whatever it was lowered to.

    A strict wire demands every member, with null where there is nothing: such nulls are taken out.
    Numbers that a wire lists as text are numbers again. The arguments themselves are not changed.
    """
    try:
        result: dict[str, Any] = unlowered(arguments, schema)
    except RecursionError:
        raise ToolwireError("", "value", "less deeply nested arguments") from None
    return result


def dialects_of(format_: str, profile: str | None = None) -> tuple[Dialect, ...]:
    """The dialects of a wire format, or of a service that speaks it.

    Raises ValueError for an unknown one.
    """
    accepts = getattr(format_module(format_), "ACCEPTS", None)
    if profile is not None:
        if accepts is None:
            raise ValueError(f"{format_} has no profile {profile!r}; it has none")
        theirs: tuple[Dialect, ...] = accepts.of(profile).dialects
        return theirs
    found: tuple[Dialect, ...] = import_module(f"{PACKAGE}._dialects.{format_}").DIALECTS
    return found


def lowered_request(
    request: dict[str, Any], dialects: tuple[Dialect, ...], format_: str
) -> tuple[dict[str, Any], list[Loss]]:
    """A request with its schemas in these dialects, and what they no longer say.

    The request itself where nothing changes. Where the wire has several places for a schema, the
    form in its metadata says which it goes to, as it does for a request that came from there.
    """
    result = request
    losses: list[Loss] = []
    tools = request.get("tools")
    if type(tools) is list:
        lowered, losses = recalled(dialects, tools, _tools, dialects, format_)
        if lowered is not tools:
            result = {**result, "tools": lowered}
    asked = request.get("responseSchema")
    if type(asked) is dict and type(schema := asked.get("schema")) is dict:
        strict = asked.get("strict") is True
        at = _form(request, format_).get("schema", EMPTY).get("at")
        given = [schema, strict, at]
        made, lost = recalled(("response", dialects), given, _response, dialects)
        losses += lost
        if made is not given:
            lowered, _, spelled = made
            result = {**result, "responseSchema": {**asked, "schema": lowered}}
            if spelled != at:
                result = _spelled(result, format_, "schema", spelled)
    return result, losses


def _response(given: list[Json], dialects: tuple[Dialect, ...]) -> tuple[list[Json], list[Loss]]:
    """The schema of a reply: with it go whether it is strict, and where it stands."""
    schema, strict, at = given
    place = "/responseSchema/schema"
    lowered, losses, spelled = _placed(schema, dialects, "response", strict, at, place)
    if lowered is schema and spelled == at:
        return given, losses
    return [lowered, strict, spelled], losses


def _tools(
    tools: list[Json], dialects: tuple[Dialect, ...], format_: str
) -> tuple[list[Json], list[Loss]]:
    """The tools of a request; the same list where nothing changes."""
    found = [_tool(tool, dialects, format_, f"/tools/{at}") for at, tool in enumerate(tools)]
    losses = [loss for _, lost in found for loss in lost]
    if all(tool is old for (tool, _), old in zip(found, tools, strict=True)):
        return tools, losses
    return [tool for tool, _ in found], losses


def _tool(
    tool: Json, dialects: tuple[Dialect, ...], format_: str, path: str
) -> tuple[Json, list[Loss]]:
    """One tool of a request; what is none here is its own wire's."""
    schema = tool.get("parameters") if type(tool) is dict else None
    if type(schema) is not dict:
        return tool, []
    at = _form(tool, format_).get("parameters", EMPTY).get("at")
    strict = tool.get("strict") is True
    place = f"{path}/parameters"
    lowered, lost, spelled = _placed(schema, dialects, "parameters", strict, at, place)
    if lowered is not schema:
        tool = {**tool, "parameters": lowered}
    if spelled != at:
        tool = _spelled(tool, format_, "parameters", spelled)
    return tool, lost


def _placed(
    schema: dict[str, Any],
    dialects: tuple[Dialect, ...],
    use: str,
    strict: bool,
    at: str | None,
    path: str,
) -> tuple[dict[str, Any], list[Loss], str | None]:
    """A schema in the dialect of the place it came from, if there is one, else in the best.

    With it come the losses, and the place that it goes to if that is not the first.
    """
    if at is not None:
        here = tuple(dialect for dialect in dialects if dialect.spelled.get(use) == at)
        dialects = here or dialects
    try:
        lowered, lost, dialect = _best(schema, dialects, use, strict)
    except ToolwireError as error:
        pointer = path + error.pointer
        raise ToolwireError(pointer, error.code, error.expected) from None
    losses = [Loss(path + loss.path, loss.code, loss.reason) for loss in lost] if lost else []
    if at is not None or dialect is None or use not in dialect.spelled:
        return lowered, losses, at
    first = next(one for one in dialects if use in one.spelled)
    return lowered, losses, None if dialect is first else dialect.spelled[use]


def _best(
    schema: dict[str, Any], dialects: tuple[Dialect, ...], use: str, strict: bool
) -> tuple[dict[str, Any], list[Loss], Dialect | None]:
    """The schema in the dialect that loses least, the first of several. Raises what all raise."""
    best: tuple[dict[str, Any], list[Loss], Dialect | None] | None = None
    refused: ToolwireError | None = None
    for dialect in dialects:
        if use not in dialect.uses or dialect.when == ("loose" if strict else "strict"):
            continue
        try:
            lowered, losses = lower(schema, dialect)
        except ToolwireError as error:
            refused = refused or error
            continue
        if not losses:
            return lowered, losses, dialect
        if best is None or len(losses) < len(best[1]):
            best = (lowered, losses, dialect)
    if best is None and refused is not None:
        raise refused
    return best or (schema, [], None)


def _form(x: dict[str, Any], format_: str) -> dict[str, Any]:
    """What the form of a value says of how its wire spelled it."""
    metadata = x.get("metadata")
    own = metadata.get(format_) if type(metadata) is dict else None
    form = own.get("$") if type(own) is dict else None
    return form if type(form) is dict else EMPTY


def _spelled(x: dict[str, Any], format_: str, field: str, at: str | None) -> dict[str, Any]:
    """The value with a form that says in which of the wire's places a field stands."""
    metadata = x.get("metadata") or EMPTY
    form = {**_form(x, format_), field: {"at": at}}
    own = {**(metadata.get(format_) or EMPTY), "$": form}
    return {**x, "metadata": {**metadata, format_: own}}
