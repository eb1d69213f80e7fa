"""How many payloads a law draws."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings

from samples import FORMATS

# So many times as many, and others: `make laws` sets it. The suite draws the same ones every time.
MORE = int(os.environ.get("TOOLWIRE_LAWS_MORE", "0"))


def drawing(examples: int) -> Callable[[Any], Any]:
    """So many where two wires are tried; the more wires there are, the fewer has each. No clock."""
    return settings(
        max_examples=max(20, examples * 2 // len(FORMATS)) * (MORE or 1),
        deadline=None,
        derandomize=not MORE,
        database=None,
        print_blob=False,
        suppress_health_check=[*HealthCheck],
    )
