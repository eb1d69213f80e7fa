"""What of a reply is shown while it comes: where the whole keeps text, reasoning and tool calls.

The lenses say it already: a place in the whole that a block's text comes from is shown as that
block's piece, a call's arguments as the call's.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ...ir import Expr, const
from ...load.stream import names
from ...load.transform import Lens, Row
from ...operators.base import Codec
from ...operators.leaf import Leaf
from ...resolve.intermediate import CALL, USAGE
from ...resolve.paths import is_list
from ...resolve.streaming import source_of, unindexed
from ..bound import BoundLens, BoundUnion, whole_row
from ..codecs import Copy, Many, ThroughUnion
from ..resolve import Resolver
from .converted import converts

Path = tuple[str, ...]
PIECES = {"TextBlock": "text", "ReasoningBlock": "reasoning"}
"""Blocks that come piece by piece, and the kind of slot they have."""
CALLS = {"toolCall": "argumentsDelta", "freeCall": "inputDelta"}
"""The kinds of slots that calls have, and where an event has the next piece of a call's text."""


@dataclass
class Element:
    """An arm of the elements of a list of blocks: how its kind is told and what is shown of it."""

    lens: BoundLens
    kind: str
    text: Path = ()
    id: Path = ()
    name: Path = ()
    #: what a call is given: its arguments, or what the model wrote freely
    arguments: Path = ()
    #: the key under which arguments go that are no object: "" if they are a text, None if none does
    carrier: str | None = None
    #: where the text of arguments stands that are no object, if it has a place of its own
    invalid: Path = ()
    #: the place of a call's name, which may never come, with what stands for it
    absent: dict[str, Any] = field(default_factory=dict)
    #: where a call's id or name stands in other words than its own
    spelled: dict[Path, Leaf] = field(default_factory=dict)
    #: the lens of a call, which a block holds
    call_lens: Lens | None = None
    #: whether its text is that of records of a list
    listed: bool = False
    #: whether its text stands elsewhere as long as it comes
    moved: bool = False
    #: the type of these records, and what a new one has beside its text
    record: str = ""
    beside: dict[str, Any] = field(default_factory=dict)
    #: where the text may stand instead, and in which records
    rather: Path = ()
    rather_record: str = ""
    #: where pieces of its text stand that a field marks, and that field
    marked: Path = ()
    mark: str = ""

    def mark_at(self, path: Path) -> str:
        """The field that marks pieces at this path, or ""."""
        return self.mark if self.marked == path else ""

    @property
    def ways(self) -> list[Path]:
        """All places of texts that come piece by piece."""
        return [way for way in (self.rather, self.growing, self.marked) if way]

    def word(self, path: Path, record: str) -> str:
        """What pieces at this path, in records of a type, are called that go out; "" if none do."""
        if self.mark_at(path):
            return self.mark
        if self.growing == path and self.takes(record):
            return self.kind
        rather = (self.rather, self.rather_record) == (path, record)
        return f"{self.kind}.{path[0]}" if rather else ""

    def takes(self, record: str) -> bool:
        """Whether pieces of a type are its own: of the records of its text, or of itself."""
        return record in ("", self.record, self.lens.lens.wire)

    @property
    def named(self) -> tuple[str, ...]:
        """The keys of a call's id, and of the name of its tool."""
        rows = self.call_lens.rows if self.call_lens is not None else ()
        return tuple(row.targets[0].path[-1] for name in ("id", "name") for row in rows
                     if row.name == name and row.targets)  # fmt: skip

    @property
    def is_call(self) -> bool:
        """Whether it is a tool call, of arguments or of free text."""
        return self.kind in CALLS

    @property
    def growing(self) -> Path:
        """Where it keeps the text that comes piece by piece."""
        return self.arguments if self.is_call else self.text


@dataclass
class Blocks:
    """A list in the whole that holds blocks of the message."""

    path: Path
    union: BoundUnion
    #: the arm whose blocks alone stand here, where the message has its blocks in several keys
    arm: str = ""
    elements: list[Element] = field(default_factory=list)
    #: whether it is no list but the only block itself
    single: bool = False

    @property
    def calls(self) -> list[Element]:
        """The arms that are tool calls."""
        return [element for element in self.elements if element.is_call]

    @property
    def call(self) -> Element | None:
        """The arm that is a tool call with arguments."""
        return next((element for element in self.elements if element.kind == "toolCall"), None)

    def grown(self, path: Path, record: str = "") -> list[Element]:
        """The arms whose text that comes in pieces is at this path, in records of a type."""
        return [
            one for one in self.elements
            if (one.growing == path and one.takes(record)) or one.mark_at(path)
            or (record and (one.rather, one.rather_record) == (path, record))
        ]  # fmt: skip

    @property
    def plain(self) -> dict[str, Any]:
        """A text that has nothing to it, and says nothing."""
        one = next((e for e in self.elements if e.kind == "text" and len(e.text) == 1), None)
        return {**dict(one.lens.wire_tags), one.text[0]: ""} if one is not None else {}

    @property
    def carrier(self) -> str:
        """The key under which arguments go that are no object, or ""."""
        return next((element.carrier for element in self.elements if element.carrier), "")

    @property
    def text_of_call(self) -> Path:
        """Where a call has its arguments as a text, which may come in pieces; else ()."""
        call = self.call
        return call.arguments if call is not None and call.carrier == "" else ()

    @property
    def free_text(self) -> Path:
        """Where a call has what the model wrote freely, which comes in pieces; else ()."""
        return next((one.arguments for one in self.elements if one.kind == "freeCall"), ())


@dataclass
class Shown:
    """``texts``: places of one text each, with its kind; ``lists``: places of lists of blocks."""

    response: BoundLens
    texts: dict[Path, str] = field(default_factory=dict)
    #: the keys that a text may come under, at the path of each; by the object that has them, the
    #: constant that says all of it
    alike: dict[Path, tuple[str, ...]] = field(default_factory=dict)
    alike_in: dict[Path, Expr] = field(default_factory=dict)
    #: texts of blocks that say they stood there: their metadata, or the field that marks them
    asides: dict[Path, Expr] = field(default_factory=dict)
    marks: dict[Path, str] = field(default_factory=dict)
    #: texts that the wire always has: one that is empty is no block
    demanded: set[Path] = field(default_factory=set)
    lists: list[Blocks] = field(default_factory=list)
    #: texts that may be lists of blocks instead: their pieces are texts, or items
    mixed: dict[Path, Blocks] = field(default_factory=dict)
    usage: Path = ()
    #: all places that it may stand in
    usages: tuple[Path, ...] = ()
    usage_lens: BoundLens | None = None
    #: what reads counts that stand in the reply one by one, a row for each
    counts: BoundLens | None = None

    @property
    def usual(self) -> dict[Path, str]:
        """The places that texts are written to: of those alike, the first."""
        return {path: self.marks.get(path, kind) for path, kind in self.texts.items()
                if path[-1] == self.alike.get(path, path[-1:])[0]}  # fmt: skip

    @property
    def odd(self) -> set[Path]:
        """The places of texts whose pieces say more than their text."""
        return {*self.alike, *self.marks}

    def beside_first_piece(self, place: Path) -> list[Expr]:
        """What is said of the first piece of a text that stands aside."""
        aside, mark = self.asides.get(place), self.marks.get(place)
        if mark is not None:
            return [const(None), const(mark)]
        return [aside] if aside is not None else []

    @property
    def count_places(self) -> list[Path]:
        """Where the counts stand that rows name one by one."""
        rows = self.counts.lens.rows if self.counts is not None else ()
        return [target.path for row in rows for target in row.targets]

    def blocks(self, path: Path) -> Blocks | None:
        return next((blocks for blocks in self.lists if blocks.path == path), None)

    def carrier(self, place: Path) -> str:
        """The key under which what a call has at this place goes if it is no object, or ""."""
        holders = (one for one in self.lists if place[: len(one.path)] == one.path)
        return next((one.carrier for one in holders), "")


def shown(resolver: Resolver, whole: str) -> Shown:
    """What is shown of a reply whose body is a ``whole``."""
    lens = resolver.bound[resolver.transform.response[0], whole]
    found = Shown(lens)
    for row in lens.lens.rows:
        if row.fields[0] == ("message", "content"):
            _content(resolver, found, lens, row, ())
        for target in row.targets[:1]:
            path = unindexed(target.path)
            leaf = resolver.leaf(lens.lens, row, target)
            if row.fields[0] == ("message",):
                _message(resolver, found, next(iter(leaf.codec.lenses())), path)
            elif row.fields[0] == (USAGE,):
                found.usage = path
                found.usages = tuple(unindexed(one.path) for one in row.targets)
                found.usage_lens = next(iter(leaf.codec.lenses()))
    found.counts = _counts(lens.lens)
    found.lists.sort(key=lambda blocks: bool(blocks.arm))  # the rest first, wherever its row stands
    return found


def _counts(lens: Lens) -> BoundLens | None:
    """The rows that name a count each, as a lens of their own onto the same object."""
    rows = tuple(
        replace(row, fields=tuple(field[1:] for field in row.fields))
        for row in lens.rows
        if row.targets and all(len(field) == 2 and field[0] == USAGE for field in row.fields)
    )
    if not rows:
        return None
    places = {target.path for row in rows for target in row.targets}
    absents = tuple(one for one in lens.absents if one.path in places)
    counts = Lens("Usage", lens.wire, lens.position, rows, absents=absents)
    return BoundLens(counts, [], [], "_counted", "")


def _message(resolver: Resolver, found: Shown, lens: BoundLens, prefix: Path) -> None:
    for row in lens.lens.rows:
        if row.name == "content":
            _content(resolver, found, lens, row, prefix)


def _content(resolver: Resolver, found: Shown, lens: BoundLens, row: Row, prefix: Path) -> None:
    """Note where the blocks of the message stand, and texts that stand for one."""
    for arm, target in row.parts:
        leaf = resolver.part(lens.lens, row, arm, target, lens.lens.inter)
        path = (*prefix, *unindexed(target.path))
        if leaf.codec.shows_text:
            found.texts[path] = PIECES.get(arm, "text")
            for key in leaf.codec.alike:
                other = (*path[:-1], key)
                found.texts[other] = found.texts[path]
                found.alike[other] = leaf.codec.alike
            if leaf.codec.alike:
                found.alike_in[path[:-1]] = leaf.codec.spellings
            if leaf.codec.aside is not None:
                found.asides[path] = leaf.codec.aside
            if leaf.codec.marks:
                found.marks[path] = leaf.codec.marks
            if leaf.wire_required and not leaf.null:
                found.demanded.add(path)
            _mixed(resolver, found, path, leaf.codec, arm)
        else:
            _blocks(resolver, found, path, leaf.codec, arm)
    for target in row.targets[:1]:
        leaf = resolver.leaf(lens.lens, row, target)
        _blocks(resolver, found, (*prefix, *unindexed(target.path)), leaf.codec)


def _blocks(resolver: Resolver, found: Shown, path: Path, whole: Codec, arm: str = "*") -> None:
    codec = whole.items
    if not isinstance(codec, Many) or not isinstance(codec.item, ThroughUnion):
        return
    blocks = Blocks(path, codec.item.union, arm.strip("*"), single=whole.as_list)
    for lens in blocks.union.lenses:
        element = _element(resolver, lens, path)
        if element is not None:
            blocks.elements.append(element)
    found.lists.append(blocks)


def _mixed(resolver: Resolver, found: Shown, path: Path, codec: Codec, arm: str) -> None:
    """Note a text whose pieces may be lists of blocks, with the blocks that have a text."""
    stream, items = resolver.transform.stream, codec.items
    rows = [(one.event, row) for one in stream.events for row in one.rows] if stream else []
    listed = any(
        row.operator == "append" and names(row.place) == path
        and is_list(source_of(resolver.wire, event, "", row.source).shapes)
        for event, row in rows
    )  # fmt: skip
    if listed and isinstance(items, Many) and isinstance(items.item, ThroughUnion):
        found.mixed[path] = blocks = Blocks(path, items.item.union, arm.strip("*"))
        texts = [_text(resolver, lens) for lens in blocks.union.lenses]
        blocks.elements += [element for element in texts if element is not None]


def _text(resolver: Resolver, lens: BoundLens) -> Element | None:
    """An arm that is a text, or None if it is none."""
    inner, kind = lens.lens, PIECES.get(lens.lens.inter)
    row = next((row for row in inner.rows if row.name == "text" and row.targets), None)
    if kind is None or row is None:
        return None
    target = row.targets[0]
    leaf = resolver.leaf(inner, row, target)
    inside = leaf.codec.text_path
    found = Element(lens, kind, text=(*target.path, *inside), listed=bool(inside))
    found.record, found.beside = leaf.codec.record_of_text, dict(leaf.codec.beside_text)
    for one in leaf.modifiers:
        other = one.elsewhere(leaf)
        if other is not None:
            found.rather, found.rather_record = other
        marking = one.marking(leaf)
        if marking is not None:
            found.marked, found.mark = marking
    return found


def _element(resolver: Resolver, lens: BoundLens, place: Path) -> Element | None:
    inner = lens.lens
    if inner.inter in PIECES:
        text = _text(resolver, lens)
        if text is None:
            return None
        if text.listed and not _grows(resolver, (*place, *text.text), text):
            return None  # a list that comes whole is told whole
        text.moved = _moves(resolver, (*place, *text.text))
        return text
    whole = whole_row(lens)
    if whole is None:
        return None
    lenses = resolver.leaf(inner, whole, whole.targets[0]).codec.lenses()
    if len(lenses) != 1 or lenses[0].lens.inter != CALL:
        return None
    free: Path = ()
    element = Element(lens, "toolCall", call_lens=lenses[0].lens)
    for row in lenses[0].lens.rows:
        if not row.targets:
            continue
        leaf = resolver.leaf(lenses[0].lens, row, row.targets[0])
        if row.name in ("id", "name") and converts(leaf):
            element.spelled[leaf.target.path] = leaf
        if row.name == "id":
            element.id = leaf.target.path
        elif row.name == "name":
            element.name = leaf.target.path
            absents = lenses[0].lens.absents
            element.absent = {
                ".".join(one.path): one.value for one in absents if one.path == element.name
            }
        elif leaf.codec.carrier is not None or (row.name == "arguments" and _copied(leaf)):
            element.arguments = leaf.target.path
            element.carrier = leaf.codec.carrier
        elif row.name == "invalidArguments":
            element.invalid = leaf.target.path
        elif row.name == "input":
            free = leaf.target.path
    if free and not element.arguments and _grows(resolver, (*place, *free), element):
        element.kind, element.arguments, element.carrier = "freeCall", free, ""
    # A call without arguments has no pieces of its own: it comes whole.
    return element if element.arguments else None


def _grows(resolver: Resolver, place: Path, element: Element) -> bool:
    """Whether a text of an arm comes in pieces."""
    stream = resolver.transform.stream
    rows = [row for event in stream.events for row in event.rows] if stream is not None else []
    return any(
        row.operator == "append" and names(row.place) == place and element.takes(row.record)
        for row in rows
    )


def _moves(resolver: Resolver, place: Path) -> bool:
    """Whether a text that comes in pieces stands here in the end alone."""
    stream = resolver.transform.stream
    pairs = [pair for event in stream.events for pair in event.moves] if stream is not None else []
    return any(names(later.place) == place for _, later in pairs)


def _copied(leaf: Leaf) -> bool:
    """Whether the wire's object is the field's, as it is."""
    return isinstance(leaf.codec, Copy) and leaf.codec.types == ("object",)
