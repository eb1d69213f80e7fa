"""What random streams are made of, and what they say.

What a stream says is worked out while it is made: no reader has a part in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from dice import Dice
from driving.blocks import Block

Json = Any


@dataclass
class Step:
    """A part of an event: what it has on the wire, and what it says by that."""

    wire: Json
    block: Block | None = None
    piece: str = ""
    #: it finishes its block
    done: bool = False
    signature: str = ""
    value: Json = None


@dataclass
class Stream:
    """A stream of a wire. ``complete`` is how many events it takes to know that it ended."""

    #: who asks for a stream says what it is of
    wire: str = ""
    events: list[Json] = field(default_factory=list)
    steps: list[list[Step]] = field(default_factory=list)
    #: why it stopped, in the wire's own word
    finish: str | None = None
    complete: int = 0
    #: the tokens read and written, if it tells them
    tokens: tuple[int, int] | None = None
    #: texts beside the message that no block holds, by their key
    beside: list[tuple[int, str, str]] = field(default_factory=list)

    def add(self, event: Json, *steps: Step) -> None:
        """The next event, and what it says."""
        self.events.append(event)
        self.steps.append([*steps])

    def end(self, finish: str | None) -> None:
        """What has come by now is the whole reply."""
        self.finish, self.complete = finish, len(self.events)

    def says(self, count: int | None = None) -> list[Block]:
        """The blocks that the first ``count`` events tell, in the order in which they begin."""
        found: dict[int, Block] = {}
        for step in (step for steps in self.steps[:count] for step in steps):
            if step.block is None:
                continue
            block = found.get(id(step.block))
            if block is None:
                block = found[id(step.block)] = replace(step.block)
            block.text += step.piece
            block.signature += step.signature
            block.done = block.done or step.done
            if step.value is not None:
                block.value = step.value
        return [*found.values()]

    def extras(self, count: int | None = None) -> dict[str, str]:
        """The texts beside the message that the first ``count`` events tell."""
        found: dict[str, str] = {}
        for at, key, piece in self.beside:
            if count is None or at < count:
                found[key] = found.get(key, "") + piece
        return found


WORDS = [
    *("Sun", "ny, ", "21 °C", "\n", "\n\n", " ", "."),
    *('"quoted" \\ back', "\U0001f600", "é – </x>"),
]
NAMES = ["get_weather", "send", "write_file", "get_weather"]
VALUES: list[Json] = [
    *("Oslo", "", 'a "b" \\ \n', "\U0001f600 é", "x" * 40),
    *(0, 5, -3, 2.5, 1000, True, False, None),
    *([], {}, [1, "two", {"three": 3}], {"deep": {"deeper": ["}", "{"]}}),
]
KEYS = ["city", "amount", "to", "path", "n", "rows"]


def some_text(dice: Dice) -> str:
    """A text; one line end alone is what services often send after a call."""
    if dice.chance(4):
        return "\n"
    return "".join(dice.choice(WORDS) for _ in range(dice.randint(1, 6)))


def some_arguments(dice: Dice) -> dict[str, Json]:
    """The arguments of a call, quite often none."""
    if dice.chance(5):
        return {}
    return {key: dice.choice(VALUES) for key in dice.sample(KEYS, dice.randint(1, 3))}


def outline(dice: Dice, prefix: str, ids: str) -> list[Block]:
    """Blocks as replies have them: thoughts, a text, calls, and often a text between or after.

    ``ids``: "all" calls have one, "none" has, or "some".
    """
    blocks: list[Block] = []
    calls = dice.choice([0, 1, 1, 1, 2, 2, 3, 4])
    one_name = dice.choice(NAMES) if dice.chance(3) else None
    for kind in ("reasoning", "text"):
        if dice.chance(2):
            blocks.append(Block(kind))
    for number in range(calls):
        has_id = ids == "all" or (ids == "some" and dice.chance(2))
        call_id = f"{prefix}{dice.randrange(10**6)}_{number}" if has_id else None
        blocks.append(Block("call", name=one_name or dice.choice(NAMES), id=call_id))
        if dice.chance(3):
            blocks.append(Block(dice.choice(["text", "text", "reasoning", "other"])))
    if dice.chance(2) or not blocks:
        blocks.append(Block("text"))
    for _ in range(dice.randint(1, 2) if dice.chance(4) else 0):
        kind = dice.choice(["text", "reasoning", "other"])
        blocks.insert(dice.randint(0, len(blocks)), Block(kind))
    return blocks


def arguments_text(dice: Dice, whole: bool) -> str:
    """The text of a call's arguments; not ``whole``: as a model leaves it that was stopped."""
    value = some_arguments(dice)
    text = dice.spelled(value) if value or not dice.chance(2) else dice.choice(["", "{ }"])
    return text if whole or len(text) < 3 else text[: dice.randint(1, len(text) - 1)]
