"""``aliases``: one block whose text stands under one of several keys, or in a list of records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .. import ir
from ..ir import Expr, Stmt
from ..ir.scope import snake
from ..resolve.paths import follow, lists, records, text, types
from ..resolve.problems import Problem, Problems, nearest
from .base import Pairs, Reason, Use
from .joined import Joined

if TYPE_CHECKING:
    from ..resolve.format import ResolvedFormat
    from ..resolve.lenses import ResolvedLens, Slot
    from .handed import Reading, Writing
    from .leaf import Leaf


class Aliases(Joined):
    """The block has the text of the first key that has any; the form says which that was.

    All else that stands under these keys is in the block's overlay. What only a list says is a
    block, too: one without a text, if its records have none.
    """

    name = "aliases"
    example = "aliases(key, list.path)"
    takes = (1, 9)
    wire = "string"
    purpose = "one block whose text stands here, under another key, or in the records of a list"
    loss = "several blocks become one"
    empties_part = parts_texts = False
    places: ClassVar[tuple[str, ...]] = ("part",)
    whole_blocks = True
    other_keys = True

    def __init__(self, use: Use) -> None:
        super().__init__(use)
        texts, listed = split(use.operator.args)
        self.alike = (use.target.path[-1], *texts)
        stem = snake(self.alike[0]).upper()
        aliases = {"kind": self.kind, "texts": self.alike, "lists": listed}
        self.spellings: Expr = ir.var(use.resolver.constant(f"ALIASES_OF_{stem}", aliases))
        keys = frozenset((*self.alike, *listed))
        self.keys = ir.var(use.resolver.constant(f"KEYS_LIKE_{stem}", keys))

    def read_part(self, reading: Reading, leaf: Leaf, blocks: Expr, raw: Expr) -> list[Stmt]:
        w = reading.object(leaf.node)
        args = (w, reading.rest(leaf.node), ir.FormatName(), self.spellings)
        extended = ir.Extend(blocks, ir.runtime("block_of_aliases", *args))
        return [ir.if_((ir.not_(ir.Disjoint(self.keys, w)), [extended]))]

    def write_part(
        self, writing: Writing, leaf: Leaf, items: Expr, always: Pairs, after: list[Stmt]
    ) -> None:
        put = ir.do(ir.runtime("say_once", writing.object(leaf.node), items,
                               ir.FormatName(), self.spellings))  # fmt: skip
        after.append(ir.if_((ir.Filled(items), [put])))

    def losses_of_block(self, leaf: Leaf, block: Expr, place: Expr) -> list[Stmt]:
        args = (block, ir.FormatName(), self.spellings, place, ir.var("losses"))
        return [ir.do(ir.runtime("unsaid_losses", *args))]

    @classmethod
    def needs(cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot) -> Reason | None:
        if slot.part == "*":
            return '"*" takes what stands nowhere else', "name an arm"
        if not view.lens.keeps:
            return "nothing would remember under which key it stood", 'add `metadata: "*"`'
        return super().needs(one, view, slot)

    @classmethod
    def argued(
        cls, one: ResolvedFormat, view: ResolvedLens, slot: Slot, args: tuple[str, ...]
    ) -> Problems:
        """Each names a text beside this one, or the text of the records of a list there."""
        at, record = slot.target.position, view.lens.wire
        keys = one.wire.properties(record)
        for arg in args:
            key, *path = arg.split(".")
            shapes = one.wire_shapes(record, (key,))
            if key not in keys:
                what = f"`{record}` has no key `{key}`"
                yield Problem(at, what, nearest(key, keys, "keys"), "name one of its keys")
            elif not path and "string" not in types(shapes):
                note, fix = f"it is {text(shapes)}", f"write `{key}.` and the text of its records"
                yield Problem(at, f"`{key}` is no text", note, fix)
            elif path and not _texts_in(one, records(lists(shapes)), tuple(path)):
                what, fix = f"`{key}` has no records with a text `{'.'.join(path)}`", "name one"
                yield Problem(at, what, f"it is {text(shapes)}", fix)


def split(args: tuple[str, ...]) -> tuple[list[str], dict[str, list[str]]]:
    """The keys of texts, and those of lists with the keys of their records' texts."""
    texts = [arg for arg in args if "." not in arg]
    listed: dict[str, list[str]] = {}
    for key, _, path in (arg.partition(".") for arg in args if "." in arg):
        listed.setdefault(key, []).append(path)
    return texts, listed


def _texts_in(one: ResolvedFormat, names: Any, path: tuple[str, ...]) -> bool:
    found = [shape for name in names for shape in follow(one.wire, name, path).shapes]
    return len(path) == 1 and "string" in types(tuple(found))
