"""A reply in an envelope, of which streams build what is in it: an entry of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import golden_wires
from building import ROOT
from toolwire_codegen.load.project import load_project
from toolwire_codegen.render.package import build
from toolwire_codegen.resolve.format import resolve

Json = Any
CONCERT = """    "Concert": {
      "title": "Concert",
      "description": "A song that came whole, and where.",
      "x-reference": "https://example.com/choir",
      "type": "object",
      "required": ["song"],
      "properties": {"hall": {"type": "string"}, "song": {"$ref": "#/$defs/Song"}},
      "examples": [{"song": {"line": {"by": "choir", "voice": "all", "text": "La"}}}]
    },
"""
LENS = """  Response <-> Concert:
    id: song.key
    model: song.choir
    message: song.line
    finishReason: song.why | table(why) | calls
    usage: { lost: a song is not counted }
    absent: { song.why: null }
    metadata: "*"
"""
ENVELOPED = [
    ("Silence | Song\n", "Silence | Concert\n\nentries:\n  sung: Response <-> Silence | Song\n"),
    ('    "Silence": {\n', f'{CONCERT}    "Silence": {{\n'),
    ("  Response <-> Song:\n", f"{LENS}  Response <-> Song:\n"),
]
"""The changes of a choir whose replies come in an envelope, and streams without."""
CUE = {"sort": "cue", "key": "c1", "name": "add", "input": "{}", "at": 0}
SONG = {"line": {"by": "choir", "voice": "all", "text": "See", "calls": [CUE]}, "why": "CUE"}


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with golden_wires.compiled("choir", ENVELOPED, tmp_path_factory.mktemp("choir")) as module:
        yield module


def test_a_reply_in_an_envelope_goes_out_as_flat_events_and_comes_back(wire: ModuleType) -> None:
    body = {"song": SONG}
    response = wire.decode_response(body)
    events = [*wire.encode_stream([{"kind": "completed", "response": response}])]
    assert all("song" not in event and "line" in event for event in events)
    read = [*wire.decode_stream(events)][-1]["response"]
    assert read == response
    assert wire.encode_response(read) == body and wire.encode_sung(read) == SONG


def test_a_failure_ends_flat_events_as_well(wire: ModuleType) -> None:
    failed = wire.decode_response({"silence": "hoarse"})
    *_, last = wire.encode_stream([{"kind": "completed", "response": failed}])
    assert last == {"silence": "hoarse"}
    *_, cut = wire.encode_stream([{"kind": "textDelta", "text": "La"}])
    assert "silence" in cut


def test_losses_of_a_stream_are_those_of_what_its_events_build(wire: ModuleType) -> None:
    usage = {"inputTokens": 1, "outputTokens": 1}
    response = {**wire.decode_response({"song": SONG}), "usage": usage}
    with pytest.raises(ValueError, match="/usage: lost"):
        [*wire.encode_stream([{"kind": "completed", "response": response}], on_loss="error")]


def test_what_rides_along_with_one_type_is_not_laid_onto_the_other(wire: ModuleType) -> None:
    whole = wire.decode_response({"song": SONG, "hall": "big"})
    assert wire.encode_response(whole) == {"song": SONG, "hall": "big"}
    assert wire.encode_sung(whole) == SONG
    assert [loss.path for loss in wire.losses_sung(whole)] == ["/metadata/choir/hall"]
    done = {"kind": "completed", "response": whole}
    with pytest.warns(UserWarning, match="/metadata/choir/hall: foreign"):
        events = [*wire.encode_stream([done])]
    assert all("hall" not in event for event in events)


def test_nor_the_other_way(wire: ModuleType) -> None:
    bare = wire.decode_sung({**SONG, "encore": True})
    bar = {"bar": 0, "line": {"form": "bar", "text": "See"}, "why": "END", "encore": True}
    *_, completed = wire.decode_stream([bar])
    for response in (bare, completed["response"]):
        assert wire.encode_sung(response)["encore"] is True
        with pytest.warns(UserWarning, match="/metadata/choir/encore: foreign"):
            assert "encore" not in wire.encode_response(response)


def test_types_of_two_entries_are_those_that_the_runtime_takes(tmp_path: Path) -> None:
    golden_wires.changed("choir", ENVELOPED, tmp_path)
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    for place, content in build(resolve(load_project(tmp_path))).items():
        file = tmp_path / "toolwire" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    asked = [str(tmp_path / "toolwire" / one)
             for one in ("choir.py", "types", "_runtime/reply_losses.py")]  # fmt: skip
    # Of what else the adapter imports nothing is asked, and what the golden format lacks is told.
    options = ("--strict", "--follow-imports=skip", "--no-incremental", "--config-file=")
    # In a process of its own: mypy lets the one it is in recurse deeper.
    command = [sys.executable, "-m", "mypy", *options, *asked]
    report = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    assert report and not any(f"[{one}]" in report for one in ("arg-type", "assignment")), report
