"""A Copilot session by hand: the functions of a generated adapter."""

from floor.copilot_session_calls import (
    decode_called,
    decode_create,
    decode_requested,
    encode_called,
    encode_create,
    encode_requested,
)
from floor.copilot_session_results import decode_answer, decode_result
from floor.copilot_session_writing import encode_answer, encode_result

__all__ = [
    "decode_answer",
    "decode_called",
    "decode_create",
    "decode_requested",
    "decode_result",
    "encode_answer",
    "encode_called",
    "encode_create",
    "encode_requested",
    "encode_result",
]
