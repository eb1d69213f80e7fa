"""Bedrock Converse by hand: the words of the wire and ours."""

from __future__ import annotations

from typing import Any

from .failures import Words

FORMAT = "bedrock_converse"
CARRIER = "__invalid_arguments__"
MODES = ("auto", "none", "required")
CHOICES = ["any", "auto", "tool"]
FINISH = {
    "end_turn": "stop",
    "max_tokens": "length",
    "tool_use": "tool_calls",
    "content_filtered": "content_filter",
    "guardrail_intervened": "content_filter",
    "malformed_model_output": "error",
    "malformed_tool_use": "error",
    "stop_sequence": "stop",
    "model_context_window_exceeded": "length",
}
FINISH_BACK = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "content_filtered",
    "other": "end_turn",
    "pause": "end_turn",
    "error": "malformed_model_output",
}
FAILURES = Words(
    codes={},
    messages={
        "too many requests": "rate_limit",
        "please wait before trying": "rate_limit",
        "security token": "authentication",
        "model identifier is invalid": "not_found",
        "input is too long": "context_length",
        "input tokens exceeded": "context_length",
        "prompt is too long": "context_length",
    },
    types={
        "throttlingException": "rate_limit",
        "ThrottlingException": "rate_limit",
        "ServiceQuotaExceededException": "rate_limit",
        "serviceUnavailableException": "overloaded",
        "ServiceUnavailableException": "overloaded",
        "ServiceUnavailable": "overloaded",
        "ModelNotReadyException": "overloaded",
        "UnrecognizedClientException": "authentication",
        "ExpiredTokenException": "authentication",
        "IncompleteSignature": "authentication",
        "InvalidSignatureException": "authentication",
        "MissingAuthenticationTokenException": "authentication",
        "AccessDeniedException": "permission",
        "NotAuthorized": "permission",
        "OptInRequired": "permission",
        "validationException": "invalid_request",
        "ValidationException": "invalid_request",
        "ValidationError": "invalid_request",
        "ResourceNotFoundException": "not_found",
        "internalServerException": "server",
        "InternalServerException": "server",
        "InternalFailure": "server",
        "modelStreamErrorException": "server",
        "ModelErrorException": "server",
        "modelTimeoutException": "server",
        "ModelTimeoutException": "server",
    },
    says={
        "rate_limit": {"type": "ThrottlingException"},
        "overloaded": {"type": "ServiceUnavailableException"},
        "authentication": {"type": "UnrecognizedClientException"},
        "permission": {"type": "AccessDeniedException"},
        "invalid_request": {"type": "ValidationException"},
        "not_found": {"type": "ResourceNotFoundException"},
        "context_length": {
            "type": "ValidationException",
            "message": "Input is too long for requested model",
        },
        "server": {"type": "InternalServerException"},
    },
)
GIVEN_REPLY = frozenset({"metrics.latencyMs"})
GIVEN_USAGE = frozenset({"totalTokens"})

MEDIA_BACK = {
    "image": {
        "image/png": "png",
        "image/jpeg": "jpeg",
        "image/gif": "gif",
        "image/webp": "webp",
    },
    "audio": {
        "audio/mpeg": "mp3",
        "audio/wav": "wav",
        "audio/opus": "opus",
        "audio/aac": "aac",
        "audio/flac": "flac",
        "audio/mp4": "mp4",
        "audio/ogg": "ogg",
        "audio/webm": "webm",
        "audio/x-matroska": "mkv",
        "audio/x-aac": "x-aac",
        "audio/x-m4a": "m4a",
    },
    "video": {
        "video/mp4": "mp4",
        "video/quicktime": "mov",
        "video/x-matroska": "mkv",
        "video/webm": "webm",
        "video/x-flv": "flv",
        "video/mpeg": "mpeg",
        "video/x-ms-wmv": "wmv",
        "video/3gpp": "three_gp",
    },
    "document": {
        "application/pdf": "pdf",
        "text/csv": "csv",
        "application/msword": "doc",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
        "application/vnd.ms-excel": "xls",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
        "text/html": "html",
        "text/plain": "txt",
        "text/markdown": "md",
    },
}
MEDIA = {
    kind: {word: mime_type for mime_type, word in types.items()}
    for kind, types in MEDIA_BACK.items()
}

# Other names of the same types.
MEDIA["video"]["mpg"] = "video/mpeg"
MEDIA_BACK["image"]["image/jpg"] = "jpeg"
MEDIA_BACK["audio"] |= {"audio/mp3": "mp3", "audio/x-wav": "wav"}

# What services leave out, and what it is read as.
USUAL_REQUEST: dict[str, Any] = {"messages": []}
USUAL_REPLY: dict[str, Any] = {"metrics": {"latencyMs": 0}}
USUAL_USAGE: dict[str, Any] = {"inputTokens": 0, "outputTokens": 0}
USUAL_THOUGHT: dict[str, Any] = {"signature": ""}
UNSIGNED: dict[str, Any] = {
    "reasoningContent": {"reasoningText": {"signature": ""}},
    "$": {"absent": ["reasoningContent.reasoningText.signature"]},
}
THOUGHT_AT = "reasoningContent.reasoningText."
USUAL_GUARDED: dict[str, Any] = {"qualifiers": []}
GUARDED_AT = "guardContent.text."
GUARDED = {GUARDED_AT + key: value for key, value in USUAL_GUARDED.items()}
USUAL_REASONING: dict[str, Any] = {THOUGHT_AT + key: value for key, value in USUAL_THOUGHT.items()}
USUAL_CALL: dict[str, Any] = {"toolUse.name": ""}
EFFORTS = frozenset({"low", "medium", "high", "xhigh", "max"})
"""How much the model thinks, in the words that are ours too; "low" stands for what is less."""
