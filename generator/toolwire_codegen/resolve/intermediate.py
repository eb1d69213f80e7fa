"""Types and fields of the intermediate format that the language itself knows by name."""

from __future__ import annotations

OPAQUE = "Opaque"
"""What is kept of another format."""
TEXT_BLOCK = "TextBlock"
REASONING = "ReasoningBlock"
CALL, CALL_ID, CALL_NAME = "ToolCall", "id", "name"
CALL_PIECE, PIECE = "ToolCallDelta", "Delta"
"""A piece of a call in a stream, and how its keys end that bring more of a field of the call."""
WHOSE = (("id",), ("model",))
"""The fields of a reply that say whose it is."""
MESSAGE = "message"
"""The field of a reply that has what the model said."""
USAGE = "usage"
"""The field of a reply that has its counts."""
RESULT, ANSWERED = "ToolResult", "toolCallId"
"""A result, and its field that names its call."""
HELD_RESULT = "toolResult"
"""The field of a message that has its result."""
CALLED = "name"
"""The field of a result that names the tool that was called."""
TOOL, TOOLS = "ToolDefinition", "tools"
"""What a tool is, and the field of a request that has all of them."""
REASON, FAILED, STOP, FOR_CALLS = "finishReason", "error", "stop", "tool_calls"
"""The field of a reply that says why it ended; its words for one that has failed, for a usual end,
and for calls, beside which the usual one is that.
"""
