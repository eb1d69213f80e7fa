"""The overlay, piece by piece: what is laid back, and what the written value overrules."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from toolwire._runtime import absence, overlay
from toolwire._runtime.calls import missing_id, restore_id
from toolwire._runtime.jsontext import dumps

Json = Any
LANDING = {"cache": ["text", "toolCall"], "cite": ["text"]}


def laid(written: Json, own: Json, *given: str) -> Json:
    result = copy.deepcopy(written)
    before = copy.deepcopy(own)
    overlay.lay(result, own, frozenset(given))
    assert own == before
    return result


@pytest.mark.parametrize(
    ("written", "own", "given", "expected"),
    [
        ({"a": 1}, {"b": 2}, (), {"a": 1, "b": 2}),
        # what was written wins, but for a key that was only given
        ({"a": 1}, {"a": 2}, (), {"a": 1}),
        ({"a": 1}, {"a": 2}, ("a",), {"a": 2}),
        ({"a": {"b": 1}}, {"a": {"b": 2, "c": 3}}, (), {"a": {"b": 1, "c": 3}}),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, ("a.b",), {"a": {"b": 2}}),
        # of lists, the first item is laid over and what is beyond the written follows
        ({"a": [{"b": 1}]}, {"a": [{"b": 2, "c": 3}, {"d": 4}]}, (),
         {"a": [{"b": 1, "c": 3}, {"d": 4}]}),
        ({"a": [1]}, {"a": [2, 3]}, (), {"a": [1]}),
        ({"a": []}, {"a": [{"b": 1}]}, (), {"a": []}),
        # spellings
        ({"a": 1}, {"$": {"absent": ["a"]}}, ("a",), {}),
        ({"a": 1}, {"$": {"absent": ["a"]}}, (), {"a": 1}),
        ({"aB": 1}, {"$": {"snake": ["a_b"]}}, (), {"a_b": 1}),
        ({"aB": 1, "a_b": 2}, {"$": {"snake": ["a_b"]}}, (), {"aB": 1, "a_b": 2}),
        ({"aB": 1}, {"$": {"twice": {"a_b": ["1", 2]}}}, (), {"aB": 1, "a_b": 2}),
        ({"aB": 5}, {"$": {"twice": {"a_b": ["1", 2]}}}, (), {"aB": 5}),
        ({"a": 1}, {"$": {"$": "a key of the wire"}}, (), {"a": 1, "$": "a key of the wire"}),
    ],
)  # fmt: skip
def test_an_overlay_is_laid_where_nothing_was_written(
    written: Json, own: Json, given: tuple[str, ...], expected: Json
) -> None:
    assert laid(written, own, *given) == expected


def test_what_belongs_to_an_overlay_is_copied_before_it_is_changed() -> None:
    own = {"a": {"bC": 1}, "$": {"snake": ["a.b_c"]}}
    assert laid({}, own) == {"a": {"b_c": 1}}


# -- a field that stood in several places


def test_another_place_is_written_again_as_long_as_the_field_is_what_it_was() -> None:
    rest = {"old": 5, "x": 1}
    form = overlay.also(None, "limit", 7, "old", rest)
    assert rest == {"x": 1}
    form = overlay.also(form, "limit", 7, "inner.older", {"older": 6})
    assert overlay.also(form, "limit", 7, "inner.oldest", {"older": 6}) == form
    entry = (form or {})["limit"]
    written: Json = {"limit": 7}
    overlay.lay_also(written, entry, "limit")
    assert written == {"limit": 7, "old": 5, "inner": {"older": 6}}
    for other in (8, 7.0):
        changed: Json = {"limit": other}
        overlay.lay_also(changed, entry, "limit")
        assert changed == {"limit": other}
    w: Json = {"limit": 7, "old": "written"}
    overlay.lay_also(w, entry, "limit")
    assert w["old"] == "written"


def test_the_field_is_looked_for_where_the_form_says_that_it_stood() -> None:
    entry = {"at": "config.max", "of": dumps(7), "also": {"old": 5}}
    written: Json = {"config": {"max": 7}}
    overlay.lay_also(written, entry, "limit")
    assert written == {"config": {"max": 7}, "old": 5}
    usual: Json = {"limit": 7}
    overlay.lay_also(usual, entry, "limit")
    assert usual == {"limit": 7}


def test_an_object_keeps_what_no_row_speaks_of_in_either_spelling() -> None:
    old = {"named_key": 1, "otherKey": 2, "rest": 3, "both": 4}
    written = {"new": 5, "both": 6}
    merged = overlay.with_rest(written, old, ["namedKey", "other_key"])
    assert merged == {"rest": 3, "new": 5, "both": 6}
    assert overlay.with_rest("text", old, []) == "text"
    assert overlay.with_rest(written, None, []) == written


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (None, False),
        ({}, False),
        ({"key": None}, True),
        ({"$": {"absent": ["key"]}}, True),
        ({"$": {"absent": ["other"]}}, False),
    ],
)
def test_a_wires_own_traffic_may_lack_what_the_wire_demands(own: Json, expected: bool) -> None:
    assert absence.excused(own, "key") is expected
    assert absence.excused_in({"metadata": {"wire": own}}, "wire", "key") is expected
    assert not absence.excused_in({"metadata": None}, "wire", "key")


# -- keys of blocks on a message


def message(content: Json, **own: Json) -> Json:
    return {"role": "user", "content": content, "metadata": {"wire": own, "other": {"x": 1}}}


def text(words: str, **own: Json) -> Json:
    block: Json = {"kind": "text", "text": words}
    return {**block, "metadata": {"wire": own}} if own else block


def test_a_key_lands_on_the_last_block_that_may_have_it() -> None:
    x = message([text("a"), text("b", own=1), {"kind": "image"}], cache=5, mine=6)
    before = copy.deepcopy(x)
    found = overlay.landed(x, "wire", LANDING)
    assert found["content"] == [text("a"), text("b", own=1, cache=5), {"kind": "image"}]
    assert found["metadata"] == {"wire": {"mine": 6}, "other": {"x": 1}}
    assert x == before


def test_a_key_lands_on_a_text_and_never_on_an_empty_one() -> None:
    assert overlay.landed(message("a", cache=5), "wire", LANDING)["content"] == [text("a", cache=5)]
    found = overlay.landed(message([text("a"), text("")], cache=5), "wire", LANDING)
    assert found["content"] == [text("a", cache=5), text("")]
    nowhere = overlay.landed(message("", cache=5), "wire", LANDING)
    assert nowhere["content"] == "" and nowhere["metadata"]["wire"] == {}


def test_a_key_of_a_call_lands_in_the_call() -> None:
    call = {"kind": "toolCall", "toolCall": {"id": "c"}}
    (block,) = overlay.landed(message([call], cache=5), "wire", LANDING)["content"]
    assert block == {
        "kind": "toolCall",
        "toolCall": {"id": "c", "metadata": {"wire": {"cache": 5}}},
    }


def test_a_key_that_the_wire_had_on_the_message_stays_there() -> None:
    form = overlay.stayed({"cache": 5, "mine": 6}, None, LANDING)
    assert form == {"here": ["cache"]}
    assert overlay.stayed({"mine": 6}, None, LANDING) is None
    x = message("a", **{"cache": 5, "$": form})
    assert overlay.landed(x, "wire", LANDING) is x


def test_lifted_units_are_merged_with_their_keys_landed() -> None:
    units = [message("a", cache=5), {"role": "user", "content": [text("b")]}]
    assert overlay.merged(units, "wire", LANDING)["content"] == [text("a", cache=5), text("b")]


def test_units_leave_the_front_of_a_list_unless_they_were_kept_there() -> None:
    first, last = {"role": "system", "n": 1}, {"role": "system", "n": 3}
    middle = {"role": "system", "n": 2, "metadata": {"wire": {"$": {"lift": "kept"}}}}
    args = ("role", "system", "wire")
    assert overlay.lifted_leading([first, middle, last], *args) == ([first], [middle, last])
    assert overlay.lifted_leading([middle, last], *args) == ([], [middle, last])
    assert overlay.lifted_leading([first, last], *args) == ([first, last], [])
    foreign, own = ({"kind": "opaque", "format": name, "value": 1} for name in ("other", "wire"))
    assert overlay.lifted_leading([foreign, first, own], *args) == ([first], [foreign, own])
    assert overlay.lifted_leading([own, first], *args) == ([], [own, first])


def test_a_made_up_id_is_spelled_as_it_was_missing_only_as_long_as_it_is_the_same() -> None:
    for raw in ({}, {"id": None}, {"id": ""}):
        spelling = missing_id(raw, "id", "made")
        same: Json = {"id": "made"}
        assert restore_id(same, "id", spelling, "made") and same == raw
        other: Json = {"id": "mine"}
        assert not restore_id(other, "id", spelling, "mine") and other == {"id": "mine"}


def test_only_what_another_wire_alone_knows_goes_nowhere() -> None:
    opaque = {"kind": "opaque", "format": "theirs", "value": {}}
    assert absence.only_elsewhere(opaque, "ours")
    assert not absence.only_elsewhere(opaque, "theirs")
    assert not absence.only_elsewhere({"role": "user", "content": "x", "format": "theirs"}, "ours")
