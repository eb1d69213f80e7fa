"""Tools for the tests of what runs them, and a logger that keeps what it is told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from toolwire.tools.context import ToolContext
from toolwire.tools.execution import Execution, execute
from toolwire.tools.inputs import InvalidArguments, Mistake

Json = Any
SCHEMA: Json = {"type": "object", "properties": {}}


class Takes:
    """An input that takes all arguments as they are; those called ``bad`` it refuses."""

    def __init__(self, schema: Json = SCHEMA) -> None:
        self.schema = schema

    def bound(self, arguments: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        if "bad" in arguments:
            raise InvalidArguments([Mistake("bad", "1", "nothing")])
        return (), dict(arguments)


@dataclass(frozen=True)
class Tool:
    function: Callable[..., Any]
    name: str = "act"
    description: str = ""
    input: Takes = field(default_factory=Takes)
    risk: str = "low"
    timeout: float | None = None
    enabled: Any = True
    injected: Mapping[str, Any] = field(default_factory=dict)

    @property
    def definition(self) -> Json:
        return {"name": self.name, "parameters": self.input.schema}


class Log(logging.Handler):
    """What was logged, as text with tracebacks."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.logger = logging.Logger("test")
        self.logger.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def call(arguments: Json = None, id: str = "c1", name: str = "act") -> Json:
    return {"id": id, "name": name, "arguments": {} if arguments is None else arguments}


async def executed(
    function: Callable[..., Any],
    raw: Any = None,
    ctx: ToolContext | None = None,
    *,
    scope: Any = None,
    **options: Any,
) -> Execution:
    """What became of a call of a tool that is this function."""
    tool: Any = Tool(function, **options)
    context = ToolContext(logger=Log().logger) if ctx is None else ctx
    return await execute(tool, call() if raw is None else raw, context, scope=scope)
