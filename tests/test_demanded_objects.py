"""Objects that a wire demands, where all that goes into them may be absent: they are there, empty.

One stands in the only item of a list, one in a type that has cases.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from compiled import Package
from golden_wires import GOLDEN, changed
from interpreter.adapter import Interpreter
from test_interpreter import interpreted

Json = Any
TRANSFORM = (GOLDEN / "schemas" / "ticker" / "transform.yaml").read_text(encoding="utf-8")
MARK = (
    '{"title": "Mark", "description": "A mark.", "x-reference": "https://example.com/ticker", '
    '"type": "object", "properties": {"key": {"type": "string"}}, "examples": [{}]}'
)
PICKED = [
    # A stream would have to bring the mark in some event.
    (TRANSFORM[TRANSFORM.index("stream:\n") :], ""),
    ("    id: key\n    model", "    id: picks.0.mark.key\n    model"),
    ('    "Pick": {', f'    "Mark": {MARK},\n    "Pick": {{'),
    ('"required": ["at"],\n      "properties": {',
     '"required": ["at", "mark"],\n      "properties": {"mark": {"$ref": "#/$defs/Mark"},'),
    ('[{"at": 0, "line": {"role": "model", "text": "Hi"}, "why": "END"}]}]\n',
     '[{"at": 0, "mark": {}, "line": {"role": "model", "text": "Hi"}, "why": "END"}]}]\n'),
    ('"examples": [{"at": 0, "line"', '"examples": [{"at": 0, "mark": {}, "line"'),
]  # fmt: skip
FRAMED = [
    ("      - (data, mimeType): url | data_url\n", ""),
    ("      - url: url\n", "      - url: url\n    mimeType: mark.key\n"),
    ('    "PicturePart": {', f'    "Mark": {MARK},\n    "PicturePart": {{'),
    ('"required": ["sort", "url"]', '"required": ["sort", "url", "mark"]'),
    ('"url": {"type": "string"}', '"url": {"type": "string"}, "mark": {"$ref": "#/$defs/Mark"}'),
    ('base64,AAAA"}', 'base64,AAAA", "mark": {}}'),
]  # fmt: skip
MARKS: list[Json] = [{}, {"key": "k"}, {"key": "k", "x": 1}, {"x": 1}, {"key": 1}]


def hold(changes: list[tuple[str, str]], what: str, bodies: list[Json], folder: Path) -> None:
    """Bodies come back exactly; what is read of the first is written as it without its overlays."""
    project = changed("ticker", changes, folder / "project")
    package = Package(folder / "package", "demanded_objects")
    ticker = package.add(project, "ticker")[1]
    other = Interpreter(project, project.formats["ticker"])
    decode, encode = getattr(ticker, f"decode_{what}"), getattr(ticker, f"encode_{what}")
    for body in bodies:
        value = decode(body)
        assert interpreted(other.decode, what, body) == value
        assert encode(value) == interpreted(other.encode, what, value) == body
    assert "metadata" not in str(decode(bodies[0]))
    package.close()


def test_one_in_the_item_of_a_list_is_written(tmp_path: Path) -> None:
    line = {"role": "model", "text": "Hi"}
    bodies = [{"picks": [{"at": 0, "mark": mark, "line": line, "why": "END"}]} for mark in MARKS]
    hold(PICKED, "response", bodies, tmp_path)


def test_one_in_a_type_that_has_cases_is_written(tmp_path: Path) -> None:
    bodies = [
        {"lines": [{"role": "user", "text": [{"sort": "picture", "url": url, "mark": mark}]}]}
        for mark in MARKS
        for url in ("https://example.com/a.png", "AAAA")
    ]
    hold(FRAMED, "request", bodies, tmp_path)
