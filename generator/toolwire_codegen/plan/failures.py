"""What kind of failure a reply tells of: worked out from the wire's words, and said in them."""

from __future__ import annotations

from .. import ir
from ..ir import Expr, Stmt
from ..load.transform import Lens
from .resolve import Resolver

X, ERROR = ir.var("x"), "error"
WORDS = ("type", "code")


def failures(resolver: Resolver) -> Expr:
    """The constant that has the words of each kind."""
    return ir.var(resolver.constant("ERROR_KINDS", resolver.transform.errors))


def classes(resolver: Resolver, lens: Lens) -> list[Stmt]:
    """What the reader of a reply that may tell of a failure does with it in the end."""
    if not _tells(resolver, lens):
        return []
    return [ir.if_((ir.has(X, ERROR), [ir.do(ir.runtime("classed", *_words(resolver, lens)))]))]


def rewords(resolver: Resolver, lens: Lens) -> list[Stmt]:
    """What its writer begins with: the failure in words that say the same kind here."""
    if not _tells(resolver, lens):
        return []
    made = ir.runtime("reworded", *_words(resolver, lens))
    return [ir.if_((ir.has(X, ERROR), [ir.let("x", made)]))]


def reworded_losses(resolver: Resolver, lens: Lens) -> list[Stmt]:
    """The report of the words that are replaced, and of a kind that has none here."""
    if not _tells(resolver, lens):
        return []
    place = (ir.var("path"), ir.var("losses"))
    made = ir.runtime("reworded_losses", *_words(resolver, lens), *place)
    return [ir.if_((ir.has(X, ERROR), [ir.let("x", made)]))]


def _words(resolver: Resolver, lens: Lens) -> tuple[Expr, ...]:
    """The value, the words of each kind, which of them the wire has a place for, and the wire."""
    return X, failures(resolver), ir.const(_words_placed(resolver, lens)), ir.FormatName()


def _tells(resolver: Resolver, lens: Lens) -> bool:
    rows = [row for row in lens.rows if row.fields[0][:1] == (ERROR,) and row.targets]
    return bool(resolver.transform.errors and rows and lens.inter == resolver.transform.response[0])


def _words_placed(resolver: Resolver, lens: Lens) -> list[str]:
    """Which words the wire has a place for."""
    rows = [row for row in lens.rows if row.targets and row.fields[0][:1] == (ERROR,)]
    found = {row.fields[0][1] for row in rows if len(row.fields[0]) > 1}
    for row in rows:
        if row.fields[0] == (ERROR,):
            for inner_lens in resolver.leaf(lens, row, row.targets[0]).codec.lenses():
                found |= {inner.name for inner in inner_lens.lens.rows if inner.targets}
    return [name for name in WORDS if name in found]
