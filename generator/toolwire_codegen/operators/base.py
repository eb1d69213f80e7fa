"""What an operator is: a definition that checks ask, and what it makes of one use of itself.

An operator that converts makes a codec: how a wire value and an intermediate value stand for each
other; what only says more of a row is a `modifier`. Both are classes: their attributes are the
definition, an instance is one use.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import fits
from ..ir.scope import Scope
from ..load.schema import Shape
from .definition import Definition, Reason
from .handed import Spot

if TYPE_CHECKING:
    from ..load.transform import Operator, Target
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Resolving, Writing
    from .leaf import Leaf

Plain = tuple[list[Expr], Expr]
"""Conditions, and the value where all of them hold."""
Shapes = tuple[Shape, ...]
Path = tuple[str, ...]
Pairs = list[tuple[Path, Expr]]
"""Fields of a new object, each with its value."""


@dataclass(frozen=True)
class Use:
    """An operator where it stands, what its target and its field may be; its part's arm."""

    resolver: Resolving
    operator: Operator
    target: Target
    inter: Shapes
    wire: Shapes
    arm: str = ""


class Codec(ABC):
    """How one wire value and one intermediate value stand for each other.

    It knows what it takes (``accepts``), how to read it and how to write it; where the value goes
    is the lens's business, but for the codecs that mean more of their row than its value.
    """

    #: a misfit that is not null is malformed input, not an odd spelling
    structural = False
    leaves: ClassVar[bool] = False
    #: some of its values no lens is for: the object that must have it stays as it is
    meets_unknown = False
    #: decoding may find that the value does not fit, and then gives missing
    partial = False
    #: other spellings than ``encode``'s decode too; the form keeps the raw one
    spelled = False
    #: its values may be equal and yet other JSON, such as 1 and 1.0
    subtle = False
    #: takes whatever stands there, also nothing at all
    absorbs = False
    #: reading tells what is malformed by itself
    refuses = False
    #: writing looks at its values by itself
    looks = False
    #: writing may find that nothing is left to write
    vanishes = False
    #: it says what becomes of each item of a list
    many = False
    #: it takes one object in the place of a list; ``listing`` says what becomes of such a list
    as_list: ClassVar[bool] = False
    listing: Codec | None = None
    #: a wire string is a text, to be shown as it comes
    shows_text = False
    #: a wire list is a text in pieces: where each record has its own, to be shown as it comes
    text_path: Path = ()
    #: and the type of these records, with what a new one has beside its text
    record_of_text: str = ""
    beside_text: Mapping[str, Any] = MappingProxyType({})
    #: of a call's arguments: the key that carries a text which is no object, or ""
    carrier: str | None = None
    #: of an enumeration: how the wire spells each value
    values: Mapping[Any, Any] | None = None
    expected = "a value"

    def accepts(self, raw: Expr) -> Expr | None:
        """Whether a wire value is one that it takes; None: any is."""
        return None

    @abstractmethod
    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        """The intermediate value of a wire value."""

    @abstractmethod
    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        """The wire value of an intermediate value."""

    @abstractmethod
    def losses(self, leaf: Leaf) -> list[Stmt]:
        """The report of what of a field's value does not come back."""

    def holds(self, scope: Scope, value: Expr, spot: Spot) -> Expr | None:
        """Whether an intermediate value can be written at all (asked only in cases)."""
        return None

    def lenses(self) -> list[Any]:
        """The lenses this codec calls."""
        return []

    @property
    def items(self) -> Codec | None:
        """What takes a list of blocks where this value may be one."""
        return self if self.many else None

    # -- spellings

    def again(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        """What ``encode`` would write, to see whether that is what came."""
        return self.encode(scope, value, spot)

    def odd(self, scope: Scope, value: Expr, raw: Expr, spot: Spot) -> Expr:
        """Whether a raw value is another spelling than our own."""
        again = self.again(scope, value, spot)
        return ir.not_(ir.runtime("same", again, raw)) if self.subtle else ir.Ne(again, raw)

    def read_again(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        """What an old spelling says, asked while writing."""
        return self.decode(scope, raw, spot)

    def as_it_came(self, value: Expr, spot: Spot) -> Expr | None:
        """The wire value where the runtime itself looks for an old spelling, in the form."""
        return None

    def put_back(self, written: Expr, old: Expr) -> list[Stmt]:
        """What to do where an old spelling says something else by now."""
        return []

    # -- rows of which it means more than one value

    def read_first(self, reading: Reading, leaf: Leaf, pairs: Pairs) -> bool | None:
        """Read the row into ``pairs``: True; False: it is read late; None: as any value's is."""
        return None

    def read_late(self, reading: Reading, leaf: Leaf) -> bool:
        """Read the row once the object is there, if that is this codec's to do."""
        return False

    def read_required(self, reading: Reading, leaf: Leaf) -> Expr | None:
        """The value of a field that is always there, if it is read in a way of its own."""
        return None

    def read_ahead(self, reading: Reading, leaf: Leaf) -> None:
        """Read once what several cases ask for."""
        reading.raw(leaf)

    def guard(self, reading: Reading, leaf: Leaf, scope: Scope) -> Expr:
        """Whether a wire object is of the case that the row stands in."""
        raw = reading.raw(leaf)
        if self.partial:
            name = scope.fresh(leaf.row.name)
            reading.locals[leaf.row.name] = ir.var(name)
            read = self.decode(scope, raw, reading.spot(leaf))
            return ir.present(ir.Bind(name, read))
        return self.accepts(raw) or ir.has(reading.object(leaf.node), leaf.key)

    def case_value(self, reading: Reading, leaf: Leaf) -> Pairs | None:
        """The row's fields where its guard holds, if they are read in a way of its own."""
        return None

    def write_row(self, writing: Writing, leaf: Leaf, always: Pairs, after: list[Stmt]) -> bool:
        """Write the row, if that is this codec's to do."""
        return False

    def claims(self, value: Expr) -> Expr | None:
        """What a value of another field at the same wire path would be read as."""
        return None

    # -- parts of a row that spreads a list over several wire keys

    def read_part(self, reading: Reading, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        """Add what a wire value holds to the blocks."""
        scope = reading.scope
        inner = scope.inner()
        items = self.decode(inner, raw, reading.spot(leaf))
        inner.add(ir.Extend(blocks, items))
        some = ir.and_(ir.is_(raw, "array"), ir.Filled(raw))
        bad = ir.fail("a list", reading.object(leaf.node), leaf.key)
        taken = reading.taking(leaf, inner.body)
        if leaf.wire_required:
            none = (ir.is_(raw, "array"), reading.taking(leaf, []))
            return [ir.if_((some, taken), none, otherwise=[bad])]
        odd = ir.and_(ir.present(raw), ir.isnt(raw, "array"))
        return [ir.if_((some, taken), (odd, [bad]))]

    #: a part that takes this field of each block, and nothing else of it
    field_alone = ""
    #: a part that has only those blocks of its kind which say that they stood there: by their
    #: metadata, or by a field that marks them
    sets_aside = False
    aside: Expr | None = None
    marks: str = ""
    #: a part whose plain texts are one string, unless it came as a list
    joins = False
    #: how a plain text alone goes out where no form says it, of a part that may be one string
    lone_style: str | None = None
    #: a part that writes each block itself, whose overlay has what else stands beside its text
    whole_blocks = False
    #: the keys that its text may stand under, the usual one first; and the constant that says all
    alike: tuple[str, ...] = ()
    spellings: Expr = ir.const(None)

    def losses_of_block(self, leaf: Leaf, block: Expr, place: Expr) -> list[Stmt]:
        """The report of what a part of texts, or of whole blocks, cannot carry of one."""
        return []

    def write_part(
        self, writing: Writing, leaf: Leaf, items: Expr, always: Pairs, after: list[Stmt]
    ) -> None:
        """Write the blocks that were collected for a part, even none where its key must be."""
        if leaf.wire_required:
            always.append((leaf.target.path, items))
            return
        after.append(ir.if_((ir.Filled(items), writing.put(leaf.target.path, items))))

    # -- plain forms

    def read_plain(self, raw: Expr, value: Expr, scope: Scope) -> Plain | None:
        """What a wire value (``raw`` binds ``value``) must be, and how it is read then."""
        return None

    def write_plain(self, leaf: Leaf, value: Expr, scope: Scope) -> Plain | None:
        """What a field's value must be, and how it is written then."""
        return None

    def made(self, values: Mapping[str, Expr]) -> Expr | None:
        """What stands for a value that the wire does not have, given the row's others."""
        return None

    def plain(self, leaf: Leaf, raw: Expr, value: Expr) -> list[Expr] | None:
        """What a wire value must be to be taken as it is; None where nothing is taken so."""
        return None


class RowCodec(Codec):
    """A codec that stands for all of its row: there is no value to convert by itself."""

    def decode(self, scope: Scope, raw: Expr, spot: Spot) -> Expr:
        raise TypeError(f"{type(self).__name__} reads a row, and no value")

    def encode(self, scope: Scope, value: Expr, spot: Spot) -> Expr:
        raise TypeError(f"{type(self).__name__} writes a row, and no value")


def sides(one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> tuple[Shapes, Shapes]:
    """The shapes of a row's first field and of its wire key; () for what is not there."""
    inter = one.inter_shapes(slot.record, slot.row.fields[0])
    return inter, one.wire_shapes(view.lens.wire, slot.target.path)


def as_it_is(leaf: Leaf, value: Expr, scope: Scope) -> Plain:
    """A field's value that is written as it is, if it is of the field's type and no default."""
    local = scope.fresh(leaf.row.name)
    fitting = fits(ir.Bind(local, value), leaf.inter)
    taken = value if fitting is None else ir.var(local)
    return [*filter(None, [fitting]), *leaf.apart(taken, scalar=False)], taken


def field_and_place(leaf: Leaf, x: Expr) -> tuple[Expr, str]:
    """A leaf's field of an object, and its JSON Pointer below that object."""
    for key in leaf.field:
        x = ir.get(x, key)
    return x, "/" + "/".join(leaf.field)


X, OWN, FORM = ir.var("x"), ir.var("own"), ir.var("form")
__all__ = ["FORM", "OWN", "Codec", "Definition", "Pairs", "Path", "Reason", "RowCodec", "Shapes",
           "Spot", "Use", "X", "field_and_place"]  # fmt: skip
