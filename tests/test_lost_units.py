"""Units of a list that a wire cannot say: why, beside a unit that stands as several items."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from golden_wires import GOLDEN, compiled, findings

TEXT = (GOLDEN / "schemas" / "caravan" / "transform.yaml").read_text(encoding="utf-8")
UNIONS = "unions:\n"
LOST = f"{UNIONS}  Message <-> Car:\n"
OTHERS = {"type": "array", "items": {"$ref": "#/$defs/Car"}}
CARS: dict[str, Any] = {
    "Train/properties/cars": OTHERS,
    "Train/examples": [{"model": "m", "cars": []}],
}


def between(first: str, behind: str) -> tuple[str, str]:
    """The change that takes these lenses out of the transform."""
    return TEXT[TEXT.index(first) : TEXT.index(behind)], ""


ALONE = [
    between("  SystemMessage <-> Orders", "  TextBlock <-> WordCar"),
    between("  ToolResult <-> AnswerCar", "  ToolDefinition <-> ToolSheet"),
    between("  ContentBlock <-> Piece", "\nsequences:"),
    ("    lift: { SystemMessage: orders, from: leading }\n", ""),
    ("    string: AskCar.says\n", ""),
    (
        UNIONS,
        f"{LOST}    (SystemMessage, ToolMessage): {{ lost: nobody is told }}\n"
        "    UserMessage: { lost: nobody asks }\n",
    ),
]


def test_why_a_unit_is_lost_is_told_where_no_other_has_an_item(tmp_path: Path) -> None:
    text = [{"kind": "text", "text": "Hi"}]
    messages = [
        {"role": "system", "content": "Go"},
        {"role": "user", "content": "Where?"},
        {"role": "assistant", "content": text},
    ]
    with compiled("caravan", ALONE, tmp_path, CARS) as wire:
        losses = wire.losses_request({"model": "m", "messages": messages})
    assert [(one.path, one.reason) for one in losses] == [
        ("/messages/0", "nobody is told"),
        ("/messages/1", "nobody asks"),
    ]


def test_what_stands_as_several_items_is_not_lost(tmp_path: Path) -> None:
    row = f"{LOST}    AssistantMessage: {{ lost: nobody talks }}\n"
    (found,) = findings("caravan", [(UNIONS, row)], tmp_path)
    assert "unused `AssistantMessage` is not lost here; the sequence at " in found
