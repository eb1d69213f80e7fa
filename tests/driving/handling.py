"""How apps and services treat the events that they hand over or are handed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from exact import copied

Json = Any


class Dumped:
    """An event as an SDK has it: an object that gives its data when asked."""

    def __init__(self, event: Json) -> None:
        self.event = event

    def model_dump(self, **_: Json) -> Json:
        return copied(self.event)


def cleared(value: Json) -> None:
    """Empty a value and all that it holds."""
    for inner in _inside(value):
        cleared(inner)
    if isinstance(value, dict | list):
        value.clear()


def edited(value: Json) -> None:
    """Change every text and number inside a value, and add to everything that takes more."""
    for inner in _inside(value):
        edited(inner)
    if isinstance(value, dict):
        value.update({key: _other(item) for key, item in value.items()})
        value["edited"] = True
    elif isinstance(value, list):
        value[:] = [_other(item) for item in value]
        value.append("edited")


def _inside(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return [*value.values()]
    return [*value] if isinstance(value, list) else []


def _other(item: Json) -> Json:
    if isinstance(item, str):
        return f"acme/{item}"
    return item + 1 if type(item) is int else item


EDITS: dict[str, Callable[[Json], None]] = {"clears": cleared, "edits": edited}
CONSUMERS = ("keeps", *EDITS)
"""What a consumer does with an event that it has taken."""
SUPPLIERS = ("keeps", *EDITS, "objects")
"""What a source does with its events once the next one is asked for, or how it has them."""


def outcome(run: Callable[[], None]) -> Exception | None:
    """What running something raises: nearly always a fault, so it is handed over to be judged."""
    try:
        run()
    except Exception as raised:
        return raised
    return None


def handed_out(
    begin: Callable[[], Iterable[Json]], consumer: str = "keeps"
) -> tuple[list[Json], Exception | None]:
    """The events as they came, taken as a consumer does, and what is raised at the end."""
    found: list[Json] = []

    def take() -> None:
        for event in begin():
            found.append(copied(event))
            if consumer in EDITS:
                EDITS[consumer](event)

    raised = outcome(take)
    return found, raised


def supplied(events: Iterable[Json], supplier: str) -> Iterator[Json]:
    """Events as a source supplies them; those given are left as they are."""
    for event in events:
        if supplier == "objects" and isinstance(event, dict):
            yield Dumped(event)
            continue
        ours = copied(event)
        yield ours
        if supplier in EDITS:
            EDITS[supplier](ours)
