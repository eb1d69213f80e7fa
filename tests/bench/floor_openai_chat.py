"""OpenAI Chat Completions by hand: the functions of a generated adapter.

Tools of free text are opaque here: ``WITHOUT`` says in which fixtures they are.
"""

from floor.openai_chat_encode import encode_request
from floor.openai_chat_replies import decode_response, encode_response
from floor.openai_chat_requests import decode_request

__all__ = ["decode_request", "decode_response", "encode_request", "encode_response"]

WITHOUT = frozenset({
    "choice_allowed_with_custom", "custom_call", "custom_calls", "server_and_custom_tools",
})  # fmt: skip
"""Fixtures that it does not read as the generated code does."""
