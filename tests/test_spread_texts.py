"""What is spread over several items may be a text: one item, and a text again where it is read."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from compiled import Package
from golden_wires import changed
from interpreter.adapter import Interpreter

Json = Any
ASKED = """  SystemMessage <-> OrderCar:
    content: says | text(list)
    metadata: "*"
  UserMessage <-> AskCar:
    content: says | text
    metadata: "*"
  ToolMessage"""
RUN = """    spread: AssistantMessage.content   # a run of cars is what the model said
    among: [EscortCar]
    string: AskCar.says
"""
PIECES = """},
        {"type": "array", "items": {"$ref": "#/$defs/Piece"}}],
      "examples": ["Hi"]"""
UNIONS = """unions:
  Message <-> Car:
    (SystemMessage, AssistantMessage): { lost: the service has the conversation }
  ContentBlock <-> Car:
    (ImageBlock, FileBlock): { lost: a user says words }
"""
CHANGES = [
    (ASKED, "  ToolMessage"),
    (RUN, "    spread: UserMessage.content\n    string: WordCar.text\n"),
    ("unions:\n", UNIONS),
    (PIECES, '}],\n      "examples": ["Hi"]'),
]
"""A wire whose items are what its user says, and that holds the conversation by itself."""
WORD, AGAIN = {"type": "word", "text": "Hi"}, {"type": "word", "text": "there"}
BLOCKS = [{"kind": "text", "text": "Hi"}, {"kind": "text", "text": "there"}]


Both = tuple[ModuleType, Interpreter]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    folder = tmp_path_factory.mktemp("spread_texts")
    project = changed("convoy", CHANGES, folder / "project")
    package = Package(folder, "spread_texts")
    module = package.add(project, "convoy")[1]
    yield module, Interpreter(project, project.formats["convoy"])
    package.close()


@pytest.fixture
def convoy(both: Both) -> ModuleType:
    return both[0]


def user(content: Json) -> Json:
    return {"role": "user", "content": content}


def written(module: ModuleType, *contents: Json) -> Json:
    request = {"model": "m", "messages": [user(content) for content in contents]}
    return module.encode_request(request, on_loss="ignore")["cars"]


def test_a_text_stands_as_one_item(convoy: ModuleType) -> None:
    assert written(convoy, "Hi") == [WORD]
    assert written(convoy, BLOCKS) == [WORD, AGAIN]


@pytest.mark.parametrize(("cars", "content"), [([WORD], "Hi"), ([WORD, AGAIN], BLOCKS)])
def test_one_plain_text_is_read_as_a_text(cars: Json, content: Json, convoy: ModuleType) -> None:
    body = {"model": "m", "cars": cars}
    read = convoy.decode_request(body)
    assert read["messages"] == [user(content)]
    assert convoy.encode_request(read) == body


@pytest.mark.parametrize("cars", ["Hi", [WORD], [WORD, AGAIN], [{"type": "stamp"}], []])
def test_the_interpreter_agrees(cars: Json, both: Both) -> None:
    module, interpreter = both
    body = {"model": "m", "cars": cars}
    read = module.decode_request(body)
    assert interpreter.decode("request", body) == read
    assert interpreter.encode("request", read) == module.encode_request(read, rules="off")


def test_a_string_of_the_wire_is_a_string_again(convoy: ModuleType) -> None:
    body = {"model": "m", "cars": "Hi"}
    read = convoy.decode_request(body)
    assert read["messages"] == [user("Hi")]
    assert convoy.encode_request(read) == body


def test_texts_that_join_those_of_the_turn_before_are_told(convoy: ModuleType) -> None:
    losses = convoy.losses_request({"model": "m", "messages": [user("Hi"), user("there")]})
    assert [(loss.path, loss.code) for loss in losses] == [("/messages/1", "merged")]


def test_what_a_text_says_of_this_wire_goes_with_it(convoy: ModuleType) -> None:
    one = {**user("Hi"), "metadata": {"convoy": {"tint": "red"}}}
    request = {"model": "m", "messages": [one]}
    assert convoy.losses_request(request) != []
