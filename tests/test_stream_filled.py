"""What one place of a reply is told from: one key of an event, and what tells calls apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from golden_wires import GOLDEN, checked, compiled, findings

TEXT = "picks[at].line.text: picks.delta.text | append"
INPUT = "function.input: picks.delta.calls.function.input | append"
RENEW = "renew(key, function.name, function.input)"
TWO = (
    "is what two keys bring, `{}` and `{}`; what an object has goes under its own name, unless a "
    "row says where; name the key that has it, or say in a row where the other goes"
)
OTHER = "; {}: `renew(key, name, text)`"
NO_NAME = "no lens reads it as the `name` of a call" + OTHER.format("name the key that it is")
NO_TEXT = "those that come in pieces: `function.input`" + OTHER.format(
    "name the text that the row with `append` brings"
)
NO_ID = "no lens reads it as the `id` of a call" + OTHER.format(
    "name the key of the id, or of a number that counts"
)
FOUND: list[tuple[Any, ...]] = [
    (
        *("ticker", [(TEXT, TEXT.replace("delta.text", "delta.role"))]),
        "`picks[at].line.text` " + TWO.format("picks.delta.text", "picks.delta.role"),
    ),
    (
        *("ticker", [(INPUT, INPUT.replace("input |", "name |"))]),
        "`picks[at].line.calls[at].function.input` "
        + TWO.format("picks.delta.calls.function.input", "picks.delta.calls.function.name"),
        "`picks[at].line.calls[at].function.input` takes `picks.delta.calls.function.name` away "
        "from `picks.line.calls.function.name`; `name` at 51:5 is read there; name the key that "
        "belongs here, or bring that as well",
    ),
    *(
        ("ticker", [(RENEW, f"renew({args})")], f"`picks[at].line.calls[at]` has {message}")
        for args, message in (
            ("key, sort, function.input", f"`sort` for the name of a call; {NO_NAME}"),
            (
                "key, function.input, function.name",
                f"`function.name` for the text of a call; {NO_TEXT}",
            ),
            (
                "function.name, function.name, function.input",
                f"`function.name` for what tells one call from another; {NO_ID}",
            ),
            (
                "sort, function.name, function.input",
                "`sort` for what tells one call from another; it is a constant"
                + OTHER.format("name the key of the id, or of a number that counts"),
            ),
        )
    ),
    (
        *("choir", [("renew(key)", "renew(name)")]),
        f"`line.calls[at]` has `name` for what tells one call from another; {NO_ID}",
    ),
]


@pytest.mark.parametrize("case", FOUND, ids=[str(number) for number, _ in enumerate(FOUND)])
def test_the_findings_say_what_is_wrong(case: tuple[Any, ...], tmp_path: Path) -> None:
    wire, changes, *messages = case
    found = checked(wire, changes, tmp_path)[1]
    assert [one.partition("misplaced ")[2] for one in found] == messages


def test_a_number_that_is_always_the_same_tells_no_calls_apart(tmp_path: Path) -> None:
    same = ('"at": {"type": "integer"}', '"at": {"const": 0}')
    found = checked("choir", [("renew(key)", "renew(at)"), same, same], tmp_path)[1]
    assert [one for one in found if "has `at` for what tells one call from another" in one]


def test_a_number_that_counts_tells_calls_apart(tmp_path: Path) -> None:
    assert checked("choir", [("renew(key)", "renew(at)")], tmp_path)[1] == []


def test_an_object_of_an_item_that_keeps_its_name_needs_no_row(tmp_path: Path) -> None:
    row = ("      stories[at].page: stories.page\n", "")
    page = {"role": "writer", "loud": True}
    events = [
        {"id": "r", "stories": [{"at": 0, "page": {**page, "parts": [{"text": "Hi"}]}}]},
        {"stories": [{"at": 0, "page": {"parts": [{"text": " you"}]}, "why": "STOP"}]},
    ]
    assert checked("gazette", [row], tmp_path / "check")[1] == []
    with (
        compiled("gazette", [row], tmp_path / "without") as without,
        compiled("gazette", [], tmp_path / "as_it_is") as as_it_is,
    ):
        decoded = [*as_it_is.decode_stream(events)]
        assert [*without.decode_stream(events)] == decoded
        assert [*without.encode_stream(decoded)] == [*as_it_is.encode_stream(decoded)]


def test_an_object_of_an_item_that_goes_elsewhere_has_a_row(tmp_path: Path) -> None:
    (finding,) = checked(
        "ticker", [("      picks[at].line: picks.delta | gather\n", "")], tmp_path
    )[1]
    assert "no row for `picks.delta`, of which this is a part" in finding


def test_an_object_around_one_that_keeps_its_name_has_a_row(tmp_path: Path) -> None:
    """What stands in it goes into an object of the item; what else it has would not."""
    path = GOLDEN / "schemas" / "ticker" / "transform.yaml"
    _, rows = path.read_text(encoding="utf-8").split("    Chunk:\n")
    around = {
        "title": "Around", "description": "What holds a piece.", "type": "object",
        "x-reference": "https://example.com/ticker", "required": ["line"],
        "properties": {"line": {"$ref": "#/$defs/Delta"}}, "examples": [{"line": {}}],
    }  # fmt: skip
    definitions = {"Around": around, "ChunkPick/properties/delta": {"$ref": "#/$defs/Around"},
                   "ChunkPick/examples": [{"at": 0, "delta": {"line": {}}}]}  # fmt: skip
    rest = rows.replace("      picks[at].line: picks.delta | gather\n", "")
    change = (rows, rest.replace("picks.delta", "picks.delta.line"))
    lines = findings("ticker", [change], tmp_path, definitions)
    assert [one for one in lines if "no row for `picks.delta`, of which this is a part" in one]
