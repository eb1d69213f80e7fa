"""One test for many cases of a kind: a thousand fixtures need not be a thousand tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from samples import ALL, Fixture

Case = tuple[str, str, tuple[Any, ...]]
"""The group that a case belongs to, its name, and what the test takes."""


def each(cases: Iterable[Case]) -> Callable[[Callable[..., None]], Any]:
    """Try all cases of a group in one test, which tells each that failed, and how."""
    groups: dict[str, list[tuple[str, tuple[Any, ...]]]] = {}
    for group, name, arguments in cases:
        groups.setdefault(group, []).append((name, arguments))

    def decorated(test: Callable[..., None]) -> Any:
        @pytest.mark.parametrize("cases", groups.values(), ids=groups.keys())
        def run(cases: list[tuple[str, tuple[Any, ...]]]) -> None:
            failed = []
            for name, arguments in cases:
                try:
                    test(*arguments)
                except Exception as error:
                    error.add_note(f"in {name}")
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(cases)}", failed)

        run.__doc__ = test.__doc__
        return run

    return decorated


def of(fixtures: Iterable[Fixture]) -> list[Case]:
    """A case for each fixture, in groups by format and kind."""
    return [(f"{one.format}-{one.kind}", str(one), (one,)) for one in fixtures]


def routes(fixtures: Iterable[Fixture]) -> list[Case]:
    """Each fixture to another format."""
    return [
        (f"{one.format}-{one.kind}", f"{one} to {target}", (one, target))
        for one in fixtures
        for target in one.targets
    ]


each_fixture = each(of(ALL))
