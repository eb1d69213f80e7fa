"""Plans sequences: lists whose units share wire elements (``fold``) or leave them (``lift``).

A unit that stood against the canonical grouping carries a note in its form: ``turn`` is
``apart`` (an element of its own although it could have joined the one before) or ``joined``;
``group`` keeps what else the shared element held; ``lift`` ``kept`` says a unit stayed in the list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..load.transform import Row, Sequence
from . import ir
from .codecs import Many, Scope, ThroughUnion, snake
from .ir import Expr, Stmt
from .plain import plain_read, plain_write
from .resolve import OPAQUE, BoundLens, BoundUnion, Resolver
from .unions import has_either

if TYPE_CHECKING:
    from .reading import LensReader
    from .writing import LensWriter

ITEM, UNIT, UNITS, ITEMS = ir.var("item"), ir.var("unit"), ir.var("units"), ir.var("items")


class Folding:
    """What the planning of one sequence needs to know, both ways."""

    def __init__(self, resolver: Resolver, sequence: Sequence) -> None:
        self.resolver, self.sequence = resolver, sequence
        record = resolver.wire.properties(sequence.into)
        self.elements = [
            shape
            for outer in resolver.wire.shapes(record.get(sequence.into_key))
            for shape in outer.items
        ]
        names = [shape.name for shape in self.elements]
        self.member = next(
            lens
            for (inter, wire), lens in resolver.bound.items()
            if inter == sequence.member and wire in names
        )
        self.rest = resolver.bound.get((sequence.rest or "UserMessage", sequence.into))
        self.shares = self.rest is not None
        self.joins_rest = bool(sequence.rest)
        name = snake(sequence.field)
        self.reading, self.writing = f"_decode_{name}", f"_encode_{name}"
        self.unfolding = f"_unfold_{name}"
        inter = resolver.inter_shapes(sequence.record, (sequence.field,))
        wire = resolver.wire_shapes(sequence.wire_record, (sequence.wire_key,))
        self.alone = any(shape.json_type == "object" for shape in wire)
        self.calls = resolver.tracks_calls and self.member.reads_calls
        self.hidden = self.member.hides_ids
        lists = tuple(shape for shape in wire if shape.kind == "array")
        codec = resolver.between(inter, lists)
        self.union: BoundUnion | None = None
        if isinstance(codec, Many) and isinstance(codec.item, ThroughUnion):
            self.union = codec.item.union
        keys = {sequence.into_key, *(key for key, _ in self.group_tags())}
        snake_case = resolver.transform.snake_case
        spellings = resolver.spellings(sequence.into, ()) if snake_case else {}
        self.spellings = spellings if keys & set(spellings.values()) else {}
        self.source = "source" if self.spellings else "item"
        self.constant = f"SPELLINGS_{snake(sequence.into).upper()}"
        if self.spellings:
            resolver.constants[self.constant] = self.spellings
            resolver.constants[f"{self.constant}_KEYS"] = frozenset(self.spellings)

    def context(self, name: str) -> list[Expr]:
        wanted = self.calls if name == "calls" else self.hidden
        return [ir.var(name)] if wanted else []

    # -- conditions

    def is_member_element(self, element: Expr) -> Expr:
        tags = [(k, v) for k, v in self.member.wire_tags if not isinstance(v, tuple)]
        if tags:
            return ir.and_(*(ir.eq(ir.opt(element, key), value) for key, value in tags))
        keys = sorted(self.resolver.wire.required(self.member.lens.wire))
        return has_either(self.resolver, element, keys[0])

    def is_unit(self, unit: Expr, lens: BoundLens) -> Expr:
        if lens.inter_tags:
            return ir.and_(*(ir.eq(ir.opt(unit, k), v) for k, v in lens.inter_tags))
        keys = sorted(self.resolver.inter.required(lens.lens.inter))
        return ir.has(unit, keys[0])

    def is_group(self, item: Expr) -> Expr:
        """Is a wire item one that units share?"""
        required = self.resolver.wire.required(self.sequence.into)
        consts = [
            (key, self.resolver.wire.const(self.sequence.into, key))
            for key in self.resolver.wire.properties(self.sequence.into)
        ]
        tags: list[Expr] = []
        for key, values in consts:
            if values:
                tag = ir.eq(ir.opt(item, key), values[0])
                tags.append(tag if key in required else ir.or_(tag, ir.not_(ir.has(item, key))))
        return ir.and_(ir.is_(item, "object"), *tags)

    def group_tags(self) -> list[tuple[str, Any]]:
        return [
            (key, values[0])
            for key in self.resolver.wire.properties(self.sequence.into)
            if (values := self.resolver.wire.const(self.sequence.into, key))
        ]

    def text_tags(self) -> list[tuple[str, Any]]:
        names = [shape.name for shape in self.elements]
        bound = self.resolver.bound
        lens = next((b for (i, w), b in bound.items() if i == "TextBlock" and w in names), None)
        return list(lens.wire_tags) if lens else []

    # -- decoding

    def read(self) -> list[ir.Function]:
        """``_decode_units(items[, calls])`` and the function that opens one shared element."""
        context = self.context("calls")
        key = self.sequence.into_key
        elements = ir.var("elements")
        spelled = [ir.var("spelled")] if self.spellings else []
        unfold = [ir.do(ir.call(self.unfolding, ITEM, elements, UNITS, *context, *spelled))]
        add = [ir.append(UNITS, UNIT)]
        if self.union is not None:
            one = ir.call(
                self.union.reading, ITEM, *([ir.var("calls")] if self.union.reads_calls else [])
            )
            plain: list[Stmt] = [ir.let("unit", one)]
            if self.joins_rest and self.rest is not None:
                plain.append(self._apart(self.is_unit(UNIT, self.rest)))
            if self.sequence.lift and not self.sequence.lift_anywhere:
                plain.append(self._kept())
            plain += add
        else:
            whole = ir.var(self.source)
            bad = ir.fail("an object", whole, None)
            plain = [
                ir.if_((ir.isnt(whole, "object"), [bad])),
                ir.append(UNITS, self.resolver_opaque(whole)),
            ]
        inside = ir.is_(Expr("walrus", ("elements", ir.opt(ITEM, key))), "array")
        member = self.is_member_element(ir.var("element"))
        group = ir.and_(self.is_group(ITEM), inside)
        shared = ir.var("shared")
        if self.shares:
            found = ir.if_((member, [ir.let("shared", ir.const(True)), Stmt("break", ())]))
            look: list[Stmt] = [ir.let("shared", ir.const(False)), ir.for_("element", elements, [found])]
        else:
            alien = ir.if_((ir.not_(member), [ir.let("shared", ir.const(False)), Stmt("break", ())]))
            start = ir.let("shared", Expr("not_empty", (elements,)))
            look = [start, ir.for_("element", elements, [alien])]
        # An element nobody shares is read as any other.
        if self.shares and self.rest is not None:
            context = [ir.var("calls")] if self.rest.reads_calls else []
            alone = [ir.let("unit", ir.call(self.rest.reading, ITEM, *context))]
            alone += [self._apart(ir.const(True))] if self.joins_rest else []
            one = ir.if_((shared, unfold), otherwise=[*alone, ir.append(UNITS, UNIT)])
            step = [
                *self._respelled(),
                *self._plain_rest(),
                ir.if_((group, [*look, one]), otherwise=plain),
            ]
        else:
            plainly = ir.if_((ir.not_(shared), plain), otherwise=unfold)
            start = ir.let("shared", ir.const(False))
            step = [*self._respelled(), start, ir.if_((group, look)), plainly]
        body = [
            ir.let("units", ir.arr()),
            ir.for_(self.source, ITEMS, step),
            ir.ret(UNITS),
        ]
        title = f"{self.sequence.record}.{self.sequence.field}"
        wire = f"{self.sequence.wire_record}.{self.sequence.wire_key}"
        rows = self._rows()
        params = ["items", *(["calls"] if self.calls else [])]
        main = ir.Function(self.reading, params, f"Read `{wire}` as `{title}`.", rows, body)
        return [main, self._unfold()]

    def _plain_rest(self) -> list[Stmt]:
        """The shape most elements have, first and in line."""
        if self.rest is None or not self.shares:
            return []
        scope = Scope("item", "elements", "units", "element", "unit", "shared", "calls")
        plain = plain_read(self.resolver, self.rest, ITEM, scope)
        if plain is None:
            return []
        tags = [(k, v) for k, v in self.rest.wire_tags if not isinstance(v, tuple)]
        is_rest = [ir.eq(ir.opt(ITEM, key), value) for key, value in tags]
        apart = [self._apart(ir.const(True))] if self.joins_rest else []
        body = [ir.let("unit", plain.value), *apart, ir.append(UNITS, UNIT), Stmt("continue", ())]
        return [ir.if_((ir.and_(*is_rest, plain.condition), body))]

    def _respelled(self) -> list[Stmt]:
        """Bring a shared element's keys into the spelling the rows speak of."""
        if not self.spellings:
            return []
        source, name = ir.var(self.source), ir.var(self.constant)
        renamed = ir.runtime("camel", source, name, ir.const(""), ir.const(None))
        keys = ir.var(f"{self.constant}_KEYS")
        odd = ir.and_(ir.is_(source, "object"), ir.not_(Expr("disjoint", (keys, source))))
        return [
            ir.let("item", source),
            ir.let("spelled", ir.const(None)),
            ir.if_((odd, [Stmt("let2", ("item", "spelled", renamed))])),
        ]

    def resolver_opaque(self, value: Expr) -> Expr:
        return ir.obj(
            [("kind", ir.const("opaque")), ("format", ir.var("FORMAT")), ("value", value)]
        )

    def _rows(self) -> list[str]:
        s = self.sequence
        rows = [f"fold: {s.member}*" + (f" {s.rest}?" if s.rest else "")]
        rows.append(f"into: {s.into}.{s.into_key}")
        if s.lift:
            where = "anywhere" if s.lift_anywhere else "leading"
            rows.insert(0, f"lift: {s.lift}: {s.lift_key} (from {where})")
        return rows

    def _previous(self) -> Expr:
        return Expr("last", (UNITS,))

    def _apart(self, condition: Expr) -> Stmt:
        before = self.is_unit(self._previous(), self.member)
        mark = ir.do(
            ir.runtime("mark", UNIT, ir.var("FORMAT"), ir.const("turn"), ir.const("apart"))
        )
        known = None if condition.op == "const" else condition
        return ir.if_((ir.and_(known, Expr("true", (UNITS,)), before), [mark]))

    def _kept(self) -> Stmt:
        schema = self.resolver.inter
        role = schema.const(self.sequence.lift, "role")[0]
        leading = Expr("all", ("other", UNITS, ir.eq(ir.opt(ir.var("other"), "role"), role)))
        mark = ir.do(
            ir.runtime("mark", UNIT, ir.var("FORMAT"), ir.const("lift"), ir.const("kept"))
        )
        return ir.if_((ir.and_(ir.eq(ir.opt(UNIT, "role"), role), leading), [mark]))

    def _unfold(self) -> ir.Function:
        """The units of one shared wire element, in its order."""
        context = self.context("calls")
        element = ir.var("element")
        member = self.is_member_element(element)
        read = ir.let("unit", ir.call(self.member.reading, element, *context))
        run = ir.var("run")

        def place() -> list[Stmt]:
            apart = ir.do(ir.runtime("mark", UNIT, ir.var("FORMAT"), ir.const("turn"), ir.const("apart")))
            joined = ir.do(ir.runtime("mark", UNIT, ir.var("FORMAT"), ir.const("turn"), ir.const("joined")))
            before = ir.and_(Expr("true", (UNITS,)), self.is_unit(self._previous(), self.member))
            first = Expr("eq", (ir.var("start"), Expr("count", (UNITS,))))
            joinable = ir.const(True)
            if self.shares and not self.joins_rest and self.rest is not None:
                joinable = self.is_unit(UNIT, self.member)
            canonical = before if joinable.op == "const" else ir.and_(before, joinable)
            return [
                ir.if_((first, [ir.if_((canonical, [apart]))]),
                       (ir.not_(canonical), [joined])),
                ir.append(UNITS, UNIT),
            ]  # fmt: skip

        def flush() -> list[Stmt]:
            assert self.rest is not None
            tags = self.group_tags()
            text = ir.const([key for key, _ in self.text_tags()])
            content = ir.runtime("unlisted", run, ir.const(1 + len(self.text_tags())), text)
            if not self._string_allowed():
                content = run
            pairs = [(k, ir.const(v)) for k, v in tags]
            whole = ir.obj([*pairs, (self.sequence.into_key, content)])
            rest_context = context if self.rest.reads_calls else []
            return [ir.let("unit", ir.call(self.rest.reading, whole, *rest_context)), *place()]

        body: list[Stmt] = [ir.let("start", Expr("count", (UNITS,)))]
        if self.shares:
            flushed = ir.if_((Expr("true", (run,)), [*flush(), ir.let("run", ir.arr())]))
            steps = [ir.if_((member, [flushed, read, *place()]), otherwise=[ir.append(run, element)])]
            body += [ir.let("run", ir.arr()), ir.for_("element", ir.var("elements"), steps)]
            body.append(ir.if_((Expr("true", (run,)), flush())))
        else:
            body.append(ir.for_("element", ir.var("elements"), [read, *place()]))
        size = 1 + len(self.group_tags())
        keys = [self.sequence.into_key, *(key for key, _ in self.group_tags())]
        spelled = [ir.var("spelled")] if self.spellings else []
        left = ir.runtime("group_rest", ITEM, ir.const(keys), *spelled)
        mark = ir.do(
            ir.runtime(
                "mark", Expr("[]", (UNITS, ir.var("start"))), ir.var("FORMAT"), ir.const("group"), left
            )
        )
        odd = Expr("size_not", (ITEM, size, ""))
        body.append(ir.if_((ir.or_(odd, *map(ir.present, spelled)), [mark])))
        params = ["item", "elements", "units", *(["calls"] if self.calls else [])]
        params += ["spelled"] if self.spellings else []
        doc = f"The units that share one `{self.sequence.into}`."
        return ir.Function(self.unfolding, params, doc, [], body)

    def _string_allowed(self) -> bool:
        shapes = self.resolver.wire.shapes(
            self.resolver.wire.properties(self.sequence.into).get(self.sequence.into_key)
        )
        return any(shape.kind == "string" for shape in shapes)

    # -- encoding

    def write(self) -> ir.Function:
        """``_encode_units(units[, hidden])``: wire items, units grouped as the wire wants."""
        hidden = self.context("hidden")
        s = self.sequence
        element, group = ir.var("element"), ir.var("group")
        form, turn = ir.var("form"), ir.var("turn")
        placed = ir.runtime("placed", UNIT, ir.var("FORMAT"))
        prelude: list[Stmt] = [
            ir.let("form", ir.const(None)),
            ir.let("turn", ir.const(None)),
            ir.if_(
                (
                    ir.has(UNIT, "metadata"),
                    [
                        ir.let("form", placed),
                        ir.if_((ir.present(form), [ir.let("turn", ir.opt(form, "turn"))])),
                    ],
                )
            ),
        ]
        open_, close = ir.let("open_", ir.const(True)), ir.let("open_", ir.const(False))
        joins = ir.and_(
            ir.present(group),
            ir.or_(
                ir.and_(ir.missing(turn), Expr("true", (ir.var("open_"),))),
                ir.eq(turn, "joined"),
            ),
        )
        into = ir.runtime("listed", group, ir.const(s.into_key), ir.const(dict(self.text_tags())))
        pairs = [(k, ir.const(v)) for k, v in self.group_tags()]
        fresh = ir.obj([*pairs, (s.into_key, ir.arr(element))])
        start = [
            ir.let("group", fresh),
            ir.if_(
                (
                    ir.present(form),
                    [ir.do(ir.runtime("lay_group", group, form))],
                )
            ),
            ir.append(ITEMS, group),
        ]
        joined = [ir.append(into if self.shares else ir.get(group, s.into_key), element)]
        member = [
            ir.let("element", ir.call(self.member.writing, UNIT, *hidden)),
            ir.if_((joins, joined), otherwise=start),
            open_,
        ]
        branches = [(self.is_unit(UNIT, self.member), member)]
        if self.shares and self.rest is not None:
            rest_hidden = hidden if self.rest.hides_ids else []
            whole = ir.let("element", ir.call(self.rest.writing, UNIT, *rest_hidden))
            taken = Scope("units", "items", "group", "unit", "form", "turn", "element", "item")
            plain = plain_write(self.resolver, self.rest, UNIT, taken)
            if plain is not None:
                value = ir.let("element", plain.value)
                whole = ir.if_((plain.condition, [value]), otherwise=[whole])
            more = ir.runtime("listed", element, ir.const(s.into_key), ir.const(dict(self.text_tags())))
            rest_joins = joins if self.joins_rest else ir.and_(ir.present(group), ir.eq(turn, "joined"))
            rest: list[Stmt] = [
                whole,
                ir.if_(
                    (rest_joins, [Stmt("extend", (into, more))]),
                    otherwise=[
                        ir.let("group", element),
                        ir.if_((ir.present(form), [ir.do(ir.runtime("lay_group", group, form))])),
                        ir.append(ITEMS, group),
                    ],
                ),
                close,
            ]
            branches.append((self.is_unit(UNIT, self.rest), rest))
        if self.union is not None:
            union_hidden = [ir.var("hidden")] if self.union.hides_ids else []
            other: list[Stmt] = [ir.let("item", ir.call(self.union.writing, UNIT, *union_hidden))]
        else:
            value = ir.get(UNIT, "value")
            own = ir.eq(ir.opt(UNIT, "format"), ir.var("FORMAT"))
            other = [ir.let("item", Expr("if_else", (own, value, ir.const(None))))]
        other += [
            ir.if_((ir.present(ITEM), [ir.append(ITEMS, ITEM)])),
            ir.let("group", ir.const(None)),
            close,
        ]
        body = [
            ir.let("items", ir.arr()),
            ir.let("group", ir.const(None)),
            close,
            ir.for_("unit", UNITS, [*prelude, ir.if_(*branches, otherwise=other)]),
            ir.ret(ITEMS),
        ]
        title = f"{s.record}.{s.field}"
        params = ["units", *(["hidden"] if self.hidden else [])]
        doc = f"Write `{title}` as `{s.wire_record}.{s.wire_key}`."
        return ir.Function(self.writing, params, doc, self._rows(), body)


def read_sequence(reader: LensReader, row: Row) -> Expr | None:
    """The value of a required sequence field; None if the field may be absent."""
    folding = Folding(reader.resolver, _sequence(reader, row))
    inter = reader.resolver.inter
    if not reader.resolver.is_required(inter, reader.lens.inter, row.fields[0]):
        return None
    scope, root = reader.scope, reader.root
    s = folding.sequence
    name = scope.fresh(s.wire_key)
    bad = ir.fail("a list", root.var, s.wire_key)
    scope.add(
        ir.let(name, ir.get(root.var, s.wire_key)),
        ir.if_((ir.isnt(ir.var(name), "array"), [bad])),
    )
    reader._took(root, s.wire_key)
    units = scope.let("units", ir.call(folding.reading, ir.var(name), *folding.context("calls")))
    if s.lift:
        _read_lift(reader, folding, units)
    return units


def _sequence(planner: Any, row: Row) -> Sequence:
    found = planner.resolver.sequence(planner.lens, row)
    assert found is not None
    return found


def _lift_lens(folding: Folding) -> BoundLens:
    s, resolver = folding.sequence, folding.resolver
    schema = resolver.wire.properties(s.wire_record)[s.lift_key]
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    if not name:
        refs = [arm.get("$ref", "") for arm in schema.get("anyOf", ())]
        name = next(ref.rpartition("/")[2] for ref in refs if ref)
    return resolver.bound[s.lift, name]


def _read_lift(reader: LensReader, folding: Folding, units: Expr) -> None:
    """A unit that stands in a wire key of its own goes to the front of the list."""
    scope, root, s = reader.scope, reader.root, folding.sequence
    lens = _lift_lens(folding)
    raw = scope.let(s.lift_key, ir.opt(root.var, s.lift_key))
    shapes = reader.resolver.wire_shapes(s.wire_record, (s.lift_key,))
    kinds = list(dict.fromkeys(shape.json_type for shape in shapes if shape.kind != "null"))
    inner = Scope()
    inner.names = scope.names
    outer, reader.scope = reader.scope, inner
    lifted = ir.call(lens.reading, raw)
    inner.add(ir.do(Expr("call", ("insert_first", (units, lifted)))))
    reader._took(root, s.lift_key)
    reader.scope = outer
    bad = ir.fail(" or ".join({"string": "a string", "array": "a list", "object": "an object"}[k]
                              for k in kinds), root.var, s.lift_key)  # fmt: skip
    condition = ir.or_(*(ir.is_(raw, kind) for kind in kinds))
    scope.add(ir.if_((condition, outer.joined(inner)), (ir.present(raw), [bad])))


def read_optional_sequence(reader: LensReader, row: Row) -> None:
    folding = Folding(reader.resolver, _sequence(reader, row))
    scope, root, s = reader.scope, reader.root, folding.sequence
    raw = scope.let(s.wire_key, ir.opt(root.var, s.wire_key))
    branches: list[tuple[Expr, list[Stmt]]] = []
    for kind in ("array", "object") if folding.alone else ("array",):
        inner = Scope()
        inner.names = scope.names
        outer, reader.scope = reader.scope, inner
        items = raw if kind == "array" else ir.arr(raw)
        units = ir.call(folding.reading, items, *folding.context("calls"))
        inner.add(ir.put(ir.var("x"), s.field, units))
        if kind == "object":
            inner.add(inner.note(s.field, "style", ir.const("alone")))
        reader._took(root, s.wire_key)
        reader.scope = outer
        branches.append((ir.is_(raw, kind), outer.joined(inner)))
    bad = ir.fail("a list", root.var, s.wire_key)
    scope.add(ir.if_(*branches, (ir.present(raw), [bad])))


def write_sequence(writer: LensWriter, row: Row, always: Any, after: list[Stmt]) -> None:
    folding = Folding(writer.resolver, _sequence(writer, row))
    s, scope = folding.sequence, writer.scope
    inter = writer.resolver.inter
    units: Expr = ir.get(ir.var("x"), s.field)
    if not writer.resolver.is_required(inter, writer.lens.inter, row.fields[0]):
        inner = scope.inner()
        items = inner.let(s.wire_key, ir.call(folding.writing, units, *folding.context("hidden")))
        if folding.alone:
            scope.forms = True
            alone = ir.and_(Expr("styled", (s.field, "alone")), Expr("size_is", (items, 1)))
            inner.add(ir.if_((alone, [ir.let(items.args[0], ir.at(items, 0))])))
        inner.add(ir.put(ir.var("w"), s.wire_key, items))
        after.append(ir.if_((ir.has(ir.var("x"), s.field), scope.joined(inner))))
        return
    if s.lift:
        lens = _lift_lens(folding)
        units = scope.let("units", units)
        lifted = scope.fresh("lifted")
        role = writer.resolver.inter.const(s.lift, "role")[0]
        split = ir.runtime(
            "lifted_anywhere" if s.lift_anywhere else "lifted_leading",
            units, ir.const("role"), ir.const(role), ir.var("FORMAT"),
        )  # fmt: skip
        scope.add(Stmt("let2", (lifted, units.args[0], split)))
        merged = ir.runtime("merged", ir.var(lifted))
        put = ir.put(ir.var("w"), s.lift_key, ir.call(lens.writing, merged))
        after.append(ir.if_((Expr("true", (ir.var(lifted),)), [put])))
    items = ir.call(folding.writing, units, *folding.context("hidden"))
    always.append(((s.wire_key,), items))
