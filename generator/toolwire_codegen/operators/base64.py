"""``base64``: data by itself, where an address may stand as well."""

from __future__ import annotations

from .. import ir
from ..ir import Expr
from ..ir.scope import Scope
from .base import Definition, Spot
from .scalars import Scalar


class Base64(Scalar, Definition):
    """An address is none, and no data URL that says of which type it is: another case has those.

    One that says no type is data, too, and comes back as it was. With ``typed`` so is any: the type
    stands beside it, then.
    """

    name = "base64"
    example = "base64"
    takes = (0, 1)
    words = ("typed",)
    inter, wire = "string", "string"
    purpose = "data by itself, or in a data URL that says no type, or with `typed` any; "
    purpose += "an address tells another case"
    loss = "none"
    decides = guards = guards_all = True
    places = ("case",)
    reader, writer = "base64_from", "base64_as"

    def holds(self, scope: Scope, value: Expr, spot: Spot) -> Expr | None:
        return ir.present(self.encode(scope, value, spot))

    def claims(self, value: Expr) -> Expr | None:
        return ir.runtime(self.reader, value, *self.given)
