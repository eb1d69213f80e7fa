"""What short ways of a stream's events are made of: what they look up, and what they do at last."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ... import ir
from ...ir import Expr, Stmt
from ...ir.scope import Scope, snake
from ...load.stream import EventRows, Step, StreamRow
from ..streams.state import ROOT, E, S, StreamState, slot_part

PIECE, PIECES, LIKE = ir.var("piece"), ir.var("pieces"), ir.var("like")
Path = tuple[str | int, ...]
"""Keys, and places in lists."""
LOOP = (
    *("like", "e", "s", "w", "events", "out", "shown", "piece", "pieces", "shows", "number"),
    *("kind", "known_keys", "quiet", "silent", "item", "index", "holder", "before", "part"),
    "counted",
)
"""Names that the loop, and what a piece does in it, have for themselves."""
TEXTS = "_pieces"
"""How the names of the tables of texts end."""


class Pieces:
    """What the short ways of one format look up, and the functions that find it."""

    def __init__(self, state: StreamState) -> None:
        self.state = state
        #: members of the state that stay the same object: looked up once, ahead of the loop
        self.hoisted: dict[str, Expr] = {}
        #: tables of what the state says, which hold until an event goes the long way
        self.remembered: dict[str, Expr] = {}
        self.functions: list[ir.Function] = []
        #: whether more may be told beside a piece: it goes out right after that
        self.beside = False

    @property
    def ahead(self) -> dict[str, Expr]:
        """What is looked up ahead of the loop."""
        return {**self.hoisted, **self.remembered}

    def once(self, value: Expr, name: str) -> Expr:
        """What is made ahead of the loop."""
        self.hoisted[name] = value
        return ir.var(name)

    def unsaid(self) -> Expr:
        """Whether all that an event says beside its pieces is told already.

        A key that only an error event has is never known: what is not known goes the long way.
        """
        keys = self.once(slot_part(ROOT, "known_keys"), "known_keys")
        return unsaid(E, keys, self.once(slot_part(ROOT, "quiet"), "quiet"))

    def remember(
        self, rows: EventRows, free: Collection[str], path: Path, *names: str
    ) -> Stmt:
        """Remember the event as one like which others may be, which bring pieces of this text.

        Of its own keys those that are ``free`` are looked at in each of them.
        """
        self.remembered[ir.name_of(LIKE)] = ir.runtime("Like")
        own = {key for row in rows.rows for key in row.source[:1]} - {*free}
        named = self.state.names_constant(sorted(own), ("OWN_IN", rows.title))
        locals_ = map(ir.var, names)
        return ir.do(ir.runtime("remember", LIKE, E, named, ir.const(path), *locals_))

    def alike(
        self, path: Path, names: tuple[str, ...], steps: list[Stmt], other: list[Stmt]
    ) -> list[Stmt]:
        """Steps with the piece of an event that is like the one remembered, or else others."""
        piece: Expr = E
        for key in path:
            piece = ir.at(piece, key) if isinstance(key, int) else ir.get(piece, key)
        taken = [ir.Unpack(names, ir.Member(LIKE, "target")), ir.let("piece", piece)]
        return [ir.if_((ir.Same(E, LIKE), [*taken, *steps]), otherwise=other)]

    def table(
        self, name: str, keys: Sequence[str], doc: str, rows: list[str], body: list[Stmt]
    ) -> Expr:
        """The table of what a function says of these keys."""
        finds = f"_find_{name.removesuffix(TEXTS)}"
        self.functions.append(ir.Function(finds, ["s", *keys], doc, rows, body))
        made = ir.runtime("Remembered", ir.Named(finds), ir.const(len(keys)), S)
        self.remembered[name] = made
        return ir.var(name)

    def texts(
        self, row: StreamRow, keys: Sequence[str], find: list[Stmt], w: Expr, shown: list[Expr]
    ) -> Expr:
        """The table of the texts that a row's pieces go to, by the keys that tell them apart."""
        stem = snake(row.place[-1].name).strip("_")
        name, number = f"{stem}{TEXTS}", 1
        while name in self.remembered:
            number += 1
            name = f"{stem}_{number}{TEXTS}"
        doc = "The pieces of a text, and how they are shown."
        body = [*find, ir.ret(ir.runtime("growing", S, w, *shown))]
        return self.table(name, keys, doc, [row.text], body)


def locals_of_loop() -> Scope:
    return Scope(*LOOP)


def slot_at(outer: Expr, path: str, number: Expr) -> Expr:
    """An element of a list, of which it is known that it was begun."""
    return ir.Item(ir.get(slot_part(outer, "lists"), path), number)


def slot_of(step: Step, number: Expr) -> Expr:
    """An element of a list of the reply itself."""
    return slot_at(ROOT, step.name, number)


def grown(
    event: Expr, *first: Stmt, last: Sequence[Stmt] = (), asked: Sequence[Expr] = ()
) -> list[Stmt]:
    """Add a piece, and show it if there is anything to show; else go on with the next event.

    What is ``asked`` must hold besides.
    """
    there = ir.and_(ir.Holds(ir.var("shows")), ir.Filled(PIECE))
    unshown = ir.if_((ir.not_(there), [ir.Continue()]))
    steps = [*first, ir.append(PIECES, PIECE), unshown, ir.let("shown", event), *last]
    return guarded(asked, _added(*steps))


def grown_alike(event: Expr, *first: Stmt) -> list[Stmt]:
    """Add a piece like one that was shown, which is not empty, and show it."""
    return _added(*first, ir.append(PIECES, PIECE), ir.let("shown", event))


def _added(*steps: Stmt) -> list[Stmt]:
    return [ir.if_((ir.is_(PIECE, "string"), [*steps]))]


def unsaid(e: Expr, keys: Expr, quiet: Expr) -> Expr:
    """Whether all that an object says is told already, or still says nothing."""
    silent = ir.or_(ir.not_(ir.Filled(quiet)), ir.runtime("silent", e, quiet))
    return ir.and_(ir.Covers(keys, e), silent)


def guarded(way: Sequence[Expr | Stmt], steps: list[Stmt]) -> list[Stmt]:
    """Steps at the end of a way of other steps and of conditions, each of which must hold."""
    for one in reversed(way):
        steps = [one, *steps] if isinstance(one, Stmt) else [_asked(one, steps)]
    return steps


def _asked(condition: Expr, steps: list[Stmt]) -> Stmt:
    """Steps if a condition holds; one that is asked right after it is asked with it."""
    match steps:
        case [ir.If(branches, [])] if len(branches) == 1:
            more, steps = branches[0]
            condition = ir.and_(*_conditions(condition), *_conditions(more))
    return ir.if_((condition, steps))


def _conditions(one: Expr) -> tuple[Expr, ...]:
    return one.conditions if isinstance(one, ir.And) else (one,)
