"""What the command line reads, whatever wrote it."""

from __future__ import annotations

from pathlib import Path

from toolwire_codegen.cli.inputs import read_payloads


def test_a_mark_that_editors_put_ahead_of_utf_8_is_no_part_of_the_text(tmp_path: Path) -> None:
    for name, text in (("body.json", '{"é": 1}'), ("lines.jsonl", '{"é": 1}\n')):
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + text.encode())
        (payload,), _ = read_payloads(str(tmp_path / name))
        assert payload.value == {"é": 1} and not payload.fault
