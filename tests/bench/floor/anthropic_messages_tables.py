"""Anthropic Messages by hand: the words of the wire and ours."""

from __future__ import annotations

FORMAT = "anthropic_messages"
INVALID = "__invalid_arguments__"
FINISH = {
    "end_turn": "stop",
    "max_tokens": "length",
    "tool_use": "tool_calls",
    "refusal": "content_filter",
    "pause_turn": "pause",
    "stop_sequence": "stop",
    "model_context_window_exceeded": "length",
}
FINISH_BACK = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
    "pause": "pause_turn",
    "other": "end_turn",
    "error": "end_turn",
}
GIVEN_RESPONSE = ("role", "stop_sequence", "type")
MODES = {"auto": "auto", "any": "required", "none": "none"}
MODES_BACK = {"auto": "auto", "required": "any", "none": "none"}
