"""Where the things of a repaired request stood in the request as it was given.

What is repaired counts messages, blocks and tools as they stand then; whoever reads a report counts
them in the request that was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .errors import Loss
from .pointing import made


class Stood:
    """The places that things of a repaired request had before, JSON Pointers, each by its index.

    ``messages``: of each, and of its blocks. None is where they stand as they did.
    """

    def __init__(
        self,
        messages: Sequence[tuple[str, Sequence[str] | None]] | None,
        tools: Sequence[str] | None,
    ) -> None:
        self.messages, self.tools = messages, tools

    def before(self, place: str) -> str:
        """The place in the given request of what stands at a place of the repaired one."""
        steps = place.split("/")[1:]
        if len(steps) < 2:  # a field, or all of it
            return place
        head, at, *inner = steps
        if head == "tools" and self.tools is not None:
            return "/".join([self.tools[int(at)], *inner])
        if head != "messages" or self.messages is None:
            return place
        message, blocks = self.messages[int(at)]
        depth = 1 if inner[:1] == ["content"] else 2 if inner[:2] == ["toolResult", "value"] else 0
        if blocks is None or not depth or len(inner) == depth:
            return "/".join([message, *inner])
        return "/".join([blocks[int(inner[depth])], *inner[depth + 1 :]])

    def as_given(self, losses: Iterable[Loss]) -> list[Loss]:
        """Losses of the repaired request as losses of the given one."""
        return [made(Loss, (self.before(at), code, reason)) for at, code, reason in losses]


class Changes(list[Loss]):
    """What was changed of a request, and where what is left of it stood."""

    def __init__(self, changes: Iterable[Loss], stood: Callable[[], Stood]) -> None:
        super().__init__(changes)
        self.stood = stood


def losses_as_given(losses: list[Loss], changes: list[Loss]) -> list[Loss]:
    """Losses of a request that these changes have made, as losses of the given one."""
    return changes.stood().as_given(losses) if losses and isinstance(changes, Changes) else losses
