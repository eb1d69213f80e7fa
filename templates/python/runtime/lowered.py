"""The schemas of tools and replies as a wire takes them, and the arguments of calls as they were.

Which of a wire's dialects a schema goes through: one for its use, strict or not; of several that
are spelled in places of their own the one that loses least, and of these the first.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .absence import EMPTY
from .accepting import REFUSED
from .convert import PACKAGE, format_module
from .counting import Sizes, added, sizes, too_many
from .dialect import Dialect, lower
from .errors import Loss, ToolwireError
from .history import called_so
from .keywords import kinds_of
from .misfit import escaped
from .recalled import recalled
from .respelling import IN_PLACE
from .unlowered import unlowered

Json = Any

RESAID = ("renamed", "it says the same in the words that this API has")
LAX = ("added", "it says that nothing is held to its schema: without a word it would be")
BARE: dict[str, Json] = {"type": "object"}
NOTHING = ("added", "a strict tool without a schema says that it takes nothing")


class TooLarge(ToolwireError):
    """A schema that is larger than one that the wire holds a model to."""


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
    tools, asked = request.get("tools"), request.get("responseSchema")
    spent: Sizes | None = None
    lost: list[Loss] = []
    if type(asked) is dict and type(asked.get("schema")) is dict:
        at = _form(request, format_).get("schema", EMPTY).get("at")
        given = [asked["schema"], asked.get("strict"), at]
        made, lost = recalled(("response", dialects), given, _response, dialects)
        if made is not given:
            news, spelled, spent = made
            result = {**request, "responseSchema": {**asked, **news}} if news else request
            if spelled != at:
                result = _spelled(result, format_, "schema", spelled)
    if type(tools) is list:
        how = dialects if spent is None else (dialects, *spent.values())
        lowered, losses = recalled(how, tools, _tools, dialects, format_, spent)
        if lowered is not tools:
            result = {**result, "tools": lowered}
            limit = next((one.member for one in dialects if one.member is not None), None)
            if limit is not None and "messages" in request:
                messages, more = called_so(request["messages"], tools, limit, losses)
                result["messages"], losses = messages, [*losses, *more]
    return result, [*losses, *lost] if lost else losses


def _response(given: list[Json], dialects: tuple[Dialect, ...]) -> tuple[list[Json], list[Loss]]:
    """The schema of a reply, whether it is strict, and where it stands: what of it is otherwise.

    With it goes how large the schema is, where a provider counts it with those of tools.
    """
    schema, flag, at = given
    strict = flag is True
    place = "/responseSchema/schema"
    news: dict[str, Json] = {}
    loosened: list[Loss] = []
    try:
        lowered, lost, spelled, dialect = _placed(schema, dialects, "response", strict, at, place)
    except TooLarge as error:
        if not strict:
            raise
        lowered, lost, spelled, dialect = _placed(schema, dialects, "response", False, at, place)
        news, loosened = {"strict": False}, [_loosened("/responseSchema", error.expected)]
    if lowered is not schema:
        news["schema"] = lowered
    if _unsaid({"strict": flag, **news}, dialect):
        news["strict"] = False
        loosened = [Loss("/responseSchema/strict", *LAX)]
    spent: Sizes | None = None
    if dialect is not None and dialect.together:
        spent = sizes(lowered) | {"schemas": 0}  # it is tools that are numbered
        if most := too_many(spent, dialect.together):
            raise ToolwireError(place, REFUSED, f"a schema of {most}")
    if not news and spelled == at and spent is None:
        return given, lost
    return [news, spelled, spent], [*loosened, *lost]


def _loosened(path: str, most: str) -> Loss:
    """A tool or a reply that is not held to its schema."""
    return Loss(f"{path}/strict", "dropped", f"the model is held to {most} at a time")


def changed_at(request: dict[str, Any], lowered: dict[str, Any]) -> str:
    """Where the first schema of a request is that a dialect has otherwise: a JSON Pointer."""
    pairs = list(zip(request.get("tools") or (), lowered.get("tools") or (), strict=True))
    places = [(f"/tools/{at}", "parameters", *pair) for at, pair in enumerate(pairs)]
    asked = request.get("responseSchema"), lowered.get("responseSchema")
    places += [("/responseSchema", "schema", *asked)]
    for path, key, old, new in places:
        if new != old and new[key] != old[key]:
            return f"{path}/{key}{_first_change(old[key], new[key])}"
    return ""


def _first_change(old: Json, new: Json) -> str:
    """The place of the first thing in a schema that stands otherwise in another."""
    if type(old) is dict and type(new) is dict:
        for key, value in old.items():
            if key not in new or new[key] != value:
                return f"/{escaped(key)}{_first_change(value, new[key])}" if key in new else ""
    elif type(old) is list and type(new) is list and len(old) == len(new):
        for at, (before, after) in enumerate(zip(old, new, strict=True)):
            if before != after:
                return f"/{at}{_first_change(before, after)}"
    return ""


def _tools(
    tools: list[Json], dialects: tuple[Dialect, ...], format_: str, spent: Sizes | None
) -> tuple[list[Json], list[Loss]]:
    """The tools of a request; the same list where nothing changes.

    ``spent``: what the schema of the reply takes of what all schemas together may be.
    """
    found, losses = list[Json](), list[Loss]()
    for at, tool in enumerate(tools):
        path = f"/tools/{at}"
        strict = type(tool) is dict and tool.get("strict") is True
        try:
            lowered, lost, dialect = _tool(tool, dialects, format_, path)
            if strict and dialect is not None and dialect.together:
                size = sizes(lowered["parameters"])
                size = size if spent is None else added(spent, size)
                if most := too_many(size, dialect.together):
                    raise TooLarge("", REFUSED, most)
                spent = size
        except TooLarge as error:
            if not strict:
                raise
            lowered, lost, _ = _tool({**tool, "strict": False}, dialects, format_, path)
            lost = [_loosened(path, error.expected), *lost]
        found.append(lowered)
        losses += lost
    if all(tool is old for tool, old in zip(found, tools, strict=True)):
        return tools, losses
    return found, losses


def _tool(
    tool: Json, dialects: tuple[Dialect, ...], format_: str, path: str
) -> tuple[Json, list[Loss], Dialect | None]:
    """One tool of a request, and the dialect of its schema; what is none here is its own wire's."""
    schema = tool.get("parameters") if type(tool) is dict else None
    if type(schema) is not dict:
        return _closed(tool, dialects, path)
    at = _form(tool, format_).get("parameters", EMPTY).get("at")
    strict = tool.get("strict") is True
    place = f"{path}/parameters"
    lowered, lost, spelled, dialect = _placed(schema, dialects, "parameters", strict, at, place)
    if lowered is not schema:
        tool = {**tool, "parameters": lowered}
    if spelled != at:
        tool = _spelled(tool, format_, "parameters", spelled)
    if _unsaid(tool, dialect):
        tool, lost = {**tool, "strict": False}, [*lost, Loss(f"{path}/strict", *LAX)]
    return tool, lost, dialect


def _closed(
    tool: Json, dialects: tuple[Dialect, ...], path: str
) -> tuple[Json, list[Loss], Dialect | None]:
    """A tool that states no schema: one that is strict takes nothing, where that is to be said."""
    if type(tool) is not dict or tool.get("strict") is not True or "inputFormat" in tool:
        return tool, [], None
    schema, _, dialect = _best(BARE, dialects, "parameters", True)
    if schema == BARE:
        return tool, [], None
    return {**tool, "parameters": schema}, [Loss(f"{path}/parameters", *NOTHING)], dialect


def _unsaid(asked: dict[str, Any], dialect: Dialect | None) -> bool:
    """Whether a tool, or a reply, is to say that nothing is held to its schema, and does not."""
    return dialect is not None and dialect.explicit and asked.get("strict") is None


def _placed(
    schema: dict[str, Any],
    dialects: tuple[Dialect, ...],
    use: str,
    strict: bool,
    at: str | None,
    path: str,
) -> tuple[dict[str, Any], list[Loss], str | None, Dialect | None]:
    """A schema in the dialect of the place it came from, if there is one, else in the best.

    With it come the losses, the place that it goes to if that is not the first, and the dialect.
    """
    if at is not None:
        here = tuple(dialect for dialect in dialects if dialect.spelled.get(use) == at)
        dialects = here or dialects
    try:
        lowered, lost, dialect = _best(schema, dialects, use, strict)
    except ToolwireError as error:
        pointer = path + error.pointer
        raise type(error)(pointer, error.code, error.expected) from None
    losses = [Loss(path + loss.path, loss.code, loss.reason) for loss in lost] if lost else []
    if lowered is not schema and not losses and lowered != schema:
        losses = [Loss(path + _first_change(schema, lowered), *RESAID)]
    if at is not None or dialect is None or use not in dialect.spelled:
        return lowered, losses, at, dialect
    first = next(one for one in dialects if use in one.spelled)
    return lowered, losses, None if dialect is first else dialect.spelled[use], dialect


def _best(
    schema: dict[str, Any], dialects: tuple[Dialect, ...], use: str, strict: bool
) -> tuple[dict[str, Any], list[Loss], Dialect | None]:
    """The schema in the dialect that loses least: one that takes it as it is, or else the first.

    Raises what all raise.
    """
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
        if dialect.most and (most := too_many(sizes(lowered), dialect.most)):
            refused = refused or TooLarge("", REFUSED, f"a schema of {most}")
            continue
        if lowered is schema:
            return lowered, losses, dialect
        if use == "response" and dialect.root is not None:
            losses = [*_narrowed(schema), *losses]
        if best is None or len(losses) < len(best[1]):
            best = (lowered, losses, dialect)
    if best is None and refused is not None:
        raise refused
    return best or (schema, [], None)


def _narrowed(schema: dict[str, Any]) -> list[Loss]:
    """What is lost where a reply has to be an object, and the schema takes others, too.

    What several schemas say together is told by what becomes of those.
    """
    if not schema.keys().isdisjoint(IN_PLACE) or kinds_of(schema) == {"object"}:
        return []
    place = "/type" if "type" in schema else ""
    return [Loss(place, "narrowed", "a reply is an object here, and nothing else")]


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
