"""A request held against all that a wire accepts: each kind of rule in its turn.

It is asked only where one ``look`` does not tell that nothing is broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from . import (
    rule_blocks,
    rule_emptied,
    rule_files,
    rule_issued,
    rule_items,
    rule_media,
    rule_pairs,
    rule_refused,
    rule_said,
    rule_tools,
    rule_turns,
    rule_values,
    rule_written,
)
from .acceptance import Acceptance
from .draft import Draft
from .errors import Loss
from .look import (
    ALL,
    DATA,
    FILES,
    ORDER,
    PAIRS,
    SETTINGS,
    SPELLING,
    TEXTS,
    TOOLS,
    UNSIGNED,
)
from .rule_names import rename, unnumbered
from .stood import Changes

Json = Any

Repair = Callable[..., None]

KINDS: dict[str, tuple[int, Repair]] = {
    "pairs": (PAIRS, rule_pairs.pair),
    # ids and names are spelled here: what follows sees them as they go out
    "issued": (TEXTS, rule_issued.issued),
    "texts": (TEXTS, rule_blocks.texts),  # with the signatures that are left
    "sound": (TEXTS, rule_said.sound),
    "signed": (TEXTS, rule_blocks.signed),
    "alien": (TEXTS, rule_blocks.alien),
    "items": (TEXTS, rule_items.once),
    "led_items": (TEXTS, rule_items.led_to),  # by thoughts that are left
    "declined": (SETTINGS | TEXTS, rule_said.declined),
    "typed": (FILES, rule_blocks.typed),
    "encoded": (FILES, rule_files.usual_base64),
    "sources": (FILES, rule_files.sources),
    "held": (FILES, rule_files.only_held),
    # with the tools that are left a level is taken, and ahead of what may not stand beside it
    "tools": (TOOLS, rule_tools.tools),
    "levels": (SETTINGS, rule_values.nearest),
    "refused": (SETTINGS | TEXTS | TOOLS, rule_refused.refused),
    "documents": (FILES, rule_files.documents),
    "media": (FILES, rule_media.move),
    "data_keys": (DATA | FILES, rule_values.keys_of_data),  # of what has been moved, too
    "failed": (DATA, rule_said.failed),  # texts alone: media have been moved
    "quoted": (TOOLS, rule_said.quoted),
    "beside": (FILES, rule_files.text_beside),
    "concluded": (TEXTS | FILES, rule_blocks.concluded),  # with what is left of a turn
    "calls_last": (TEXTS, rule_turns.calls_last),
    "emptied": (TEXTS | FILES, rule_emptied.without_content),
    "identified": (SETTINGS, rule_values.identified),
    "mentioned": (SETTINGS, rule_said.mentioned),
    "leading": (ORDER, rule_turns.system_leads),
    "placeholder": (UNSIGNED, rule_tools.placeholder),
    "reasoned": (UNSIGNED, rule_said.reasoned),
    "alternate": (ORDER, rule_turns.alternate),
    "first": (ORDER, rule_turns.users_first),
    "some": (ORDER, rule_turns.some),
    "after_results": (ORDER, rule_turns.after_results),
    "ends": (ORDER, rule_turns.users_last),
    "last": (ORDER, rule_turns.last),
    "trimmed": (ORDER, rule_turns.trimmed),
    "led": (SETTINGS, rule_refused.thoughts_first),
    "choice": (TOOLS, rule_tools.choice),
    "switch": (TOOLS, rule_tools.switch),
    "apart": (SETTINGS | TOOLS, rule_refused.refused),  # tools that are left by now
    "unnumbered": (SPELLING, unnumbered),
    "parsed": (SPELLING, rule_tools.parsed),
    "written": (SPELLING | SETTINGS, rule_written.written),  # with the arguments that are left
    "described": (TOOLS, rule_values.described),
    "exclusive": (SETTINGS, rule_refused.one_alone),
    "spelled": (SETTINGS, rule_refused.spelled_first),
    "range": (SETTINGS, rule_values.in_range),
    "less": (SETTINGS, rule_values.less),  # than a field that is in its range by now
    "count": (SETTINGS, rule_values.counted),
}
"""What the kinds of rules are about, in the order in which they look at a request."""


def repaired(
    request: Json, acceptance: Acceptance, strict: bool, about: int = ALL
) -> tuple[Json, list[Loss]]:
    """A request that breaks no rule, and what was changed; the very same one if nothing was.

    ``strict``: the first breach is a ToolwireError instead. ``about``: what the rules are about
    that may be broken, as a look at the request tells.
    """
    draft = Draft(request, acceptance, strict)
    steps = acceptance.repairs.get(about)
    if steps is None:
        steps = acceptance.repairs[about] = [*_steps(acceptance, about)]
    for step in steps:
        step(draft)
    return draft.whole(), Changes(draft.changes, draft.stood, draft.left_behind)


def _steps(acceptance: Acceptance, about: int) -> Iterator[Callable[[Draft], None]]:
    """What repairs the breaches of rules that are about some of these."""
    for kind, (topic, repair) in KINDS.items():
        if topic & about:
            yield from (partial(repair, row=row) for row in acceptance.by_kind.get(kind, ()))
        if kind == "pairs" and about & SPELLING:
            yield rename
