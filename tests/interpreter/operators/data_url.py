"""Data and its type in one base64 `data:` URL."""

from __future__ import annotations

import re
from typing import Any

from ..operator import CASE, Operator
from ..record import Record
from ..use import Use
from ..writing import Writing

Json = Any
TYPE = "[a-zA-Z0-9.+-]+/[a-zA-Z0-9.+-]+"


def taken_apart(raw: Json) -> tuple[str, str] | None:
    """Data and type of a URL that is one of these."""
    head, comma, data = raw.partition(",") if type(raw) is str else ("", "", "")
    found = re.fullmatch(f"data:({TYPE});base64", head) if comma else None
    return (data, found[1]) if found else None


class DataUrl(Operator):
    """Two fields, data and type, are one text."""

    name = "data_url"

    def holds(self, reading: Record, use: Use, raw: Json) -> bool | None:
        return taken_apart(raw) is not None

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        if moment != CASE:
            return False
        found = taken_apart(reading.raw(use.target))
        assert found is not None
        reading.took(use.node, use.key)
        for field, value in zip(use.row.fields, found, strict=True):
            reading.put(field, value)
        return True

    def write(self, writing: Writing, use: Use) -> bool:
        data, type_ = (writing.value(field) for field in use.row.fields)
        writing.put(use.target.path, f"data:{type_};base64,{data}")
        return True
