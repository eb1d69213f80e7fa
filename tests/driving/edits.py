"""Values that apps edit, and what the wire body says of them afterwards.

    .venv/bin/python tests/driving/edits.py --corpus DIR [--count 20000] [--seed N]

Every recorded request and reply is decoded, edited and encoded, for its own wire and for the
others. What the body says, by a reading of its own, is what the edited value says. Then the
mistakes of apps, at every place of every value: fields of the wrong type are refused with their
place, unknown keys are reported with the known ones, and what is written for one wire is there or
is reported.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent / "generated")]

from dice import Dice  # noqa: E402
from driving import EDITED  # noqa: E402
from driving.law import Sample, check, misread  # noqa: E402
from driving.message_edits import Edit  # noqa: E402
from driving.recorded import files  # noqa: E402
from driving.refusals import unlaid, unrefused, unreported  # noqa: E402
from driving.reply_edits import REPLY_EDITS, WHOLE_EDITS  # noqa: E402
from driving.request_edits import REQUEST_EDITS  # noqa: E402
from driving.saying import saying  # noqa: E402
from driving.typed_places import overlays, unknown_keys, wrong_types  # noqa: E402
from exact import copied  # noqa: E402
from toolwire import ToolwireError  # noqa: E402

Json = Any


@dataclass(frozen=True)
class Row:
    """One kind of edit."""

    name: str
    entry: str
    edit: Edit

    @property
    def bare(self) -> bool:
        """Is nothing said as it came, since what tells how is dropped?"""
        return self.name == "all metadata dropped"


def _dumped(entry: str) -> Edit:
    """The value as the models write it: with None in each field that is absent."""

    def edit(value: Json, dice: Dice) -> Json:
        from toolwire import models

        model: Any = models.Request if entry == "request" else models.Response
        return model.model_validate(value).model_dump(mode="json")

    return edit


def _normal(value: Json, dice: Dice) -> Json:
    from toolwire import normal

    return normal(value)


def _twice(entry: str) -> Edit:
    """One edit after another."""

    def edit(value: Json, dice: Dice) -> Json:
        rows = [row for row in SINGLE if row.entry == entry and not row.bare]
        for row in dice.sample([row for row in rows if row.name != "model_dump"], 2):
            value = row.edit(value, dice)
            if value is None:
                return None
        return value

    return edit


SINGLE = tuple(
    Row(name, entry, edit)
    for entry, rows in (("request", REQUEST_EDITS), ("response", REPLY_EDITS))
    for name, edit in (*rows, *WHOLE_EDITS, ("model_dump", _dumped(entry)), ("normal", _normal))
)
EDITS = (*SINGLE, *(Row("two edits", entry, _twice(entry)) for entry in ("request", "response")))


# -- the command


@dataclass
class Count:
    """How often an edit was made, and what came of it."""

    applied: int = 0
    wrong: dict[str, list[str]] = field(default_factory=dict)


def recorded(corpus: Path) -> Iterator[tuple[str, str, str, Json]]:
    """Where each recorded request and reply stands, its wire, its entry, and the body."""
    for name, wire in files(corpus, EDITED):
        text = (corpus / name).read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            record = json.loads(line)
            for entry in ("request", "response"):
                if isinstance(record[entry], dict):
                    yield f"{name}:{number}", wire, entry, record[entry]


def readable(corpus: Path) -> Iterator[tuple[str, Sample]]:
    """The samples of a corpus that their own wire reads."""
    for place, wire, entry, body in recorded(corpus):
        try:
            yield place, Sample(wire, entry, body)
        except ToolwireError:
            continue


def drive(samples: list[tuple[str, Sample]], limit: int, seed: int) -> dict[str, Count]:
    """Make edits until there are ``limit`` bodies; each edit's count by its name."""
    counts = {f"{row.entry} {row.name}": Count() for row in EDITS}
    dice = Dice(seed)
    jobs = [(place, sample, row) for place, sample in samples for row in EDITS
            if row.entry == sample.entry]  # fmt: skip
    dice.shuffle(jobs)
    done = 0
    for place, sample, row in jobs:
        if done >= limit:
            break
        edited = sample.edited(row.edit, dice)
        if edited is None:
            continue
        for target in EDITED:
            home = target == sample.wire
            value = edited if home else {**edited, "model": edited.get("model") or "m"}
            count = counts[f"{row.entry} {row.name}"]
            count.applied += 1
            done += 1
            if (why := check(sample, value, target, row.bare)) is not None:
                count.wrong.setdefault(f"{sample.wire} to {target}", []).append(f"{place}: {why}")
    return counts


def mistakes(samples: list[tuple[str, Sample]]) -> dict[str, Count]:
    """What an app may get wrong, at every place of every value: how often it is taken wrongly."""
    counts = defaultdict[str, Count](Count)
    for place, sample in samples:
        for kind, pointer, why in _mistakes(sample, Dice(place)):
            counts[kind].applied += 1
            if why is not None:
                cause = why.partition(": ")[0]
                counts[kind].wrong.setdefault(cause, []).append(f"{place} {pointer}: {why}")
    return counts


def _mistakes(sample: Sample, dice: Dice) -> Iterator[tuple[str, str, str | None]]:
    wire, entry, value = sample.wire, sample.entry, copied(sample.value)
    for pointer, _, odd in wrong_types(value, entry, dice):
        yield "wrong type", pointer, unrefused(wire, entry, odd, pointer, sample.body)
    for pointer, meant, odd in unknown_keys(value, entry, dice):
        yield "misspelled key", pointer, unreported(
            wire, entry, odd, pointer, meant, sample.body
        )
    for pointer, odd in overlays(value, entry, wire):
        yield "overlay written", pointer, unlaid(wire, entry, odd, pointer)
    for kind, pointer, why in saying(wire).mistakes(value) if entry == "request" else ():
        yield kind, pointer, why


def show(counts: dict[str, Count]) -> None:
    """Print how often each thing was done and was wrong, with the first of each way to be."""
    for name, count in counts.items():
        wrong = sum(len(found) for found in count.wrong.values())
        print(f"{name:<44}{count.applied:>9}{wrong:>7}")
        for way, found in count.wrong.items():
            print(f"    {way}: {len(found)}: {found[0][:200]}")
    total = sum(len(found) for count in counts.values() for found in count.wrong.values())
    print(f"{total} wrong of {sum(count.applied for count in counts.values())}\n")


def main() -> None:
    """Edit all that was recorded, and print how often which edit is told wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpus", type=Path, required=True, help="recorded traffic (JSONL)")
    parser.add_argument("--count", type=int, default=20_000, help="bodies to write")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    samples = list(readable(options.corpus))
    odd = [(place, why) for place, sample in samples if (why := misread(sample))]
    print(f"{len(samples)} payloads, {len(odd)} of them read otherwise as they came")
    for place, why in odd[:5]:
        print(f"    {place}: {why[:160]}")
    print(f"{'edit':<44}{'applied':>9}{'wrong':>7}")
    show(drive(samples, options.count, options.seed))
    show(mistakes(samples))


if __name__ == "__main__":
    main()
