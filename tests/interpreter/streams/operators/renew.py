"""An element with another value of this key is a new one, whatever its place."""

from __future__ import annotations

from typing import Any

from ..operator import StreamOperator

Json = Any


class Renew(StreamOperator):
    """The key names elements beside their place."""

    name = "renew"

    def __init__(self, args: tuple[str, ...]) -> None:
        super().__init__(args)
        self.renew, *self.again = args
        self.once = args[:1]
