"""The standard tools, called as a model calls them."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from toolwire.tools import standard
from toolwire.tools.cache import OutputCache
from toolwire.tools.context import ToolContext
from toolwire.tools.dependencies import Scope
from toolwire.tools.execution import Execution, execute
from toolwire.tools.standard import TODOS, Todo, run_outputs
from toolwire.tools.trimming import READERS

TEXT = "".join(f"line {number}\n" for number in range(1, 1_001))


def called(
    name: str, arguments: dict[str, Any], cache: OutputCache | None = None, **context: Any
) -> Execution:
    async def run() -> Execution:
        overrides = {} if cache is None else {run_outputs: cache}
        async with Scope(overrides=overrides) as scope:
            raw = json.dumps(arguments)
            return await execute(getattr(standard, name), raw, ToolContext(scope=scope, **context))

    return asyncio.run(run())


def stored_output(cache: OutputCache) -> str:
    result = {"kind": "text", "toolCallId": "1", "name": "look", "value": TEXT}
    (message,) = cache.trim([{"role": "tool", "toolResult": result}], True)
    reference: str = message["toolResult"]["outputRef"]
    return reference


def test_done_ends_a_run_and_gives_its_answer() -> None:
    assert standard.ends_run(standard.done)
    assert not standard.ends_run(standard.write_todos)
    assert called("done", {"answer": "42"}).result["value"] == "42"
    assert called("done", {}).result["value"] == "Done."


def test_todos_are_kept_in_the_run_and_answered_with_their_numbers() -> None:
    state: dict[str, Any] = {}
    todos = [
        {"text": "Look", "status": "completed"},
        {"text": "Think", "status": "in_progress"},
        {"text": "Answer", "status": "pending"},
    ]
    execution = called("write_todos", {"todos": todos}, state=state)
    assert execution.result["kind"] == "text"
    assert execution.result["value"] == "1. [x] Look\n2. [>] Think\n3. [ ] Answer"
    assert state == {TODOS: todos}
    assert execution.artifact == todos
    assert called("write_todos", {"todos": []}, state=state).result["value"] == "The list is empty."
    assert state == {TODOS: []}


def test_a_todo_of_no_known_status_is_refused() -> None:
    wrong = {"todos": [{"text": "Look", "status": "perhaps"}]}
    result = called("write_todos", wrong, state={}).result
    assert result["kind"] == "error" and "status" in result["value"]


def test_an_output_is_read_and_searched() -> None:
    with OutputCache(1_000) as cache:
        reference = stored_output(cache)
        page = called("tool_output_cache", {"ref_id": reference, "offset": 9, "limit": 2}, cache)
        assert page.result["kind"] == "text"
        assert page.result["value"].startswith("9\tline 9\n10\tline 10\n[more: ")
        search = {"ref_id": reference, "pattern": "e 50$", "regex": True, "before": 1, "after": 1}
        found = called("tool_output_cache_grep", search, cache).result
        assert found["value"] == "49-line 49\n50:line 50\n51-line 51\n[1 matching lines]"


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("tool_output_cache", {"ref_id": "../../etc/passwd"}, "no output of this run"),
        ("tool_output_cache", {"offset": 2_000}, "past the end: the output has 1,000 lines"),
        ("tool_output_cache_grep", {"pattern": "(", "regex": True}, "no regular expression"),
        ("tool_output_cache_grep", {"pattern": ""}, "not empty"),
    ],
)
def test_what_cannot_be_read_is_an_error_result_that_says_so(
    name: str, arguments: dict[str, Any], message: str
) -> None:
    with OutputCache(1_000) as cache:
        result = called(name, {"ref_id": stored_output(cache), **arguments}, cache).result
    assert result["kind"] == "error" and message in result["value"]
    assert "Traceback" not in result["value"]


def test_without_a_cache_of_the_run_every_reference_is_unknown() -> None:
    result = called("tool_output_cache", {"ref_id": "out_" + "0" * 20}).result
    assert result["kind"] == "error" and "no output of this run" in result["value"]


def test_the_functions_answer_when_they_are_called_directly() -> None:
    ctx = ToolContext()
    assert standard.write_todos([Todo("Look", "pending")], ctx=ctx) == "1. [ ] Look"
    with OutputCache(1_000) as cache:
        reference = stored_output(cache)
        assert "7:line 7" in standard.tool_output_cache_grep(reference, "line 7", outputs=cache)


def test_a_tool_is_made_once_and_a_name_that_there_is_not_is_refused() -> None:
    assert standard.done is standard.done
    with pytest.raises(AttributeError, match="undone"):
        _ = standard.undone


def test_the_note_of_a_trimmed_output_names_the_reading_tools() -> None:
    assert {getattr(standard, name).name for name in READERS} == READERS


def test_importing_them_imports_none_of_the_packages_they_need() -> None:
    script = (
        "import sys, toolwire.tools.standard\n"
        "print({'pydantic', 'jsonschema', 're2', 'docstring_parser'} & set(sys.modules))"
    )
    generated = str(Path(standard.__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": generated}
    output = subprocess.check_output([sys.executable, "-c", script], text=True, env=environment)
    assert output.strip() == "set()"
