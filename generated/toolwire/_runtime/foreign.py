# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What other wires had said of a value, and has a place there alone."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .absence import EMPTY
from .apart import BLOCKS
from .errors import Loss
from .jsontext import dumps
from .misfit import escaped
from .overlay import camel_case, same
from .pointing import Place, made, pointer
from .values import text_of_parts

Json = Any
GROUP = "group"
"""The form's key for what units shared an element with, which no row names."""


def has_more(x: dict[str, Any], size: int, format_: str) -> bool:
    """Has an object more than its so many keys, and how other wires had spelled it?"""
    if len(x) != size + 1 or not (metadata := x.get("metadata")):
        return True
    for name, overlay in metadata.items():
        if name == format_ or len(overlay) != 1 or "$" not in overlay or _spells(overlay["$"]):
            return True
    return False


def _spells(form: Json) -> bool:
    """Whether a form has something as it came, or keys that no row names."""
    if type(form) is not dict:
        return False
    for entry in form.values():
        if type(entry) is dict and ("as" in entry or "also" in entry or "there" in entry):
            return True
    return GROUP in form or BLOCKS in form or "$" in form


def foreign(x: Json, format_: str, record: str, path: Place, losses: list[Loss]) -> None:
    """Another format's overlay goes nowhere but home; ``record``: the type of the value.

    At home, what stood beside the pieces of a text goes with them: another text has none.
    """
    for name, overlay in (x.get("metadata") or EMPTY).items():
        if name == format_:
            if "$" in overlay:
                usual = (_usual.get(name) or _usual_of(name)).get(record, EMPTY)
                place = f"{pointer(path)}/metadata/{name}/$"
                _edited(x, overlay["$"], usual.get("$", EMPTY), place, losses)
            continue
        for key, raw in overlay.items():
            if key == "$":
                if not _spells(raw):
                    continue
            elif (not raw or type(raw) is dict) and not _says(raw):
                continue
            usual = (_usual.get(name) or _usual_of(name)).get(record, EMPTY)
            if key == "$":
                place = f"{pointer(path)}/metadata/{name}/$"
                _beside(name, raw, usual.get(key, EMPTY), place, losses)
                _unnamed(x, name, raw, place, losses)
            elif key not in x or not same(x[key], raw):  # else a field says as much
                code = _code(raw, usual.get(key))
                if code:
                    place = f"{pointer(path)}/metadata/{name}/{key}"
                    _lose(losses, place, name, code)


def _beside(name: str, form: Json, usual: dict[str, Json], place: str, losses: list[Loss]) -> None:
    """What records of which a text was made say beside it, and records of other types; and what
    an object that was kept as it came has beside what is read of it.

    A text that came from another place was made of none of these: they have texts of their own.
    """
    for field, kinds in usual.items():
        for key in ("as", "there") if "" in kinds else ():
            records = _records(form, field, key)
            apart = bool(records) and key == "as" and "at" in form[field]
            for at in _saying(records, kinds[""], apart):
                _lose(losses, f"{place}/{field}/{key}/{at}", name)
        if "as" in kinds and field in form:
            _unread(form[field].get("as"), kinds["as"], f"{place}/{field}/as", name, losses)


def _unread(raw: Json, keys: dict[str, Json], place: str, name: str, losses: list[Loss]) -> None:
    """Keys of an object as it came, and of those inside, beside what is read of it."""
    if type(raw) is list:
        for index, one in enumerate(raw):
            _unread(one, keys, f"{place}/{index}", name, losses)
    elif type(raw) is dict:
        for key, value in raw.items():
            inner = keys.get(key, keys.get(camel_case(key)))
            if inner is not None:
                _unread(value, inner, f"{place}/{escaped(key)}", name, losses)
            elif _says(value):
                _lose(losses, f"{place}/{escaped(key)}", name)


def _unnamed(x: Json, name: str, form: Json, place: str, losses: list[Loss]) -> None:
    """What a form keeps beside units that shared an element, of a reply's blocks, under a key
    of its own name, and of other values in a field's second place.

    A number that counts the blocks of a kind says no more than where they stand.
    """
    if _says(form.get("$")):
        _lose(losses, f"{place}/$", name)
    for field, entry in form.items():
        for key, value in entry.get("also", EMPTY).items() if type(entry) is dict else ():
            if _says(value) and entry["of"] != dumps(value):
                _lose(losses, f"{place}/{field}/also/{escaped(key)}", name)
    group, left = form.get(GROUP, EMPTY), form.get(BLOCKS, EMPTY).get("at", EMPTY)
    overlays: list[tuple[str, Json, int | None]] = []
    overlays.append((f"{GROUP}/rest", group.get("rest", EMPTY), None))
    for way, inner in group.get("inside", EMPTY).items():
        overlays.append((f"{GROUP}/inside/{escaped(way)}/rest", inner.get("rest", EMPTY), None))
    overlays += [(f"{BLOCKS}/at/{at}", left[at], _number(x, int(at))) for at in left]
    for within, values, number in overlays:
        for key, value in values.items():
            if _says(value) and not (number is not None and same(value, number)):
                _lose(losses, f"{place}/{within}/{escaped(key)}", name)


def _number(reply: Json, at: int) -> int:
    """How many blocks of its kind stand ahead of a block."""
    kinds = [block.get("kind") for block in reply["message"]["content"][: at + 1]]
    return kinds.count(kinds[-1]) - 1 if kinds else 0


def _edited(x: Json, form: Json, usual: dict[str, Json], place: str, losses: list[Loss]) -> None:
    """The same at home, if the text is not theirs any more."""
    for field, kinds in usual.items():
        raw = _records(form, field) if "" in kinds else []
        found = [text_of_parts([one], *kind[:2]) for one in raw for kind in kinds[""]]
        if raw and _holder(x, kinds[""][0][2:]).get(field) != "".join(text or "" for text in found):
            for at in _saying(raw, kinds[""]):
                why = "it was said of another text than the one that stands here now"
                losses.append(made(Loss, (f"{place}/{field}/as/{at}", "dropped", why)))


def _holder(x: Json, holders: list[str]) -> Json:
    """The object that has a field, if it is there."""
    for key in holders:
        x = x.get(key) or EMPTY
    return x


def _records(form: Json, field: str, key: str = "as") -> list[Json]:
    """The records that a text was made of; ``key``: of those in the usual list, or in the other."""
    entry = form.get(field)
    raw = entry.get(key) if type(entry) is dict else None
    return raw if type(raw) is list else []


def _saying(records: list[Json], kinds: list[Json], apart: bool = False) -> list[int]:
    """Which of them say more than a text; ``apart``: or a text, which is none of theirs."""
    return [
        at for at, record in enumerate(records)
        if not any(
            _is_text(record, *kind[:2]) and not (apart and text_of_parts([record], *kind[:2]))
            for kind in kinds
        )
    ]  # fmt: skip


def _is_text(record: Json, tags: dict[str, Json], way: list[str]) -> bool:
    """Whether a record says nothing but a text: this, and what it is known by."""
    if type(record) is not dict or any(record.get(key) != word for key, word in tags.items()):
        return False
    key, *deeper = way
    others = [value for name, value in record.items() if name != key and name not in tags]
    return not any(map(_says, others)) and (not deeper or _is_text(record.get(key), {}, deeper))


def _says(value: Json) -> bool:
    """Whether what another wire had under a key means more than if it had left it out."""
    if type(value) is dict and value:
        return any(map(_says, value.values()))
    return value is not None and value != "" and value != []


def _usual_of(format_: str) -> dict[str, dict[str, Json]]:
    """What of a format's overlays says no more than nothing does, by the type of the value."""
    usual = _usual.get(format_)
    if usual is None:
        package = __package__.rpartition(".")[0]
        if format_ not in import_module(package).FORMATS:  # it is not here
            return EMPTY
        usual = getattr(import_module(f"{package}.{format_}"), "USUAL", EMPTY)
        _usual[format_] = usual
    return usual


_usual: dict[str, dict[str, dict[str, Json]]] = {}


_WHY = {
    "foreign": "only {} has a place for it",
    "own": "it says how {} made this, which tells its own API alone something",
}


def _lose(losses: list[Loss], place: str, name: str, code: str = "foreign") -> None:
    """Tell of what only the format of this name has a place for."""
    losses.append(made(Loss, (place, code, _WHY[code].format(name))))


def _code(raw: Json, usual: Json) -> str:
    """What it is to lose a key: nothing ("") where it has a default of its wire, or holds such
    alone.
    """
    if usual is None:
        return "foreign"
    for value in usual.get("", ()):
        if same(raw, value):
            return ""
    if "*" in usual:
        return "own"
    code = ""
    for one in raw if type(raw) is list else [raw]:
        if type(one) is not dict:
            return "foreign"
        for key, value in one.items():
            if _says(value):
                code = _code(value, usual.get(key)) or code
                if code == "foreign":
                    return code
    return code
