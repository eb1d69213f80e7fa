"""Plans the loss report of lists: those spread over several wire keys, and sequences."""

from __future__ import annotations

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import field_there
from ...ir.scope import snake
from ...load.transform import Row
from ...resolve.intermediate import TEXT_BLOCK
from ...resolve.paths import must_be_there
from ..bound import BoundLens
from ..codecs import Many
from ..folding import Folding
from ..resolve import Resolver

X = ir.var("x")
CONTEXT = [ir.var("calls")]


def inner(function: str, value: Expr, suffix: str) -> Stmt:
    """Report the losses of a value held at ``path + suffix``."""
    return ir.LoseIn(function, value, suffix)


def each(function: str, items: Expr, suffix: str) -> Stmt:
    """Report the losses of every item of a list held at ``path + suffix``."""
    return ir.LoseEach(function, items, suffix)


class ListLosses:
    """What lists lose: their order across keys, units without a place."""

    def __init__(self, resolver: Resolver, foldings: list[Folding]) -> None:
        self.resolver, self.foldings = resolver, foldings

    @staticmethod
    def foreign(value: Expr, suffix: str, keeps: bool) -> Stmt:
        """Overlays that go nowhere: other formats', and our own where nothing lays it back."""
        own = ir.var("FORMAT") if keeps else ir.const("")
        place = ir.Place(suffix)
        return ir.do(ir.runtime("foreign", value, own, place, ir.var("losses")))

    def strange(self, value: Expr, place: Expr, keeps: bool, record: str) -> Stmt:
        """Overlays that go nowhere, and keys that are no fields of a record."""
        own = ir.var("FORMAT") if keeps else ir.const("")
        known = self._fields(record)
        return ir.do(ir.runtime("strange", value, own, *known, place, ir.var("losses")))

    @staticmethod
    def unsupported(value: Expr, place: Expr, *reasons: Expr) -> Stmt:
        """A value that no arm of the wire takes."""
        args = (value, ir.var("FORMAT"), place, ir.var("losses"), *reasons)
        return ir.do(ir.runtime("unsupported", *args))

    def unknown(self, value: Expr, suffix: str, record: str) -> list[Stmt]:
        """Keys that are no fields of a record: an app has misspelled one, or means another."""
        if not self.resolver.inter.properties(record):
            return []
        args = (value, *self._fields(record), ir.Place(suffix), ir.var("losses"))
        return [ir.do(ir.runtime("unknown", *args))]

    def _fields(self, record: str) -> tuple[Expr, Expr]:
        """The fields of a record, a constant; and its name."""
        fields = frozenset(self.resolver.inter.properties(record))
        name = self.resolver.constants.put(f"FIELDS_OF_{snake(record).upper()}", fields)
        return ir.var(name), ir.Const(record, "record")

    def parts(self, bound: BoundLens, row: Row, inter: str) -> list[Stmt]:
        """A list that stands in several wire keys loses its order across them."""
        body: list[Stmt] = []
        value = ir.get(X, row.name)
        schema = self.resolver.inter
        chosen = [(arm, self.resolver.part(bound.lens, row, arm, t, inter)) for arm, t in row.parts]
        ranks: dict[str, int] = {}
        rest = 0
        branches: list[tuple[Expr, list[Stmt]]] = []
        otherwise: list[Stmt] = []
        block = ir.var("block")
        for rank, (arm, leaf) in enumerate(chosen):
            if arm == "*":
                rest = rank
            else:
                ranks[schema.const(arm, "kind")[0]] = rank
            codec = leaf.codec.items
            inner: list[Stmt] = []
            if isinstance(codec, Many):
                inner = [ir.LoseAt(codec.item.losing, block, f"/{row.name}/", "index")]
            elif leaf.codec.texts_only:
                place = ir.PlaceAt(f"/{row.name}/", "index")
                inner = [self.strange(block, place, False, TEXT_BLOCK)]
                if arm == "*":
                    other = ir.Ne(ir.opt(block, "kind"), ir.const("text"))
                    lost = self.unsupported(block, place)
                    inner = [ir.if_((other, [lost]), otherwise=inner)]
            if arm == "*":
                otherwise = inner
            else:
                kind = ir.eq(ir.opt(block, "kind"), schema.const(arm, "kind")[0])
                if isinstance(codec, Many):
                    kind = ir.or_(kind, ir.eq(ir.opt(block, "at"), leaf.key))
                branches.append((kind, inner))
        order = ir.runtime(
            "reordered",
            value,
            ir.const(ranks),
            ir.const(rest),
            ir.const(chosen[0][1].codec.texts_only),
        )
        body.append(ir.LoseIf(f"/{row.name}", "order", order))
        body.append(ir.ForIndex("index", "block", value, [ir.if_(*branches, otherwise=otherwise)]))
        return body

    def sequence(self, folding: Folding) -> list[Stmt]:
        s = folding.sequence
        value = ir.get(X, s.field)
        body: list[Stmt] = []
        if s.lift:
            role = self.resolver.inter.const(s.lift, "role")[0]
            body.append(
                ir.do(
                    ir.runtime(
                        "lift_losses", value, ir.const(role), ir.var("FORMAT"),
                        ir.const(s.lift_anywhere), ir.var("path"), ir.var("losses"),
                    )
                )
            )  # fmt: skip
        if folding.joins_rest:
            body.append(
                ir.do(
                    ir.runtime(
                        "fold_losses", value, ir.var("FORMAT"), ir.var("path"), ir.var("losses")
                    )
                )
            )
        name = f"_losses_of_{s.field}"
        body.append(each(name, value, f"/{s.field}"))
        if must_be_there(self.resolver.inter, s.record, (s.field,)):
            return body
        return [ir.if_((field_there((s.field,)), body))]

    def unit(self, folding: Folding) -> ir.Function:
        """The losses of one unit of a sequence, wherever on the wire it goes."""
        s = folding.sequence
        branches = [(folding.is_unit(X, folding.member), [inner(folding.member.losing, X, "")])]
        if folding.rest is not None and folding.shares:
            branches.append((folding.is_unit(X, folding.rest), [inner(folding.rest.losing, X, "")]))
        if s.lift:
            lifted = [b for (i, _), b in self.resolver.bound.items() if i == s.lift]
            branches.append((folding.is_unit(X, lifted[0]), [inner(lifted[0].losing, X, "")]))
        if folding.union is not None:
            otherwise = [inner(folding.union.losing, X, "")]
        else:
            own = ir.Ne(ir.opt(X, "format"), ir.FormatName())
            otherwise = [ir.if_((own, [self.unsupported(X, ir.var("path"))]))]
        return ir.Function(
            f"_losses_of_{s.field}",
            ["x", "path", "losses", "calls"],
            f"What the wire cannot carry of one of `{s.record}.{s.field}`.",
            [],
            [ir.if_(*branches, otherwise=otherwise)],
        )
