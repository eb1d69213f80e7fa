"""``data_url``: data and mime type in one URL."""

from __future__ import annotations

from .base import Definition
from .pair import Pair


class DataUrl(Pair, Definition):
    name = "data_url"
    example = "data_url"
    inter, wire = "string", "string"
    purpose = "data and mime type in one URL"
    loss = "none"
    decides = True
    fields = 2
    places = ("case",)
    reader, writer = "data_url_from", "data_url"
