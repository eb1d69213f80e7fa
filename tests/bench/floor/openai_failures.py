"""Chat Completions and Responses by hand: the words that both have for failures."""

from __future__ import annotations

from .failures import Words

CODES = {
    "rate_limit_exceeded": "rate_limit",
    "insufficient_quota": "rate_limit",
    "RateLimitReached": "rate_limit",
    "invalid_api_key": "authentication",
    "invalid-argument": "invalid_request",
    "content_filter": "invalid_request",
    "model_not_found": "not_found",
    "not_found": "not_found",
    "DeploymentNotFound": "not_found",
    "context_length_exceeded": "context_length",
}
MESSAGES = {
    "rate limit": "rate_limit",
    "too many requests": "rate_limit",
    "overloaded": "overloaded",
    "incorrect api key": "authentication",
    "unauthorized": "authentication",
    "missing authentication": "authentication",
    "maximum context length": "context_length",
    "max context length": "context_length",
    "context window": "context_length",
    "prompt is too long": "context_length",
}
TYPES = {
    "rate_limit_error": "rate_limit",
    "requests": "rate_limit",
    "tokens": "rate_limit",
    "insufficient_quota": "rate_limit",
    "overloaded_error": "overloaded",
    "service_unavailable": "overloaded",
    "authentication_error": "authentication",
    "invalid_api_key": "authentication",
    "request_forbidden": "permission",
    "permission_error": "permission",
    "permission_denied": "permission",
    "invalid_request_error": "invalid_request",
    "not_found_error": "not_found",
    "too_many_prompt_tokens": "context_length",
    "server_error": "server",
    "api_error": "server",
    "internal_error": "server",
}
SAYS = {
    "rate_limit": {"type": "rate_limit_error", "code": "rate_limit_exceeded"},
    "overloaded": {"type": "server_error", "message": "The server is overloaded"},
    "authentication": {"type": "invalid_request_error", "code": "invalid_api_key"},
    "permission": {"type": "request_forbidden"},
    "invalid_request": {"type": "invalid_request_error"},
    "not_found": {"type": "invalid_request_error", "code": "not_found"},
    "context_length": {"type": "invalid_request_error", "code": "context_length_exceeded"},
    "server": {"type": "server_error"},
}

CHAT = Words(
    {**CODES, "request_quota_exceeded": "rate_limit", "token_quota_exceeded": "rate_limit",
     "wrong_api_key": "authentication"},
    {"insufficient balance": "rate_limit", "insufficient credits": "rate_limit", **MESSAGES,
     "model token limit": "context_length", "token length too long": "context_length"},
    {**TYPES, "rate_limit_reached_error": "rate_limit",
     "exceeded_current_quota_error": "rate_limit", "engine_overloaded_error": "overloaded",
     "invalid_authentication_error": "authentication", "incorrect_api_key_error": "authentication",
     "permission_denied_error": "permission", "content_filter": "invalid_request",
     "resource_not_found_error": "not_found", "too_many_requests_error": "rate_limit"},
    SAYS,
)  # fmt: skip
RESPONSES = Words(
    {**CODES, "server_error": "server"},
    MESSAGES,
    TYPES,
    {**SAYS, "server": {"type": "server_error", "code": "server_error"}},
)
