"""What is absent on one side is this value on the other: `default(value)`."""

from __future__ import annotations

from typing import Any

from ..jsontext import is_constant, literal
from ..operator import CASE, FIRST, Operator
from ..record import Record
from ..spec import demand
from ..use import Use
from ..writing import Writing

Json = Any


class Default(Operator):
    """The value stands for an absent key, and the other way round."""

    name = "default"
    spares = True

    def __init__(self, args: tuple[str, ...]) -> None:
        super().__init__(args)
        self.stands_for = literal(args[0] if args else "")

    def holds(self, reading: Record, use: Use, raw: Json) -> bool | None:
        return True if raw is None else None

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        if moment == CASE or (moment == FIRST and use.must and not use.wire_must):
            reading.keep(use.row, self._value(reading, use))
            return True
        return False

    def _value(self, reading: Record, use: Use) -> Json:
        codec, raw = use.codec, reading.raw(use.target)
        if codec.accepts(raw):
            form = reading.notes.form
            value = codec.read(raw, reading.notes)
            if value != self.stands_for and not (codec.partial and value is None):
                reading.note_spelling(use, value, raw)
                reading.took_all(use)
                return value
            reading.notes.form = form  # what is not taken stays as it is spelled
        elif codec.structural and raw is not None:
            demand(codec.lenient, "a value of the documented form")
        return self.stands_for

    def fits(self, raw: Json) -> bool:
        return bool(raw != self.stands_for)

    def misfit(self, reading: Record, use: Use, raw: Json, demanded: bool) -> bool:
        if demanded:
            # The wire demands the key, so the default there says that there is no value.
            demand(is_constant(raw, self.stands_for), "a value of the documented form")
            reading.took(use.node, use.key)
        return True

    def write(self, writing: Writing, use: Use) -> bool:
        if use.wire_must:
            return False
        value = writing.value(use.row.fields[0])
        shapes = use.spec.shapes(use.spec.inter, use.record, use.row.fields[0])
        if any(shape.kind == "record" for shape in shapes):
            # Empty metadata says nothing.
            value = {key: item for key, item in value.items() if key != "metadata" or item}
        if value != self.stands_for:
            writing.branch(use)
        return True

    def always_written(self, use: Use) -> bool:
        return use.wire_must

    def write_absent(self, writing: Writing, use: Use) -> bool:
        if use.wire_must:
            writing.required(use, self.stands_for)
        return use.wire_must
