"""Ids and names that a wire spells otherwise: a stream shows them as its reply has them."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from golden_wires import GOLDEN, Definitions, compiled
from samples import difference

Json = Any
NUMBER, LIST = {"type": "integer"}, {"type": "array", "items": {"type": "string"}}
CUE = [{"sort": "cue", "key": 1, "name": "add", "input": "{}"}]
NUMBERED: Definitions = {
    "Cue/required": ["sort", "key", "name", "input"],
    "Cue/examples": CUE, "AnyCue/examples": CUE, "SungLine/examples": [{"by": "voice"}],
    "Cue/properties/key": NUMBER, "CuePiece/properties/key": NUMBER,
}  # fmt: skip
ENTRY = [{"type": "call", "id": 1, "tool": "add", "args": "{}"}]
CASES: dict[str, tuple[str, tuple[str, str], Definitions, tuple[str, Json], tuple[str, Json]]] = {
    "a reply that is numbered": (
        "solo", ("    id: key\n", "    id: key | digits\n"),
        {"Song/properties/key": NUMBER, "Bar/properties/key": NUMBER},
        ('"key": "r1"', 7), ("id", "7"),
    ),
    "a reply with the number 0": (
        "solo", ("    id: key\n", "    id: key | digits\n"),
        {"Song/properties/key": NUMBER, "Bar/properties/key": NUMBER},
        ('"key": "r1"', 0), ("id", "0"),
    ),
    "a model in a list": (
        "solo", ("    model: voice\n    message:", "    model: voice | sole\n    message:"),
        {"Song/properties/voice": LIST, "Bar/properties/voice": LIST},
        ('"voice": "m"', ["m"]), ("model", "m"),
    ),
    "a model in a list of two": (
        "solo", ("    model: voice\n    message:", "    model: voice | sole\n    message:"),
        {"Song/properties/voice": LIST, "Bar/properties/voice": LIST},
        ('"voice": "m"', ["m", "n"]), ("model", None),
    ),
    "a call in pieces": (
        "solo", ("id: key | minted(sent)", "id: key | digits"), NUMBERED,
        ('"key": "c1"', 5), ("call", "5"),
    ),
    "a call that an event opens": (
        "beacon", ("    id: id\n    name: tool", "    id: id | digits\n    name: tool"),
        {"CallEntry/properties/id": NUMBER, "CallEntry/examples": ENTRY},
        ('"id": "c1"', 5), ("call", "5"),
    ),
    "a name that an event opens": (
        "beacon", ("    name: tool\n    (arg", "    name: tool | sole\n    (arg"),
        {"CallEntry/properties/tool": LIST,
         "CallEntry/examples": [{"type": "call", "id": "c", "tool": ["add"], "args": "{}"}]},
        ('"tool": "add"', ["add"]), ("name", "add"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_an_id_or_a_name_is_shown_as_the_reply_has_it(case: str, tmp_path: Path) -> None:
    name, row, definitions, (here, instead), (what, shown) = CASES[case]
    text = json.dumps(json.loads((GOLDEN / f"payloads/{name}/events.json").read_text()))
    assert text.count(here) == 1
    key = here.partition(":")[0]
    events = json.loads(text.replace(here, f"{key}: {json.dumps(instead)}"))
    with compiled(name, [row], tmp_path, definitions) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        again = [*wire.decode_stream([*wire.encode_stream(decoded)])]
    response = decoded[-1]["response"]
    assert difference(again[-1]["response"], response) is None
    calls = [block["toolCall"] for block in response["message"]["content"] if "toolCall" in block]
    begun = next(event for event in decoded if event["kind"] == "toolCallDelta")
    start = decoded[0]
    found = {
        "id": (start.get("id"), response.get("id")),
        "model": (start.get("model"), response.get("model")),
        "call": (begun["id"], calls[0]["id"]),
        "name": (begun["name"], calls[0]["name"]),
    }
    assert found[what] == (shown, shown)
