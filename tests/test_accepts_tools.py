"""Tools by themselves, held against what their wire takes of them."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from formats import part
from samples import FORMATS
from test_accepts import asking, user
from toolwire import ToolwireError
from toolwire._runtime.convert import format_module

Json = Any
TWICE: Json = {"tools": [
    {"name": "memory.find", "parameters": {"properties": {"a": {"type": "string"}}}},
    {"name": "memory find", "description": "Finds."},
    {"name": "memory.find", "description": "Again."},
]}  # fmt: skip


@pytest.mark.parametrize(("name", "entry"), [("copilot_session", "create"), ("mcp", "tools")])
def test_tools_by_themselves_go_out_as_their_wire_takes_them(name: str, entry: str) -> None:
    wire, api = format_module(name), part(name, "accepts")
    before = copy.deepcopy(TWICE)
    encode, losses = getattr(wire, f"encode_{entry}"), getattr(wire, f"losses_{entry}")
    body = encode(TWICE, on_loss="ignore")
    assert api.breaches(body) == [] and before == TWICE
    assert api.breaches(encode(TWICE, rules="off", on_loss="ignore")) != []
    with pytest.raises(ToolwireError):
        encode(TWICE, rules="check")
    assert ("/tools/2", "dropped") in {(loss.path, loss.code) for loss in losses(TWICE)}
    assert not any(loss.path.startswith("/messages") for loss in losses(TWICE))
    listed = body["params"]["tools"] if entry == "create" else body["result"]["tools"]
    back = {theirs: ours for ours, theirs in wire.renamed(TWICE).names.items()}
    assert [back.get(one["name"], one["name"]) for one in listed] == ["memory.find", "memory find"]
    assert bool(back) is (name == "copilot_session")
    fine = {"tools": [{"name": "find", "parameters": {"type": "object"}}]}
    assert encode(fine, rules="check", on_loss="ignore") == encode(fine, rules="off")


@pytest.mark.parametrize("name", FORMATS)
def test_a_tool_without_a_schema_goes_out_with_one_that_its_wire_takes(name: str) -> None:
    wire = format_module(name)
    body = wire.encode_request(asking(user(), tools=[{"name": "now"}], model="m", maxTokens=9))
    assert wire.encode_request(wire.decode_request(body), rules="check") == body
