"""The short way of a stream: events that bring the next piece of a text, and nothing else.

They are most of a stream. They are put in where the loop is, without a call; whatever else an
event may hold sends it the long way, which gives the same.
"""

from __future__ import annotations

from dataclasses import replace

from ... import ir
from ..resolve import Resolver
from ..streams.state import StreamState
from .element_pieces import ElementPieces
from .mirror_pieces import MirrorPieces
from .pieces import Pieces
from .run_pieces import RunPieces
from .text_pieces import TextPieces


def stream_pieces(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: the loop over a stream's events begins with the short way.

    It leaves what a piece shows in ``shown``, or goes on with the next event if that is nothing.
    Nothing is given out here: the loop has yet to leave the ``try`` that the short way stands in.
    """
    stream = resolver.transform.stream
    if module.stream is None or stream is None:
        return module
    pieces = Pieces(StreamState(resolver, stream))
    ways = ElementPieces(pieces), MirrorPieces(pieces), RunPieces(pieces), TextPieces(pieces)
    body = next((steps for way in ways if (steps := way.body())), [])
    return replace(
        module,
        functions=[*module.functions, *pieces.functions],
        stream={
            **module.stream,
            "pieces": body,
            "ahead": [ir.let(name, value) for name, value in pieces.ahead.items()],
            "remembered": [*pieces.remembered],
            "beside": pieces.beside,
        },
    )
