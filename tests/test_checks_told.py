"""What a stream tells of an element, a list or a reply is told once, of one, and in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from golden_wires import checked

MORE = "more | append(Words) }"

FOUND = [
    (
        *("usher", [(MORE, MORE.replace(" }", ', "parts[id]": . | gather }'))]),
        "`parts[id]` gathers `.`, which is no object of the event itself; write `key | gather`",
    ),
]


@pytest.mark.parametrize(("wire", "changes", "said"), FOUND)
def test_the_one_finding_says_what_was_changed(
    wire: str, changes: list[tuple[str, str]], said: str, tmp_path: Path
) -> None:
    (one,) = checked(wire, changes, tmp_path)[1]
    assert one.endswith(said)
