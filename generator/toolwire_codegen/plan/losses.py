"""Plans the loss report: for each lens, what of an intermediate value its wire cannot carry.

A loss is something that does not come back: ``decode(encode(x))`` is ``normal(x)`` where the
report is empty. Each operator's loss rule is a row of ``RULES``.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from .. import ir
from ..ir import Expr, Stmt
from ..ir.fields import field_there, held
from ..ir.scope import snake
from ..load.transform import Case, Row
from ..resolve.paths import must_be_there
from .codecs import Calls, Codec, Many, Table, ThroughLens, ThroughUnion
from .landing import land
from .operators import TEXT_BLOCK, Arguments, Pair, Text
from .plain import whole_row
from .resolve import CALL, BoundLens, BoundUnion, Leaf, Resolver
from .sequences import Folding
from .writing import LensWriter

X = ir.var("x")
CONTEXT = [ir.var("calls")]


def _lose(suffix: str, code: str, reason: str) -> Stmt:
    """Report one loss at ``path + suffix``."""
    return Stmt("lose", (suffix, code, reason))


def _inner(function: str, value: Expr, suffix: str) -> Stmt:
    """Report the losses of a value held at ``path + suffix``."""
    return Stmt("lose_in", (function, value, suffix))


def _each(function: str, items: Expr, suffix: str) -> Stmt:
    """Report the losses of every item of a list held at ``path + suffix``."""
    return Stmt("lose_each", (function, items, suffix))


BESIDE = "this wire has no place for it beside the rest"


def _differs(value: Expr, usual: object, suffix: str, why: str) -> list[Stmt]:
    return [ir.if_((Expr("ne", (value, ir.const(usual))), [_lose(suffix, "field", why)]))]


def lens_function(bound: BoundLens) -> str:
    return bound.writing.replace("_encode_", "_losses_of_")


def union_function(union: BoundUnion) -> str:
    return union.writing.replace("_encode_", "_losses_of_")


def item_function(codec: ThroughUnion | ThroughLens) -> str:
    if isinstance(codec, ThroughUnion):
        return union_function(codec.union)
    return lens_function(codec.lens)


class LossPlanner:
    """Plans the loss functions of one format."""

    def __init__(self, resolver: Resolver, foldings: list[Folding]) -> None:
        self.resolver, self.foldings = resolver, foldings

    def lens(self, bound: BoundLens) -> ir.Function:
        """What one lens does not carry of an object it writes."""
        lens = bound.lens
        body: list[Stmt] = []
        whole = lens.rows and not lens.rows[0].fields[0]
        if not whole:
            body += land(self.resolver, bound, report=True)
            row = whole_row(bound)
            # An overlay on a value that only holds another is laid on what it holds.
            keeps = lens.keeps or (row is not None and lens.inter != CALL)
            body.append(self._foreign(X, "", keeps))
            body += self._unknown(X, "", lens.inter)
            for holder in dict.fromkeys(
                path[0] for row in lens.rows for path in row.fields if len(path) > 1 and row.targets
            ):
                value, suffix = ir.get(X, holder), f"/{holder}"
                inside = []
                if "metadata" in self._held_fields(lens.inter, holder):
                    inside.append(self._foreign(value, suffix, False))
                for shape in self.resolver.format.inter_shapes(lens.inter, (holder,)):
                    inside += self._unknown(value, suffix, shape.name)
                body.append(ir.if_((field_there((holder,)), inside)))
        if lens.inter == CALL:
            body.append(ir.put(ir.var("calls"), ir.get(X, "id"), ir.get(X, "name")))
        for row in lens.rows:
            body.extend(self._row(bound, row, lens.inter))
        branches = [
            (self._case_condition(bound, case), self._case(bound, case)) for case in lens.cases
        ]
        if branches:
            body.append(ir.if_(*branches))
        return ir.Function(
            lens_function(bound),
            ["x", "path", "losses", "calls"],
            f"What `{lens.wire}` cannot carry of `{lens.inter}`.",
            [],
            body,
        )

    def _held_fields(self, inter: str, field: str) -> list[str]:
        shapes = self.resolver.format.inter_shapes(inter, (field,))
        return [key for shape in shapes for key in self.resolver.inter.properties(shape.name)]

    @staticmethod
    def _foreign(value: Expr, suffix: str, keeps: bool) -> Stmt:
        """Overlays that go nowhere: other formats', and our own where nothing lays it back."""
        own = ir.var("FORMAT") if keeps else ir.const("")
        place = Expr("place", (suffix,))
        return ir.do(ir.runtime("foreign", value, own, place, ir.var("losses")))

    def _unknown(
        self, value: Expr, suffix: str, record: str, place: Expr | None = None
    ) -> list[Stmt]:
        """Keys that are no fields of a record: an app has misspelled one, or means another."""
        fields = self.resolver.inter.properties(record)
        if not fields:
            return []
        name = f"FIELDS_OF_{snake(record).upper()}"
        name = self.resolver.constants.put(name, frozenset(fields))
        place = place or Expr("place", (suffix,))
        args = (value, ir.var(name), ir.const(record), place, ir.var("losses"))
        return [ir.do(ir.runtime("unknown", *args))]

    def union(self, union: BoundUnion) -> ir.Function:
        """What a union has no arm for, and what its arms do not carry."""
        hidden = [Expr("call", ("set", ()))] if union.hides_ids else []
        written = ir.call(union.writing, X, *hidden)
        reasons = self._reasons(union)
        unsupported = ir.runtime(
            "unsupported", X, ir.var("FORMAT"), ir.var("path"), ir.const(reasons)
        )
        body: list[Stmt] = [
            ir.if_(
                (
                    ir.missing(written),
                    [ir.append(ir.var("losses"), unsupported), Stmt("stop", ())],
                )
            )
        ]
        if union.by_value:
            local = ir.call(union.reading, written)
            differs = ir.not_(ir.runtime("same", local, X))
            body.append(ir.if_((differs, [_lose("", "value", "it reads back otherwise")])))
        branches = []
        for lens in union.lenses:
            if any(not row.fields[0] for row in lens.lens.rows):
                continue
            condition = self._arm(lens)
            several = [o for o in union.lenses if o.lens.inter == lens.lens.inter]
            if len(several) > 1:
                given = ir.call(
                    lens.writing, X, *([Expr("call", ("set", ()))] if lens.hides_ids else [])
                )
                condition = ir.and_(condition, ir.present(given))
            branches.append((condition, [_inner(lens_function(lens), X, "")]))
        if union.scalars or any(not r.fields[0] for o in union.lenses for r in o.lens.rows):
            objects = ir.is_(X, "object")
            branches = [(ir.and_(objects, c), b) for c, b in branches]
        if branches:
            body.append(ir.if_(*branches))
        return ir.Function(
            union_function(union),
            ["x", "path", "losses", "calls"],
            f"What `{union.wire}` cannot carry of `{union.inter}`.",
            [],
            body,
        )

    def _reasons(self, union: BoundUnion) -> dict[str, str]:
        """Tag (or first required key) of each arm declared lost → the reason."""
        schema, found = self.resolver.inter, {}
        for name, reason in union.lost.items():
            kinds = [schema.const(name, key) for key in schema.required(name)]
            tag = next((values[0] for values in kinds if len(values) == 1), None)
            found[str(tag or sorted(schema.required(name))[0])] = reason
        for lens in union.lenses:
            if lens.lens.own and lens.inter_tags:
                found.setdefault(str(lens.inter_tags[0][1]), lens.lens.own)
        return found

    def _arm(self, lens: BoundLens) -> Expr:
        if lens.inter_tags:
            return ir.and_(*(ir.eq(ir.opt(X, k), v) for k, v in lens.inter_tags))
        keys = sorted(self.resolver.inter.required(lens.lens.inter))
        return ir.has(X, keys[0])

    # -- cases

    def _case_condition(self, bound: BoundLens, case: Case) -> Expr:
        return LensWriter(self.resolver, bound).condition(case)

    def _case(self, bound: BoundLens, case: Case) -> list[Stmt]:
        body: list[Stmt] = []
        if case.lost:
            body.append(_lose("", "kind", case.lost))
        for row in case.rows:
            body.extend(self._row(bound, row, case.arm or bound.lens.inter))
        if case.arm:
            body.extend(self._unknown(X, "", case.arm))
            body.extend(self._mistaken(bound, case))
            return body
        body.extend(self._claimed(bound, case))
        named = {path[0] for row in case.rows for path in row.fields}
        named |= {path[0] for row in bound.lens.rows for path in row.fields}
        named |= self.resolver.inter.private(bound.lens.inter)
        for field in self.resolver.inter.properties(bound.lens.inter):
            tag = self.resolver.inter.const(bound.lens.inter, field)
            if field in named or field == "metadata" or tag:
                continue
            body.append(ir.if_((field_there((field,)), [_lose(f"/{field}", "field", BESIDE)])))
        return body

    def _claimed(self, bound: BoundLens, case: Case) -> list[Stmt]:
        """A value that an earlier case would read as two fields."""
        body: list[Stmt] = []
        for other in bound.lens.cases[: bound.lens.cases.index(case)]:
            for theirs in other.rows:
                claimed = self.resolver.leaf(bound.lens, theirs, theirs.targets[0])
                for row in case.rows:
                    same = row.targets[0].path == claimed.target.path
                    if same and isinstance(claimed.codec, Pair):
                        value = ir.get(X, row.name)
                        read = ir.runtime(claimed.codec.reader, value, *claimed.codec.args)
                        lost = _lose(f"/{row.name}", "value", f"it reads back as {theirs.left}")
                        body.append(ir.if_((ir.present(read), [lost])))
        return body

    def _mistaken(self, bound: BoundLens, case: Case) -> list[Stmt]:
        """A text that an earlier case would claim on the way back."""
        body: list[Stmt] = []
        for other in bound.lens.cases:
            if other is case:
                break
            for row in other.rows:
                for target in row.targets:
                    operator = target.operator("carried")
                    if operator is None or not any(
                        t.path == target.path and not t.operator("carried")
                        for mine in case.rows
                        for t in mine.targets
                    ):
                        continue
                    read = ir.runtime(
                        "carried_from", ir.get(X, "value"), ir.const(operator.args[0])
                    )
                    tag = self.resolver.inter.const(other.arm, "kind")[0]
                    reason = f"this text reads back as a result of kind {tag}"
                    body.append(ir.if_((ir.present(read), [_lose("/value", "kind", reason)])))
        return body

    # -- rows

    def _row(self, bound: BoundLens, row: Row, inter: str) -> list[Stmt]:
        lens = bound.lens
        if row.is_const:
            why = next((other.lost for other in lens.rows if other.lost), BESIDE)
            return self._const(inter, row, why)
        if row.lost:
            return self._lost(row)
        if row.parts:
            return self._parts(bound, row, inter)
        sequence = self.resolver.format.sequence(lens, row)
        if sequence is not None:
            folding = next(f for f in self.foldings if f.sequence is sequence)
            return self._sequence(folding)
        leaf = self.resolver.leaf(lens, row, row.targets[0], inter)
        field = row.fields[0]
        if not field:
            return []
        body = self._value(leaf)
        beside = leaf.target.operator("beside")
        if beside is not None:
            other, value = beside.args
            reason = f"the wire has it only beside {other}, which is then {value!r}"
            made_up = _lose(f"/{other}", "filled", reason)
            body.append(ir.if_((ir.not_(field_there((other,))), [made_up])))
        guarded = not leaf.inter_required and not any(row in c.rows for c in lens.cases)
        statements: list[Stmt] = []
        if body:
            statements = [ir.if_((field_there(field), body))] if guarded else body
        if leaf.has_fill:
            what = json.dumps(leaf.fill)
            filled = _lose(f"/{field[0]}", "filled", f"the wire demands it: {what} is written")
            absent = ir.not_(field_there(field[:1]))
            if leaf.has("expected"):
                excused = ir.runtime("excused_in", X, Expr("FORMAT", ()), ir.const(leaf.key))
                absent = ir.and_(absent, ir.not_(excused))
            statements.append(ir.if_((absent, [filled])))
        if leaf.has_default and leaf.wire_required and not leaf.inter_required:
            same = ir.eq(ir.opt(X, field[0]), ir.const(leaf.default))
            gone = _lose(f"/{field[0]}", "value", "on this wire it is as good as none")
            statements.append(ir.if_((same, [gone])))
        return statements

    def _const(self, inter: str, row: Row, why: str) -> list[Stmt]:
        """A field that has one value wherever this lens is chosen."""
        if not row.fields[0]:
            return []
        value, suffix = held(row.fields[0]), "/" + "/".join(row.fields[0])
        body: list[Stmt] = []
        if isinstance(row.const, dict):
            body.append(self._foreign(value, suffix, False))
            for shape in self.resolver.format.inter_shapes(inter, row.fields[0]):
                body += self._unknown(value, suffix, shape.name)
            for key, usual in row.const.items():
                body += _differs(ir.opt(value, key), usual, f"{suffix}/{key}", why)
        else:
            body = [] if row.const is True else _differs(value, row.const, suffix, why)
        return [ir.if_((field_there(row.fields[0]), body))] if body else []

    def _lost(self, row: Row) -> list[Stmt]:
        if row.back is not None:
            known = Expr("lookup", (ir.var("calls"), ir.get(X, row.back.args[0]), ir.const("")))
            differs = Expr("ne", (known, ir.get(X, row.name)))
            reason = "no call with that id has this name, and the wire has no other place for it"
            return [ir.if_((differs, [_lose(f"/{row.name}", "field", reason)]))]
        body: list[Stmt] = []
        for path in row.fields:
            body.append(
                ir.if_((field_there(path), [_lose("/" + "/".join(path), "field", row.lost)]))
            )
        return body

    def _value(self, leaf: Leaf) -> list[Stmt]:
        for kind, rule in RULES.items():
            if isinstance(leaf.codec, kind):
                return rule(self, leaf)
        for name, named_rule in NAMED.items():
            if leaf.has(name):
                return named_rule(leaf)
        return []

    def held(self, codec: Codec, value: Expr, suffix: str) -> list[Stmt]:
        """The losses of values that go through lenses of their own."""
        if isinstance(codec, Many):
            return [_each(item_function(codec.item), value, suffix)]
        if isinstance(codec, ThroughUnion | ThroughLens):
            return [_inner(item_function(codec), value, suffix)]
        return []

    def _parts(self, bound: BoundLens, row: Row, inter: str) -> list[Stmt]:
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
            codec = leaf.codec.items if isinstance(leaf.codec, Text) else leaf.codec
            inner: list[Stmt] = []
            if isinstance(codec, Many):
                name = item_function(codec.item)
                inner = [Stmt("lose_at", (name, block, f"/{row.name}/", "index"))]
            elif isinstance(leaf.codec, Text) or leaf.has("joined") or leaf.has("worded"):
                place = Expr("place_at", (f"/{row.name}/", "index"))
                lost = ir.runtime("unsupported", block, ir.var("FORMAT"), place, ir.const({}))
                other = Expr("ne", (ir.opt(block, "kind"), ir.const("text")))
                kept = ir.runtime("foreign", block, ir.const(""), place, ir.var("losses"))
                known = self._unknown(block, "", TEXT_BLOCK, place)
                inner = [
                    ir.if_(
                        (other, [ir.append(ir.var("losses"), lost)]),
                        otherwise=[ir.do(kept), *known],
                    )
                ]
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
            ir.const(chosen[0][1].has("joined") or chosen[0][1].has("worded")),
        )
        body.append(Stmt("lose_if", (f"/{row.name}", "order", order)))
        body.append(
            Stmt("for_index", ("index", "block", value, [ir.if_(*branches, otherwise=otherwise)]))
        )
        return body

    def _sequence(self, folding: Folding) -> list[Stmt]:
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
        body.append(_each(name, value, f"/{s.field}"))
        if must_be_there(self.resolver.inter, s.record, (s.field,)):
            return body
        return [ir.if_((field_there((s.field,)), body))]

    def unit(self, folding: Folding) -> ir.Function:
        """The losses of one unit of a sequence, wherever on the wire it goes."""
        s = folding.sequence
        branches = [
            (folding.is_unit(X, folding.member), [_inner(lens_function(folding.member), X, "")])
        ]
        if folding.rest is not None and folding.shares:
            branches.append(
                (folding.is_unit(X, folding.rest), [_inner(lens_function(folding.rest), X, "")])
            )
        if s.lift:
            lifted = [b for (i, _), b in self.resolver.bound.items() if i == s.lift]
            branches.append(
                (folding.is_unit(X, lifted[0]), [_inner(lens_function(lifted[0]), X, "")])
            )
        if folding.union is not None:
            otherwise = [_inner(union_function(folding.union), X, "")]
        else:
            lost = ir.runtime("unsupported", X, ir.var("FORMAT"), ir.var("path"), ir.const({}))
            own = Expr("ne", (ir.opt(X, "format"), Expr("FORMAT", ())))
            otherwise = [ir.if_((own, [ir.append(ir.var("losses"), lost)]))]
        return ir.Function(
            f"_losses_of_{s.field}",
            ["x", "path", "losses", "calls"],
            f"What the wire cannot carry of one of `{s.record}.{s.field}`.",
            [],
            [ir.if_(*branches, otherwise=otherwise)],
        )


# -- the loss rule of each codec, then of operators that a shared codec serves


def _field(leaf: Leaf) -> tuple[Expr, str]:
    value = X
    for key in leaf.field:
        value = ir.get(value, key)
    return value, "/" + "/".join(leaf.field)


def _text(planner: LossPlanner, leaf: Leaf) -> list[Stmt]:
    codec, (value, suffix) = leaf.codec, _field(leaf)
    assert isinstance(codec, Text)
    if not codec.inter_list or codec.items is None:
        return []
    held = planner.held(codec.items, value, suffix)
    if not codec.inter_string:
        return held
    return [ir.if_((ir.is_(value, "array"), held))]


def _table(planner: LossPlanner, leaf: Leaf) -> list[Stmt]:
    value, suffix = _field(leaf)
    table = leaf.codec
    assert isinstance(table, Table)
    back = ir.runtime(
        "looked_up",
        ir.var(table.reading),
        Expr("lookup", (ir.var(table.writing), value, ir.const(None))),
        ir.const(table.otherwise),
    )
    lost = _lose(suffix, "value", "the wire has no word of its own for it")
    return [ir.if_((Expr("ne", (back, value)), [lost]))]


def _finish(planner: LossPlanner, leaf: Leaf) -> list[Stmt]:
    value, suffix = _field(leaf)
    codec = leaf.codec
    assert isinstance(codec, Calls)
    content = ir.get(ir.get(X, "message"), "content")
    written = Expr("lookup", (ir.var(codec.table.writing), value, ir.const(None)))
    back = ir.runtime("finished", ir.var(codec.table.reading), written,
                      ir.const(codec.table.otherwise), content)  # fmt: skip
    lost = _lose(suffix, "value", "the wire has no word of its own for it")
    condition = Expr("ne", (back, value))
    if leaf.has_default:
        condition = ir.and_(condition, Expr("ne", (value, ir.const(leaf.default))))
    return [ir.if_((condition, [lost]))]


def _arguments(planner: LossPlanner, leaf: Leaf) -> list[Stmt]:
    codec = leaf.codec
    assert isinstance(codec, Arguments)
    key = codec.args[0] if codec.args else ir.const(None)
    return [Stmt("lose_if", ("/invalidArguments", "value", ir.runtime("odd_arguments", X, key)))]


def _pair(planner: LossPlanner, leaf: Leaf) -> list[Stmt]:
    codec, (value, suffix) = leaf.codec, _field(leaf)
    assert isinstance(codec, Pair)
    second = leaf.row.fields[1][0]
    other = ir.opt(X, second) if codec.optional_second else ir.get(X, second)
    written = ir.runtime(codec.writer, value, other, *codec.args)
    back = ir.runtime(codec.reader, written, *codec.args)
    same = ir.runtime("same_pair", back, value, other)
    return [ir.if_((ir.not_(same), [_lose(suffix, "value", "it reads back otherwise")]))]


def _held(planner: LossPlanner, leaf: Leaf) -> list[Stmt]:
    value, suffix = _field(leaf)
    return planner.held(leaf.codec, value, suffix)


RULES: dict[type[Codec], Callable[[LossPlanner, Leaf], list[Stmt]]] = {
    Text: _text,
    Table: _table,
    Calls: _finish,
    Arguments: _arguments,
    Pair: _pair,
    Many: _held,
    ThroughUnion: _held,
    ThroughLens: _held,
}


def _empty(leaf: Leaf) -> list[Stmt]:
    value, suffix = _field(leaf)
    lost = _lose(suffix, "value", "an empty text is left out")
    return [ir.if_((ir.not_(Expr("true", (value,))), [lost]))]


def _digits(leaf: Leaf) -> list[Stmt]:
    value, suffix = _field(leaf)
    back = ir.runtime("digits", ir.runtime("undigits", value))
    lost = _lose(suffix, "value", "the wire has numbers alone here")
    return [ir.if_((Expr("ne", (back, value)), [lost]))]


NAMED: dict[str, Callable[[Leaf], list[Stmt]]] = {"nonempty": _empty, "digits": _digits}


def reports(planner: LossPlanner) -> dict[str, ir.Function]:
    """Every loss function of a format, by name."""
    found: dict[str, ir.Function] = {}
    for bound in planner.resolver.bound.values():
        function = planner.lens(bound)
        found[function.name] = function
    for union in planner.resolver.unions.values():
        function = planner.union(union)
        found[function.name] = function
    for folding in planner.foldings:
        function = planner.unit(folding)
        found[function.name] = function
    return found
