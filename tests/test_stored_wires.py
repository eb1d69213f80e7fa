"""What a writer came upon of three wires: messages that are stored, an agent's turns, and calls
that go back to the app as a list of parameters.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

from golden_wires import compiled

Json = Any
TEXT = {"type": "string"}

# -- a lens of its own wire alone, beside one that carries more

QUOTED: dict[str, Json] = {
    "title": "QuotedPart",
    "description": "Words of somebody else.",
    "x-reference": "https://example.com/ticker",
    "type": "object",
    "properties": {"sort": {"const": "quoted"}, "words": TEXT, "by": TEXT},
    "required": ["sort", "words", "by"],
    "examples": [{"sort": "quoted", "words": "Hi", "by": "ann"}],
}
PARTS = {
    "QuotedPart": QUOTED,
    "Part/anyOf": [{"$ref": f"#/$defs/{name}"}
                   for name in ("QuotedPart", "WordsPart", "PicturePart", "OtherPart")],
    "OtherPart/not/properties/sort/enum": ["words", "picture", "quoted"],
    "WordsPart/properties/denied": {"const": True},
}  # fmt: skip
OWN = [
    (
        "  TextBlock <-> WordsPart:\n    text: words\n    refusal: { lost: a text is a text }\n",
        "  TextBlock <-> QuotedPart:\n    text: words\n    refusal: { lost: a quote is a text }\n"
        '    own: only its own wire knows whose words they are\n    metadata: "*"\n'
        "  TextBlock <-> WordsPart:\n    text: words\n    refusal: denied\n",
    )
]


def test_what_is_not_of_its_own_goes_out_as_the_type_that_takes_all(tmp_path: Path) -> None:
    with compiled("ticker", OWN, tmp_path, PARTS) as wire:
        text = {"kind": "text", "text": "Hi"}
        picture = {"kind": "image", "url": "https://example.com/a.png"}
        new = {"messages": [{"role": "user", "content": [text, picture]}]}
        parts = wire.encode_request(new, rules="off")["lines"][0]["text"]
        assert parts[0] == {"sort": "words", "words": "Hi"}
        assert wire.losses_request(new) == []
        body = {"lines": [{"role": "user", "text": [QUOTED["examples"][0], parts[0]]}]}
        request = wire.decode_request(copy.deepcopy(body))
        assert wire.encode_request(request, rules="off") == body
        assert wire.losses_request(request) == []


