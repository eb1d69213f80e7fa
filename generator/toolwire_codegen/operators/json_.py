"""``json``: arguments as JSON text."""

from __future__ import annotations

from .arguments import Arguments
from .base import Definition


class Json(Arguments, Definition):
    name = "json"
    example = "json"
    inter, wire = "object", "string"
    purpose = "an object as JSON text"
    loss = "none"
    reads_nothing = settles = streams = True
    fields = 2
    reader, writer = "arguments_from_text", "text_from_arguments"
    as_text = True
