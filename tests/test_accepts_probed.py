"""What an API takes goes out as it is, and what it refuses does not: the law of `probed.py`."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from crossing import TARGETS
from mutants.rules import HELD, unnoticed
from probed import Api, asked


@pytest.mark.parametrize("target", TARGETS)
def test_an_api_gets_what_it_takes_as_it_is_and_nothing_that_it_refuses(target: str) -> None:
    api = Api(target)
    wrong: dict[str, list[str]] = defaultdict(list)
    for name, value in asked(api):
        for fault in api.faults(name, value):
            wrong[fault].append(name)
    shown = [f"{len(names)} × {fault}: {names[0]} … {names[-1]}" for fault, names in wrong.items()]
    assert not wrong, "\n".join(sorted(shown))


def test_the_law_notices_a_rule_that_is_left_out_or_a_test_is_named_that_does() -> None:
    """`make mutants-rules` asks it of every wire and service."""
    count, silent = unnoticed("mistral_chat", values=False)
    listed = [row.split()[1] for rows in HELD.values() for row in rows if "mistral" in row]
    assert (count > 20, sorted(silent)) == (True, sorted(listed))
    assert all((Path(__file__).parent / f"{module}.py").is_file() for module in HELD)
