"""Every format has what the tests ask of it: each thing that is missing is one failure here."""

from __future__ import annotations

import pytest

from driving import DRIVEN
from formats import FORMATS, entry_types, part
from samples import FIXTURES

each_format = pytest.mark.parametrize("name", FORMATS)


@each_format
@pytest.mark.parametrize("kind", ["requests", "replies", "errors", "streams"])
def test_it_has_fixtures(name: str, kind: str) -> None:
    assert [*(FIXTURES / name / kind).glob("*")]


@each_format
def test_its_folder_says_what_is_particular_to_it(name: str) -> None:
    stream, provider = part(name, "stream"), part(name, "provider")
    assert callable(stream.split) and callable(stream.streamable) and callable(stream.ended)
    assert provider.CHECKS.keys() == {"request", "response"}
    assert type(provider.DEMANDED) is dict


@each_format
def test_it_is_driven_and_judged_by_a_reader_of_its_own(name: str) -> None:
    assert name in DRIVEN, f"write tests/driving/reading_{name}.py"


def test_the_types_of_a_body_are_those_of_the_transform() -> None:
    assert entry_types("gemini", "response") == ("GenerateContentResponse", "ErrorBody")
    assert entry_types("gemini", "request") == ("GenerateContentRequest",)
