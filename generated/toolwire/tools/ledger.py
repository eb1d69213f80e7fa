# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""Who runs a call: each call of a run is claimed once, also by several processes at a time."""

from __future__ import annotations

import json
import sqlite3
import threading
from pathlib import Path
from typing import Any, NamedTuple, Protocol


class Claim(NamedTuple):
    """What a ledger knows of a call: ``mine`` to run, or what became of it already."""

    mine: bool
    result: dict[str, Any] | None = None
    """The result it has; None while it runs, or if whoever ran it never said."""


class Ledger(Protocol):
    """Remembers which calls were begun, and their results. Both methods are atomic."""

    def claim(self, key: str, *, again: bool = False) -> Claim:
        """Begin a call. ``again``: it may be begun once more, if it has no result."""

    def settle(self, key: str, result: dict[str, Any]) -> None:
        """Note the result of a call that was begun."""


class MemoryLedger:
    """For the threads of one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._results: dict[str, dict[str, Any] | None] = {}

    def claim(self, key: str, *, again: bool = False) -> Claim:
        with self._lock:
            if key not in self._results:
                self._results[key] = None
                return Claim(True)
            result = self._results[key]
            return Claim(again and result is None, result)

    def settle(self, key: str, result: dict[str, Any]) -> None:
        with self._lock:
            self._results[key] = result


class SqliteLedger:
    """An SQLite file that several processes share. Times out after ``patience`` seconds."""

    def __init__(self, path: str | Path, *, patience: float = 30.0) -> None:
        self._path, self._patience = str(path), patience
        with self._open() as file:
            file.execute("CREATE TABLE IF NOT EXISTS calls (key TEXT PRIMARY KEY, result TEXT)")
        file.close()

    def claim(self, key: str, *, again: bool = False) -> Claim:
        file = self._open()
        try:
            with file:
                begun = file.execute("INSERT OR IGNORE INTO calls (key) VALUES (?)", (key,))
                if begun.rowcount:
                    return Claim(True)
                (text,) = file.execute("SELECT result FROM calls WHERE key = ?", (key,)).fetchone()
        finally:
            file.close()
        return Claim(again and text is None, None if text is None else json.loads(text))

    def settle(self, key: str, result: dict[str, Any]) -> None:
        file = self._open()
        try:
            with file:
                row = (json.dumps(result), key)
                file.execute("UPDATE calls SET result = ? WHERE key = ?", row)
        finally:
            file.close()

    def _open(self) -> sqlite3.Connection:
        # A connection of its own each time: they may be asked for by any thread.
        return sqlite3.connect(self._path, timeout=self._patience)
