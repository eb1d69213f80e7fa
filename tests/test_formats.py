"""Every format has what the tests ask of it: each thing that is missing is one failure here."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from driving import DRIVEN
from driving.saying import Saying
from driving.strict_client import StrictClient
from driving.talk import Talk
from formats import EVERY, FORMATS, ROOT, entries, entry_types, having, part, profiles
from samples import ALL, FIXTURES

sys.path.insert(0, str(Path(__file__).parent / "bench"))

each_format = pytest.mark.parametrize("name", FORMATS)
MODULES: dict[str, tuple[str, tuple[str, ...]]] = {
    "provider": (
        "what the provider's types take, what a request demands, the words for an end",
        ("CHECKS", "DEMANDED", "WORDS", "WORDLESS", "word_in"),
    ),
    "stream": (
        "how a reply is taken apart into the events of its stream",
        ("split", "streamable", "ended"),
    ),
    "talk": ("how a conversation is held: driving/talk.py", ("Talk",)),
    "accepts": ("why the API would refuse a request: acceptance.py", ("breaches",)),
    "reading": ("what a body says", ("request", "reply")),
    "saying": ("what a value should make a body say: driving/saying.py", ("Saying",)),
    "client": ("the strictest reader of its events: driving/strict_client.py", ("Client",)),
    "source": ("random streams, and what they say: driving/source_parts.py", ("stream", "SLOPPY")),
    "examples": (
        "a right stream and a right conversation, and what breaks them: driving/changes.py",
        ("STREAM", "SAID", "FINISH", "IN_ARGUMENTS", "SAME_IDS", "CONVERSATION", "open_call",
         "BREAKS"),
    ),
    "hostile": (
        "its requests and replies that are odd, broken or deep",
        ("REFUSES", "deep_requests", "deep_and_broken", "deep_reply", "with_key",
         "MALFORMED_REQUESTS", "MALFORMED_REPLIES"),
    ),
    "hostile_stream": (
        "its events that are odd or deep",
        ("ERROR_KEY", "BEGINS", "ENDS", "text_event", "call_events", "arguments_events",
         "MISPLACED", "DEEP_PLACES"),
    ),
    "writing": ("the order of the events that are written", ("check_order", "as_begun")),
    "sdk": ("its provider's client", ("CONTENT_TYPE", "body", "sender")),
    "bench": ("the traffic that it is measured with", ("CORPUS", "conversation", "USUAL")),
    "bench_stream": (
        "the streams that it is measured with, and readers of them written by hand",
        ("stream", "by_hand", "lossless", "adding"),
    ),
}  # fmt: skip
"""Modules of a format's folder: what each of them says, and the names that it must have."""
CLASSES: dict[str, type[Any]] = {"talk": Talk, "saying": Saying, "client": StrictClient}
"""What is made of a class of ``driving``, in a class of the module's own name."""


@each_format
@pytest.mark.parametrize("kind", ["requests", "replies", "errors", "streams"])
def test_it_has_fixtures(name: str, kind: str) -> None:
    assert [*(FIXTURES / name / kind).glob("*")]


@each_format
@pytest.mark.parametrize("module", MODULES)
def test_its_folder_says_what_is_particular_to_it(name: str, module: str) -> None:
    purpose, demanded = MODULES[module]
    assert name in having(module), f"write tests/formats/{name}/{module}.py: {purpose}"
    missing = [one for one in demanded if not hasattr(part(name, module), one)]
    assert not missing, purpose
    if module in CLASSES:
        ours, theirs = CLASSES[module], getattr(part(name, module), demanded[0])
        assert issubclass(theirs, ours)
        assert not getattr(theirs, "__abstractmethods__", ()), purpose
        assert not [fact for fact in ours.__annotations__ if not hasattr(theirs, fact)], purpose


@pytest.mark.parametrize(
    ("name", "profile"), [(name, profile) for name in FORMATS for profile in profiles(name)]
)
def test_every_service_has_a_validator_of_its_own(name: str, profile: str) -> None:
    path = Path("tests") / "formats" / name / "profiles" / f"{profile}.py"
    assert (ROOT / path).is_file(), f"write {path}: why the service would refuse a request"
    assert hasattr(part(name, f"profiles.{profile}"), "breaches"), f"{path} has no `breaches`"


@pytest.mark.parametrize("name", [name for name in FORMATS if profiles(name)])
def test_every_validator_is_of_a_service_that_there_is(name: str) -> None:
    found = {path.stem for path in (ROOT / "tests" / "formats" / name / "profiles").glob("*.py")}
    assert found - {"__init__"} == {*profiles(name)}


@pytest.mark.parametrize("name", having(*MODULES))
def test_a_format_with_all_modules_is_driven_in_every_way(name: str) -> None:
    assert name in DRIVEN


@pytest.mark.parametrize("name", having("saying"))
def test_what_is_said_of_fixtures_is_said_of_such_as_there_are(name: str) -> None:
    found, saying = {f"{f.kind}-{f.name}" for f in ALL if f.format == name}, part(name, "saying")
    for fact in ("UNDETERMINED", "UNNOTICED", "READ_OTHERWISE"):
        assert getattr(saying.Saying, fact) <= found


@pytest.mark.parametrize("name", EVERY)
def test_each_of_its_entries_is_measured_beside_a_conversion_by_hand(name: str) -> None:
    """Requests by conversations, all others by a usual payload."""
    assert name in having("bench", among=EVERY), f"write tests/formats/{name}/bench.py"
    assert {*part(name, "bench").USUAL} == {*entries(name)} - {"request"}
    floor = importlib.import_module(f"floor_{name}")
    wanted = {f"{verb}_{entry}" for entry in entries(name) for verb in ("decode", "encode")}
    assert {*floor.__all__} == wanted


def test_every_module_that_is_demanded_is_told_of_where_formats_are_added() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [module for module in MODULES if f"| `{module}.py` |" not in text] == []


def test_the_types_of_a_body_are_those_of_the_transform() -> None:
    assert entry_types("gemini", "response") == ("GenerateContentResponse", "ErrorBody")
    assert entry_types("gemini", "request") == ("GenerateContentRequest",)
