"""How many payloads a law draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings

from samples import FORMATS


def drawing(examples: int) -> Callable[[Any], Any]:
    """So many where two wires are tried; the more wires there are, the fewer has each.

    No clock, and the same examples every time.
    """
    return settings(
        max_examples=max(20, examples * 2 // len(FORMATS)),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[*HealthCheck],
    )
