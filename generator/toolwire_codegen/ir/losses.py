"""Steps that report what a wire cannot carry."""

from __future__ import annotations

from .. import ir
from . import Stmt
from .fields import field_there, field_value


def lose_field(reason: str, path: tuple[str, ...], how: str = "lost") -> Stmt:
    """Report a field, if it is there: or what else ``how`` says of it."""
    *outer, field = path
    value, suffix = field_value(tuple(outer)), "".join(f"/{key}" for key in outer)
    loss = ir.LoseFields(how, value, suffix, reason, (field,))
    return ir.if_((field_there(tuple(outer)), [loss])) if outer else loss


def lose(suffix: str, code: str, reason: str) -> Stmt:
    """Report one loss at ``path + suffix``."""
    return ir.Lose(suffix, code, reason)


def joined(steps: list[Stmt]) -> list[Stmt]:
    """Steps in a row that ask the same, or report for the same reason, are one."""
    found: list[Stmt] = []
    for step in steps:
        both = _both(found[-1], step) if found else None
        if both is None:
            found.append(step)
        else:
            found[-1] = both
    return found


def _both(one: Stmt, other: Stmt) -> Stmt | None:
    """Two steps as one, if they differ in the fields they speak of and in nothing else."""
    match one, other:
        case (ir.LoseFields(how, value, suffix, reason, fields), ir.LoseFields()):
            if (how, value, suffix, reason) != (
                other.how, other.value, other.suffix, other.reason
            ):  # fmt: skip
                return None
            more = other.fields
            if isinstance(fields, dict) and isinstance(more, dict):
                return ir.LoseFields(how, value, suffix, reason, {**fields, **more})
            return ir.LoseFields(how, value, suffix, reason, (*fields, *more))
        case ir.If([(condition, steps)], []), ir.If([(again, more)], []) if condition == again:
            # Reporting changes nothing of what is asked.
            return ir.if_((condition, joined([*steps, *more])))
    return None
