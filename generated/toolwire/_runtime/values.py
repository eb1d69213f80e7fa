# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""The operators on single values. ``…_from`` reads the wire; its twin writes it.

A reader gives None where the wire value does not fit; the writers take what the readers give.
"""

from __future__ import annotations

import re
from binascii import crc32
from typing import Any

from .absence import EMPTY
from .conversation import note
from .jsontext import dumps, object_from, style_of

Json = Any
_INTEGER = re.compile(r"[+-]?[0-9]{1,20}")
_DATA_URL = re.compile(r"data:([a-zA-Z0-9.+-]+/[a-zA-Z0-9.+-]+);base64,")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")


def numbered(text: str, place: int) -> str:
    """A text with the number of a place."""
    return f"{text}{place}"


def first_number(id_: Json) -> int:
    """Where numbers begin in what has this id: others begin far away. Without one it is 0."""
    if type(id_) is not str or not id_:
        return 0
    return crc32(id_.encode("utf-8", "surrogatepass")) * 1000


def at_least(value: Json, least: int) -> int | None:
    """A number that is no less than another."""
    return value if type(value) is int and value >= least else None


def looked_up(table: dict[Any, Any], raw: Json, otherwise: Json) -> Json:
    """A table's value for a raw one; anything that cannot be a key is ``otherwise`` too."""
    if raw is None or type(raw) is dict or type(raw) is list:
        return None
    return table.get(raw, otherwise)


def row_of(rows: Json, raws: Json, otherwise: Json) -> Json:
    """What the first row says whose words stand in their places; 1 is not true.

    Where nothing stands at all, or what is no word, that is ``None``.
    """
    for words, value in rows:
        for at, word in words:
            if raws[at] != word or type(raws[at]) is not type(word):
                break
        else:
            return value
    found = None
    for raw in raws:
        if type(raw) is dict or type(raw) is list:
            return None
        if raw is not None:
            found = otherwise
    return found


def finished(table: dict[Any, Any], raw: Json, otherwise: Json, content: Json) -> Json:
    """A finish reason; ``stop`` beside calls is ``tool_calls``, whatever the wire calls it."""
    if type(raw) is dict or type(raw) is list:
        return None
    return called(table.get(raw, otherwise), content)


def called(reason: Json, content: Json) -> Json:
    """A finish reason that was read, after a look at the message."""
    if reason == "stop":
        for block in content:
            if block.get("kind") == "toolCall":
                return "tool_calls"
    return reason


def as_it_came(x: Json, format_: str, field: str, usual: Json) -> Json:
    """The word that a field had on its wire, as the form says it; else the usual one."""
    return (note(x, format_, field) or EMPTY).get("as", usual)


def many_from(raw: Json) -> list[Any] | None:
    """A list, or its only item alone."""
    if type(raw) is list:
        return raw if all(type(item) is str for item in raw) else None
    return [raw] if type(raw) is str else None


def many(value: list[Any]) -> list[Any]:
    """The list itself."""
    return value


def negated(value: Json) -> Json:
    """The opposite of true or false."""
    return not value if type(value) is bool else None


def sole_from(raw: Json) -> str | None:
    """The item of a list of one text."""
    if type(raw) is list and len(raw) == 1 and type(raw[0]) is str:
        item: str = raw[0]
        return item
    return None


def sole(value: str) -> list[str]:
    """A list of one."""
    return [value]


def _text_at(record: Json, tags: dict[str, Any], path: list[str]) -> str | None:
    """The text at ``path`` of a record that has these tags."""
    inner = record
    for key in path:
        inner = inner.get(key) if type(inner) is dict else None
    if type(inner) is not str or any(record.get(key) != tag for key, tag in tags.items()):
        return None
    return inner


def plucked(raw: Json, tags: dict[str, Any], path: list[str]) -> list[str] | None:
    """What each record of a list holds at ``path``, if each has these tags and a text there."""
    if type(raw) is not list:
        return None
    found = []
    for record in raw:
        inner = _text_at(record, tags, path)
        if inner is None:
            return None
        found.append(inner)
    return found


def unplucked(value: list[str], tags: dict[str, Any], path: list[str]) -> list[Any]:
    """Records with these tags that hold the texts at ``path``."""
    records = []
    for item in value:
        inner: Json = item
        for key in reversed(path[1:]):
            inner = {key: inner}
        records.append({**tags, path[0]: inner})
    return records


def text_of_parts(raw: Json, tags: dict[str, Any], path: list[str]) -> str | None:
    """The text in pieces that records with these tags have at ``path``; or a text, as it is."""
    if type(raw) is not list:
        return raw if type(raw) is str else None
    if len(path) > 1:
        return "".join([_text_at(record, tags, path) or "" for record in raw])
    (key,) = path
    found = []
    for record in raw:
        if type(record) is dict and type(text := record.get(key)) is str:
            for tag, word in tags.items():
                if record.get(tag) != word:
                    break
            else:
                found.append(text)
    return "".join(found)


def parts_of_text(value: str, tags: dict[str, Any], path: list[str]) -> list[Any]:
    """A text as one record; an empty one as none."""
    return unplucked([value], tags, path) if value else []


def digits(raw: Json) -> str | None:
    """An integer as decimal text."""
    return str(raw) if type(raw) is int else None


def undigits(value: str) -> Json:
    """Decimal text as an integer; other text has no place."""
    bare = value.removeprefix("-")
    return int(value) if bare.isascii() and bare.isdecimal() and len(bare) < 19 else None


def numeral(raw: Json) -> int | None:
    """An integer, or the decimal text of one."""
    if type(raw) is str:
        return int(raw) if _INTEGER.fullmatch(raw) else None
    return raw if type(raw) is int else None


def numeral_text(value: int) -> str:
    """An integer as its decimal text."""
    return str(value)


def digits_or_text(raw: Json) -> str | None:
    """An integer as decimal text, or a text as it is."""
    if type(raw) is str:
        return raw
    return str(raw) if type(raw) is int else None


def undigits_or_text(value: str) -> Json:
    """Text as the integer whose own text it is; other text as it is."""
    bare = value.removeprefix("-")  # as `undigits` does, without a call: each id comes through here
    if not (bare.isascii() and bare.isdecimal() and len(bare) < 19):
        return value
    number = int(value)
    return number if str(number) == value else value


def starting(raw: Json, prefix: str = "") -> str | None:
    """A text that starts so."""
    return raw if type(raw) is str and raw.startswith(prefix) else None


def starting_as(value: Json, prefix: str = "") -> Json:
    """A text that starts so: anything else would read back as another arm."""
    return starting(value, prefix)


def starting_none(raw: Json, *prefixes: str) -> Json:
    """A text that starts with none of these."""
    return raw if type(raw) is str and not raw.startswith(prefixes) else None


_STRING = frozenset({str})


def strings(items: list[Json]) -> bool:
    """Is every item a string?"""
    return _STRING.issuperset(map(type, items))


def data_url_from(raw: Json) -> tuple[str, str] | None:
    """(data, mime type) of a base64 ``data:`` URL."""
    match = _DATA_URL.match(raw) if type(raw) is str else None
    return (raw[match.end() :], match[1]) if match else None


def data_url(data: str, mime_type: str) -> str:
    """A base64 ``data:`` URL."""
    return f"data:{mime_type};base64,{data}"


def base64_from(raw: Json, typed: str = "") -> str | None:
    """Data by itself; None of an address, which base64 cannot be: it has no colon."""
    if type(raw) is not str or not _SCHEME.match(raw):
        return raw if type(raw) is str else None
    head, comma, data = raw.partition(",")
    untyped = head in ("data:;base64", "data:base64")
    return data if comma and (untyped or (typed and _DATA_URL.match(raw))) else None


def base64_as(value: Json, typed: str = "") -> str | None:
    """Data as it is; None of a text that would read back as an address."""
    return value if base64_from(value) == value else None


def never(raw: Json) -> None:
    """Nothing reads back through here."""
    return None


def json_text(value: Json) -> str:
    """A value as compact JSON text."""
    return dumps(value)


def carried_from(raw: Json, key: str) -> str | None:
    """The message in ``{"key":"message"}``, if it is spelled exactly as ``carried`` writes it."""
    if type(raw) is not str or not raw.startswith(f'{{"{key}":"'):
        return None
    value = object_from(raw)
    if value is None or len(value) != 1 or type(value.get(key)) is not str:
        return None
    message: str = value[key]
    return message if style_of(raw, value) is None else None


def carried(message: str, key: str) -> str:
    """A message as JSON text under one key."""
    return dumps({key: message})


def outcome_from(raw: Json, output: str, error: str) -> list[Json] | None:
    """[data, failed or None] of a result object: its only ``output``, its only ``error``, or all.

    Reads what ``outcome`` writes; text under either key is no data and not for here.
    """
    if type(raw) is not dict:
        return None
    if len(raw) == 1 and output in raw:
        return [raw[output], None]
    if len(raw) == 1 and raw.get(error) is not None:
        return [raw[error], True]
    return [raw, None]


def outcome(value: Json, failed: Json, output: str, error: str) -> dict[str, Any]:
    """Data as a result object; what could be read otherwise goes under ``output``.

    A text that is data is quoted: unquoted it would be a text result.
    """
    if type(value) is dict and not failed and output not in value and error not in value:
        return value
    return {error if failed else output: dumps(value) if type(value) is str else value}


def wrapped(value: Json, key: str) -> dict[str, Any]:
    """Data as an object: what is none goes under the key, and so does what would read as that."""
    found: dict[str, Any] = {key: value} if value is None or _is_held(value, key) else value
    return found


def unwrapped(raw: Json, key: str) -> Json:
    """The data of an object that ``wrapped`` has made; itself otherwise."""
    return raw[key] if type(raw) is dict and _is_held(raw, key) else raw


def _is_held(value: Json, key: str) -> bool:
    """Is it no object, or has objects with this key alone around it? Null has no such form."""
    while type(value) is dict:
        if len(value) != 1 or key not in value:
            return False
        value = value[key]
    return value is not None


def text_of(raw: Json, key: str, tags: dict[str, Any]) -> str | None:
    """A text, or that of an object which has it under this key, and what it is known by."""
    if type(raw) is str:
        return raw
    if type(raw) is not dict or any(raw.get(tag) != value for tag, value in tags.items()):
        return None
    text = raw.get(key)
    return text if type(text) is str else None


def by_name(raw: Json, name: str, key: str, needed: tuple[str, ...]) -> dict[str, Any] | None:
    """The values of a list's records by their names, if each has a name of its own.

    Some names must be there.
    """
    found: dict[str, Any] = {}
    for item in raw:
        if type(item) is not dict or key not in item or type(item.get(name)) is not str:
            return None
        found[item[name]] = item[key]
    if len(found) != len(raw) or not all(one in found for one in needed):
        return None
    return found


def named_list(w: Json, name: str, key: str, tags: dict[str, Any]) -> list[Json]:
    """The list of records that an object's keys and values are."""
    return [{**tags, name: each, key: value} for each, value in w.items()]


def joined(texts: list[str], separator: str = "\n") -> str:
    """Text blocks as one text."""
    return separator.join(texts)


def one_text(content: Json, separator: str) -> str:
    """A text, or the texts of a list of blocks as one."""
    if type(content) is str:
        return content
    return separator.join([block["text"] for block in content if block.get("kind") == "text"])


def text_or_blocks(blocks: list[Json]) -> Json:
    """A list that is one plain text block, as that text."""
    if len(blocks) == 1 and blocks[0].keys() == {"kind", "text"} and blocks[0]["kind"] == "text":
        return blocks[0]["text"]
    return blocks


def worded(texts: list[str], key: str) -> dict[str, Any]:
    """Text blocks as an object that holds them under one key; none as an empty one."""
    return {key: joined(texts)} if texts else {}


def worded_from(raw: Json, key: str) -> str | None:
    """The text of such an object; the JSON text of any other, None of an empty one."""
    if type(raw) is not dict or not raw:
        return None
    text = raw.get(key)
    return text if type(text) is str and len(raw) == 1 else dumps(raw)


def put_beside(w: Json, field: str, made: Json, key: str, value: Json) -> None:
    """Put ``key`` into the object at ``field``, which is made if it is not there."""
    there = w.get(field, made)
    if type(there) is dict:
        w[field] = {**there, key: value}
