"""JSON text where Python has no C encoder, or one with another signature: the very same text."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from toolwire._runtime import jsontext

Json = Any
LONG = "é" + "x" * jsontext.LONG
VALUES: list[Json] = [
    None,
    True,
    0,
    -0.0,
    1.0,
    1e22,
    2**63 + 1,
    "",
    'a "quoted" \\ line\n\x00',
    "é 😀",
    "half \ud83d",
    [],
    {},
    [1, [2, {"a": None}], "é"],
    {"b": 1, "a": {"é": [True, 1.5]}, "": {}},
    {"half": "\udc00", "é": "é"},
    {"file": LONG, "list": [LONG, 1]},
]


def other_signature(*arguments: Json) -> Json:
    raise TypeError("another signature")


@pytest.fixture(params=[None, other_signature], ids=["none", "other"])
def slow(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module as it is made where the C encoder cannot be used."""
    encoder: Callable[..., Json] | None = request.param
    usual = json.JSONEncoder.iterencode

    def iterencode(self: json.JSONEncoder, o: Json, _one_shot: bool = False) -> Json:
        # The library's own way without its C encoder.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(json.encoder, "c_make_encoder", None)
            return usual(self, o, _one_shot)

    monkeypatch.setattr(json.JSONEncoder, "iterencode", iterencode)
    monkeypatch.setattr(json.encoder, "c_make_encoder", encoder)
    spec = importlib.util.spec_from_file_location("jsontext_without_c", jsontext.__file__)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module._c_encoder((",", ":"), json.encoder.encode_basestring) is None
    return module


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
def test_the_text_is_the_same(slow: ModuleType, value: Json) -> None:
    assert slow.dumps(value) == jsontext.dumps(value)
    for name, encode in jsontext.STYLES.items():
        assert slow.STYLES[name](value) == encode(value), name
    assert slow.loads(slow.dumps(value)) == value


def test_the_text_is_compact_and_only_lone_surrogates_are_escaped(slow: ModuleType) -> None:
    for module in (slow, jsontext):
        assert module.dumps({"b": [1, 2.0], "a": "é😀"}) == '{"b":[1,2.0],"a":"é😀"}'
        assert module.dumps(["é", "\ud83d"]) == '["\\u00e9","\\ud83d"]'


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_json_is_refused_both_ways(slow: ModuleType, number: float) -> None:
    for module in (slow, jsontext):
        with pytest.raises(ValueError):
            module.dumps([number])
        with pytest.raises(ValueError):
            module.loads(json.dumps([number]))
        assert module.object_from(json.dumps({"a": number})) is None
        assert not module.same_text([number], [number])


def test_a_value_of_any_depth_has_a_text() -> None:
    for value in VALUES:
        assert jsontext.loads(jsontext.spelled_out(value)) == value
    assert jsontext.spelled_out({"b": [1, {}], "a": [[], "é"]}) == '{"b":[1,{}],"a":[[],"\\u00e9"]}'
    deep: Json = 1
    for _ in range(50_000):
        deep = [{"a": deep}]
    assert jsontext.spelled_out(deep) == '[{"a":' * 50_000 + "1" + "}]" * 50_000


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1" + "0" * 400 + ".5"])
def test_a_number_that_no_float_holds_is_refused(slow: ModuleType, number: str) -> None:
    for module in (slow, jsontext):
        with pytest.raises(ValueError, match="too large a number"):
            module.loads(f"[{number}]")
        assert module.object_from(f'{{"a":{number}}}') is None
        assert module.spelled_object(f'{{"a":{number}}}') is None
    assert jsontext.loads("[1e308,-0.0,1e-999]") == [1e308, -0.0, 0.0]


@pytest.mark.parametrize(
    "spell",
    [
        json.dumps,
        lambda value: json.dumps(value, separators=(",", ":")),
        lambda value: json.dumps(value, ensure_ascii=False),
        lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=False),
        lambda value: json.dumps(value, indent=1),
        lambda value: json.dumps(value) + " ",
        lambda value: json.dumps(value) + "{}",
    ],
)
@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
def test_spellings_are_told_apart_in_the_same_way(
    slow: ModuleType, value: Json, spell: Callable[[Json], str]
) -> None:
    text = spell(value)
    assert slow.spelled_object(text) == jsontext.spelled_object(text)
    assert slow.style_of(text, value) == jsontext.style_of(text, value)


def test_only_an_object_is_an_object(slow: ModuleType) -> None:
    for module in (slow, jsontext):
        assert module.object_from('{"a":1}') == {"a": 1}
        assert [module.object_from(text) for text in ("[]", '"a"', "1", "null", "{", "")] == (
            [None] * 6
        )
        assert module.spelled_object("[1]") is None
        assert module.spelled_object("{}") == ({}, None)
        assert module.spelled_object('{"a": 1}') == ({"a": 1}, {"style": "spaced"})
        assert module.same_text({"a": 1}, {"a": 1}) and not module.same_text(1, True)
