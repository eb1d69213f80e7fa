"""What a stream tells of an element, a list or a reply is told once, of one, and in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from golden_wires import checked

Changes = list[tuple[str, str]]
MORE = "more | append(Words) }"
NAMED = '      "parts[id].number": id\n'
CALL, STAMP = '"parts[number]": . | close', '"parts[.]": . | close'
TWICE = "a `Call` that has begun would stand there twice; one that begins at 116:7 is found by its "

FOUND = [
    (
        *("usher", [(MORE, MORE.replace(" }", ', "parts[id]": . | gather }'))]),
        "`parts[id]` gathers `.`, which is no object of the event itself; write `key | gather`",
    ),
    (
        *("usher", [(NAMED, "")]),
        "nothing says which `number` a `Call` has that begins; the one at 121:13 is found by it; "
        "write `parts[id].number: id` beside this row, if it is that",
    ),
    ("usher", [(CALL, STAMP)], f"{TWICE}`number`; write `{CALL}`".replace('"', "")),
    (
        *("usher", [(NAMED, ""), (CALL, STAMP)]),
        "a `Call` that has begun would stand there twice; it has nothing that the one is found by "
        "which begins at 116:7; `ignore` one of the two events, or let both have the key that says "
        "which it is",
    ),
]


@pytest.mark.parametrize(("wire", "changes", "said"), FOUND)
def test_the_one_finding_says_what_was_changed(
    wire: str, changes: Changes, said: str, tmp_path: Path
) -> None:
    (one,) = checked(wire, changes, tmp_path)[1]
    assert one.endswith(said)
