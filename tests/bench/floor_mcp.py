"""The Model Context Protocol by hand: the functions of a generated adapter."""

from floor.mcp_results import decode_result, encode_result
from floor.mcp_tools import decode_call, decode_tools, encode_call, encode_tools

__all__ = [
    "decode_call",
    "decode_result",
    "decode_tools",
    "encode_call",
    "encode_result",
    "encode_tools",
]
