"""Bedrock Converse by hand: the functions of a generated adapter."""

from floor.bedrock_converse_encode import encode_request
from floor.bedrock_converse_replies import decode_response, encode_response
from floor.bedrock_converse_requests import decode_request

__all__ = ["decode_request", "decode_response", "encode_request", "encode_response"]
