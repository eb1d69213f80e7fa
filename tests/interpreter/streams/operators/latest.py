"""An object as it is by now: nothing of it is left from before."""

from __future__ import annotations

from ..operator import StreamOperator


class Latest(StreamOperator):
    """Its keys are put in as any others, into an object of their own."""

    name = "latest"
    takes_objects = replaces = True
