"""Stores: whole outputs under opaque references, safe to use by many at once."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from toolwire.tools import store as store_module
from toolwire.tools.sqlite_store import SqliteStore
from toolwire.tools.store import FolderStore, Missing, Store, StoreError, is_reference
from toolwire.tools.tally import SPAN

HOSTILE = [
    "",
    ".",
    "..",
    "../secret",
    "/etc/passwd",
    "out_",
    "out_" + "g" * 20,
    "OUT_" + "0" * 20,
    "out_" + "0" * 20 + "\n",
    "out_" + "0" * 20 + ".part",
    "out_" + "٠" * 20,
    "out_" + "0" * 10 + "/../" + "0" * 6,
    "' OR 1=1 --",
    "out_" + "0" * 1_000_000,
    "\x00",
]


def make(kind: str, folder: Path, max_bytes: int = 10_000_000) -> Store:
    if kind == "folder":
        return FolderStore(folder / "kept", max_bytes=max_bytes)
    return SqliteStore(folder / "kept.sqlite", max_bytes=max_bytes)


@pytest.fixture(params=["folder", "sqlite"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def aged(store: Store, reference: str, at: int) -> None:
    """A file's time tells which is the oldest, and clocks are coarse."""
    if isinstance(store, FolderStore):
        os.utime(store.folder / reference, ns=(at, at))


def text_of(store: Store, reference: str) -> bytes:
    with store.open(reference) as entry:
        return entry.read(0, entry.size)


def test_text_and_value_come_back(kind: str, tmp_path: Path) -> None:
    store = make(kind, tmp_path)
    reference = store.put(b"one\ntwo", b'{"kind": "text"}')
    with store.open(reference) as entry:
        assert (entry.size, entry.whole()) == (7, b'{"kind": "text"}')
        assert entry.read(0, 100) == b"one\ntwo"
        assert entry.read(4, 2) == b"tw"
        assert entry.read(7, 1) == entry.read(70, 1) == b""


def test_a_text_may_come_in_pieces_and_is_read_across_spans(kind: str, tmp_path: Path) -> None:
    store = make(kind, tmp_path)
    pieces = [bytes([65 + number]) * 100_000 + b"\n" for number in range(10)]
    reference = store.put(iter(pieces))
    with store.open(reference) as entry:
        assert entry.read(0, entry.size) == b"".join(pieces)
        assert entry.read(SPAN - 5, 10) == b"".join(pieces)[SPAN - 5 : SPAN + 5]
        assert entry.tally.ends == 10
        assert list(entry.tally.before) == [
            b"".join(pieces)[:start].count(b"\n") for start in range(0, entry.size, SPAN)
        ]


def test_an_empty_text_is_kept(kind: str, tmp_path: Path) -> None:
    store = make(kind, tmp_path)
    assert text_of(store, store.put(b"")) == text_of(store, store.put(iter([]))) == b""


def test_references_are_opaque_and_never_twice_the_same(kind: str, tmp_path: Path) -> None:
    store = make(kind, tmp_path)
    references = {store.put(b"same") for _ in range(20)}
    assert len(references) == 20
    assert all(is_reference(reference) for reference in references)


@pytest.mark.parametrize("reference", HOSTILE, ids=lambda text: repr(text[:30]))
def test_nothing_else_is_ever_looked_for(kind: str, tmp_path: Path, reference: str) -> None:
    (tmp_path / "secret").write_text("x" * 100)
    with pytest.raises(Missing):
        make(kind, tmp_path).open(reference)


def test_the_oldest_make_room_for_the_newest(kind: str, tmp_path: Path) -> None:
    store = make(kind, tmp_path, max_bytes=1_000)
    references = []
    for number in range(5):
        references.append(store.put(bytes([65 + number]) * 300))
        aged(store, references[-1], number)
    for reference in references[:2]:
        with pytest.raises(Missing):
            store.open(reference)
    assert text_of(store, references[-1]) == b"E" * 300
    assert text_of(store, references[-2]) == b"D" * 300


def test_an_output_larger_than_the_store_is_refused_and_nothing_is_left(
    kind: str, tmp_path: Path
) -> None:
    store = make(kind, tmp_path, max_bytes=1_000)
    small = store.put(b"small")
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        while True:
            taken += 1
            yield b"x" * 100

    with pytest.raises(StoreError, match="larger than the store"):
        store.put(endless())
    assert taken < 20
    with pytest.raises(StoreError, match="larger than the store"):
        store.put(b"x" * 500, b"y" * 501)
    assert text_of(store, small) == b"small"
    if isinstance(store, FolderStore):
        assert [file.name for file in store.folder.iterdir()] == [small]


def test_a_text_that_fails_on_its_way_leaves_nothing(kind: str, tmp_path: Path) -> None:
    store = make(kind, tmp_path)

    def failing() -> Iterator[bytes]:
        yield b"begun"
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        store.put(failing())
    if isinstance(store, FolderStore):
        assert list(store.folder.iterdir()) == []


def test_what_was_kept_is_there_for_the_next_process(kind: str, tmp_path: Path) -> None:
    store = make(kind, tmp_path)
    reference = store.put(b"lasting", b"{}")
    store.close()
    assert text_of(make(kind, tmp_path), reference) == b"lasting"


def test_threads_write_and_read_at_once(kind: str, tmp_path: Path) -> None:
    store = make(kind, tmp_path)

    def work(number: int) -> bool:
        text = b"%d\n" % number * 1_000
        return text_of(store, store.put(text)) == text

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(40)))


def test_processes_write_at_once(kind: str, tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from toolwire.tools.sqlite_store import SqliteStore\n"
        "from toolwire.tools.store import FolderStore\n"
        "kind, folder, letter = sys.argv[1:]\n"
        "made = FolderStore if kind == 'folder' else SqliteStore\n"
        "store = made(Path(folder), max_bytes=10_000_000)\n"
        "for _ in range(10): print(store.put(letter.encode() * 100_000))\n"
    )
    store = make(kind, tmp_path)
    where = str(store.folder if isinstance(store, FolderStore) else tmp_path / "kept.sqlite")
    generated = Path(store_module.__file__).parents[2]
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", script, kind, where, letter],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(generated)},
        )
        for letter in "ab"
    ]
    for letter, writer in zip("ab", writers, strict=True):
        output, _ = writer.communicate()
        references = output.split()
        assert len(references) == 10
        assert all(text_of(store, one) == letter.encode() * 100_000 for one in references)


def test_a_reader_keeps_what_is_evicted_while_it_reads(tmp_path: Path) -> None:
    store = FolderStore(tmp_path, max_bytes=1_000)
    reference = store.put(b"x" * 800)
    aged(store, reference, 1)
    with store.open(reference) as entry:
        store.put(b"y" * 800)
        assert entry.read(0, 800) == b"x" * 800


def test_a_row_evicted_while_it_is_read_is_missing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "kept.sqlite", max_bytes=1_000)
    with store.open(store.put(b"x" * 800)) as entry:
        store.put(b"y" * 800)
        with pytest.raises(Missing):
            entry.read(0, 800)


def test_a_temporary_folder_is_gone_after_close() -> None:
    store = FolderStore()
    store.put(b"text")
    assert store.folder.is_dir()
    store.close()
    assert not store.folder.exists()


def test_a_temporary_folder_belongs_to_the_process_that_made_it() -> None:
    store = FolderStore()
    store_module._remove(store.folder, os.getpid() + 1)
    assert store.folder.is_dir()
    store.close()


def test_only_the_owner_can_read(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    file = tmp_path / store.put(b"text")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("bytes_", [b"", b"short", b"x" * 100, b"0" * 39 + b"9", b"9" * 40])
def test_a_damaged_file_is_an_error_of_the_store(tmp_path: Path, bytes_: bytes) -> None:
    store = FolderStore(tmp_path)
    reference = store.put(b"text")
    (tmp_path / reference).write_bytes(bytes_)
    with pytest.raises(StoreError, match="damaged"):
        store.open(reference)


def test_what_a_dead_writer_left_goes_and_other_files_stay(tmp_path: Path) -> None:
    store = FolderStore(tmp_path, max_bytes=10)
    names = ["out_" + "0" * 20 + ".part", "out_" + "1" * 20 + ".part", "notes.part", "notes"]
    for name in names:
        (tmp_path / name).write_bytes(b"x" * 100)
        if "1" not in name:
            os.utime(tmp_path / name, (0, 0))
    store.put(b"text")
    assert {name for name in names if (tmp_path / name).exists()} == set(names[1:])
