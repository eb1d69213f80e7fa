"""Keywords of schemas: whatever stands under one, what is not read is told, and nothing raises."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire_codegen.resolve.keywords import FORMS, NOTES, TYPES, VOCABULARY, unheard

ODD: tuple[Any, ...] = (
    *(None, True, 0, -1.5, "x", [], {}, [1], [[]], [{}], ["a", "a"], {"a": 1}, {"required": 5}),
    *({"required": [[]]}, {"type": {}}, {"properties": []}),
)


@pytest.mark.parametrize("keyword", sorted({*VOCABULARY, "x-note", "nosuch"}))
def test_no_value_of_a_keyword_is_too_odd(keyword: str) -> None:
    for value in ODD:
        for beside in ({}, {"type": "object"}, {"type": "object", "properties": {"a": {}}}):
            for narrows in (False, True):
                found = list(unheard({**beside, keyword: value}, narrows))
                assert all(one.key and one.what and one.fix for one in found)


def test_every_keyword_is_read_noted_or_told() -> None:
    """A new word in the vocabulary needs a place where it is read."""
    read = {*NOTES, *FORMS, *(key for keys in TYPES.values() for key in keys), "not"}
    for keyword in VOCABULARY - read:
        assert any(one.key == keyword for one in unheard({"type": "string", keyword: []}, False))
