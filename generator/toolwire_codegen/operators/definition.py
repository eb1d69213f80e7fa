"""What checks, explain and the editor's schema know of an operator wherever it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from ..resolve.paths import Shapes
    from ..resolve.problems import Problems
    from .base import Use

Reason = tuple[str, str]
"""Why not, and what to do."""


class Definition:
    """What there is to know of an operator wherever it stands.

    ``inter`` and ``wire`` are the JSON types it joins (the type rule); empty means: the two shapes
    must agree as if it were not there. ``loss`` says what may not come back.
    """

    name: ClassVar[str]
    example: ClassVar[str]
    """How it is written behind a path."""
    purpose: ClassVar[str]
    loss: ClassVar[str]
    takes: ClassVar[tuple[int, int]] = (0, 0)
    """How many arguments, at least and at most."""
    words: ClassVar[tuple[str, ...]] = ()
    """The only words its argument may be, if it may be those alone."""
    inter: ClassVar[str] = ""
    wire: ClassVar[str] = ""
    reads_only: ClassVar[str] = ""
    """The JSON types that it reads, where it writes all of ``wire``."""
    twofold: ClassVar[bool] = False
    """Does its value stand in two places?"""
    fields: ClassVar[int] = 1
    """How many fields a row with it names."""
    single: ClassVar[type[Definition] | None] = None
    """What it is in a row of one field, where it is for several, too."""
    modifier: ClassVar[bool] = False
    places: ClassVar[tuple[str, ...]] = ("row",)
    """Where it may stand: in a ``row``, a ``case``, an ``arm`` of a union, a ``part`` of a row."""
    fills: ClassVar[bool] = False
    """Is something written where the field is absent?"""
    excuses: ClassVar[bool] = False
    """May this wire's own traffic lack what the wire demands?"""
    leaves: ClassVar[bool] = False
    """Does a value that it cannot read stay as it is, with the object that must have the field?"""
    reads_others: ClassVar[bool] = False
    """Does it read records of other types as the usual one?"""
    picks: ClassVar[bool] = False
    """Does it make a lens decline what does not fit, rather than refuse it?"""
    refuses_empty: ClassVar[bool] = False
    """Is an empty text refused, unless its arguments say what else becomes of it?"""
    call_ids: ClassVar[bool] = False
    """Does it need the calls of the conversation?"""
    hides_ids: ClassVar[bool] = False
    """Does it leave out ids that were made up?"""
    finds_calls: ClassVar[bool] = False
    """Does it find the call that a result answers?"""
    by_calls: ClassVar[bool] = False
    """Do calls that a message holds say more than its word does?"""
    of_calls: ClassVar[bool] = False
    """Is its lens for the results of certain calls alone?"""
    of_one: ClassVar[bool] = False
    """Does it read no list but one of one item, so that an arm beside it has to read the others?"""
    one_way: ClassVar[bool] = False
    """Is it written, and never read back?"""
    reads_back: ClassVar[bool] = False
    """Is it for ``back:``, and no target?"""
    late: ClassVar[bool] = False
    """Is it read once the object is there?"""
    converts: ClassVar[bool] = True
    """Does it convert values itself, so that no lens is looked for below it?"""
    decides: ClassVar[bool] = False
    """Does it find out while reading whether a value is its own?"""
    guards: ClassVar[bool] = False
    """Does a case ask it before it writes?"""
    guards_all: ClassVar[bool] = False
    """And has every value that is one of its field's, whatever another case has for it?"""
    empties: ClassVar[bool] = False
    """Does it write where nothing is there?"""
    empties_part: ClassVar[bool] = False
    """And as a part of a row, if the wire requires its key?"""
    nulls_part: ClassVar[bool] = False
    """And null there, if `absent` says that this is what the wire has for nothing?"""
    parts_texts: ClassVar[bool] = False
    """Does it put something between texts, unless its argument is empty?"""
    reads_nothing: ClassVar[bool] = False
    """Does it say what it means that nothing is there?"""
    settles: ClassVar[bool] = False
    """Has its field a value whatever the wire has?"""
    stands_in: ClassVar[bool] = False
    """Does a value stand for the field's absence?"""
    apart: ClassVar[bool] = False
    """Is it told from an arm that takes its object whole?"""
    carries: ClassVar[bool] = False
    """Has a text that is no object a place in its object?"""
    streams: ClassVar[bool] = False
    """Does it take texts piece by piece?"""
    spells: ClassVar[bool] = False
    """Is its object a text on the wire?"""
    other_keys: ClassVar[bool] = False
    """Are its arguments keys beside its own that mean the same?"""
    includes: ClassVar[bool] = False
    """Are its arguments fields whose counts the wire count has in it, and its own field has not?"""
    names_table: ClassVar[bool] = False
    """Is its argument a table?"""
    tells: ClassVar[bool] = False
    """Is each value on the wire known in advance?"""
    takes_null: ClassVar[bool] = False
    """Does null read as a word that its table does not have?"""
    as_list: ClassVar[bool] = False
    """Does an object stand for a list of one?"""
    blocks: ClassVar[bool] = False
    """Does a string stand for a block, known by the lens of text blocks?"""
    opens: ClassVar[str] = ""
    """Is a text told by how it starts? ``own``: by its start, ``rest``: by none of these."""
    objects: ClassVar[bool] = False
    """May an object stand for its string, known by the lens of text blocks?"""
    joins: ClassVar[bool] = False
    """Does it write into what another row writes?"""
    yields: ClassVar[bool] = False
    """Does it keep its row from being read and written where another field is?"""
    made_here: ClassVar[bool] = False
    """Is it in a module of the format's own?"""

    def __init__(self, use: Use) -> None:
        self.args = use.operator.args

    @classmethod
    def standing(cls, fields: int) -> type[Definition]:
        """What it is in a row of so many fields."""
        return cls.single if fields == 1 and cls.single is not None else cls

    @classmethod
    def reads_as(cls, args: tuple[str, ...]) -> str:
        """The wire type that a value is read as, as its arguments say; "" for its own."""
        return ""

    @classmethod
    def pieces(cls, args: tuple[str, ...]) -> tuple[str, ...]:
        """Type and path of the records that have its text in pieces, as its arguments say."""
        return ()

    @classmethod
    def texts(cls, args: tuple[str, ...]) -> tuple[str, ...]:
        """Type and path of the records whose texts are the field; the form has the rest."""
        return cls.pieces(args)

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        """Why it has no meaning where it stands, and what to do; None if it has one."""
        return None

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """What is wrong with its arguments, as many as it takes."""
        return iter(())

    @classmethod
    def placed(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Problems:
        """What is wrong with the place, beyond ``needs``."""
        return iter(())

    @classmethod
    def fitted(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """What is wrong with the two sides beyond their JSON types: what stands in them."""
        return iter(())

    @classmethod
    def suited(cls, one: ResolvedFormat, inter: Shapes, wire: Shapes) -> str:
        """How it is written where it stands between these by an argument alone, or ""."""
        return ""
