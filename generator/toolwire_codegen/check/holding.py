"""Rules on what ``rules.yaml`` allows: what a place may hold, the transform can write there."""

from __future__ import annotations

from collections.abc import Iterator

from ..resolve.format import ResolvedFormat
from .joins import Join
from .matching import joins

HOLDERS = {"system": "SystemMessage", "user": "UserMessage", "assistant": "AssistantMessage",
           "result": "ToolResult"}  # fmt: skip
"""What has the blocks of each place."""
TAG = "kind"
"""The key that says of which kind a block is."""


def never_written(one: ResolvedFormat, place: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """The kinds of blocks that a place would hold and a transform always loses, and why."""
    own_joins = [join for join in joins(one) if join.owner.lens.inter == HOLDERS.get(place)]
    for word in words:
        found = [(join, arm) for join in own_joins for arm in _arms(one, join, word)]
        reasons = [join.lost.lost.get(arm) if join.lost else None for join, arm in found]
        if found and all(reasons):
            yield word, str(reasons[0])


def _arms(one: ResolvedFormat, join: Join, word: str) -> list[str]:
    return [name for name in join.names if one.inter.tags(name).get(TAG) == word]
