"""Outputs in one SQLite file, for runs that outlive the process."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from .store import MAX_BYTES, Missing, bounded, is_reference, new_reference
from .tally import SPAN, Counter, loaded

_PATIENCE = 60.0  # seconds to wait for another writer
_TABLES = """
PRAGMA page_size = 65536;
CREATE TABLE IF NOT EXISTS outputs (
    number INTEGER PRIMARY KEY AUTOINCREMENT, reference TEXT UNIQUE NOT NULL,
    size INTEGER NOT NULL, whole BLOB NOT NULL, tally BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS pieces (
    reference TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (reference, number)
);
"""


class SqliteStore:
    """Texts stand in pieces, so that any part of one is read without the rest.

    Every use opens the file anew: that makes it safe between threads, processes and forks.
    """

    def __init__(self, path: str | Path, *, max_bytes: int = MAX_BYTES) -> None:
        self.path = Path(path).absolute()
        self.max_bytes = max_bytes
        with self._connected() as database:
            database.executescript(_TABLES)

    def put(self, text: bytes | Iterable[bytes], whole: bytes = b"") -> str:
        reference = new_reference()
        # A text that comes slowly must not keep other writers waiting: it is gathered first.
        with tempfile.TemporaryFile() as gathered:
            counter = Counter()
            for piece in counter.over(bounded(text, whole, self.max_bytes)):
                gathered.write(piece)
            gathered.seek(0)
            pieces = iter(lambda: gathered.read(SPAN), b"")
            with self._connected() as database, database:
                database.execute("BEGIN IMMEDIATE")
                database.executemany(
                    "INSERT INTO pieces VALUES (?, ?, ?)",
                    ((reference, number, piece) for number, piece in enumerate(pieces)),
                )
                database.execute(
                    "INSERT INTO outputs (reference, size, whole, tally) VALUES (?, ?, ?, ?)",
                    (reference, counter.size, whole, counter.tally.dumped()),
                )
                self._evict(database)
        return reference

    def open(self, reference: str) -> _RowEntry:
        if not is_reference(reference):
            raise Missing(reference)
        return _RowEntry(self.path, reference)

    def close(self) -> None:
        """The file stays."""

    def _evict(self, database: sqlite3.Connection) -> None:
        """Remove the oldest outputs until the rest is small enough; the newest always is."""
        total = 0
        newest_first = "SELECT reference, size + length(whole) FROM outputs ORDER BY number DESC"
        for reference, size in database.execute(newest_first).fetchall():
            total += size
            if total > self.max_bytes:
                database.execute("DELETE FROM pieces WHERE reference = ?", (reference,))
                database.execute("DELETE FROM outputs WHERE reference = ?", (reference,))

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)) as it:
            yield it


class _RowEntry:
    """An output in the database, one piece of it in memory."""

    def __init__(self, path: Path, reference: str) -> None:
        self._reference = reference
        self._database = sqlite3.connect(path, timeout=_PATIENCE, check_same_thread=False)
        self._last_piece = (-1, b"")
        self.size: int
        try:
            self.size, tally = self._row("SELECT size, tally FROM outputs WHERE reference = ?")
            self.tally = loaded(tally)
        except BaseException:
            self._database.close()
            raise

    def read(self, start: int, length: int) -> bytes:
        end = min(start + length, self.size)
        parts = []
        while start < end:
            number, skip = divmod(start, SPAN)
            part = self._piece(number)[skip : skip + end - start]
            parts.append(part)
            start += len(part)
        return b"".join(parts)

    def whole(self) -> bytes:
        (value,) = self._row("SELECT whole FROM outputs WHERE reference = ?")
        return bytes(value)

    def _piece(self, number: int) -> bytes:
        if self._last_piece[0] != number:
            query = "SELECT bytes FROM pieces WHERE reference = ? AND number = ?"
            (piece,) = self._row(query, number)
            self._last_piece = number, piece
        return self._last_piece[1]

    def _row(self, query: str, *more: object) -> tuple[Any, ...]:
        row = self._database.execute(query, (self._reference, *more)).fetchone()
        if row is None:  # also when it was evicted while it is read
            raise Missing(self._reference)
        return tuple(row)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()
