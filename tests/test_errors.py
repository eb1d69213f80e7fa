"""What stands behind an error: the place it is about, and the data of an SDK's objects."""

from __future__ import annotations

from typing import Any

import pydantic
import pytest

from toolwire import ToolwireError, openai_chat
from toolwire._runtime.blaming import _locate, blame
from toolwire._runtime.errors import expected, plain
from toolwire._runtime.misfit import Misfit, Reading, escaped, explains

Json = Any


class Choice(pydantic.BaseModel):
    finish_reason: str = pydantic.Field(alias="finishReason")
    unset: str | None = None


def test_an_sdks_object_tells_what_was_set_under_the_keys_of_the_wire() -> None:
    inner = Choice.model_validate({"finishReason": "stop"})
    assert plain({"choices": [inner]}) == {"choices": [{"finishReason": "stop"}]}
    assert plain(inner.model_copy(update={"unset": None})) == {
        "finishReason": "stop",
        "unset": None,
    }


def test_plain_data_is_not_copied() -> None:
    value = {"a": [{"b": 1}]}
    assert plain(value) is value


def test_a_place_that_cannot_have_led_to_a_failure_is_not_blamed_for_it() -> None:
    body = {"model": "m"}
    error = blame(KeyError("messages"), body, "intermediate", ("Request",))
    assert (error.pointer, error.code) == ("/messages", "missing")
    with pytest.raises(KeyError, match="a bug"):
        blame(KeyError("a bug"), body, "intermediate", ("Request",))


def test_a_place_is_found_by_the_very_object_or_by_its_keys_spelled_otherwise() -> None:
    inner: Json = {"x": [1]}
    root: Json = {"of/this~": {"someKey": inner}, "other": {"another": inner}}
    assert _locate(root, root["other"]) == "/other"
    assert _locate(root, {"some_key": inner}) == "/of~1this~0"
    assert _locate(root, {"no_key": inner}) is None
    assert _locate(root, {"x": [1]}) is None


def test_an_object_that_was_filled_in_is_found_where_it_lacked_something() -> None:
    one, two = ["one"], ["two"]
    root = [{"a": one, "b": two}, {"a": one, "b": two, "c": 3}, {"a": one, "none": None}]
    assert _locate(root, {"a": one, "b": two}) == "/0"
    assert _locate(root, {"a": one, "b": two, "more": ""}) == "/0"
    assert _locate(root, {"a": one, "none": ""}) == "/2"


def test_a_key_is_escaped_so_that_a_pointer_can_be_followed() -> None:
    assert escaped("a~b/c~1") == "a~0b~1c~01"
    assert escaped(5) == "5"


def test_what_is_absent_is_missing_and_what_is_there_is_of_another_type() -> None:
    assert expected("a string", {}, "key").code == "missing"
    assert expected("a string", {"key": 5}, "key").code == "type"
    assert expected("an object", {}, None).code == "type"


@pytest.mark.parametrize(
    ("value", "misfit"),
    [([], ("", "missing")), (["a"], None), (["a", 5], ("/1", "type")), ("a", ("", "type"))],
)
def test_a_list_that_must_hold_something_is_missing_it(value: Json, misfit: Json) -> None:
    schema = {"type": "array", "items": {"type": "string"}, "minItems": 1}
    found = next(Reading({}).find(value, schema, ""), None)
    assert (found and (found.pointer, found.code)) == misfit
    assert found is None or isinstance(found, Misfit)


def test_a_key_that_is_missing_explains_no_want_of_another() -> None:
    gone = Misfit("/a/some_key", "missing", "the key 'some_key'")
    assert explains(gone, KeyError("someKey")) and not explains(gone, KeyError("other"))
    assert explains(gone._replace(code="type"), KeyError("other"))
    assert explains(gone, TypeError())


def test_what_our_own_objects_lack_no_payload_explains() -> None:
    odd = Misfit("/a", "type", "a string")
    assert explains(odd, AttributeError(obj=5)) and not explains(odd, AttributeError(obj=explains))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_json_has_not_is_told_with_its_place(number: float) -> None:
    data = {"a/b": [1, {"x": number}, 0.5]}
    value = {"kind": "data", "toolCallId": "c", "name": "n", "value": data}
    called = {"kind": "toolCall", "toolCall": {"id": "c", "name": "n", "arguments": {}}}
    messages = [{"role": "assistant", "content": [called]}, {"role": "tool", "toolResult": value}]
    with pytest.raises(ToolwireError) as raised:
        openai_chat.encode_request({"model": "m", "messages": messages})
    assert raised.value.pointer == "/messages/1/toolResult/value/a~1b/1/x"
    with pytest.raises(ValueError, match="another"):
        blame(ValueError("another"), {"messages": [], "model": "m"}, "intermediate", ("Request",))


@pytest.mark.parametrize(
    ("key", "place"), [("content", "/messages/0/content"), ("function", "/tools/0/function")]
)
def test_of_several_places_that_do_not_fit_the_one_is_told_that_led_to_it(
    key: str, place: str
) -> None:
    body = {"model": "m", "messages": [{"role": "user"}], "tools": [{"type": "function"}]}
    assert blame(KeyError(key), body, "openai_chat", ("ChatRequest",)).pointer == place
