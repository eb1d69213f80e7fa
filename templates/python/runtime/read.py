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
    return [_call(block) for block in _blocks(x) if block.get("kind") == "toolCall"]


def has_tool_calls(x: object) -> bool:
    """Does the Response or Message ask for tools to be run? Raises ToolwireError."""
    return any(block.get("kind") == "toolCall" for block in _blocks(x))


def text(x: object) -> str:
    """The text of a Response, a Message or a ToolResult: its text blocks, put together.

    Reasoning is not part of it, and neither is structured data. Raises ToolwireError.
    """
    return "".join(_text(block) for block in _blocks(x) if block.get("kind") == "text")


def is_tool_result(x: object) -> bool:
    """Is this a tool's result, or the Message that holds one? Never raises."""
    try:
        value = _opened(x)
    except ToolwireError:
        return False
    if type(value) is not dict:
        return False
    return value.get("role") == "tool" or ("toolCallId" in value and "value" in value)


def _opened(x: object) -> Json:
    """A value whose own keys or items can be read.

    What they hold is opened when it is read: arguments may nest deeper than can be looked through.
    """
    return x if type(x) is dict or type(x) is list else plain(x)


def _text(block: dict[str, Any]) -> str:
    text = block.get("text")
    if not isinstance(text, str):
        raise ToolwireError("", "type", "text blocks whose text is a string")
    return text


def _call(block: dict[str, Any]) -> Any:
    call = _opened(block.get("toolCall"))
    if type(call) is not dict:
        raise ToolwireError("", "type", "blocks of tool calls that hold one")
    try:
        return plain(call)
    except ToolwireError:  # no SDK makes objects that deep: it is plain as it is
        return call


def _blocks(x: object) -> list[dict[str, Any]]:
    """The blocks of what a Response, a Message or a ToolResult says."""
    value: Json = _opened(x)
    for key in ("message", "toolResult"):
        inner = _opened(value.get(key)) if type(value) is dict else None
        value = inner if type(inner) is dict else value
    if type(value) is dict:
        outcome = value.get("value") if "toolCallId" in value else None
        content = _opened(value.get("content", outcome))
        if type(content) is str:
            return [{"kind": "text", "text": content}]
        if value.get("kind") in ("data", "opaque"):
            return []
        if type(content) is list:
            blocks = [_opened(block) for block in content]
            if all(type(block) is dict for block in blocks):
                return blocks
    raise ToolwireError("", "type", "a Response, a Message or a ToolResult")
