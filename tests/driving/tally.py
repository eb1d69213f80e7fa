"""Faults counted by kind, each kind with the first case that shows it."""

from __future__ import annotations

from collections import Counter


class Tally:
    """Counts the faults of case after case."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.first: dict[str, str] = {}
        #: how many cases have faults
        self.faulty = 0

    def add(self, case: str, faults: list[str]) -> None:
        """Count the faults of one case, each kind once."""
        self.faulty += bool(faults)
        by_kind = {fault.partition(":")[0]: fault for fault in reversed(faults)}
        for kind, fault in by_kind.items():
            self.kinds[kind] += 1
            self.first.setdefault(kind, f"{case}: {fault}")

    def show(self, title: str) -> None:
        """Print the counts."""
        print(f"{title}, {self.faulty} with faults")
        for kind, number in self.kinds.most_common():
            print(f"  {number:>6}  {kind}; first: {self.first[kind][:300]}")
