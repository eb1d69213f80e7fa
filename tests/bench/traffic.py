"""What the benchmark converts: our own fixtures, made-up long conversations, recorded traffic."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

Json = Any
ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "fixtures"
CORPUS = ROOT.parent / "shared" / "corpus"
TURNS = (10, 200)
# Works in a checkout that is not installed too.
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "generated")]

from formats import having as having  # noqa: E402
from formats import part as part  # noqa: E402

FORMATS = having("bench")
"""The formats that are measured."""


def fixtures(format_: str, entry: str) -> dict[str, Json]:
    """Our own hand-written payloads by name; ``entry`` is ``request`` or ``response``.

    Without those that the format's floor says it does not read as a whole.
    """
    without = getattr(importlib.import_module(f"floor_{format_}"), "WITHOUT", ())
    kinds = ("requests",) if entry == "request" else ("replies", "errors")
    paths = [path for kind in kinds for path in sorted((FIXTURES / format_ / kind).glob("*.json"))]
    return {
        f"{path.parent.name}/{path.stem}": json.loads(path.read_text(encoding="utf-8"))
        for path in paths
        if path.stem not in without
    }


def recorded(corpus: Path, format_: str, entry: str) -> list[Json]:
    """The recorded requests, or non-stream replies, of a format; none without the corpus."""
    path = corpus / part(format_, "bench").CORPUS
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [json.loads(line)[entry] for line in lines]
    return [payload for payload in found if payload is not None]


def conversation(format_: str, turns: int) -> Json:
    """A request that holds ``turns`` user turns, each with two calls, their results, an answer."""
    return part(format_, "bench").conversation(turns)


def reply(format_: str) -> Json:
    """A usual reply: text and two calls."""
    return part(format_, "bench").REPLY
