"""Choices that a test makes at random, all of them from one seed."""

from __future__ import annotations

import json
import random
from typing import Any

Json = Any


class Dice(random.Random):
    """Choices of a split. One seed makes all of them: a reply needs more than can be drawn.

    ``orderly``: as the provider itself does it, and not only as its wire can be read: one block
    after another, and whose reply it is from the first event on.
    """

    def __init__(self, seed: int | str, orderly: bool = False) -> None:
        super().__init__(seed)
        self.orderly = orderly

    def chance(self, one_in: int) -> bool:
        return self.randrange(one_in) == 0

    def pieces(self, text: str) -> list[str]:
        """A text in pieces, cut anywhere; some of them empty."""
        if self.chance(4):
            return [text]
        if self.chance(4):
            return [*text, ""] if text else [""]
        places = sorted(self.randint(0, len(text)) for _ in range(self.randint(0, 5)))
        ends = zip([0, *places], [*places, len(text)], strict=True)
        return [text[start:end] for start, end in ends]

    def groups(self, items: list[Json]) -> list[list[Json]]:
        """Neighbours together or apart."""
        found: list[list[Json]] = []
        for item in items:
            if found and self.chance(2):
                found[-1].append(item)
            else:
                found.append([item])
        return found

    def turns(self, queues: list[list[Json]], one_by_one: bool = False) -> list[Json]:
        """Several lists in one: each in its own order, beginning in turn, the rest mixed."""
        if one_by_one:
            return [item for queue in queues for item in queue]
        mixed: list[Json] = []
        waiting = [list(queue) for queue in queues if queue]
        running: list[list[Json]] = []
        while waiting or running:
            if waiting and (not running or self.chance(2)):
                running.append(waiting.pop(0))
                queue = running[-1]
            else:
                queue = self.choice(running)
            mixed.append(queue.pop(0))
            running = [queue for queue in running if queue]
        return mixed

    def spelled(self, value: Json) -> str:
        """A value's JSON text, compact or spaced, escaped or not."""
        separators = self.choice([(",", ":"), (", ", ": ")])
        return json.dumps(value, separators=separators, ensure_ascii=self.chance(2))
