"""What is a text, or a list of blocks: its pieces are texts, or items of the list."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from ..arms import questions
from ..registry import pipeline
from ..spec import Path, demand
from .pieces import Growing, grow, put

if TYPE_CHECKING:
    from .body import Body

Json = Any
TEXTS = ("TextBlock", "ReasoningBlock")


class Mixture:
    """The list at a path of the whole: an item goes on with the last one, if both are one text."""

    def __init__(self, body: Body, path: Path) -> None:
        spec = body.spec
        items = [one.name for shape in body.shapes_of(path) for one in shape.items]
        lenses = [one for one in spec.transform.lenses
                  if one.inter in TEXTS and one.wire in items]  # fmt: skip
        self.questions = questions(spec, items, {lens.wire for lens in lenses}, True)
        self.texts: dict[str, Path] = {}
        for lens in lenses:
            row = next(row for row in lens.rows if row.fields[0] == ("text",))
            inside = [one.text_in_records for one in pipeline(row.targets[0].operators)]
            self.texts[lens.wire] = (*row.targets[0].path, *sum(inside, ()))
        plain = next(lens for lens in lenses if lens.inter == TEXTS[0])
        self.tags, self.key = spec.wire_tags(plain), self.texts[plain.wire][0]

    def take(self, w: dict[str, Json], key: str, value: Json) -> None:
        """Take a piece."""
        demand(type(value) in (str, list), "a text or a list")
        before = w.get(key)
        if type(before) is not list:
            if type(value) is str:
                grow(w, key, value)
                return
            text = before.whole if isinstance(before, Growing) else before
            w[key] = before = [{**self.tags, self.key: before}] if text else []
        if type(value) is str:
            value = [{**self.tags, self.key: value}] if value else []
        for item in value:
            self._add(before, item)

    def _add(self, found: list[Json], item: Json) -> None:
        demand(type(item) is dict, "an object")
        last = found[-1] if found else None
        path = self._text_of(item)
        if path and type(last) is dict and self._text_of(last) == path and agree(last, item, path):
            go_on(last, item, path)
        else:
            found.append(copy.deepcopy(item))

    def _text_of(self, item: dict[str, Json]) -> Path:
        names = self.questions.types_of(item)[:1]
        return self.texts.get(names[0], ()) if names else ()


def agree(last: dict[str, Json], item: dict[str, Json], path: Path) -> bool:
    """Whether an item has a text, and says nothing that the last one says otherwise."""
    holder = item.get(path[0])
    fits = type(holder) in (list, dict) if path[1:] else type(holder) is str
    for key, value in item.items():
        before = last.get(key)
        both = value is not None and before is not None and key != path[0]
        fits = fits and not (both and repr(before) != repr(value))
    return fits


def go_on(last: dict[str, Json], item: dict[str, Json], path: Path) -> None:
    """Add an item's text to the last one's, and what it says beside."""
    key, *deeper = path
    for name, value in item.items():
        if name != key:
            put(last, name, value)
    more, before = item[key], last.get(key)
    if type(more) is str:
        grow(last, key, more)
    elif type(more) is list:
        records = before if type(before) is list else []
        last[key] = records
        for record in more:
            texts = [type(one) is dict and deeper[0] in one for one in (*records[-1:], record)]
            if texts == [True, True] and agree(records[-1], record, tuple(deeper)):
                go_on(records[-1], record, tuple(deeper))
            else:
                records.append(copy.deepcopy(record))
    elif type(before) is dict:
        go_on(before, more, tuple(deeper))
    else:
        put(last, key, more)
