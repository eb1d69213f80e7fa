"""Short conversations, all there are of a few messages: what comes back, and in which order.

Results that no call asked for, late ones, several of one call, and messages that become neighbours
where a result leaves its place: where no loss is told, the way there and back gives the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from conversation import assistant, call, request, result, text, user
from driving import CONVERSED
from driving.talk import talk
from interpreter.conversation import Conversation as Described
from samples import Adapter, adapter
from test_laws import bare
from toolwire._runtime.conversation import Conversation
from toolwire._runtime.normal import normal

Json = Any
each_wire = pytest.mark.parametrize("name", CONVERSED)
ORPHAN = "orphan"
WORDS: dict[str, Json] = {
    "says": user("u"),
    "nothing": user([]),
    "turn": assistant(text("t")),
    "asks": assistant(call("c")),
    "asks twice": assistant(call("c"), call("d", "g")),
    "first": result("c", "text", ""),
    "second": result("d", "text", "", "g"),
    ORPHAN: result("nobody", "text", "", ""),
}
FEW = ("says", "turn", "first", ORPHAN)
MANY = (*FEW, "nothing", "asks", "second")


def conversations(orphans_tool: str = "") -> Iterator[list[Json]]:
    """All short ones; each result in them has a text of its own."""
    behind = [one for length in (1, 2, 3) for one in product(MANY, repeat=length)]
    behind += product(FEW, repeat=4)
    alone = [one for length in (1, 2, 3) for one in product((*FEW, "asks"), repeat=length)]
    for words in [*(("asks twice", *one) for one in behind), *alone]:
        yield [_said(word, place, orphans_tool) for place, word in enumerate(words)]


def _said(word: str, place: int, orphans_tool: str) -> Json:
    said = WORDS[word]
    if said["role"] != "tool":
        return said
    more = {"name": orphans_tool} if word == ORPHAN else {}
    return {"role": "tool", "toolResult": {**said["toolResult"], "value": f"{place}", **more}}


def told_for(name: str) -> Iterator[list[Json]]:
    """Those where nothing but the order can be lost: an orphan names no tool if the wire cannot."""
    return conversations("f" if talk(name).RESULTS_NAMED else "")


def there_and_back(wire: Adapter, value: Json) -> Json:
    return bare(wire.decode(wire.encode(value, on_loss="ignore")))["messages"]


def is_orphan(message: Json) -> bool:
    return bool(message["role"] == "tool" and message["toolResult"]["toolCallId"] == "nobody")


@each_wire
def test_a_conversation_comes_back_in_its_order_or_a_loss_is_told(name: str) -> None:
    wire, count = adapter(name, "request"), 0
    for messages in told_for(name):
        value = request(*messages)
        if not wire.losses(value):
            count += 1
            assert there_and_back(wire, value) == bare(normal(value))["messages"], messages
    assert count > 300


@each_wire
def test_a_result_of_no_call_stays_where_it_is_among_the_results_of_a_turn(name: str) -> None:
    wire, orphan = adapter(name, "request"), _said(ORPHAN, 9, "f")
    asking = (WORDS["asks twice"], _said("first", 1, ""), _said("second", 2, ""))
    for place in range(len(asking) + 1):
        value = request(*asking[:place], orphan, *asking[place:])
        back = there_and_back(wire, value)
        assert [message.get("toolResult", {}).get("value") for message in back] == [
            message.get("toolResult", {}).get("value") for message in value["messages"]
        ]


def test_a_result_of_no_call_moves_nothing() -> None:
    for messages in conversations():
        rest = [message for message in messages if not is_orphan(message)]
        settled = normal(request(*messages))["messages"]
        assert [message for message in settled if not is_orphan(message)] == normal(request(*rest))[
            "messages"
        ]
        if normal(request(*rest))["messages"] == rest:
            assert settled == messages


def test_what_stays_among_the_results_of_a_turn_has_as_many_of_them_ahead() -> None:
    asking, late = [WORDS["asks twice"]], [_said("second", 1, ""), _said("first", 3, "")]
    value = request(*asking, late[0], _said(ORPHAN, 2, ""), late[1], _said(ORPHAN, 4, ""))
    assert Conversation(value["messages"]).order() == [0, 3, 2, 1, 4]
    # Those that go further ahead do not count.
    asking += [WORDS["asks"]]
    value = request(*asking, late[0], _said(ORPHAN, 3, ""), late[1])
    assert Conversation(value["messages"]).order() == [0, 2, 1, 3, 4]


def test_results_that_stay_and_others_go_out_as_described() -> None:
    """Our own reading of the rule, and the other one that knows nothing of it."""
    for messages in conversations():
        results = [place for place, one in enumerate(messages) if one["role"] == "tool"]
        ours, theirs = Conversation(messages), Described(messages)
        for size in range(len(results) + 1):
            for staying in combinations(results, size):
                assert ours.order(frozenset(staying)) == theirs.order({*staying})


@each_wire
def test_what_a_wire_had_in_any_order_goes_back_in_it(name: str) -> None:
    wire = adapter(name, "request")
    as_it_stood = {"metadata": {name: {"$": {"order": "kept"}}}}
    for messages in told_for(name):
        kept = [{**one, **as_it_stood} if one["role"] == "tool" else one for one in messages]
        body = wire.encode(request(*kept), on_loss="ignore")
        assert wire.encode(wire.decode(body), on_loss="ignore") == body, messages


def codes(name: str, *messages: Json) -> list[tuple[str, str]]:
    found = adapter(name, "request").losses(request(*messages))
    return [(loss.path, loss.code) for loss in found]


def test_turns_that_become_neighbours_where_a_result_leaves_are_told_as_merged() -> None:
    asks, answer, other = (WORDS[word] for word in ("asks", "first", "second"))
    turn, word = WORDS["turn"], WORDS["says"]
    name = "openai_responses"
    assert codes(name, asks, word, turn, answer, turn) == [("/messages/4", "merged")]
    # A result that goes between two turns keeps them apart.
    assert codes(name, asks, turn, answer) == codes(name, asks, turn, word, answer) == []
    between = assistant(call("d", "g"))
    assert codes(name, asks, word, between, answer, turn) == [("/messages/4", "merged")]
    assert codes(name, assistant(), asks, turn, answer) == [("/messages/0", "merged")]
    assert codes(name, WORDS["asks twice"], answer, turn, other, word, turn) == []


@pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
def test_a_message_without_content_that_comes_to_stand_behind_a_result_is_told(name: str) -> None:
    asks, nothing, answer, word = (WORDS[one] for one in ("asks", "nothing", "first", "says"))
    assert codes(name, asks, nothing, answer) == [("/messages/1", "merged")]
    assert codes(name, asks, answer, nothing) == [("/messages/2", "merged")]
    assert codes(name, asks, word, nothing, answer) == []
    late = {**answer, "metadata": {name: {"$": {"order": "kept"}}}}
    assert codes(name, asks, nothing, late) == []
