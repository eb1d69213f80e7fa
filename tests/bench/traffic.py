"""What the benchmark converts: our own fixtures, made-up long conversations, recorded traffic."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

Json = Any
ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
TURNS = (10, 200)
# Works in a checkout that is not installed too.
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "generated")]

from exact import copied  # noqa: E402
from formats import EVERY, transform  # noqa: E402
from formats import entries as entries  # noqa: E402
from formats import having as having  # noqa: E402
from formats import part as part  # noqa: E402
from samples import ALL  # noqa: E402

FORMATS = having("bench", among=EVERY)
"""The formats that are measured."""
SPOKEN = tuple(name for name in FORMATS if "request" in entries(name))
"""Those among them in which conversations are held."""


def fixtures(format_: str, entry: str) -> dict[str, Json]:
    """Our own hand-written payloads of an entry, by name."""
    return {
        f"{one.kind}/{one.name}": copied(one.payload)
        for one in ALL
        if one.format == format_ and one.entry == entry
    }


def recorded(corpus: Path, format_: str, entry: str) -> list[Json]:
    """The recorded payloads of an entry, of replies those sent whole; none without the corpus."""
    name = getattr(part(format_, "bench"), "CORPUS", None)
    if name is None or not (path := corpus / name).is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [json.loads(line).get(entry) for line in lines]
    return [payload for payload in found if payload is not None]


def conversation(format_: str, turns: int) -> Json:
    """A request that holds ``turns`` user turns, each with two calls, their results, an answer."""
    return part(format_, "bench").conversation(turns)


def usual(format_: str) -> dict[str, Json]:
    """The usual payload of each entry but requests, which are conversations."""
    return copied(part(format_, "bench").USUAL)


def answered(format_: str) -> dict[str, str]:
    """Which entry's calls the results of an entry answer."""
    answers = transform(format_).get("answers", {})
    return {entry: source for entry, paths in answers.items() for source in paths}
