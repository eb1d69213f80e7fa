"""Gemini generateContent by hand: the functions of a generated adapter."""

from floor.gemini_encode import encode_request
from floor.gemini_replies import decode_response, encode_response
from floor.gemini_requests import decode_request

__all__ = ["decode_request", "decode_response", "encode_request", "encode_response"]
