"""``call_name``: in ``back:``, the name of the call with that id."""

from __future__ import annotations

from .base import Definition


class CallName(Definition):
    name = "call_name"
    example = "call_name(field)"
    takes = (1, 1)
    inter = "string"
    purpose = "the name of the call with that id"
    loss = "none"
    places = ()
    reads_back = True
