"""Mistral Chat by hand: the functions of a generated adapter."""

from floor.mistral_chat_encode import encode_request
from floor.mistral_chat_replies import decode_response, encode_response
from floor.mistral_chat_requests import decode_request

__all__ = ["decode_request", "decode_response", "encode_request", "encode_response"]
