"""``object``: arguments as an object; text that is none goes under a key of it."""

from __future__ import annotations

from .arguments import Arguments
from .base import Definition


class Object(Arguments, Definition):
    name = "object"
    example = "object(key)"
    takes = (1, 1)
    inter, wire = "object", "object"
    purpose = "an object; text that is none goes under this key"
    loss = "the text of invalid arguments goes under the key"
    reads_nothing = settles = carries = True
    fields = 2
    reader, writer = "arguments_from_object", "object_from_arguments"
