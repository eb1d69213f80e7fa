"""Lists that stand otherwise on the wire: left by units, shared, spread, or a bare string."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import changed, checked, findings
from interpreter.adapter import Interpreter
from samples import difference
from test_golden_adapter import GOLDEN
from toolwire_codegen.load.project import Project

Json = Any
ASK: Json = {"type": "ask", "says": "Hi"}
ITEMS: dict[str, Json] = {
    "ask": ASK,
    "order": {"type": "order", "says": "Be brief."},
    "word": {"type": "word", "text": "Yes."},
    "thought": {"type": "thought", "thought": "Hm", "seal": "s"},
    "escort": {"type": "search", "done": True},
    "stamp": {"type": "stamp", "n": 1},
}
BATCH = """{
      "title": "BatchCar",
      "description": "Results that share a car.",
      "x-reference": "https://example.com/convoy",
      "type": "object",
      "required": ["type", "answers"],
      "properties": {
        "type": {"const": "batch"},
        "answers": {"type": "array", "items": {"$ref": "#/$defs/Answer"}}
      },
      "examples": [{"type": "batch", "answers": []}]
    },
    "Answer": {
      "title": "Answer",
      "description": "What may share a car.",
      "x-reference": "https://example.com/convoy",
      "anyOf": [{"$ref": "#/$defs/AnswerCar"}, {"$ref": "#/$defs/OtherAnswer"}],
      "examples": [{"type": "answer", "answers": "c1"}]
    },
    "OtherAnswer": {
      "title": "OtherAnswer",
      "description": "Another result.",
      "x-reference": "https://example.com/convoy",
      "type": "object",
      "not": {"properties": {"type": {"enum": ["answer"]}}, "required": ["type"]},
      "examples": [{"type": "stamp"}]
    },
    "Car": {"""
SHARED = [
    ('{"$ref": "#/$defs/AnswerCar"},', '{"$ref": "#/$defs/BatchCar"},'),
    ('"Car": {', f'"BatchCar": {BATCH}'),
    ('"call", "answer", "search"', '"call", "batch", "search"'),
    ("    string:", "    fold: ToolMessage*\n    into: BatchCar.answers\n    string:"),
]


class Wire:
    """An adapter, and the interpreter of the same rows beside it."""

    def __init__(self, package: Package, project: Project) -> None:
        _, self.module = package.add(project, "convoy")
        self.other = Interpreter(project, project.formats["convoy"])

    def read(self, cars: Json, **keys: Json) -> list[Json]:
        """The messages of a body, which comes back exactly."""
        body = {"model": "m", "cars": cars, **keys}
        value = self.module.decode_request(body)
        assert difference(self.other.decode("request", body), value) is None
        assert difference(body, self.write(value)) is None
        messages: list[Json] = value["messages"]
        return messages

    def write(self, value: Json) -> Json:
        body = self.module.encode_request(value)
        assert difference(self.other.encode("request", value), body) is None
        return body

    def cars(self, *messages: Json) -> Json:
        return self.write({"model": "m", "messages": [*messages]})["cars"]

    def lost(self, *messages: Json) -> list[tuple[str, str]]:
        losses = self.module.losses_request({"model": "m", "messages": [*messages]})
        return [(loss.path, loss.code) for loss in losses]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    package = Package(tmp_path_factory.mktemp("sequences"), "sequences_adapters")
    yield package
    package.close()


@pytest.fixture(scope="module")
def convoy(package: Package) -> Wire:
    return Wire(package, read_once(GOLDEN))


@pytest.fixture(scope="module")
def shared(package: Package, tmp_path_factory: pytest.TempPathFactory) -> Wire:
    """The same wire, but results share a car."""
    return Wire(package, changed("convoy", SHARED, tmp_path_factory.mktemp("shared")))


def text(value: str, **overlay: Json) -> Json:
    block = {"kind": "text", "text": value}
    return {**block, "metadata": {"convoy": overlay}} if overlay else block


def call(id_: str) -> Json:
    return {"kind": "toolCall", "toolCall": {"id": id_, "name": "add", "arguments": {}}}


def reply(*blocks: Json) -> Json:
    return {"role": "assistant", "content": [*blocks]}


def user(value: str = "Hi") -> Json:
    return {"role": "user", "content": value}


def result(id_: str) -> Json:
    value = {"kind": "text", "toolCallId": id_, "name": "add", "value": "3"}
    return {"role": "tool", "toolResult": value}


def opaque(type_: str) -> Json:
    return {"kind": "opaque", "format": "convoy", "value": {"type": type_}}


def shape(messages: list[Json]) -> list[Json]:
    """Roles, with the kinds of what a model said."""
    return [
        [block["kind"] for block in one["content"]] if one.get("role") == "assistant"
        else one.get("role", "opaque")
        for one in messages
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("word", [["text"]]),
        ("thought word", [["reasoning", "text"]]),
        ("word ask word", [["text"], "user", ["text"]]),
        ("word escort word", [["text", "opaque", "text"]]),
        ("escort word", [["opaque", "text"]]),
        ("word escort ask", [["text", "opaque"], "user"]),
        ("escort", ["opaque"]),
        ("ask escort escort ask", ["user", "opaque", "opaque", "user"]),
        ("word stamp word", [["text"], "opaque", ["text"]]),
        ("order word order", ["system", ["text"], "system"]),
    ],
)
def test_a_run_of_neighbours_is_one_message(convoy: Wire, names: str, expected: Json) -> None:
    assert shape(convoy.read([ITEMS[name] for name in names.split()])) == expected


def test_every_order_of_items_comes_back(convoy: Wire) -> None:
    for count in range(4):
        for names in product(ITEMS, repeat=count):
            convoy.read([ITEMS[name] for name in names])
            convoy.read([ITEMS[name] for name in names], orders="Be kind.")


UNITS: dict[str, Json] = {
    "user": user(),
    "said": reply(text("a"), text("b")),
    "searched": reply(opaque("search"), text("a")),
    "silent": reply(),
    "alone": reply(opaque("search")),
    "odd": reply(text("a"), opaque("stamp"), text("b")),
    "search": opaque("search"),
    "stamp": opaque("stamp"),
}


def test_messages_that_lose_nothing_come_back(convoy: Wire) -> None:
    """And those that do not come back are reported."""
    for count in range(4):
        for names in product(UNITS, repeat=count):
            messages = [UNITS[name] for name in names]
            body = convoy.module.encode_request({"model": "m", "messages": messages})
            back = convoy.module.decode_request(body)["messages"]
            assert (back == messages) is (convoy.lost(*messages) == []), names


def test_messages_that_join_or_leave_no_trace_are_told_with_their_place(convoy: Wire) -> None:
    assert convoy.lost(user(), reply(text("a")), reply(text("b"))) == [("/messages/2", "merged")]
    assert convoy.lost(user(), reply(), user()) == [("/messages/1", "merged")]
    assert convoy.lost(reply(text("a")), opaque("search")) == [("/messages/1", "merged")]
    assert convoy.lost(UNITS["odd"]) == [("/messages/0", "split")]
    assert convoy.cars(user(), reply(), user()) == [ASK, ASK]


def test_what_an_app_does_to_a_turn_goes_out(convoy: Wire) -> None:
    first = convoy.read([ASK, ITEMS["thought"], ITEMS["escort"], ITEMS["word"]])
    second = convoy.read([ASK, ITEMS["word"]])
    del first[1]["content"][0]
    assert convoy.cars(*first) == [ASK, ITEMS["escort"], ITEMS["word"]]
    first[1]["content"].append(text("No."))
    assert convoy.cars(*first)[3:] == [{"type": "word", "text": "No."}]
    assert convoy.cars(*first, *second)[4:] == [ASK, ITEMS["word"]]


def test_a_key_of_blocks_stands_on_the_last_that_may_have_it(convoy: Wire) -> None:
    message = {**reply(text("a"), text("b")), "metadata": {"convoy": {"mark": "x"}}}
    words = [{"type": "word", "text": "a"}, {"type": "word", "text": "b", "mark": "x"}]
    assert convoy.cars(message) == words
    assert convoy.lost(message) == []
    message = {**reply(text("a")), "metadata": {"convoy": {"tint": "x"}}}
    assert convoy.lost(message) == [("/messages/0/metadata/convoy/tint", "field")]
    message = {**reply(call("c")), "metadata": {"convoy": {"mark": "x"}}}
    assert convoy.lost(message) == [("/messages/0/metadata/convoy/mark", "field")]


def test_results_answer_the_calls_of_their_run(convoy: Wire) -> None:
    asked = {"type": "call", "tool": "add", "input": {}}
    answer = {"type": "answer", "says": "3"}
    cars = [ASK, ITEMS["thought"], {**asked, "id": "a"}, {**answer, "answers": "a"},
            {**asked, "id": "b"}, {**asked, "id": "c"},
            {**answer, "answers": "b"}, {**answer, "answers": "c"}]  # fmt: skip
    messages = convoy.read(cars)
    kinds = ["user", ["reasoning", "toolCall"], "tool", ["toolCall", "toolCall"], "tool", "tool"]
    assert shape(messages) == kinds
    assert messages[2]["toolResult"]["name"] == "add"
    swapped = [*messages[:4], messages[5], messages[4]]
    assert convoy.cars(*swapped) == cars


def test_instructions_leave_the_list_and_come_back_where_they_were(convoy: Wire) -> None:
    order = ITEMS["order"]
    assert convoy.read([order, order, ASK])[1]["metadata"]["convoy"]["$"]["lift"] == "kept"
    lifted = convoy.read([order, ASK, order], orders="Be kind.")
    assert [one["content"] for one in lifted] == ["Be kind.", "Be brief.", "Hi", "Be brief."]
    value = {"model": "m", "messages": [{"role": "system", "content": "x"}, user()]}
    assert convoy.write(value) == {"model": "m", "orders": "x", "cars": [ASK]}


def test_a_text_that_is_a_list_by_rule_may_be_a_string(convoy: Wire) -> None:
    piece = {"type": "text", "text": "Be brief."}
    listed: Json = {"type": "order", "says": [piece]}
    string = ITEMS["order"]
    for order in (listed, string, {"type": "order", "says": [piece, piece]}):
        convoy.read([ASK, order])
    (_, message) = convoy.read([ASK, listed])
    assert message == {"role": "system", "content": "Be brief."}
    (_, as_string) = convoy.read([ASK, string])
    assert convoy.cars(user(), message, as_string) == [ASK, listed, string]
    alone = {"role": "system", "content": [text("Be brief.")]}
    assert convoy.cars(user(), alone) == [ASK, listed]
    assert convoy.cars(user(), {**as_string, **alone}) == [ASK, string]
    assert convoy.cars(user(), {"role": "system", "content": [opaque("x")]}) == [
        ASK, {"type": "order", "says": [{"type": "x"}]}
    ]  # fmt: skip


def test_a_result_that_is_a_list_by_rule_may_be_a_string(convoy: Wire) -> None:
    asked = {"type": "call", "id": "a", "tool": "add", "input": {}}
    answer = {"type": "answer", "answers": "a"}
    piece = {"type": "text", "text": "3"}
    for says in ("3", [piece], "", [piece, piece]):
        convoy.read([asked, {**answer, "says": says}])
    assert convoy.cars(reply(call("a")), result("a"))[1] == {**answer, "says": [piece]}


def test_data_that_is_an_object_stays_one_and_any_other_is_a_text(convoy: Wire) -> None:
    asked = {"type": "call", "id": "a", "tool": "add", "input": {}}
    answer = {"type": "answer", "answers": "a"}
    objects: list[Json] = [{"sum": 3}, {}, {"type": "text", "text": "3"}]
    for says in objects:
        (_, message) = convoy.read([asked, {**answer, "says": says, "failed": True}])
        assert message["toolResult"] | {"metadata": 0} == {
            "kind": "data", "toolCallId": "a", "name": "add", "value": says, "isError": True,
            "metadata": 0,
        }  # fmt: skip
    data = {"kind": "data", "toolCallId": "a", "name": "add"}
    lost = [("/messages/1/toolResult/value", "kind")]
    written: list[tuple[Json, Json, Json]] = [
        ({"sum": 3}, {"sum": 3}, []), ([3], "[3]", lost), (None, "null", lost)
    ]  # fmt: skip
    for value, says, losses in written:
        messages = [reply(call("a")), {"role": "tool", "toolResult": {**data, "value": value}}]
        assert convoy.cars(*messages)[1] == {**answer, "says": says}
        assert convoy.lost(*messages) == losses


def test_a_bare_string_is_one_again_as_long_as_it_says_no_more(convoy: Wire) -> None:
    (message,) = convoy.read("Hi")
    assert message == user()
    convoy.read("")
    convoy.read([ASK])
    request = convoy.module.decode_request({"model": "m", "cars": "Hi"})
    assert convoy.write({**request, "messages": [user("Ho")]})["cars"] == "Ho"
    lists: list[list[Json]] = [
        [],
        [user(), user()],
        [reply(text("a"))],
        [opaque("stamp")],
        [{**user(), "metadata": {"convoy": {"from": "Ada"}}}],
        [{"role": "user", "content": [text("a"), text("b")]}],
        [{"kind": "opaque", "format": "convoy", "value": "Hi"}],
        [{"kind": "opaque", "format": "convoy", "value": {"type": "stamp", "says": "Hi"}}],
    ]
    for messages in lists:
        assert type(convoy.write({**request, "messages": messages})["cars"]) is list, messages
    lifted = {**request, "messages": [{"role": "system", "content": "x"}, user()]}
    assert convoy.write(lifted) == {"model": "m", "orders": "x", "cars": "Hi"}


PIECES: list[Json] = [{"type": "text", "text": "Hi"}, {"type": "image", "at": "https://x.example/a"}]


def test_a_bare_list_of_pieces_is_one_again_as_long_as_it_says_no_more(convoy: Wire) -> None:
    (message,) = convoy.read(PIECES)
    assert [block["kind"] for block in message["content"]] == ["text", "image"]
    assert message["role"] == "user"
    convoy.read(PIECES[:1])
    assert shape(convoy.read([*PIECES, ASK])) == ["opaque", "opaque", "user"]
    assert shape(convoy.read([*PIECES, {"type": "video"}])) == ["opaque"] * 3
    odd: list[Json] = [[], {}, 5, None]
    for type_ in odd:
        assert shape(convoy.read([{"type": type_}])) == ["opaque"]
    request = convoy.module.decode_request({"model": "m", "cars": PIECES})
    both = {**user(), "content": [text("a"), text("b")]}
    words = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    assert convoy.write({**request, "messages": [both]})["cars"] == words
    asked = {"type": "ask", "says": words}
    assert convoy.write({**request, "messages": [both, user()]})["cars"] == [asked, ASK]
    assert convoy.write({**request, "messages": [user()]})["cars"] == [ASK]
    tinted = {**both, "metadata": {"convoy": {"from": "Ada"}}}
    assert convoy.write({**request, "messages": [tinted]})["cars"] == [{**asked, "from": "Ada"}]
    assert convoy.cars(both) == [asked]


LISTED = [
    ('"const": "ask"}, "says": {"$ref": "#/$defs/Says"}',
     '"const": "ask"}, "says": {"type": "array", "items": {"$ref": "#/$defs/Piece"}}'),
    *[('"examples": [{"type": "ask", "says": "Hi"}]',
       '"examples": [{"type": "ask", "says": []}]')] * 2,
    ("UserMessage <-> AskCar:\n    content: says | text\n",
     "UserMessage <-> AskCar:\n    content: says | text(list)\n"),
]  # fmt: skip


def test_a_bare_string_is_a_block_where_its_item_takes_blocks_alone(
    package: Package, tmp_path: Path
) -> None:
    wire = Wire(package, changed("convoy", LISTED, tmp_path))
    (message,) = wire.read("Hi")
    assert message == user()
    wire.read("")
    request = wire.module.decode_request({"model": "m", "cars": "Hi"})
    asked = {"type": "ask", "says": [{"type": "text", "text": "Hi"}]}
    assert wire.write({**request, "messages": [user(), reply(text("a"))]})["cars"][0] == asked
    assert wire.write({**request, "messages": [user("Ho")]})["cars"] == "Ho"
    wire.read([asked])
    wire.read(PIECES)
    noted = {**text("Hi"), "metadata": {"convoy": {"tint": 1}}}
    lists: list[Json] = [{**user(), "content": [noted]}, {**user(), "content": []}]
    for other in lists:
        assert type(wire.write({**request, "messages": [other]})["cars"]) is list


def test_what_also_stands_in_the_list_is_not_lifted_from_anywhere(tmp_path: Path) -> None:
    _, findings = checked("convoy", [("from: leading", "from: anywhere")], tmp_path)
    (finding,) = findings
    assert finding.startswith("schemas/convoy/transform.yaml:99:3: misplaced `OrderCar` in the")
    assert finding.endswith("write `from: leading`")


@pytest.mark.parametrize("cars", [5, {"type": "ask"}, None, [5], [{"type": "word"}], ["Hi"]])
def test_what_is_no_list_of_items_is_refused(convoy: Wire, cars: Json) -> None:
    with pytest.raises(ValueError, match="expected"):
        convoy.module.decode_request({"model": "m", "cars": cars})


def test_null_in_the_place_of_a_list_is_no_item(tmp_path: Path) -> None:
    """A list that must be there may not be null; no finding asks for a reader of that."""
    piece = '"items": {"$ref": "#/$defs/Piece"}}],\n      "examples": ["Hi"]\n    },\n    "Orders"'
    null = [(piece, piece.replace("}}]", '}}, {"type": "null"}]'))]
    (finding,) = findings("convoy", null, tmp_path)
    assert "`cars` may be null and `messages` is required" in finding


def test_what_another_list_may_hold_is_refused_with_its_place(tmp_path: Path) -> None:
    """It fits the list of pieces, too, as one of unknown type; it was read as a car."""
    package = Package(tmp_path, "refused_cars")
    folder = package.folder / "schemas"
    folder.mkdir()
    shutil.copy(GOLDEN / "schemas" / "convoy" / "wire.schema.json", folder / "convoy.json")
    convoy = package.add(read_once(GOLDEN), "convoy")[1]
    with pytest.raises(ValueError, match=r"^/cars/1/says: missing: "):
        convoy.decode_request({"model": "m", "cars": [ASK, {"type": "ask"}]})
    package.close()


def test_units_may_be_spread_and_shared_in_one_list(shared: Wire) -> None:
    answer: Json = {"type": "answer", "says": "3"}
    one, two = {**answer, "answers": "a"}, {**answer, "answers": "b"}
    asked = [{"type": "call", "id": id_, "tool": "add", "input": {}} for id_ in "ab"]
    both: Json = {"type": "batch", "answers": [one, two]}
    apart: list[Json] = [{"type": "batch", "answers": [x], "late": True} for x in (one, two)]
    word = ITEMS["word"]
    for answers in ([both], apart, [{"type": "batch", "answers": []}]):
        messages = shared.read([word, *asked, *answers, ITEMS["escort"], word, ASK])
        assert shape(messages)[0] == ["text", "toolCall", "toolCall"]
        assert shape(messages)[-2:] == [["opaque", "text"], "user"]
    messages = [reply(*map(call, "ab")), result("b"), result("a"), reply(text("Yes."))]
    for one in both["answers"]:
        one["says"] = [{"type": "text", "text": "3"}]
    assert shared.cars(*messages) == [*asked, both, word]


NESTED = [
    ('"required": ["model", "cars"]', '"required": ["model", "load"]'),
    ("""        "cars": {"$ref": "#/$defs/Cars"},
        "orders": {"$ref": "#/$defs/Orders"},
        "tools\"""", """        "load": {"$ref": "#/$defs/Freight"},
        "tools\""""),
    ('{"model": "m", "cars": "Hi"}', '{"model": "m", "load": {"cars": "Hi"}}'),
    ('"Cars": {', """"Freight": {
      "title": "Freight",
      "description": "What is carried.",
      "x-reference": "https://example.com/convoy",
      "type": "object",
      "required": ["cars"],
      "properties": {"cars": {"$ref": "#/$defs/Cars"}, "orders": {"$ref": "#/$defs/Orders"}},
      "examples": [{"cars": "Hi"}]
    },
    "Cars": {"""),
    ("    messages: cars\n", "    messages: load.cars\n"),
    ("  Request.messages <-> Train.cars:", "  Request.messages <-> Freight.cars:"),
]
PLAIN_ANSWERS = [
    ('"says": {"$ref": "#/$defs/Found"},\n        "failed": {"type": "boolean"}',
     '"says": {"type": "string"}'),
    ('      error: { value: says | text | default(""), given: { failed: true } }\n',
     "      error: { value: says | carried(error) }\n"),
    ('      text: { value: says | text(list) | default("") }\n'
     "      multimodal: { value: says, isError: failed }\n"
     "      data: { value: says | object_or_text, isError: failed }\n",
     """      text: { value: says | default("") }
      multimodal:
        value: says | joined
        isError: { lost: an answer has no flag }
        lost: an answer is a text
      data:
        value: says | json_text
        isError: { lost: an answer has no flag }
        lost: an answer is a text
"""),
]
LINES = {
    "lift": "    lift: { SystemMessage: orders, from: leading }\n",
    "spread": "    spread: AssistantMessage.content   # a run of cars is what the model said\n",
    "among": "    among: [EscortCar]\n",
    "string": "    string: AskCar.says\n",
}
ORDERS = """  SystemMessage <-> Orders:
    content: . | text
"""
ON_THE_WAY = """  SystemMessage <-> OrderCar:
    content: says | text(list)
    metadata: "*"
"""
NO_ORDERS = [('        "orders": {"$ref": "#/$defs/Orders"},\n', "")]
CARS = '''"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/Car"}},
        {"type": "array", "items": {"$ref": "#/$defs/Piece"}}]'''
CARS_ALONE = [
    (CARS, '"type": "array", "items": {"$ref": "#/$defs/Car"}'),
    ('"examples": ["Hi"]', '"examples": [[]]'),
    ('"cars": "Hi"', '"cars": []'),
]  # fmt: skip
SILENT = """unions:
  Message <-> Car:
    AssistantMessage: { lost: nothing is said here }
"""


@pytest.mark.parametrize("words", ["lift", "lift anywhere", "spread", "spread among", "string"])
def test_each_word_stands_alone(package: Package, words: str, tmp_path: Path) -> None:
    changes = [(line, "") for word, line in LINES.items() if word not in words.split()]
    changes += [] if "spread" in words else [("unions:\n", SILENT)]
    changes += [] if "lift" in words else [(ORDERS, ""), *NO_ORDERS]
    changes += [] if "string" in words else CARS_ALONE
    if "anywhere" in words:
        changes += [("from: leading", "from: anywhere"), (ON_THE_WAY, "")]
    project, findings = checked("convoy", changes, tmp_path)
    # Orders on the way are read by nobody, on purpose: that is worth a word.
    unread = ["missing-lens no lens reads `OrderCar`"] if "anywhere" in words else []
    assert [hint for one, hint in zip(findings, unread, strict=True) if hint not in one] == []
    wire = Wire(package, project)
    if "string" in words:
        wire.read("Hi")
    for names in product(ITEMS, repeat=2):
        wire.read([ITEMS[name] for name in names])
        wire.read([ITEMS[name] for name in names], orders="Be kind.")
    messages = [user(), {"role": "system", "content": "x"}]
    written = wire.write({"model": "m", "messages": messages})
    order: Json = {"type": "order", "says": [{"type": "text", "text": "x"}]}
    anywhere: Json = {"cars": [ASK], "orders": "x"}
    expected = anywhere if "anywhere" in words else {"cars": [ASK, order]}
    assert written == {"model": "m", **expected}


def test_a_list_may_stand_in_an_object_of_the_body(package: Package, tmp_path: Path) -> None:
    wire = Wire(package, changed("convoy", NESTED, tmp_path))
    for names in product(ITEMS, repeat=2):
        cars = [ITEMS[name] for name in names]
        for load in ({"cars": cars}, {"cars": cars, "orders": "Be kind.", "x": 1}, {"cars": "Hi"}):
            body = {"model": "m", "load": load, "y": 2}
            value = wire.module.decode_request(body)
            assert difference(wire.other.decode("request", body), value) is None
            assert difference(body, wire.write(value)) is None
    orders = {"role": "system", "content": "x"}
    value = {"model": "m", "messages": [orders, user(), orders, reply(text("Yes."))]}
    order: Json = {"type": "order", "says": [{"type": "text", "text": "x"}]}
    assert wire.write(value) == {
        "model": "m", "load": {"cars": [ASK, order, ITEMS["word"]], "orders": "x"}
    }  # fmt: skip
    refused: list[Json] = [{}, {"load": 1}, {"load": {}}, {"load": {"cars": 1}}]
    for broken in refused:
        with pytest.raises(ValueError, match="expected"):
            wire.module.decode_request({"model": "m", **broken})


def test_blocks_of_a_result_are_one_text_where_a_wire_takes_no_other(
    package: Package, tmp_path: Path
) -> None:
    wire = Wire(package, changed("convoy", PLAIN_ANSWERS, tmp_path))
    picture = {"kind": "image", "url": "https://example.com/a.png"}
    for blocks, says, losses in (
        ([text("a")], "a", [("", "kind")]),
        ([text("a"), text("b")], "a\n\nb", [("", "kind"), ("/value", "merged")]),
        ([text("a"), picture], "a", [("", "kind"), ("/value/1", "unsupported")]),
        ([picture], "", [("", "kind"), ("/value/0", "unsupported")]),
    ):
        many = {"kind": "multimodal", "toolCallId": "a", "name": "add", "value": blocks}
        messages = [reply(call("a")), {"role": "tool", "toolResult": many}]
        assert wire.cars(*messages)[1] == {"type": "answer", "answers": "a", "says": says}
        expected = [(f"/messages/1/toolResult{path}", code) for path, code in losses]
        assert wire.lost(*messages) == expected, blocks
