"""Replies that an app makes itself."""

from __future__ import annotations

import pytest

from samples import ADAPTERS, Adapter, invalid
from toolwire.tools import reply, text


@pytest.mark.parametrize("words", ["Mild.", "", "two\nlines"])
def test_a_reply_of_a_text_says_that_text(words: str) -> None:
    made = reply(words, model="m")
    assert invalid("intermediate", "response", made) is None
    assert text(made) == words


@pytest.mark.parametrize("wire", [one for one in ADAPTERS if one.entry == "response"], ids=str)
def test_it_goes_out_on_every_wire(wire: Adapter) -> None:
    assert text(wire.decode(wire.encode(reply("Mild.")))) == "Mild."
