"""A reason to stop: `stop` beside calls is `tool_calls`, whatever the wire calls it.

Where a reply was cut, its last call may have been cut as well: that is no call to run.
"""

from __future__ import annotations

from typing import Any

from ..codec import Codec
from ..notes import Notes
from ..operator import Operator
from .table import Several, Tabled

Json = Any


class Calls(Operator):
    """Changes what a table says, by the blocks that were read."""

    name = "calls"

    def changed(self, codec: Codec) -> Codec:
        assert isinstance(codec, Tabled)
        return Reason(codec)


class Reason(Tabled):
    """A reason through a table; none at all has a place in the table too."""

    spelled = True

    def __init__(self, words: Tabled) -> None:
        self.table, self.words = words.table, words

    def write(self, value: Json, notes: Notes) -> Json:
        return self.words.write(value, notes)

    def respelled(self, value: Json, raw: Json, notes: Notes) -> bool:
        return self.words.respelled(value, raw, notes)

    def read(self, raw: Json, notes: Notes) -> Json:
        if self.table.exact or isinstance(self.words, Several):
            word = self.words.read(raw, notes)
        else:
            word = self.table.decoding.get(raw, self.table.otherwise)
        cut = word in ("length", "content_filter", "error", *["other"][: notes.calls.texts])
        if cut and notes.blocks and notes.blocks[-1]["kind"] == "toolCall":
            _look_at(notes.blocks[-1]["toolCall"], notes.calls.texts)
        waits = any(block.get("kind") == "toolCall" for block in notes.blocks)
        return "tool_calls" if word == "stop" and waits else word

    def recall(self, x: Json, notes: Notes) -> None:
        notes.blocks = x["message"]["content"]


def _look_at(call: Json, texts: bool) -> None:
    """A call that was just read, whose one overlay is that of its wire: is it all there?

    Where arguments are ``texts``, `{}` is whole; an object never says so, and a free text is kept.
    """
    (overlay,) = [*call.get("metadata", {}).values()] or [{}]
    style = overlay.get("$", {}).get("arguments", {}).get("style")
    nothing = not call["arguments"] and (not texts or style in ("empty", "null", "absent"))
    if nothing and not call.keys() & {"invalidArguments", "input"}:
        call["invalidArguments"] = ""
