"""Asks a wire value for the signs of an arm; which these are, `resolve.telling` has worked out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .. import ir
from ..ir import Expr
from ..resolve.signs import Claim, Sign
from ..resolve.telling import Question, without_repeats

W = ir.var("w")
Snaked = Mapping[str, str]
"""The keys of a wire that may be in snake_case too, and how that is."""
Asked = Callable[[Expr, str], Expr]


def asked(
    snaked: Snaked, question: Question, w: Expr = W, tag: str = "", value: Expr | None = None
) -> Expr:
    """Whether a wire value is an arm; ``tag`` is the key whose value has a name already."""
    name = None if not tag else value or ir.var("tag")
    claims = without_repeats(question.claims)
    return ir.or_(*(_claimed(snaked, claim, w, tag, name) for claim in claims))


def _claimed(snaked: Snaked, claim: Claim, w: Expr, tag: str, name: Expr | None) -> Expr:
    if not claim:
        return ir.is_(w, "object")
    tests: list[Expr] = []
    for sign in claim:
        test = _has_sign(snaked, sign, w, name if sign.path == (tag,) else None)
        # What stands in one object asks once whether that is there.
        tests += [one for one in (test.conditions if isinstance(test, ir.And) else (test,))
                  if one not in tests]  # fmt: skip
    return ir.and_(*tests)


def _has_sign(snaked: Snaked, sign: Sign, w: Expr, named: Expr | None) -> Expr:
    """Whether a value has a sign."""

    def there(holder: Expr, key: str) -> Expr:
        if sign.filled:
            spellings = [key, *([snaked[key]] if key in snaked else [])]
            return ir.or_(*(ir.Filled(ir.opt(holder, one)) for one in spellings))
        return has_either(snaked, holder, key)

    def valued(holder: Expr, key: str) -> Expr:
        tests = [ir.eq(named or ir.opt(holder, key), value) for value in sign.values]
        absent = [ir.not_(ir.has(holder, key))] if sign.loose else []
        return ir.or_(*tests, *absent)

    def absent(holder: Expr, key: str) -> Expr:
        return ir.not_(has_either(snaked, holder, key))

    def typed(holder: Expr, key: str) -> Expr:
        tests = [ir.is_(ir.opt(holder, key), kind) for kind in sign.kinds]
        has_key = [ir.has(holder, key)] if "null" in sign.kinds else []
        full = [ir.Filled(ir.opt(holder, key))] if sign.filled else []
        return ir.and_(*has_key, ir.or_(*tests), *full)

    plain = there if not (sign.values or sign.loose) else valued
    plain = absent if sign.absent else plain
    return _inside(snaked, w, sign.path, typed if sign.kinds else plain, sign.free)


def _inside(snaked: Snaked, w: Expr, path: tuple[str, ...], test: Asked, free: bool) -> Expr:
    """A test of what stands at a path, each step of which is an object (``free``: or absent)."""
    key, *rest = path
    if not rest:
        return test(w, key)
    spellings = [key, *([snaked[key]] if key in snaked else [])]
    found = [
        ir.and_(ir.is_(ir.opt(w, one), "object"),
                _inside(snaked, ir.get(w, one), tuple(rest), test, free))
        for one in spellings
    ]  # fmt: skip
    return ir.or_(*found, *([ir.not_(has_either(snaked, w, key))] if free else []))


def has_either(snaked: Snaked, value: Expr, key: str) -> Expr:
    """Is a key there, in either of the spellings this wire takes?"""
    there = ir.has(value, key)
    other = snaked.get(key)
    return there if other is None else ir.or_(there, ir.has(value, other))
