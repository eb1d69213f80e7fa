"""A progress bar on a terminal, once the work has taken longer than a second."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType
from typing import Any

import click

PATIENCE = 1.0  # seconds


class Progress:
    """``with Progress(label, total) as step:`` and call ``step()`` after each piece of work."""

    def __init__(self, label: str, total: int) -> None:
        self.label, self.total, self.done = label, total, 0
        self.started = monotonic()
        self.bar: Any = None

    def __enter__(self) -> Progress:
        return self

    def __call__(self) -> None:
        self.done += 1
        if self.bar is not None:
            self.bar.update(1)
        elif monotonic() - self.started > PATIENCE and sys.stderr.isatty():
            self.bar = click.progressbar(length=self.total, label=self.label, file=sys.stderr)
            self.bar.__enter__()
            self.bar.update(self.done)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.__exit__(kind, error, trace)
