"""OpenAI Chat Completions by hand: the functions of a generated adapter."""

from floor.openai_chat_encode import encode_request
from floor.openai_chat_replies import decode_response, encode_response
from floor.openai_chat_requests import decode_request

__all__ = ["decode_request", "decode_response", "encode_request", "encode_response"]
