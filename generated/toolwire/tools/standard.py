# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""Tools ready to put in a Toolbox: ``done``, ``write_todos`` and two that read trimmed outputs.

Each is made when it is first asked for: a schema needs pydantic, which takes long to import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from .cache import OutputCache
from .context import ToolContext
from .defining import Tool, define_tool
from .dependencies import Depends
from .grep import Context
from .trimming import READ, SEARCH

if TYPE_CHECKING:
    done: Tool
    write_todos: Tool
    tool_output_cache: Tool
    tool_output_cache_grep: Tool

TODOS = "toolwire.todos"
"""Where the list stands in ``ToolContext.state``: JSON, as the model wrote it."""


@dataclass(frozen=True)
class Todo:
    """One thing to do."""

    text: str
    status: Literal["pending", "in_progress", "completed"]


def run_outputs() -> Iterator[OutputCache]:
    """The run's output cache: ``overrides={run_outputs: cache}`` gives the one that trims."""
    with OutputCache() as outputs:
        yield outputs


Outputs = Annotated[OutputCache, Depends(run_outputs, per="run")]


def ends_run(tool: Tool) -> bool:
    """Is the run over once this tool was called? An app's own function says so by ``ends_run``."""
    return bool(getattr(tool.function, "ends_run", False))


def _done(answer: str = "") -> str:
    """Call this when the task is finished, or cannot be. Nothing can be done after it.

    Args:
        answer: The final answer, if it was not given already.
    """
    return answer or "Done."


_done.__dict__["ends_run"] = True


def _write_todos(todos: list[Todo], *, ctx: ToolContext) -> str:
    """Keep a list of what is to do. Each call replaces the whole list.

    Args:
        todos: All that is to do, in order, also what is completed.
    """
    plain_todos = [asdict(todo) for todo in todos]
    ctx.state[TODOS] = plain_todos
    ctx.artifact = plain_todos
    marks = {"pending": " ", "in_progress": ">", "completed": "x"}
    shown = [
        f"{number}. [{marks[todo.status]}] {todo.text}" for number, todo in enumerate(todos, 1)
    ]
    return "\n".join(shown) or "The list is empty."


def _read(ref_id: str, offset: int = 1, limit: int = 200, *, outputs: Outputs) -> str:
    """Read a tool's output that was trimmed in the conversation: its lines, numbered.

    Args:
        ref_id: The reference that the trimmed output names.
        offset: Number of the first line to read, from 1.
        limit: How many lines to read.
    """
    return outputs.page(ref_id, offset, limit)


def _search(
    ref_id: str,
    pattern: str,
    regex: bool = False,
    before: int = 0,
    after: int = 0,
    max_matches: int = 50,
    *,
    outputs: Outputs,
) -> str:
    """Search a tool's output that was trimmed in the conversation: the lines that match, numbered.

    Args:
        ref_id: The reference that the trimmed output names.
        pattern: What to look for within a line; upper and lower case differ.
        regex: Whether the pattern is a regular expression (RE2 syntax) rather than plain text.
        before: How many lines to show before each match.
        after: How many lines to show after each match.
        max_matches: How many matching lines to show.
    """
    return outputs.grep(ref_id, pattern, regex, Context(before, after, max_matches))


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "done": _done,
    "write_todos": _write_todos,
    READ: _read,
    SEARCH: _search,
}


def __getattr__(name: str) -> Any:
    if name not in _FUNCTIONS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = define_tool(name=name, execute=_FUNCTIONS[name], idempotent=True)
    return globals().setdefault(name, made)  # one and the same, whoever asked at once
