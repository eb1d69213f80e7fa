"""A text in pieces some of which are of another type: then a field of it is true.

Each of ``kinds`` is what records of a type have, and the key of their text; the second is the type
that means so.
"""

from __future__ import annotations

from typing import Any

from .absence import EMPTY, Form, marked
from .overlay import same

Json = Any
Kinds = list[list[Any]]


def text_of_kinds(raw: Json, kinds: Kinds) -> tuple[str | None, Json]:
    """The text of records of these kinds, and whether the field is true; or a text, as it is."""
    if type(raw) is not list:
        return (raw if type(raw) is str else None), None
    (tags, key), (others, other) = kinds
    found, flag = [], None
    for record in raw:
        if type(record) is not dict:
            continue
        for tag, word in tags.items():
            if record.get(tag) != word:
                break
        else:
            if type(text := record.get(key)) is str:
                found.append(text)
            continue
        if others.items() <= record.items():
            flag = True
            if type(text := record.get(other)) is str:
                found.append(text)
    return "".join(found), flag


def form_of_flagged(text: str, form: Form, field: str, raw: Json, kinds: Kinds) -> Form:
    """The form of a text whose field is true: without a note, if we would write it so."""
    if form is not None and same(_record(text, kinds), raw):
        return {key: entry for key, entry in form.items() if key != field} or None
    return form


def parts_flagged(
    x: dict[str, Json], mark: str, usual: Json, form: Form, field: str, kinds: Kinds
) -> Json:
    """The records of a text whose field is true, as they stood; else what is written as usual."""
    if not marked(x, mark):
        return usual
    old = (EMPTY if form is None else form.get(field, EMPTY)).get("as")
    return old if text_of_kinds(old, kinds) == (x[field], True) else _record(x[field], kinds)


def _record(text: str, kinds: Kinds) -> list[Json]:
    tags, key = kinds[1]
    return [{**dict(tags), key: text}]
