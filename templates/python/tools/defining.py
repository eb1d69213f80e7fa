"""A tool: what the model is told, and the function that answers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, overload

from .definitions import ToolDefinitionError, plain, refused
from .docstrings import Documented, documented
from .inputs import Input, text_parameter
from .making import Making, input_for
from .signature import signature_of

if TYPE_CHECKING:
    from .context import ToolContext

__all__ = ["Tool", "ToolDefinitionError", "define_tool", "tool"]

Risk = Literal["low", "high"]
Enabled = bool | Callable[["ToolContext"], Any]


@dataclass(frozen=True, eq=False)
class Tool:
    """Data and a function. Calling it calls the function, so that tests can."""

    name: str
    description: str
    input: Input
    function: Callable[..., Any]
    risk: Risk = "low"
    """``high``: run one by one, after a review."""
    strict: bool | None = None
    """Whether the provider must hold the arguments to the schema; None: as the provider has it."""
    input_format: Mapping[str, Any] | None = None
    """Free text that the tool takes, ``{"type": "text"}`` or a grammar, for its one parameter."""
    timeout: float | None = None
    """Seconds."""
    group: str = ""
    """Tools of one group never run at the same time."""
    idempotent: bool = False
    """Whether a call that was begun, and may have been carried out, can be run again."""
    max_retries: int | None = None
    """How often the model may call it again after a failure."""
    enabled: bool | Callable[[ToolContext], Any] = True
    """Whether it is offered: asked for each turn."""
    injected: Mapping[str, Any] = field(default_factory=dict)
    """Parameters that the runtime fills: the class ``ToolContext``, or a ``Depends``."""

    def __post_init__(self) -> None:
        wrong = _wrong(self)
        if wrong:
            raise refused(self.function, f"tool {self.name!r}: {wrong}")

    @property
    def definition(self) -> dict[str, Any]:
        """The tool as a ``ToolDefinition`` of the intermediate format; it shares the schema."""
        found: dict[str, Any] = {"name": self.name}
        if self.description:
            found["description"] = self.description
        found["parameters"] = self.input.schema
        if self.strict is not None:
            found["strict"] = self.strict
        if self.input_format is not None:
            found["inputFormat"] = {**self.input_format}
        return found

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    async def execute_raw(self, raw: Any, ctx: ToolContext) -> dict[str, Any]:
        """Runs one call and gives its ``ToolResult``; see ``execution.execute``."""
        from .execution import execute

        return (await execute(self, raw, ctx)).result


class MethodTool(Tool):
    """A method decorated in its class. ``instance.method`` is the tool, bound to the instance."""

    def __get__(self, instance: Any, owner: type | None = None) -> Tool:
        if instance is None:
            return self
        fields = {name: getattr(self, name) for name in Tool.__dataclass_fields__}
        return Tool(**{**fields, "function": self.function.__get__(instance, owner)})


def define_tool(
    *,
    execute: Callable[..., Any],
    name: str | None = None,
    description: str | None = None,
    input: Any = None,
    risk: Risk = "low",
    strict: bool | None = None,
    input_format: Mapping[str, Any] | None = None,
    timeout: float | None = None,
    group: str = "",
    idempotent: bool = False,
    max_retries: int | None = None,
    enabled: Enabled = True,
) -> Tool:
    """A tool of a function. Without ``input`` the function's own parameters are what it takes.

    ``input`` is a pydantic model, TypedDict or dataclass (the function gets one value of it), a
    JSON Schema as a dict, or a table of ``Parameter`` rows (the function gets keywords). The name
    and the description are those of the function, where none is given. ``input_format`` is for a
    function of one text: a model may write it freely, where the provider knows such tools.
    Raises ``ToolDefinitionError``.
    """
    if isinstance(execute, (classmethod, Tool)):
        kind = "a tool already" if isinstance(execute, Tool) else "a classmethod"
        about = execute.function if isinstance(execute, Tool) else execute.__func__
        raise refused(about, f"this is {kind}; make the tool of Class.method, or of the function")
    if isinstance(execute, staticmethod):
        execute = execute.__func__
    if not callable(execute):
        raise refused(execute, f"execute is {execute!r}, which cannot be called")
    docs = documented(_docstring(execute))
    called = name or _name(execute)
    method = _is_method(execute)
    signature = signature_of(execute, method=method)
    made = input_for(Making(called, execute, signature, docs), input)
    kind_of_tool = MethodTool if method else Tool
    return kind_of_tool(
        name=called,
        description=_description(description, docs, input),
        input=made,
        function=execute,
        risk=risk,
        strict=strict,
        input_format=input_format,
        timeout=timeout,
        group=group,
        idempotent=idempotent,
        max_retries=max_retries,
        enabled=enabled,
        injected=signature.injected,
    )


@overload
def tool(function: Callable[..., Any], /) -> Tool: ...


@overload
def tool(
    *,
    name: str | None = None,
    description: str | None = None,
    input: Any = None,
    risk: Risk = "low",
    strict: bool | None = None,
    input_format: Mapping[str, Any] | None = None,
    timeout: float | None = None,
    group: str = "",
    idempotent: bool = False,
    max_retries: int | None = None,
    enabled: Enabled = True,
) -> Callable[[Callable[..., Any]], Tool]: ...


def tool(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """``define_tool`` as a decorator, bare or with options."""
    if function is None:
        return functools.partial(_decorated, options)
    return _decorated(options, function)


def _decorated(options: dict[str, Any], function: Callable[..., Any]) -> Tool:
    return define_tool(execute=function, **options)


def renamed(tool: Tool, name: str) -> Tool:
    """The same tool under another name."""
    return replace(tool, name=name)


def _wrong(tool: Tool) -> str:
    """What keeps a tool from being one, if anything does."""
    if not isinstance(tool.name, str) or not tool.name or tool.name == "<lambda>":
        return "it has no name; give name="
    if tool.risk not in ("low", "high"):
        return f"risk is {tool.risk!r}, and can be 'low' or 'high'"
    if tool.timeout is not None and not tool.timeout > 0:
        return f"timeout is {tool.timeout!r}; it is a number of seconds, or None"
    if tool.max_retries is not None and tool.max_retries < 0:
        return f"max_retries is {tool.max_retries!r}; it is 0 or more, or None"
    if tool.input_format is not None and text_parameter(tool.input) is None:
        return "input_format is for a tool of one parameter that is a text"
    return ""


def _name(function: Callable[..., Any]) -> str:
    while isinstance(function, functools.partial):
        function = function.func
    return getattr(function, "__name__", None) or type(function).__name__


def _docstring(function: Callable[..., Any]) -> str | None:
    """The function's own; of an object that can be called, its class's where the call has none."""
    while isinstance(function, functools.partial):
        function = function.func
    return plain(function).__doc__ or function.__doc__


def _description(given: str | None, docs: Documented, input: Any) -> str:
    if given is not None:
        return given
    if docs.description or not isinstance(input, type):
        return docs.description
    docstring = input.__dict__.get("__doc__") or ""
    if docstring.startswith(f"{input.__name__}("):  # a dataclass wrote its signature there
        return ""
    return documented(docstring).description


def _is_method(function: Callable[..., Any]) -> bool:
    """Whether a function stands in a class body: its first parameter is no argument."""
    code = getattr(function, "__code__", None)
    names = code.co_varnames[: code.co_argcount] if code is not None else ()
    scope = getattr(function, "__qualname__", "").rpartition(".")[0]
    inside = bool(scope) and not scope.endswith("<locals>")
    bound = getattr(function, "__self__", None) is not None
    return inside and not bound and names[:1] == ("self",)
