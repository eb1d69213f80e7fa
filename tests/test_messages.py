"""Entries beside request and response: messages by themselves, and results with their calls."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from compiled import Package
from dice import Dice
from interpreter.adapter import Interpreter
from mutants.golden import bodies
from samples import difference
from test_golden_adapter import PROJECT, generated
from test_interpreter import interpreted
from test_passes import odd

Json = Any
MESSAGES = [*bodies(PROJECT, "errand")]
CALL = {"id": "c9", "name": "add", "arguments": {}}


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    package = Package(tmp_path_factory.mktemp("messages"), "golden_messages")
    yield package.add(PROJECT, "errand")[1]
    package.close()


@pytest.mark.parametrize(("entry", "body"), MESSAGES)
def test_a_message_comes_back_exactly_and_the_interpreter_agrees(
    entry: str, body: Json, module: ModuleType
) -> None:
    other = Interpreter(PROJECT, PROJECT.formats["errand"])
    for call in (None, CALL) if entry == "result" else (None,):
        given = {} if call is None else {"call": call}
        value = getattr(module, f"decode_{entry}")(body, **given)
        assert difference(other.decode(entry, body, **given), value) is None
        assert difference(body, getattr(module, f"encode_{entry}")(value)) is None
        assert difference(other.encode(entry, value), body) is None


def test_odd_messages_are_read_alike(module: ModuleType) -> None:
    other, dice = Interpreter(PROJECT, PROJECT.formats["errand"]), Dice("errand")
    found = []
    for entry, body in MESSAGES:
        for place in odd(body, dice, each=2):
            value = generated(getattr(module, f"decode_{entry}"), body)
            if difference(interpreted(other.decode, entry, body), value) is not None:
                found.append(f"{entry}{place}")
    assert found == []


def test_a_result_has_the_id_and_the_name_of_its_call(module: ModuleType) -> None:
    for entry, body in MESSAGES:
        if entry == "result":
            result = module.decode_result(body, call=CALL)
            assert (result["toolCallId"], result["name"]) == ("c9", "add")
    lacking = module.decode_result({"refused": {"why": "closed", "code": 1}})
    assert (lacking["toolCallId"], lacking["name"]) == ("unnamed_call_1", "")


def test_a_result_repeats_what_the_message_of_its_call_has(module: ModuleType) -> None:
    """The id with its type, and what no field has."""
    other = Interpreter(PROJECT, PROJECT.formats["errand"])
    sent = [body for entry, body in MESSAGES if entry == "call"]
    made = []
    for body in sent:
        call = module.decode_call(body)
        result = {"kind": "text", "toolCallId": call["id"], "name": "add", "value": "3"}
        made.append(module.encode_result(result, call=call))
        assert difference(other.encode("result", result, call), made[-1]) is None
    assert [(one["no"], one.get("via")) for one in made] == [
        (7, {"desk": "d1"}), ("7", None), ("c1", None),
    ]  # fmt: skip
    assert module.encode_result(result | {"toolCallId": "7"})["no"] == 7


def test_a_result_that_came_under_another_id_goes_to_the_call_it_is_handed(
    module: ModuleType,
) -> None:
    """A relay has two connections, and each numbers its messages."""
    came = {"no": 7, "gave": {"lines": [{"type": "line", "text": "3"}]}}
    result = module.decode_result(came, call=CALL)
    assert module.encode_result(result) == came
    assert module.encode_result(result, call=CALL) == {**came, "no": "c9"}
    assert module.encode_result({**result, "toolCallId": "c10"})["no"] == "c10"
    answer = SimpleNamespace(model_dump=lambda **_: came)
    assert difference(module.decode_result(answer, call=CALL), result) is None


@pytest.mark.parametrize(
    "form",
    [5, "x", {"answers": 5}, {"answers": {"for": "c1"}}, {"answers": {"for": "c1", "as": 5}}],
)
def test_what_is_no_form_of_a_result_is_refused_or_says_nothing(
    module: ModuleType, form: Json
) -> None:
    made = {"kind": "text", "toolCallId": "c1", "name": "add", "value": "3"}
    result = {**made, "metadata": {module.FORMAT: {"$": form}}}
    try:
        assert module.encode_result(result)["no"] == "c1"
    except ValueError as error:
        assert type(error).__name__ == "ToolwireError"


def test_data_that_a_record_repeats_with_its_keys_in_another_order_goes_back_so(
    module: ModuleType,
) -> None:
    records = [{"text": '{"a":1}', "type": "line"}]
    value = module.decode_result({"no": 7, "gave": {"data": {"a": 1}, "lines": records}})
    assert (value["kind"], value["value"]) == ("data", {"a": 1})
    assert [*module.encode_result(value)["gave"]["lines"][0]] == ["text", "type"]


def test_data_that_no_record_repeats_goes_back_so_until_it_is_none(module: ModuleType) -> None:
    body = {"no": 7, "gave": {"data": {"a": 1}, "lines": []}}
    value = module.decode_result(body)
    assert (value["kind"], value["value"]) == ("data", {"a": 1})
    assert module.encode_result(value) == body
    lines = module.encode_result({**value, "value": None})["gave"]["lines"]
    assert lines == [{"type": "line", "text": "null"}]


def test_a_result_of_another_call_is_refused(module: ModuleType) -> None:
    result = {"kind": "text", "toolCallId": "c1", "name": "add", "value": "3"}
    with pytest.raises(ValueError, match=r"/toolCallId.*answers: c9"):
        module.encode_result(result, call=CALL)
    for call in ("c9", {"id": 9, "name": "add"}, {"id": "c9"}):
        with pytest.raises(ValueError, match="the call that is answered"):
            module.decode_result({"no": 1, "gave": {"lines": []}}, call=call)


def test_a_refusal_that_is_none_any_more_goes_out_as_what_it_is(module: ModuleType) -> None:
    refused = module.decode_result({"no": "9", "refused": {"why": "closed", "code": 2}})
    assert module.encode_result({**refused, "value": "shut"})["refused"] == {
        "why": "shut", "code": 2,
    }  # fmt: skip
    assert "gave" in module.encode_result({**refused, "kind": "text"})
    made = {"kind": "error", "toolCallId": "9", "name": "", "value": "no"}
    assert "gave" in module.encode_result(made)


def test_the_name_of_a_result_is_lost_to_whoever_does_not_have_its_call(
    module: ModuleType,
) -> None:
    result = {"kind": "data", "toolCallId": "c9", "name": "add", "value": {}}
    assert [loss.path for loss in module.losses_result(result)] == ["/name"]
    assert module.losses_result(result, call=CALL) == []
    assert module.encode_result(result, call=CALL, on_loss="error")["gave"]["data"] == {}
    null = {**result, "value": None}
    assert [loss.path for loss in module.losses_result(null, call=CALL)] == ["/value"]
