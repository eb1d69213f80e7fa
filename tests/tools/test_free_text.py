"""Tools that take free text: what the model wrote is the value of their one parameter."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from toolwire.tools.context import ToolContext
from toolwire.tools.defining import Tool, ToolDefinitionError, tool
from toolwire.tools.review import seal_of

TEXT = {"type": "text"}


@tool(input_format=TEXT)
def run_sql(statement: str) -> str:
    """Run a statement."""
    return statement.lower()


def call(**more: Any) -> dict[str, Any]:
    return {"id": "c1", "name": "run_sql", "arguments": {}, **more}


def answer(one: Tool, raw: Any) -> dict[str, Any]:
    return asyncio.run(one.execute_raw(raw, ToolContext()))


def test_its_definition_states_the_text_and_arguments_for_wires_without_it() -> None:
    definition = run_sql.definition
    assert definition["inputFormat"] == TEXT
    assert definition["parameters"]["required"] == ["statement"]


def test_free_text_is_its_one_parameter() -> None:
    for text in ("SELECT 1", "", '{"statement": "no"}'):
        result = answer(run_sql, call(input=text))
        assert (result["kind"], result["value"]) == ("text", text.lower())


def test_a_text_that_was_cut_is_not_run() -> None:
    """Not even if it happens to be the JSON text of arguments."""
    text = '{"statement": "DROP TABLE a"}'
    result = answer(run_sql, call(input=text, invalidArguments=text))
    assert result["kind"] == "error"
    assert "as a whole" in result["value"]


def test_a_call_with_arguments_runs_as_any_does() -> None:
    assert answer(run_sql, call(arguments={"statement": "SELECT 1"}))["value"] == "select 1"


def test_a_tool_of_arguments_says_that_it_takes_no_free_text() -> None:
    @tool
    def run_sql(statement: str) -> str:
        raise AssertionError(statement)

    result = answer(run_sql, call(input="SELECT 1"))
    assert result["kind"] == "error"
    assert "JSON object" in result["value"]


def test_a_text_that_does_not_fit_is_refused() -> None:
    schema = {"properties": {"statement": {"type": "string", "maxLength": 3}}}
    bounded = tool(input=schema, input_format=TEXT, name="run_sql")(lambda statement="": statement)
    assert answer(bounded, call(input="SELECT"))["kind"] == "error"
    assert answer(bounded, call(input="SEL"))["value"] == "SEL"


def test_only_a_tool_of_one_text_can_take_free_text() -> None:
    def numbered(line: int) -> int:
        return line

    def both(one: str, other: str = "") -> str:
        return one + other

    for function in (numbered, both):
        with pytest.raises(ToolDefinitionError, match="one parameter that is a text"):
            tool(input_format=TEXT)(function)


def test_a_decision_is_bound_to_the_text() -> None:
    seals = {seal_of(call(**more)) for more in ({}, {"input": ""}, {"input": "SELECT 1"})}
    assert len(seals) == 3
