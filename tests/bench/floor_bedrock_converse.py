"""Bedrock Converse by hand: the functions of a generated adapter.

Bodies are as JSON has them. Bytes, which the provider's own client has in their place, are read
by the generated code alone: by hand they would be a line where a picture or a file is read.
"""

from floor.bedrock_converse_encode import encode_request
from floor.bedrock_converse_replies import decode_response, encode_response
from floor.bedrock_converse_requests import decode_request

__all__ = ["decode_request", "decode_response", "encode_request", "encode_response"]
