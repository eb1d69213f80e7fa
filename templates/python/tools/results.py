"""What a tool returned or raised, as the result that answers its call.

A ``str`` is text. Blocks, alone or in a list (texts may stand among them), are multimodal. All else
is data, if JSON can say it; if it cannot, the result is an error that tells why.
"""

from __future__ import annotations

from typing import Any

from .blocks import block_classes
from .context import Call, Logger
from .plain import NotJson, plain

MAX_MESSAGE = 2_000
"""Characters of an exception that the model gets to see."""

ToolResult = dict[str, Any]


class ToolError(Exception):
    """Raise it in a tool to fail with a message, with data or with blocks for the model."""

    def __init__(self, value: Any) -> None:
        super().__init__(value)
        self.value = value


def result_of(value: Any, call: Call, logger: Logger) -> ToolResult:
    """The result for what a tool returned. Never raises."""
    try:
        if type(value) is dict:  # which is what most tools return, and a call less
            id_, name = call
            return {"kind": "data", "toolCallId": id_, "name": name, "value": plain(value)}
        return _result(value, call)
    except NotJson as error:
        result = error_result(call, f"The tool ran, but what it returned is no JSON: {error}")
        logger.error("%s (%s): %s", call.name, call.id, result["value"])
        return result


def failure_of(value: Any, call: Call) -> ToolResult:
    """The result for what a ToolError holds. Never raises."""
    try:
        result = _result(value, call)
    except NotJson as error:
        return error_result(call, f"The tool failed, and what it reports is no JSON: {error}")
    if result["kind"] == "text":
        return {**result, "kind": "error"}
    return {**result, "isError": True}


def error_result(call: Call, value: str) -> ToolResult:
    """An error in plain words."""
    return {"kind": "error", "toolCallId": call.id, "name": call.name, "value": sayable(value)}


def message_of(error: BaseException) -> str:
    """What the model reads of an exception: its type and message, bounded, no traceback."""
    lines = [_line(error)]
    if isinstance(error, BaseExceptionGroup):
        lines += [f"- {message_of(one)}" for one in error.exceptions[:10]]
    return shortened("\n".join(lines))


def shortened(text: str, limit: int = MAX_MESSAGE) -> str:
    """Head and tail of a long text, with a note between them."""
    if len(text) <= limit:
        return text
    head, tail = limit * 2 // 3, limit // 3
    return f"{text[:head]} … ({len(text) - head - tail} characters left out) … {text[-tail:]}"


def sayable(text: str) -> str:
    """The text with what is no character replaced, so that it can be sent."""
    if text.isascii():
        return str(text)
    return text.encode("utf-8", "replace").decode()


def _line(error: BaseException) -> str:
    name = type(error).__name__
    try:
        text = str(error).strip()
    except Exception:
        text = ""
    return f"{name}: {text}" if text else name


def _result(value: Any, call: Call) -> ToolResult:
    kind = "data"
    if (blocks := _blocks(value)) is None:
        kind = "text" if isinstance(value, str) else kind
        value = plain(value)
    elif len(blocks) == 1 and blocks[0].keys() == {"kind", "text"}:
        kind, value = "text", blocks[0]["text"]
    else:
        kind, value = "multimodal", blocks
    return {"kind": kind, "toolCallId": call.id, "name": call.name, "value": value}


def _blocks(value: Any) -> list[dict[str, Any]] | None:
    """The blocks that a value is; None if it is none. Raises NotJson for blocks among data."""
    classes = block_classes()
    if not classes:
        return None
    if isinstance(value, classes):
        return [_block(value)]
    if not isinstance(value, list | tuple) or not any(isinstance(one, classes) for one in value):
        return None
    for index, one in enumerate(value):
        if not isinstance(one, (*classes, str)):
            error = NotJson(f"is of the type {type(one).__qualname__}, and stands among blocks")
            error.path.append(index)
            raise error
    return [_block(one) for one in value]


def _block(value: Any) -> dict[str, Any]:
    if isinstance(value, str):
        return {"kind": "text", "text": plain(value)}
    block: dict[str, Any] = plain(value.model_dump(exclude_unset=True))
    return block
