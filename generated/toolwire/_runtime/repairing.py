# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""A request held against all that a wire accepts: each kind of rule in its turn.

It is asked only where one ``look`` does not tell that nothing is broken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import (
    rule_blocks,
    rule_emptied,
    rule_files,
    rule_media,
    rule_pairs,
    rule_refused,
    rule_tools,
    rule_turns,
    rule_values,
)
from .acceptance import Acceptance, Row
from .draft import Draft
from .errors import Loss
from .rule_names import rename, unnumbered

Json = Any

KINDS: dict[str, Callable[[Draft, Row], None]] = {
    "pairs": rule_pairs.pair,
    # ids and names are spelled here: what follows sees them as they go out
    "texts": rule_blocks.texts,
    "typed": rule_blocks.typed,
    "sources": rule_files.sources,
    "held": rule_files.only_held,
    # of levels one is taken ahead of what may not stand beside it
    "levels": rule_values.nearest,
    "refused": rule_refused.refused,
    "documents": rule_files.documents,
    "media": rule_media.move,
    "data_keys": rule_values.keys_of_data,
    "beside": rule_files.text_beside,
    "emptied": rule_emptied.without_content,
    "placeholder": rule_tools.placeholder,
    "alternate": rule_turns.alternate,
    "first": rule_turns.users_first,
    "some": rule_turns.some,
    "after_results": rule_turns.after_results,
    "ends": rule_turns.users_last,
    "last": rule_turns.last,
    "tools": rule_tools.tools,
    "choice": rule_tools.choice,
    "switch": rule_tools.switch,
    "unnumbered": unnumbered,
    "parsed": rule_tools.parsed,
    "described": rule_values.described,
    "exclusive": rule_refused.one_alone,
    "spelled": rule_refused.spelled_first,
    "range": rule_values.in_range,
    "count": rule_values.counted,
}
"""The kinds of rules, in the order in which they look at a request."""


OF_TURNS = frozenset({
    "pairs", "texts", "typed", "sources", "held", "documents", "media", "data_keys", "beside",
    "emptied", "placeholder", "alternate", "first", "some", "after_results", "ends", "last",
})  # fmt: skip
"""Those that have nothing to say of turns that ``turns_fit`` takes."""
BESIDE = {name: repair for name, repair in KINDS.items() if name not in OF_TURNS}
"""Those that are left where all turns are plain, but for the spelling of ids and names."""


def repaired(
    request: Json,
    known: Acceptance,
    strict: bool,
    kinds: dict[str, Callable[[Draft, Row], None]] = KINDS,
) -> tuple[Json, list[Loss]]:
    """A request that breaks no rule, and what was changed; the very same one if nothing was.

    ``strict``: the first breach is a ToolwireError instead. ``kinds``: those that may be broken.
    """
    draft = Draft(request, known, strict)
    if "pairs" not in kinds:
        rename(draft)
    for name, repair in kinds.items():
        for row in known.by_kind.get(name, ()):
            repair(draft, row)
        if name == "pairs":
            rename(draft)
    return draft.whole(), draft.changes
