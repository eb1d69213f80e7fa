"""What an operator may mean: a method for each moment that it can have a say in.

Each file of ``operators/`` has one class of these. What a class does not say is as if the operator
were not written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .codec import Codec
    from .parts import Part
    from .reading import Reading
    from .record import Record
    from .use import Use
    from .writing import Writing

Json = Any


class _Unset:
    """The type of UNSET, which is no JSON value."""


UNSET: Any = _Unset()

FIRST, CASE, LATE = "first", "case", "late"
"""When a row is read: before the others, within the case that holds, or after the others."""


class Operator:
    """One operator of a target's pipeline."""

    #: the name that transforms have for it
    name = ""
    #: its row is read when the others are
    waits = False
    #: its row is written when the others are
    written_last = False
    #: it writes into the object of another row by itself
    goes_in = False
    #: a value that it does not take may be for another lens
    tells_the_lens = False
    #: the key may be absent on the wire, whatever the wire's schema says
    excuses = False
    #: an object without the field, or the key, may be for this lens all the same
    spares = False
    #: results without an id find their call by a name
    finds_by_name = False
    #: a part with it has all that its object says of a block, under several keys
    says_all = False
    #: an id that was made up for a reply is written in the next request
    sends_made_ids = False

    def __init__(self, args: tuple[str, ...]) -> None:
        self.args = args
        #: the value that an absent wire key stands for, and the value that is written for none
        self.stands_for: Json = UNSET
        self.filler: Json = UNSET
        #: the field of the calls whose results alone the lens is for
        self.of_calls = ""
        #: where in the records of a list their text stands
        self.text_in_records: tuple[str, ...] = ()
        #: the key for text that is no object
        self.carrier = ""

    # -- one value

    def codec(self, use: Use) -> Codec | None:
        """How one value is read and written, if the operator says."""
        return None

    def changed(self, codec: Codec) -> Codec:
        """How the codec of another operator becomes another one."""
        return codec

    def part(self, use: Use, arm: str) -> Part | None:
        """How one key of a spread list has its share."""
        return None

    # -- reading

    def holds(self, reading: Reading, use: Use, raw: Json) -> bool | None:
        """Whether a case holds as far as this row says; None if that is for others to say."""
        return None

    def read(self, reading: Record, use: Use, moment: str) -> bool:
        """Read the whole row at this moment; False if it is read like any other, or later."""
        return False

    def fits(self, raw: Json) -> bool:
        """Whether a raw value is one for the field."""
        return True

    def misfit(self, reading: Record, use: Use, raw: Json, demanded: bool) -> bool:
        """Judge a value that is none for the field; False to have it judged as usual."""
        return False

    def was_read(self, reading: Record, use: Use, value: Json) -> None:
        """Note what has to be noted of a value that was read."""

    def found_nothing(self, reading: Record, use: Use) -> None:
        """Note what has to be noted where no value was read."""

    def look_back(self, reading: Record) -> Json:
        """A field that the wire has lost, found in what was read before."""
        raise NotImplementedError(self.name)

    # -- writing

    def write(self, writing: Writing, use: Use) -> bool:
        """Write the whole row; False if it is written like any other."""
        return False

    def before_write(self, writing: Writing, use: Use, value: Json) -> None:
        """Have a look at a value that is about to be written."""

    def always_written(self, use: Use) -> bool:
        """Whether the wire gets a key in any case."""
        return False

    def write_absent(self, writing: Writing, use: Use) -> bool:
        """Write something for a field that is not there; False if this operator does not."""
        return False
