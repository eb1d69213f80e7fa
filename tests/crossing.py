"""Requests from each wire to each other and each service: what becomes of them, as a table.

``make crossings CORPUS=folder`` takes recorded traffic. Every body that comes out is held against
the wire's schema, against the types of its provider's own package, and against what its documents
say of requests (`formats/<format>/accepts.py`; for a service, which has a column too, and takes the
requests of its own wire, `profiles/<service>.py`). What they refuse is a fault, and so is an
exception other than a ToolwireError.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from driving.talk import talk
from formats import FORMATS, part, profiles
from provider_types import refusal
from samples import adapter, invalid
from toolwire import ToolwireError

Json = Any
MODEL = "a-model"
"""Stands for the model where a wire has it in the address."""
SERVICES = {profile: name for name in FORMATS for profile in profiles(name)}
"""The wire of each service."""
TARGETS = (*FORMATS, *SERVICES)
REPAIRS = ("added", "dropped", "moved", "renamed", "repaired")
"""Codes of what is changed so that the API takes it."""


@dataclass
class Crossing:
    """What became of the requests of one wire on another."""

    converted: int = 0
    repaired: int = 0
    refused: int = 0
    loss_free: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return f"{self.converted}/{self.repaired}/{self.refused}/{self.loss_free}"

    def take(self, value: Json, target: str) -> None:
        """Write a decoded request on a wire or for a service, and count how that went."""
        name, profile = SERVICES.get(target, target), target if target in SERVICES else None
        wire = adapter(name, "request", "repair")
        try:
            losses = wire.losses(value, profile=profile)
            body = wire.encode(value, profile=profile, on_loss="ignore")
        except ToolwireError as error:
            self.refused += 1
            self.reasons[f"{_starred(error.pointer)}: {error.expected}"] += 1
            return
        except Exception as error:  # a fault of the adapters, which the table is to show
            self.faults[f"raised {type(error).__name__}: {error}"] += 1
            return
        self.converted += 1
        self.repaired += any(loss.code in REPAIRS for loss in losses)
        self.loss_free += not losses
        fault = invalid(name, "request", body)
        if profile is None:  # of a service the types are its own
            fault = fault or refusal(name, "request", body)
        if fault:
            self.faults[fault] += 1
        api = part(name, "accepts" if profile is None else f"profiles.{profile}")
        self.faults.update(f"the API refuses {why}" for why in api.breaches(body))


def crossings(source: str, bodies: Iterable[Json], own: bool = False) -> dict[str, Crossing]:
    """The requests of one wire on every other and for every service; for its ``own``, too."""
    others = [name for name in TARGETS if own or SERVICES.get(name) != source]
    found = {target: Crossing() for target in others if target != source}
    wire = adapter(source, "request")
    for body in bodies:
        value = {"model": MODEL, **wire.decode(body)}
        for target, crossing in found.items():
            crossing.take(value, target)
    return found


def recorded(source: str, corpus: Path) -> Iterator[Json]:
    """The recorded requests of a wire that its own adapter reads."""
    for name in talk(source).RECORDED:
        path = corpus / name
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            body = json.loads(line).get("request")
            if body is not None and _reads(source, body):
                yield body


def _reads(source: str, body: Json) -> bool:
    try:
        adapter(source, "request").decode(body)
    except ToolwireError:
        return False
    return True


def _starred(pointer: str) -> str:
    return "/".join("*" if part.isdigit() else part for part in pointer.split("/"))


def table(found: dict[str, dict[str, Crossing]]) -> Iterator[str]:
    """The table, and below it why requests were refused and what was wrong with others."""
    width = max(map(len, TARGETS)) + 2
    yield "converted/repaired/refused/without loss, from the wires on the left\n"
    yield " " * width + "".join(f"{name:>{width}}" for name in TARGETS)
    for source, row in found.items():
        cells = [str(row[name]) if name in row else "" for name in TARGETS]
        yield f"{source:{width}}" + "".join(f"{cell:>{width}}" for cell in cells)
    for title, which in (("refused", "reasons"), ("FAULTS", "faults")):
        for source, row in found.items():
            for target, crossing in row.items():
                for text, count in getattr(crossing, which).most_common():
                    yield f"{title} {source} to {target}: {count} × {text}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    corpus = parser.parse_args().corpus
    found = {source: crossings(source, recorded(source, corpus), own=True) for source in FORMATS}
    print("\n".join(table(found)))
    return int(any(crossing.faults for row in found.values() for crossing in row.values()))


if __name__ == "__main__":
    sys.exit(main())
