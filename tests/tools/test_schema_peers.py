"""The same signatures and inputs under pydantic-ai and the OpenAI Agents SDK: the same verdicts.

What the peers say stands in ``peers.json``, made by ``make peers``; they are not needed here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools.peers_table import DIFFERENCES
from tools.peers_verdicts import toolwire, verdicts
from tools.signatures import CASES

SAID: dict[str, Any] = json.loads((Path(__file__).parent / "peers.json").read_text("utf-8"))


@pytest.mark.parametrize("name", CASES)
def test_a_signature_gets_the_verdicts_that_are_committed(name: str) -> None:
    assert verdicts(toolwire, name) == SAID[name]["toolwire"]


def test_every_signature_has_been_shown_to_the_peers() -> None:
    assert sorted(CASES) == sorted(SAID)
    assert len(CASES) >= 60


def test_every_difference_has_its_reason_and_every_reason_its_difference() -> None:
    found = {
        (name, peer)
        for name, answers in SAID.items()
        for peer in answers
        if answers[peer] != answers["toolwire"]
    }
    explained = [(name, peer) for one in DIFFERENCES for name in one.cases for peer in one.peers]
    assert sorted(explained) == sorted(found)
