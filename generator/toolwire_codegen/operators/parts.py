"""``parts``: a list of records that are a text in pieces, as the text."""

from __future__ import annotations

from .base import Use
from .listed import Listed


class Parts(Listed):
    """What else a record has, and records of other types, ride in the form, which keeps the list
    for as long as it says the same text; a new text is one record.
    """

    name = "parts"
    example = "parts(Type, path)"
    inter, wire = "string", "string|array"
    purpose = "a list of records that are a text in pieces, as the text"
    loss = "none"
    streams = True
    reader, writer = "text_of_parts", "parts_of_text"

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        self.text_path = tuple(use.operator.args[1].split("."))
