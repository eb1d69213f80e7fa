"""What a run may cost: tokens counted over its turns, and the limits an app sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

INPUT = ("inputTokens", "cacheReadTokens", "cacheWriteTokens", "toolUseTokens")
OUTPUT = ("outputTokens", "reasoningTokens")
COUNTS = (*INPUT, *OUTPUT)


@dataclass(frozen=True, slots=True)
class UsageLimits:
    """Ends a run before the request that would follow; None: no limit.

    ``requests`` counts replies, ``calls`` the calls that tools were asked for, the others tokens.
    """

    requests: int | None = None
    calls: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    total_tokens: int | None = None

    def reached(self, usage: dict[str, int], requests: int, calls: int) -> str:
        """Which limit a run has reached, in words; "" for none."""
        spent = {
            "requests": requests,
            "calls": calls,
            "input_tokens": sum(usage.get(name, 0) for name in INPUT),
            "output_tokens": sum(usage.get(name, 0) for name in OUTPUT),
            "total_tokens": sum(usage.values()),
        }
        for name, count in spent.items():
            limit = getattr(self, name)
            if limit is not None and count >= limit:
                return f"{name}: {count} of {limit}"
        return ""


def added(usage: dict[str, int], more: dict[str, Any] | None) -> dict[str, int]:
    """The sum of two counts. Each part is counted apart, so that no token is counted twice."""
    counts = {name: usage.get(name, 0) + ((more or {}).get(name) or 0) for name in COUNTS}
    return {name: count for name, count in counts.items() if count or name in usage}
