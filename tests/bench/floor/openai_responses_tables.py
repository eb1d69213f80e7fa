"""OpenAI Responses by hand: the words of the wire and ours."""

from __future__ import annotations

from typing import Any

FORMAT = "openai_responses"
MODES = ("auto", "none", "required")
AUDIO = {"wav": "audio/wav", "mp3": "audio/mp3"}
AUDIO_BACK = {"audio/wav": "wav", "audio/mp3": "mp3", "audio/x-wav": "wav", "audio/mpeg": "mp3"}
INCOMPLETE = {"max_output_tokens": "length", "content_filter": "content_filter"}
INCOMPLETE_BACK = {"length": "max_output_tokens", "content_filter": "content_filter"}
FINISH_BACK = {
    "stop": "completed",
    "length": "incomplete",
    "content_filter": "incomplete",
    "error": "failed",
    "other": "incomplete",
    "tool_calls": "completed",
    "pause": "completed",
}
SERVER_ITEMS = frozenset({
    "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call",
    "computer_call", "mcp_call", "mcp_list_tools", "mcp_approval_request", "tool_search_call",
    "tool_search_output", "program", "program_output", "shell_call", "local_shell_call",
    "apply_patch_call", "compaction",
})  # fmt: skip
"""What the provider's own tools did, which stands among what the model said."""

INPUT_TEXT = {"type": "input_text"}
SPACED: dict[str, Any] = {FORMAT: {"$": {"arguments": {"style": "spaced"}}}}
GIVEN_REPLY = frozenset({"created_at", "object", "parallel_tool_calls", "tool_choice", "tools"})
GIVEN_MESSAGE = frozenset({"id", "status"})
GIVEN_ID = frozenset({"id"})
GIVEN_USAGE = frozenset({"total_tokens"})
LANDING_ANSWER = {
    "async": ["toolCall"],
    "caller": ["toolCall"],
    "id": ["text", "toolCall"],
    "namespace": ["toolCall"],
    "phase": ["text"],
    "status": ["text", "toolCall"],
    "type": ["text"],
}
LANDING = {
    "system": {"prompt_cache_breakpoint": ["text"]},
    "user": {
        "detail": ["image", "document"],
        "prompt_cache_breakpoint": ["text", "image", "document", "audio"],
    },
}
"""The kinds of block whose last one takes a key of an app's overlay on a message."""

# What services leave out, and what it is read as.
USUAL_REQUEST: dict[str, Any] = {"input": []}
USUAL_REPLY: dict[str, Any] = {"id": "", "model": "", "status": "in_progress"}
USUAL_CUSTOM_TOOL: dict[str, Any] = {"format": {"type": "text"}}
USUAL_USAGE: dict[str, Any] = {
    "input_tokens": 0, "input_tokens_details": {}, "input_tokens_details.cached_tokens": 0,
    "input_tokens_details.cache_write_tokens": 0, "output_tokens": 0, "output_tokens_details": {},
    "output_tokens_details.reasoning_tokens": 0,
}  # fmt: skip
USUAL_CALL: dict[str, Any] = {"name": ""}
