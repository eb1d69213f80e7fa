"""What a rule is, and which findings make others moot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..resolve.format import ResolvedProject
from ..resolve.problems import Problems

NAMING = frozenset(
    {
        *("unreadable-file", "unreadable-row", "duplicate-key", "invalid-schema", "endless-type"),
        *("unsupported-schema", "unknown-ref", "unknown-type", "unknown-field", "unknown-path"),
        *("unknown-table", "unknown-operator", "not-a-record", "missing-lens", "missing-arm"),
    }
)
"""Slips that make other text look dead: what it is for may be what they should have named."""

BROKEN = frozenset({"invalid-schema", "unsupported-schema", "unknown-ref", "endless-type"})
"""Definitions that cannot be asked: to all other rules they are types without anything."""

MISSING = frozenset({"unreadable-file"})
"""A file that says nothing: what others name of it is not wrong for that."""

UNREAD = frozenset({"unreadable-row", "duplicate-key"})
"""Text that is left out: what its entry seems to lack may be there."""

GONE = UNREAD | {"unknown-type"}
"""What is wrong with the title of an entry: it is there for no one."""

MISNAMED = frozenset({"type-mismatch", "unknown-field", "unknown-path"})
"""What makes it idle to ask whether a row's two sides are there together."""

MISPLACED = frozenset({"misplaced"})
"""What stands where it cannot: what else it is asked is idle."""

OPERATED = frozenset({"type-mismatch", "misplaced", "operator-arguments"})
"""An operator that is wrong already: what else it asks of its place is idle."""

WRONG = frozenset({"rule-value", "unknown-rule"})
"""What is wrong already with a word of ``rules.yaml``: what else it means is idle."""


@dataclass(frozen=True)
class Rule:
    """One check. A problem is moot where what is found already would bring it about.

    That is: one of ``after`` in the same format, one of ``within`` in the same entry of a section,
    such as a lens, or one of ``beside`` at the same place. What names entries is moot where a whole
    one could not be read (``named``).
    """

    code: str
    purpose: str
    handler: Callable[[ResolvedProject], Problems]
    after: frozenset[str] = frozenset()
    within: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()
    named: bool = False
