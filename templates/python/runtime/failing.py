"""Replies that ended in an error, written as streams: the end says so, and what is lost of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .calls import Calls
from .stream import StreamReader

Json = Any
FAILED = {"message": "the reply ended in an error"}


def failing(response: Json, encode: Callable[[Json], Json], reader: StreamReader) -> Json:
    """``response``, with an error of its own if its wire has no other way to say that it failed.

    Without that its end would look like the end of a whole reply.
    """
    if response["finishReason"] != "error" or response.get("error") is not None:
        return response
    if reader.read(encode(response), Calls())["finishReason"] == "error":
        return response
    return {**response, "error": FAILED.copy()}


def losses_at_end(response: Json, losses: Callable[[Json], list[Json]]) -> list[Json]:
    """What a stream loses of its reply: ahead of an error all has gone out but the usage."""
    if response.get("error") is None:
        return losses(response)
    whole = {key: value for key, value in response.items() if key != "error"}
    whole_losses = [loss for loss in losses(whole) if loss.path != "/finishReason"]
    pairs = {(loss.path, loss.reason) for loss in whole_losses}
    return whole_losses + [
        loss
        for loss in losses(response)
        if loss.path.startswith(("/error", "/usage")) and (loss.path, loss.reason) not in pairs
    ]
