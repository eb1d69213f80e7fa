"""Texts of Converse that stand where a guardrail looks at them: they are texts as others are."""

from __future__ import annotations

from typing import Any

import pytest

from samples import as_it_is, difference

Json = Any
converse, gemini = as_it_is("bedrock_converse"), as_it_is("gemini")


def guarded(text: str, **beside: Json) -> Json:
    return {"guardContent": {"text": {"text": text, **beside}}}


@pytest.mark.parametrize("beside", [{}, {"qualifiers": ["query"]}, {"qualifiers": []}])
def test_a_question_to_be_looked_at_is_asked_on_other_wires(beside: Json) -> None:
    content = [{"text": "Prices are final."}, guarded("May I haggle?", **beside)]
    body = {
        "system": [guarded("Be brief.", **beside)],
        "messages": [{"role": "user", "content": content}],
    }
    request = converse.decode_request(body)
    assert difference(body, converse.encode_request(request)) is None
    there = gemini.encode_request(request)
    assert there["systemInstruction"]["parts"] == [{"text": "Be brief."}]
    texts = [part["text"] for part in there["contents"][0]["parts"]]
    assert texts == ["Prices are final.", "May I haggle?"]
    lost = [loss.path for loss in gemini.losses_request(request)]
    assert bool(lost) == bool(beside.get("qualifiers"))


def test_a_text_of_an_app_is_no_such_text() -> None:
    request = {"messages": [{"role": "user", "content": "May I haggle?"}]}
    (message,) = converse.encode_request(request)["messages"]
    assert message["content"] == [{"text": "May I haggle?"}]


def test_what_is_no_text_stays_as_it_came() -> None:
    picture = {"guardContent": {"image": {"format": "png", "source": {"bytes": "aGk="}}}}
    body = {"messages": [{"role": "user", "content": [picture, {"guardContent": {}}]}]}
    request = converse.decode_request(body)
    assert [block["kind"] for block in request["messages"][0]["content"]] == ["opaque", "opaque"]
    assert difference(body, converse.encode_request(request)) is None
