"""OpenAI Responses by hand: the functions of a generated adapter."""

from floor.openai_responses_encode import encode_request
from floor.openai_responses_replies import decode_response, encode_response
from floor.openai_responses_requests import decode_request

__all__ = ["decode_request", "decode_response", "encode_request", "encode_response"]
