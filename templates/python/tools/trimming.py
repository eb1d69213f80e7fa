"""What stays of an output in the conversation: its head, its tail, and words between them."""

from __future__ import annotations

from typing import NamedTuple

from . import cut

NOTE = 400
"""Characters that a note never reaches: a text this little longer than its ends is left alone."""
READ, SEARCH = "tool_output_cache", "tool_output_cache_grep"
READERS = frozenset({READ, SEARCH})
"""Tools that must be offered under these names before anything is trimmed: the note says them."""


class Trimmed(NamedTuple):
    """A shortened output; the note between its ends is chosen when its fate is known."""

    head: str
    tail: str
    left_out: int
    lines: int
    media: bool

    def with_reference(self, reference: str) -> str:
        """With the reference under which the whole output is kept."""
        out = f"{self.left_out:,} characters left out. " if self.left_out else ""
        pictures = " Pictures and files are kept as well, and told in words." if self.media else ""
        return self._around(
            f"[{out}The whole output, {self.lines:,} lines, has the ref_id {reference}: read it "
            f"with {READ}, search it with {SEARCH}.{pictures}]"
        )

    def lost(self) -> str:
        """Where the output could not be kept."""
        pictures = " Pictures and files are told in words." if self.media else ""
        out = f"{self.left_out:,} characters left out. " if self.left_out else ""
        return self._around(
            f"[{out}The whole output could not be kept; ask for less at a time to see the rest."
            f"{pictures}]"
        )

    def _around(self, note: str) -> str:
        return "\n".join(part for part in (self.head, note, self.tail) if part)


def trimmed(text: str, head: int, tail: int, media: bool) -> Trimmed | None:
    """The ends of a text; None where nothing would be gained."""
    # With pictures it is shortened in any case, once and never again: then to its very ends.
    if len(text) > head + tail + (0 if media else NOTE):
        first, last = cut.before(text, head), cut.after(text, len(text) - tail)
        ends = text[:first], text[last:]
    elif media:
        ends = text, ""
    else:
        return None
    left_out = len(text) - len(ends[0]) - len(ends[1])
    return Trimmed(*ends, left_out, text.count("\n") + 1, media)
