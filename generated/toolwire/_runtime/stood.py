# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Where the things of a repaired request stood in the request as it was given.

What is repaired counts messages, blocks and tools as they stand then; whoever reads a report counts
them in the request that was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from .errors import Loss
from .pointing import made


class Stood:
    """The places that things of a repaired request had before, JSON Pointers, each by its index.

    ``messages``: of each, and of its blocks. None is where they stand as they did. ``left``: which
    of the blocks of a message are left, where some went to another place in the end.
    """

    def __init__(
        self,
        messages: Sequence[tuple[str, Sequence[str] | None]] | None,
        tools: Sequence[str] | None,
        left: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        self.messages, self.tools, self.left = messages, tools, left or {}

    def before(self, place: str) -> str:
        """The place in the given request of what stands at a place of the repaired one."""
        steps = place.split("/")[1:]
        if len(steps) < 2:  # a field, or all of it
            return place
        head, at, *inner = steps
        if head == "tools" and self.tools is not None:
            return "/".join([self.tools[int(at)], *inner])
        if head != "messages":
            return place
        message, blocks = f"/messages/{at}", None
        if self.messages is not None:
            message, blocks = self.messages[int(at)]
        depth = 1 if inner[:1] == ["content"] else 2 if inner[:2] == ["toolResult", "value"] else 0
        if not depth or len(inner) == depth:
            return "/".join([message, *inner])
        index, left = int(inner[depth]), self.left.get(int(at))
        if left is not None:
            index = left[index]
        block = f"{message}/{'/'.join(inner[:depth])}/{index}" if blocks is None else blocks[index]
        return "/".join([block, *inner[depth + 1 :]])

    def as_given(self, losses: list[Loss]) -> list[Loss]:
        """Losses of the repaired request as losses of the given one."""
        if self.messages is None and self.tools is None and not self.left:
            return losses
        return [made(Loss, (self.before(at), code, reason)) for at, code, reason in losses]


class Changes(list[Loss]):
    """What was changed of a request, and where what is left of it stood.

    ``left_behind``: the places of what is not in the repaired request, though no change says what
    was lost of it.
    """

    def __init__(
        self, changes: Iterable[Loss], stood: Callable[[], Stood], left_behind: Sequence[str]
    ) -> None:
        super().__init__(changes)
        self.stood, self.left_behind = stood, left_behind


def losses_as_given(losses: list[Loss], changes: list[Loss]) -> list[Loss]:
    """Losses of a request that these changes have made, as losses of the given one."""
    return changes.stood().as_given(losses) if losses and isinstance(changes, Changes) else losses


def changes_with(changes: list[Loss], left: Mapping[int, Sequence[int]]) -> Changes:
    """The same changes, where only these blocks are left of messages of the repaired request."""
    before = changes if isinstance(changes, Changes) else Changes(changes, _unmoved, ())
    stood = before.stood()
    return Changes(before, lambda: Stood(stood.messages, stood.tools, left), before.left_behind)


def _unmoved() -> Stood:
    return Stood(None, None)
