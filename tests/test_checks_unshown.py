"""What a stream would put in and show nobody: a call that is an object, and counts in one."""

from __future__ import annotations

from pathlib import Path

from golden_wires import checked

CUE = "      line.cue: line.cue | gather\n"
HOLD, PIECE = '"hold": {"$ref": "#/$defs/Hold"}', '"hold": {"$ref": "#/$defs/HoldPiece"}'
COUNT = ', "count": {"anyOf": [{"$ref": "#/$defs/Tally"}, {"type": "null"}]}'
WHOLE = ',\n        "count": {"anyOf": [{"$ref": "#/$defs/Tally"}, {"type": "null"}]}\n'
INSIDE = [
    *([(WHOLE, "\n")] * 2),
    (HOLD + "\n", HOLD + COUNT + "\n"),
    (PIECE + "\n", PIECE + COUNT + "\n"),
    ("    usage: count\n", "    usage: answer.count\n"),
    ("  last: count\n", ""),
    ("      count: count\n", "      answer.count: answer.count\n"),
]
"""Counts stand beside the list, in the object that has both."""


def found(name: str, changes: list[tuple[str, str]], folder: Path) -> list[str]:
    return checked(name, changes, folder)[1]


def test_a_call_that_is_an_object_needs_a_row(tmp_path: Path) -> None:
    (one,) = found("solo", [(CUE, "")], tmp_path)
    assert "no row for `line.cue`, which comes in pieces" in one
    assert one.endswith("add a row with `| gather`")


def test_counts_in_an_object_need_a_row(tmp_path: Path) -> None:
    assert found("wharf", INSIDE, tmp_path / "with") == []
    (one,) = found("wharf", [*INSIDE[:-1], ("      count: count\n", "")], tmp_path / "without")
    assert "no row for `answer.count` of `Crate`, which counts tokens" in one


def test_counts_that_nobody_reads_need_none(tmp_path: Path) -> None:
    lost = ("    usage: answer.count\n", "    usage: { lost: nobody counts }\n")
    findings = found("wharf", [*INSIDE[:-1], ("      count: count\n", ""), lost], tmp_path)
    assert not any("counts tokens" in one for one in findings)


def test_counts_that_have_rows_one_by_one_need_no_other(tmp_path: Path) -> None:
    row = ("      count: count\n", "      answer.count.read: answer.count.read\n")
    findings = found("wharf", [*INSIDE[:-1], row], tmp_path)
    assert not any("counts tokens" in one for one in findings)


def test_a_text_in_an_object_whose_other_keys_have_rows_needs_one(tmp_path: Path) -> None:
    texts = '    message.content:\n      "*": line.text | text\n'
    reply = ("    message: line\n", f"{texts}      ToolCallBlock: line.cue | single\n")
    line = "      line: line | gather\n      line.text: line.text | append\n"
    by = (line, "      line.by: line.by\n")
    findings = found("solo", [reply, by], tmp_path / "without")
    (one,) = [one for one in findings if "`line.text` of `Bar`, which comes in pieces" in one]
    assert one.endswith("add a row with `| append`")
    both = (line, "      line.by: line.by\n      line.text: line.text | append\n")
    findings = found("solo", [reply, both], tmp_path / "with")
    assert not any("comes in pieces" in one for one in findings)
