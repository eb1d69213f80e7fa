"""Counts that a wire has in a list, each with its name: `by_name` reads it as an object."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from golden_wires import checked, compiled
from samples import difference

ROW = "by_name(Counts, what, many)"
READ, SAID = {"what": "read", "many": 3}, {"what": "said", "many": 4}
NOTE = {"from": "pager", "text": "Three.", "why": "done"}


def test_the_list_comes_back_as_long_as_it_says_the_same(pager: Any) -> None:
    body = {"note": NOTE, "counts": [{**SAID, "unit": "words"}, {"what": "rung", "many": 1}, READ]}
    value = pager.decode_response(body)
    usage = value["usage"]
    assert (usage["inputTokens"], usage["outputTokens"]) == (3, 4)
    assert usage["metadata"] == {"pager": {"rung": 1}}
    assert pager.encode_response(value) == body
    value["usage"] = {"inputTokens": 3, "outputTokens": 5}
    assert pager.encode_response(value)["counts"] == [READ, {"what": "said", "many": 5}]


def test_counts_that_are_floats_are_the_integers_that_they_say(pager: Any) -> None:
    body = {"note": NOTE, "counts": [{"what": "read", "many": 3.0}, {"what": "said", "many": 4.0}]}
    value = pager.decode_response(body)
    assert difference(value["usage"]["inputTokens"], 3) is None
    assert difference(pager.encode_response(value), body) is None


@pytest.mark.parametrize(
    "odd", [[READ, READ, SAID], [READ, SAID, 7], [READ, {"what": "said"}], [READ], []]
)
def test_a_list_of_anything_else_stays_where_it_is(odd: list[Any], pager: Any) -> None:
    value = pager.decode_response({"note": NOTE, "counts": odd})
    assert "usage" not in value
    assert pager.encode_response(value) == {"note": NOTE, "counts": odd}


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ([(ROW, "by_name(Sums, what, many)")], "no wire object `Sums`"),
        ([(ROW, "by_name(Counts, name, many)")], "`Count` has no key `name`"),
        ([(ROW, "by_name(Counts, many, what)")], "`many` of `Count` is no name"),
        ([('"what",\n        "many"\n', '"what",\n        "unit"\n')], "nothing writes `unit`"),
        ([("counts | by_name", "number | by_name")], "`by_name` does not take the wire's string"),
        ([('/Count"', '/Note"')], "`counts` is no list of one type"),
        ([('"read": {\n          "type": "number"', '"read": {\n          "type": "integer"')],
         "`read` of `Counts` is integer; `many` of each `Count` is number"),
        ([("  Usage <-> Counts:", "  Usage <-> Count:")], "no lens"),
    ],
)
def test_what_it_cannot_be(changes: list[tuple[str, str]], found: str, tmp_path: Path) -> None:
    _, findings = checked("pager", changes, tmp_path)
    assert any(found in one for one in findings), findings


def test_a_sum_has_what_a_count_has_in_it_that_tells_nothing_apart(tmp_path: Path) -> None:
    row = "    outputTokens: said\n"
    given = f"{row[:-1]} | summed(reasoningTokens)\n    given: {{ both: {{ sum: [%s] }} }}\n"
    count = '"read": {\n          "type": "number"'
    keys = (count, f'"both": {{"type": "number"}},\n        {count}')
    short = [(row, given % "inputTokens, outputTokens"), keys]
    (finding,) = checked("pager", short, tmp_path)[1]
    assert "the sum has `outputTokens` without `reasoningTokens`" in finding
    whole = [(row, given % "inputTokens, outputTokens, reasoningTokens"), keys]
    with compiled("pager", whole, tmp_path / "b") as module:
        usage = {"inputTokens": 3, "outputTokens": 4, "reasoningTokens": 2}
        value = {**module.decode_response({"note": NOTE}), "usage": usage}
        counts = module.encode_response(value, on_loss="ignore")["counts"]
    assert {one["what"]: one["many"] for one in counts} == {"both": 9, "read": 3, "said": 6}
