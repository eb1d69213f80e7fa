"""``json_text``: data as JSON text. It reads back as text."""

from __future__ import annotations

from .base import Definition
from .scalars import Scalar


class JsonText(Scalar, Definition):
    name = "json_text"
    example = "json_text"
    inter, wire = "any", "string"
    purpose = "data as JSON text"
    loss = "reads back as text"
    decides = True
    places = ("arm",)
    one_way = True
    reader, writer = "never", "json_text"
    exact = True
