# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""Where whole outputs are kept: write-once entries under references that nobody can guess."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
import time
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Protocol, Self

from .tally import Counter, Tally, loaded

MAX_BYTES = 2_000_000_000
"""What a store holds unless it is told otherwise; beyond it the oldest entries go."""
_REFERENCE = re.compile(r"out_[0-9a-f]{20}")
_LENGTH = 20  # digits, twice at an entry's end: how long its second and third part are
_STALE = 86_400.0  # seconds after which a file that is not finished belongs to a writer that died


class StoreError(Exception):
    """The store cannot keep a value, or cannot give it back."""


class Missing(StoreError):
    """There is no entry under this reference, or none any more."""


class Entry(Protocol):
    """One output, open for reading: its text piece by piece, and what the text was made of."""

    size: int
    tally: Tally

    def read(self, start: int, length: int) -> bytes:
        """Bytes of the text; fewer than asked for only at its end."""

    def whole(self) -> bytes:
        """The value as it was put beside the text; empty if there was none."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class Store(Protocol):
    """Keeps outputs. Safe to use from threads and processes at once."""

    def put(self, text: bytes | Iterable[bytes], whole: bytes = b"") -> str:
        """Keep a text (UTF-8), and beside it the value it was made of; the new reference."""

    def open(self, reference: str) -> Entry:
        """An entry for reading. Raises ``Missing``."""

    def close(self) -> None:
        """Let go of what the store holds; a temporary folder is removed."""


def new_reference() -> str:
    return f"out_{os.urandom(10).hex()}"


def is_reference(text: str) -> bool:
    """Could a store have given out this text? Nothing else is ever looked for."""
    return _REFERENCE.fullmatch(text) is not None


def bounded(text: bytes | Iterable[bytes], whole: bytes, most: int) -> Iterable[bytes]:
    """The pieces of a text; StoreError as soon as they and the value are more than ``most``."""
    left = most - len(whole)
    for piece in (text,) if isinstance(text, bytes) else text:
        left -= len(piece)
        if left < 0:
            break
        yield piece
    if left < 0:
        raise StoreError(f"the output is larger than the store, which holds {most:,} bytes")


class FolderStore:
    """One file an entry, in a folder: a temporary one, or one that outlives the process.

    A file comes into being whole: it is written under another name first. Only its owner can
    read it.
    """

    def __init__(self, folder: str | Path | None = None, *, max_bytes: int = MAX_BYTES) -> None:
        self._temporary = folder is None
        made = tempfile.mkdtemp(prefix="toolwire-") if folder is None else folder
        self.folder = Path(made).absolute()  # wherever the process goes
        self.folder.mkdir(parents=True, exist_ok=True)
        self.max_bytes = max_bytes
        self._remove = weakref.finalize(self, _remove, self.folder, os.getpid())
        if not self._temporary:
            self._remove.detach()

    def put(self, text: bytes | Iterable[bytes], whole: bytes = b"") -> str:
        reference = new_reference()
        part = self.folder / f"{reference}.part"
        owner_only = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            with open(os.open(part, owner_only, 0o600), "wb") as file:
                counter = Counter()
                for piece in counter.over(bounded(text, whole, self.max_bytes)):
                    file.write(piece)
                tally = counter.tally.dumped()
                file.write(whole + tally)
                file.write(b"%0*d%0*d" % (_LENGTH, len(whole), _LENGTH, len(tally)))
                if not self._temporary:  # who outlives the process may outlive the machine's power
                    file.flush()
                    os.fsync(file.fileno())
            os.rename(part, self.folder / reference)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        self._evict(reference)
        return reference

    def open(self, reference: str) -> _FileEntry:
        if not is_reference(reference):
            raise Missing(reference)
        try:
            return _FileEntry(open(self.folder / reference, "rb", buffering=0))
        except FileNotFoundError:
            raise Missing(reference) from None

    def close(self) -> None:
        self._remove()

    def _evict(self, newest: str) -> None:
        """Remove the oldest entries until the folder is small enough; never the newest."""
        entries, total = [], 0
        for file in os.scandir(self.folder):
            with contextlib.suppress(FileNotFoundError):  # another writer evicts as well
                state = file.stat()
                if is_reference(file.name):
                    entries.append((state.st_mtime_ns, file.name, state.st_size))
                    total += state.st_size
                elif _is_part(file.name) and state.st_mtime < time.time() - _STALE:
                    os.unlink(file.path)
        for _, name, size in sorted(entries):
            if total <= self.max_bytes:
                return
            if name != newest:
                with contextlib.suppress(OSError):  # gone already, or open where that forbids it
                    (self.folder / name).unlink()
                total -= size


class _FileEntry:
    """An entry of a folder: the text, the value, the tally, and how long these two are."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        try:
            end = file.seek(0, os.SEEK_END) - 2 * _LENGTH
            lengths = self._at(end, 2 * _LENGTH)
            self._whole, tally = int(lengths[:_LENGTH]), int(lengths[_LENGTH:])
            self.size = end - tally - self._whole
            self.tally = loaded(self._at(end - tally, tally))
        except (ValueError, OSError, OverflowError):
            file.close()
            raise StoreError("the stored output is damaged") from None

    def read(self, start: int, length: int) -> bytes:
        return self._at(start, min(length, self.size - start)) if start < self.size else b""

    def whole(self) -> bytes:
        return self._at(self.size, self._whole)

    def _at(self, start: int, length: int) -> bytes:
        self._file.seek(start)
        return self._file.read(length)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _is_part(name: str) -> bool:
    return name.endswith(".part") and is_reference(name.removesuffix(".part"))


def _remove(folder: Path, owner: int) -> None:
    """A temporary folder's end, unless it belongs to the process that this one was forked from."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)
