"""What a check says of one of several: entries, cases, events and what they hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from golden_wires import checked, findings
from test_stream_entry import ENVELOPED

Changes = list[tuple[str, str]]
KIND: dict[str, Any] = {"PicturePart/properties/sort": {"type": "string"}}
BARE = "      - { data: url | base64, mimeType: sort }\n"
CASES = "      - (data, mimeType): url | data_url\n"
SPELLED = "put it first, or give it a type of its own, whose lens says `own: <the reason>`"


def test_a_lens_of_one_entry_takes_the_rest_of_it_whatever_another_takes(tmp_path: Path) -> None:
    required = ('"required": ["song"],', '"required": ["song", "hall"],')
    changes = [*ENVELOPED, ("model: song.choir", "model: hall"), required]
    said = "optional-to-required `model` may be absent and `hall` is required"
    assert any(said in one for one in checked("choir", changes, tmp_path)[1])


def test_data_take_what_a_later_case_would_write_of_the_same_fields(tmp_path: Path) -> None:
    found = findings("ticker", [(CASES, BARE + CASES)], tmp_path, KIND)
    (one,) = (one for one in found if "this is never written" in one)
    assert one.endswith(SPELLED)


def test_a_prefix_leaves_what_does_not_begin_so_to_a_later_case(tmp_path: Path) -> None:
    told = BARE.replace("sort }", "sort | starts(image/) }").replace("url | base64", "url")
    found = findings("ticker", [(CASES, told + CASES)], tmp_path, KIND)
    assert not any("never written" in one for one in found)


def test_what_has_all_of_a_reply_may_be_the_first_that_has_its_elements(tmp_path: Path) -> None:
    changes = [("Lit: { .: report | whole }", "Lit: { id: report.id }")]
    found = checked("flare", changes, tmp_path)[1]
    assert not any("stands behind the events" in one for one in found), found


MORE = '    WordsMore: { "parts[id].text": more | append(Words) }\n'
CALL_MORE = '    CallMore: { "parts[id].does.takes": more | append }\n'


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            [(MORE, ""), ("    WordsBegin:", f"{MORE}    WordsBegin:")],
            "stands before the events of the elements; events are sent in this order; "
            "write it behind `WordsBegin`, the first that begins an element",
        ),
        (
            [(CALL_MORE, ""), ("    Ended:", f"{CALL_MORE}    Ended:")],
            "stands after the events of the elements; events are sent in this order; "
            "write it ahead of `Stamp`, the last that ends one",
        ),
    ],
)
def test_an_event_at_the_edge_of_the_elements_is_told_which_is_the_last(
    changes: Changes, said: str, tmp_path: Path
) -> None:
    assert any(one.endswith(said) for one in checked("usher", changes, tmp_path)[1])
