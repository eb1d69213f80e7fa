"""Every format's folder has what tests of odd input, of clients and of speed ask of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from formats import FORMATS, having, part

sys.path.insert(0, str(Path(__file__).parent / "bench"))

MODULES: dict[str, tuple[str, tuple[str, ...]]] = {
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
    "bench": ("the traffic that it is measured with", ("CORPUS", "conversation", "REPLY")),
    "bench_stream": (
        "the streams that it is measured with, and readers of them written by hand",
        ("stream", "by_hand", "adding"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("module", MODULES)
def test_its_folder_has_what_is_asked_of_it(name: str, module: str) -> None:
    purpose, demanded = MODULES[module]
    assert name in having(module), f"write tests/formats/{name}/{module}.py: {purpose}"
    missing = [one for one in demanded if not hasattr(part(name, module), one)]
    assert not missing, purpose
