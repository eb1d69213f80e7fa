"""What a tool returns becomes text, data or blocks, or an error that says why it cannot."""

from __future__ import annotations

import collections
import dataclasses
import enum
import itertools
import math
import pathlib
import types
import uuid
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from toolwire._runtime.jsontext import dumps, loads
from toolwire.tools import plain as plain_module
from toolwire.tools.blocks import (
    audio_block,
    document_block,
    image_block,
    text_block,
    video_block,
)
from toolwire.tools.context import LOGGER, Call
from toolwire.tools.results import ToolError, failure_of, result_of

Json = Any
CALL = Call("c1", "act")


def value(returned: Any) -> Json:
    """The data that this is."""
    result = result_of(returned, CALL, LOGGER)
    assert result["kind"] == "data", result["value"]
    return result["value"]


def problem(returned: Any) -> str:
    result = result_of(returned, CALL, LOGGER)
    assert result["kind"] == "error"
    text: str = result["value"]
    prefix = "The tool ran, but what it returned is no JSON: "
    assert text.startswith(prefix) and len(text) < 700
    return text.removeprefix(prefix)


class Color(enum.Enum):
    RED = "red"


class Word(enum.StrEnum):
    HELLO = "hello"


class Number(enum.IntEnum):
    ONE = 1


class Point(BaseModel):
    x: float
    taken_at: datetime = Field(alias="takenAt")


@dataclasses.dataclass
class Place:
    name: str
    point: Point | None
    tags: set[str]


class Pair(collections.namedtuple("Pair", "left right")):
    pass


NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_a_string_is_text() -> None:
    base = {"kind": "text", "toolCallId": "c1", "name": "act"}
    assert result_of("42", CALL, LOGGER) == {**base, "value": "42"}
    assert result_of("", CALL, LOGGER) == {**base, "value": ""}
    assert result_of(Word.HELLO, CALL, LOGGER) == {**base, "value": "hello"}
    assert type(result_of(Word.HELLO, CALL, LOGGER)["value"]) is str


@pytest.mark.parametrize(
    ("returned", "expected"),
    [
        (None, None),
        (True, True),
        (5, 5),
        (5.0, 5.0),
        (2**63 + 1, 2**63 + 1),
        ([], []),
        ({}, {}),
        (("a", 1), ["a", 1]),
        (Pair(1, 2), [1, 2]),
        (Color.RED, "red"),
        (Number.ONE, 1),
        ({Word.HELLO: Number.ONE}, {"hello": 1}),
        (collections.OrderedDict(a=1), {"a": 1}),
        (types.MappingProxyType({"a": (1,)}), {"a": [1]}),
        (collections.deque([1]), [1]),
        ({"b", "a", "c"}, ["a", "b", "c"]),
        (frozenset({2, 1}), [1, 2]),
        (NOW, "2026-01-02T03:04:05Z"),
        (date(2026, 1, 2), "2026-01-02"),
        (timedelta(minutes=1), "PT1M"),
        (Decimal("1.10"), "1.10"),
        (uuid.UUID(int=0), "00000000-0000-0000-0000-000000000000"),
        (pathlib.PurePosixPath("a/b"), "a/b"),
        (b"plain", "plain"),
        (Point(x=1, takenAt=NOW), {"x": 1.0, "takenAt": "2026-01-02T03:04:05Z"}),
        (
            [Place("Oslo", Point(x=1, takenAt=NOW), {"b", "a"})],
            [
                {
                    "name": "Oslo",
                    "point": {"x": 1.0, "takenAt": "2026-01-02T03:04:05Z"},
                    "tags": ["a", "b"],
                }
            ],
        ),
        ({"kind": "image", "data": ""}, {"kind": "image", "data": ""}),
    ],
)
def test_all_else_is_data(returned: Any, expected: Json) -> None:
    found = value(returned)
    assert found == expected
    assert dumps(found) == dumps(expected)


def cycle() -> Json:
    loop: Json = {}
    loop["self"] = [loop]
    return loop


def fans() -> Json:
    """A few lists that together say more than any memory holds."""
    fan: Json = [0]
    for _ in range(100):
        fan = [fan, fan]
    return fan


class Hostile(collections.UserDict[str, int]):
    def items(self) -> Any:
        raise OSError("no items")


@dataclasses.dataclass
class Endless:
    numbers: Any


@pytest.mark.parametrize(
    ("returned", "expected"),
    [
        (math.nan, "it is nan"),
        ({"a": [1, {"b": -math.inf}]}, "`a[1].b` is -inf"),
        ({1: "a"}, "`1` is no key: it is of the type int"),
        ({"a": {None: 1}}, "`a.None` is no key"),
        ("bad \ud800", "lone surrogate"),
        ({"bad \ud800": 1}, "lone surrogate"),
        ([10**5000], "`[0]` is an integer of more than 4,000 digits"),
        (object(), "type object"),
        ([print], "`[0]`"),
        (lambda: 1, "type function"),
        (b"\xff\xfe", "type bytes"),
        (iter([1]), "list_iterator: return a list"),
        ((n for n in [1]), "generator: return a list"),
        (Endless(itertools.count()), "`numbers` is of the type count: return a list"),
        (cycle(), "nests deeper than 200 levels, or holds itself"),
        (Hostile(), "OSError: no items"),
        (Point(x=math.nan, takenAt=NOW), "`x` is nan"),
    ],
)
def test_what_is_no_json_is_an_error_that_says_where(returned: Any, expected: str) -> None:
    message = problem(returned)
    assert expected in message
    message.encode()


def test_more_values_than_anything_can_hold_are_refused(monkeypatch: Any) -> None:
    monkeypatch.setattr(plain_module, "MAX_VALUES", 1000)
    assert "more than 1,000 values" in problem(fans())
    assert len(value(list(range(1000)))) == 1000


def test_what_is_returned_is_copied() -> None:
    mine = {"a": [1]}
    found = value(mine)
    mine["a"].append(2)
    assert found == {"a": [1]}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abé", max_size=3), inner, max_size=4)
    ),
    max_leaves=20,
)
ODD = st.recursive(
    JSON
    | st.floats()
    | st.datetimes()
    | st.decimals()
    | st.binary()
    | st.uuids()
    | st.text()
    | st.sampled_from([object(), Color.RED, print, iter(())]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner)
        | st.dictionaries(st.text() | st.integers() | st.none(), inner, max_size=3)
    ),
    max_leaves=10,
)


@settings(derandomize=True, deadline=None)
@given(JSON)
def test_json_stays_exactly_what_it_is(returned: Json) -> None:
    if isinstance(returned, str):
        assert result_of(returned, CALL, LOGGER)["value"] == returned
    else:
        assert dumps(value(returned)) == dumps(returned)


@settings(derandomize=True, deadline=None)
@given(ODD)
def test_anything_at_all_gives_a_result_that_can_be_sent(returned: Any) -> None:
    for result in (result_of(returned, CALL, LOGGER), failure_of(returned, CALL)):
        text = dumps(result)
        assert loads(text) == result
        text.encode()


# -- blocks


def test_blocks_are_multimodal() -> None:
    image = image_block(b"\x89PNG")
    blocks = [{"kind": "image", "mimeType": "image/png", "data": "iVBORw=="}]
    base = {"kind": "multimodal", "toolCallId": "c1", "name": "act"}
    assert result_of(image, CALL, LOGGER) == {**base, "value": blocks}
    assert result_of(("Radar:", image), CALL, LOGGER) == {
        **base,
        "value": [{"kind": "text", "text": "Radar:"}, *blocks],
    }


def test_a_lone_text_block_is_text() -> None:
    assert result_of([text_block("hi")], CALL, LOGGER)["kind"] == "text"
    assert failure_of(text_block("hi"), CALL)["kind"] == "error"


def test_a_block_may_come_in_the_class_of_all_blocks() -> None:
    from toolwire.models import ContentBlock

    block = {"kind": "image", "url": "https://x/y.png"}
    found = result_of(ContentBlock.model_validate(block), CALL, LOGGER)
    assert (found["kind"], found["value"]) == ("multimodal", [block])


def test_blocks_among_data_are_an_error() -> None:
    assert "`[1]` is of the type dict, and stands among blocks" in problem([text_block("a"), {}])


def test_blocks_of_every_kind_are_made_of_bytes_base64_or_a_url() -> None:
    from toolwire.models import MultimodalResult

    made: list[Any] = [
        image_block("aGk="),
        audio_block(b"hi"),
        video_block(url="gs://b/clip.mp4"),
        document_block(b"%PDF-", name="report.pdf"),
        document_block(text="Minutes"),
    ]
    result = result_of(made, CALL, LOGGER)
    MultimodalResult.model_validate(result)
    assert [block["mimeType"] for block in result["value"]] == [
        "image/png", "audio/wav", "video/mp4", "application/pdf", "text/plain",
    ]  # fmt: skip
    with pytest.raises(ValueError):
        image_block()


def test_a_failure_says_that_it_is_one() -> None:
    assert failure_of("no", CALL)["kind"] == "error"
    assert failure_of({"code": 1}, CALL) == {
        "kind": "data", "toolCallId": "c1", "name": "act", "value": {"code": 1}, "isError": True,
    }  # fmt: skip
    assert ToolError({"code": 1}).value == {"code": 1}
