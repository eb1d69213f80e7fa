"""What an API takes goes out as it is, and what it refuses does not: the law of `probed.py`."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from crossing import TARGETS
from mutants.held import HELD
from mutants.rule_files import is_found
from mutants.rules import complaints, unnoticed
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


def test_a_value_that_is_left_out_is_noticed_or_listed_and_else_it_is_told() -> None:
    count, silent = unnoticed("mistral_chat", values=True)
    assert (count > 50, [*complaints("mistral_chat", True, silent)]) == (True, [])
    told = [*complaints("mistral_chat", True, [*silent, "rules/temperature/most"])]
    assert told == ["neither noticed nor listed: mistral_chat rules/temperature/most"]
    held = "rules/said/unless/3"
    assert [*complaints("openrouter", True, [])] == [
        f"noticed, and listed: openrouter {one}" for one in (held, held.replace("3", "4"))
    ]


@pytest.mark.parametrize(
    ("profile", "path", "found"),
    [
        (None, "rules/stops/field", True), (None, "rules/stops/most", False),
        ("deepseek", "rules/choice/without/0", True), ("deepseek", "rules/stops/most", False),
        ("deepseek", "rules/stops/no", False),
    ],
)  # fmt: skip
def test_the_checks_are_asked_of_a_file_without_a_value_which_is_put_back(
    profile: str | None, path: str, found: bool
) -> None:
    for _ in range(2):
        assert is_found("openai_chat", profile, path) is found
