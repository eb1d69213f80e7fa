"""A list of records stands for the texts that they hold: `pluck(Record, path)`."""

from __future__ import annotations

from typing import Any

from ..codec import Codec
from ..notes import Notes
from ..operator import Operator
from ..use import Use

Json = Any


class Pluck(Operator):
    """One text of each record; what else a record has are its tags."""

    name = "pluck"
    tells_the_lens = True

    def codec(self, use: Use) -> Codec:
        record, path = self.args
        consts = {k: use.spec.wire.const(record, k) for k in use.spec.wire.required(record)}
        tags = {key: values[0] for key, values in consts.items() if values}
        return Plucked(tags, path.split("."))


class Plucked(Codec):
    """What the records hold."""

    partial = spelled = True

    def __init__(self, tags: dict[str, Json], path: list[str]) -> None:
        self.tags, self.path = tags, path

    def read(self, raw: Json, notes: Notes) -> Json:
        if type(raw) is not list:
            return None
        texts = [self.text_of(record) for record in raw]
        return None if None in texts else texts

    def text_of(self, record: Json) -> str | None:
        inner = record
        for key in self.path:
            inner = inner.get(key) if type(inner) is dict else None
        tagged = type(inner) is str and all(record.get(k) == tag for k, tag in self.tags.items())
        return inner if tagged else None

    def write(self, value: Json, notes: Notes) -> Json:
        return [self._record_of(text) for text in value]

    def _record_of(self, text: str) -> Json:
        inner: Json = text
        for key in reversed(self.path):
            inner = {key: inner}
        return {**self.tags, **inner}
