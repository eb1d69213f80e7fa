"""What the command line reads, whatever wrote it."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from toolwire_codegen.cli.commands import toolwire
from toolwire_codegen.cli.inputs import read_payloads


def test_a_mark_that_editors_put_ahead_of_utf_8_is_no_part_of_the_text(tmp_path: Path) -> None:
    for name, text in (("body.json", '{"é": 1}'), ("lines.jsonl", '{"é": 1}\n')):
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + text.encode())
        (payload,), _ = read_payloads(str(tmp_path / name))
        assert payload.value == {"é": 1} and not payload.fault


def test_a_bad_payload_counts_wherever_it_stands_among_good_ones(tmp_path: Path) -> None:
    good, bad = '{"contents": []}', '{"contents": 5}'
    for lines, code in (([good, good], 0), ([bad, good], 1), ([good, bad], 1)):
        (tmp_path / "x.jsonl").write_text("\n".join(lines), encoding="utf-8")
        arguments = ["validate", "--as", "request", "gemini", str(tmp_path / "x.jsonl")]
        assert CliRunner().invoke(toolwire, arguments).exit_code == code
