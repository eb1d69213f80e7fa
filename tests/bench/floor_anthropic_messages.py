"""Anthropic Messages by hand: the functions of a generated adapter."""

from floor.anthropic_messages_encode import encode_request
from floor.anthropic_messages_replies import decode_response, encode_response
from floor.anthropic_messages_requests import decode_request

__all__ = ["decode_request", "decode_response", "encode_request", "encode_response"]
