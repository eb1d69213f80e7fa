"""One use of some operators: a target of a row, between two records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.transform import Lens, Row, Target

from .codec import Codec, between
from .operator import UNSET, Operator
from .registry import pipeline
from .spec import Path, Place, Spec

if TYPE_CHECKING:
    from .adapter import Interpreter

Json = Any


@dataclass(frozen=True)
class Use:
    """A target of a row, in a lens whose intermediate side is ``record`` here."""

    interpreter: Interpreter
    lens: Lens
    row: Row
    target: Target
    record: str

    @property
    def spec(self) -> Spec:
        return self.interpreter.spec

    @property
    def operators(self) -> tuple[Operator, ...]:
        return pipeline(self.target.operators)

    @property
    def place(self) -> Place:
        return self.spec.place(self.lens, self.row, self.target, self.record)

    @property
    def node(self) -> Path:
        """Where the wire object is that has the key."""
        return self.target.path[:-1]

    @property
    def key(self) -> str:
        return self.target.path[-1]

    @property
    def must(self) -> bool:
        """Is the row's field one that is always there?"""
        return self.spec.required(self.spec.inter, self.record, self.row.fields[0])

    @property
    def wire_must(self) -> bool:
        """Is the target one that is always there?"""
        alone = not self.target.more
        return alone and self.spec.required(self.spec.wire, self.lens.wire, self.target.path)

    @property
    def null(self) -> bool:
        """Is null there where nothing is said?"""
        absents = self.lens.absents
        return any(one.path == self.target.path and one.value is None for one in absents)

    @property
    def stands_for(self) -> Json:
        """The value that an absent wire key stands for, or UNSET."""
        values = (operator.stands_for for operator in self.operators)
        return next((value for value in values if value is not UNSET), UNSET)

    @property
    def filler(self) -> Json:
        """The value that is written for none, or UNSET."""
        values = (operator.filler for operator in self.operators)
        return next((value for value in values if value is not UNSET), UNSET)

    @property
    def excused(self) -> bool:
        return any(operator.excuses for operator in self.operators)

    @property
    def codec(self) -> Codec:
        """How the target's value is read and written."""
        codecs = (operator.codec(self) for operator in self.operators)
        codec = next((one for one in codecs if one is not None), None)
        if codec is None:
            codec = between(self.interpreter, self.place)
        for operator in self.operators:
            codec = operator.changed(codec)
        return codec
