"""Tools by name: what the model is told of, and what it may call."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Self

from .context import Call, ToolContext
from .results import ToolResult, error_result, shortened

if TYPE_CHECKING:
    from .defining import Tool

_LISTED = 30
"""Names that an error tells the model at most."""
_COMPARED = 100
"""Characters of an unknown name that are looked at."""


class Toolbox:
    """Tools in order, each name once. Other toolboxes may be among them."""

    def __init__(self, tools: Iterable[Tool | Toolbox] = (), *, prefix: str = "") -> None:
        self._tools: dict[str, Tool] = {}
        self._prefix = prefix
        self.add(*tools)

    def add(self, *tools: Tool | Toolbox) -> Self:
        """Put more in, under the prefix of this toolbox. Raises ValueError for a name it has."""
        for one in tools:
            for tool in one if isinstance(one, Toolbox) else (one,):
                if not hasattr(tool, "definition"):
                    raise no_tool(tool)
                if self._prefix:
                    tool = replace(tool, name=self._prefix + tool.name)
                if tool.name in self._tools:
                    raise ValueError(f"two tools are called {tool.name!r}; give one a prefix")
                self._tools[tool.name] = tool
        return self

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def __getitem__(self, name: str) -> Tool:
        if name not in self._tools:
            raise KeyError(self._unknown(name))
        return self._tools[name]

    def __repr__(self) -> str:
        return f"Toolbox({', '.join(self._tools)})"

    def get(self, name: str) -> Tool | None:
        """The tool of that name, if there is one."""
        return self._tools.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """In order."""
        return tuple(self._tools)

    def definitions(
        self, *, risk: Literal["low", "high"] | None = None, names: Collection[str] | None = None
    ) -> list[dict[str, Any]]:
        """What a request says of the tools. Raises ValueError for a name that is none."""
        return [tool.definition for tool in self.filtered(risk=risk, names=names)]

    def filtered(
        self,
        where: Callable[[Tool], bool] | None = None,
        *,
        risk: Literal["low", "high"] | None = None,
        names: Collection[str] | None = None,
    ) -> Toolbox:
        """A toolbox of those for which all of this holds, in the order of this one."""
        if isinstance(names, str):
            raise TypeError("names= takes a list of names")
        for name in names or ():
            if name not in self._tools:
                raise ValueError(self._unknown(name))
        return Toolbox(
            tool
            for tool in self
            if (risk is None or tool.risk == risk)
            and (names is None or tool.name in names)
            and (where is None or where(tool))
        )

    def prefixed(self, prefix: str) -> Toolbox:
        """A toolbox of the same tools, each name with ``prefix`` before it."""
        return Toolbox(self, prefix=prefix)

    async def offered(self, ctx: ToolContext) -> Toolbox:
        """A toolbox of those that are enabled now. One that cannot tell is not, and is logged."""
        enabled = await asyncio.gather(*(_enabled(tool, ctx) for tool in self))
        return Toolbox(tool for tool, yes in zip(self, enabled, strict=True) if yes)

    def nearest(self, name: str) -> str | None:
        """The name that was probably meant."""
        from difflib import get_close_matches  # rarely needed, and slow to import

        wanted = name[:_COMPARED].casefold()
        by_folded = {tool_name.casefold(): tool_name for tool_name in reversed(self._tools)}
        # Models put a namespace before a name: functions.search, default_api:search.
        inside = [folded for folded in by_folded if wanted.endswith((f".{folded}", f":{folded}"))]
        near = inside or get_close_matches(wanted, list(by_folded), 1, 0.6)
        return by_folded[near[0]] if near else None

    def unknown(self, call: Call) -> ToolResult:
        """The error result of a call that names none of these."""
        if not call.name.strip():
            return error_result(call, f"The call names no tool. {self._listed()}")
        return error_result(call, f"{self._unknown(call.name)} {self._listed()}")

    def _unknown(self, name: str) -> str:
        nearest = self.nearest(name)
        meant = f" Did you mean {nearest!r}?" if nearest else ""
        return f"There is no tool {shortened(name, _COMPARED)!r}.{meant}"

    def _listed(self) -> str:
        names = list(self._tools)
        if not names:
            return "There are no tools."
        more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
        return f"The tools are: {', '.join(names[:_LISTED])}{more}."


async def _enabled(tool: Tool, ctx: ToolContext) -> bool:
    if not callable(tool.enabled):
        return bool(tool.enabled)
    try:
        answer = tool.enabled(ctx)
        return bool(await answer if inspect.isawaitable(answer) else answer)
    except Exception as error:
        ctx.logger.error("Whether %s is enabled cannot be told", tool.name, exc_info=error)
        return False


def no_tool(value: Any) -> TypeError:
    """What to raise for something that stands where a tool should."""
    return TypeError(f"{value!r} is no tool: make one with @tool or define_tool")
