"""Most values lose nothing: what tells so at once is asked first.

An object that has as many keys as it must have has none that could be lost, and an arm of a union
that always writes its values need not be tried. Values of which this tells nothing are looked at
as the plan says.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from ... import ir
from ...ir import Expr, Stmt
from ...ir.fields import X
from ...ir.rewriting import Block, rewritten
from ...ir.scope import snake
from ...load.schema import Schema
from ..arms import lost_words
from ..bound import BoundLens, BoundUnion
from ..resolve import Resolver
from .plain_items import PlainItems, about_more, has_more
from .surely import Sure, without_unused

SEVERAL = 3
"""So many questions for fields become one."""


def losses_asked(module: ir.Module, resolver: Resolver) -> ir.Module:
    """The pass: in what reports losses, nothing is looked for where it surely is not."""
    lenses = {bound.losing: bound for bound in resolver.bound.values()}
    unions = {
        union.losing: union
        for union in resolver.unions.values()
        if union.lists and not lost_words(resolver, union)  # its values are objects, all of them
    }
    sure = Sure(module, resolver)
    functions = {function.name: function for function in module.functions}
    for name, function in functions.items():
        body = function.body
        if name in lenses:
            body = _guarded(body, resolver.inter, lenses[name].lens.inter)
        elif name in unions:
            body = _by_arm(body, unions[name], sure)
        functions[name] = replace(function, body=body)
    plain = PlainItems(functions, lenses, resolver)
    done = [
        replace(function, body=_tag_once(plain.passed_over(function.body)))
        for function in functions.values()
    ]
    done = [
        replace(function, body=_asked_at_once(function.body, lenses[function.name], resolver))
        if function.name in lenses else function
        for function in done
    ]  # fmt: skip
    return without_unused(module, replace(module, functions=done))


# -- objects


def _guarded(steps: Block, schema: Schema, inter: str) -> Block:
    """Steps about keys that may be missing stand together behind one question."""
    found: Block = []
    needed = schema.required(inter)
    for more, run in groupby(steps, lambda step: about_more(step, needed)):
        together = [*run]
        if more and len(needed) > 1 and (len(together) > 1 or isinstance(together[0], ir.Do)):
            found.append(ir.if_((_has_more(schema, inter), together)))
        else:
            found += _each(together)
    return found


def _has_more(schema: Schema, inter: str) -> Expr:
    """Whether an object has more than it must have: how other wires had spelled it is nothing."""
    size = len(schema.required(inter))
    odd = ir.SizeNot(X, size, "")
    return ir.and_(odd, has_more(X, size)) if "metadata" in schema.properties(inter) else odd


def _asked(step: Stmt) -> Block:
    """A step behind the question whether there is anything for it to report."""
    match step:
        case ir.Do(ir.Runtime("strange", (value, own, fields, name, *place))):
            overlays = ir.do(ir.runtime("foreign", value, own, name, *place))
            keys = ir.do(ir.runtime("unknown", value, fields, name, *place))
            covered = ir.Covers(fields, value)
            return [
                ir.if_((ir.has(value, "metadata"), [overlays])),
                ir.if_((ir.not_(covered), [keys])),
            ]
        case ir.Do(ir.Runtime("foreign", (value, *_))):
            return [ir.if_((ir.has(value, "metadata"), [step]))]
        case ir.Do(ir.Runtime("unknown", (value, fields, *_))):
            return [ir.if_((ir.not_(ir.Covers(fields, value)), [step]))]
        case ir.LoseFields("lost", value, _, _, fields):
            return [ir.if_((ir.or_(*(ir.has(value, field) for field in fields)), [step]))]
        case ir.LoseFields("filled", value, suffix, reason, fields):
            losses = [ir.Lose(f"{suffix}/{field}", "filled", reason) for field in fields]
            gone = [ir.missing(ir.opt(value, field)) for field in fields]
            return [ir.if_((one, [lost])) for one, lost in zip(gone, losses, strict=True)]
        case ir.If(branches, otherwise):
            inner = [(condition, _each(body)) for condition, body in branches]
            return [ir.if_(*inner, otherwise=_each(otherwise))]
    return [step]


def _each(steps: Block) -> Block:
    return [one for step in steps for one in _asked(step)]


def _asked_at_once(steps: Block, bound: BoundLens, resolver: Resolver) -> Block:
    """Steps in a row that ask for fields that mostly are not there stand behind one question."""
    found: Block = []
    for sought, run in groupby(steps, lambda step: bool(_sought(step))):
        together = [*run]
        if not sought or len(together) < SEVERAL:
            found += together
            continue
        fields = frozenset(key for step in together for key in _sought(step))
        stem = f"ASKED_OF_{snake(bound.lens.inter).upper()}"
        longer = f"{stem}_TO_{snake(bound.lens.wire).upper()}"
        constant = resolver.constants.put(stem, fields, longer)
        found.append(ir.if_((ir.not_(ir.Disjoint(ir.var(constant), X)), together)))
    return found


def _sought(step: Stmt) -> frozenset[str]:
    """The fields of which one must be there for a step to do anything; none where none must."""
    match step:
        case ir.If([(condition, body)], []):
            loops = any(isinstance(node, ir.ForIndex | ir.LoseEach) for node in ir.nodes(body))
            return frozenset() if loops else _demanded(condition)
    return frozenset()


def _demanded(condition: Expr) -> frozenset[str]:
    match condition:
        case ir.Has(obj, key) if obj == X:
            return frozenset({key})
        case ir.And((first, *_)):
            return _demanded(first)
        case ir.Or(conditions):
            each = [*map(_demanded, conditions)]
            return frozenset[str]().union(*each) if all(each) else frozenset()
    return frozenset()


# -- unions


def _by_arm(steps: Block, union: BoundUnion, sure: Sure) -> Block:
    """The arm is asked for first, and whether it writes a value only where it may not."""
    match steps:
        case [ir.If([(nowhere, [lost, ir.Stop()])], []), ir.If(branches, [])]:
            lenses = {lens.losing: lens for lens in union.lenses}
            chosen: list[tuple[Expr, Block]] = []
            for condition, body in branches:
                match body:
                    case [ir.LoseIn(function)] if sure(lenses[function]):
                        chosen.append((condition, body))
                    case _:
                        chosen.append((condition, [ir.if_((nowhere, [lost]), otherwise=body)]))
            return [ir.if_(*chosen, otherwise=[ir.if_((nowhere, [lost]))])]
    return steps


def _tag_once(steps: Block) -> Block:
    """The key that tells arms apart is looked up once for all of them."""
    match steps:
        case [ir.If([(ir.Eq(ir.Opt(value, _) as tag), _), _, *_] as branches, otherwise)]:
            if value != X:
                return steps
            local = ir.var("tag")
            asked = [
                (rewritten(condition, lambda node: local if node == tag else node), body)
                for condition, body in branches
            ]
            return [ir.let("tag", tag), ir.if_(*asked, otherwise=otherwise)]
    return steps
