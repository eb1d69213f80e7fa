# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Reading a reply or a message: its tool calls, its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import ToolwireError, plain

if TYPE_CHECKING:
    from ..types import ToolCall

Json = Any


def tool_calls(x: object) -> list[ToolCall]:
    """The tool calls of a Response or a Message (dict or model), in the model's order.

    Raises ToolwireError for anything else.
    """
    return [block["toolCall"] for block in _blocks(x) if block.get("kind") == "toolCall"]


def has_tool_calls(x: object) -> bool:
    """Does the Response or Message ask for tools to be run? Raises ToolwireError."""
    return any(block.get("kind") == "toolCall" for block in _blocks(x))


def text(x: object) -> str:
    """The text of a Response, a Message or a ToolResult: its text blocks, put together.

    Reasoning is not part of it, and neither is structured data. Raises ToolwireError.
    """
    return "".join(block["text"] for block in _blocks(x) if block.get("kind") == "text")


def is_tool_result(x: object) -> bool:
    """Is this a tool's result, or the Message that holds one? Never raises."""
    value = plain(x)
    if type(value) is not dict:
        return False
    return value.get("role") == "tool" or ("toolCallId" in value and "value" in value)


def _blocks(x: object) -> list[dict[str, Any]]:
    """The blocks of what a Response, a Message or a ToolResult says."""
    value: Json = plain(x)
    if type(value) is dict:
        if type(value.get("message")) is dict:
            value = value["message"]
        if type(value.get("toolResult")) is dict:
            value = value["toolResult"]
        content = value.get("content", value.get("value") if "toolCallId" in value else None)
        if type(content) is str:
            return [{"kind": "text", "text": content}]
        if value.get("kind") in ("data", "opaque"):
            return []
        if type(content) is list and all(type(block) is dict for block in content):
            return content
    raise ToolwireError("", "type", "a Response, a Message or a ToolResult")
