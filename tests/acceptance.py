"""What the documents of most providers say of a request, for the validators of each format.

Nothing here knows the rules that the compiler reads: `formats/<format>/accepts.py` says from the
provider's own description what its API answers with an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Json = Any
Spoken = tuple[str, list[str]]
"""A turn as far as calls go: "calls" or "results" with their ids, or "other"."""


def pairing(turns: Iterable[Spoken]) -> Iterator[str]:
    """Calls are answered by what comes right behind them, each once; no id is used twice."""
    open_: list[str] = []
    used_ids: set[str] = set()
    for kind, ids in turns:
        if kind == "results":
            for id_ in ids:
                if id_ not in open_:
                    yield f"a result of no open call: {id_!r}"
                else:
                    open_.remove(id_)
            continue
        if open_:
            yield f"calls without a result: {open_}"
            open_ = []
        if kind == "calls":
            for id_ in ids:
                if id_ in used_ids:
                    yield f"two calls have the id {id_!r}"
                used_ids.add(id_)
            open_ = [*ids]
    if open_:
        yield f"calls without a result: {open_}"


def spelled(texts: Iterable[Json], pattern: str, what: str) -> Iterator[str]:
    """Ids or names that are none on this API."""
    for one in texts:
        if not isinstance(one, str) or not re.fullmatch(pattern, one, re.DOTALL):
            yield f"{what} is not spelled so: {one!r}"


def halves(value: Json) -> Iterator[str]:
    """Texts with half of a pair of surrogates: no JSON of them can be sent, or none is taken."""
    text = json.dumps(value, ensure_ascii=False)
    if re.search("[\ud800-\udfff]", text):
        yield "no low surrogate in string"


def twice(texts: Sequence[str], what: str) -> Iterator[str]:
    """What may stand there once alone."""
    if len(texts) != len({*texts}):
        yield f"{what} twice: {sorted(one for one in {*texts} if texts.count(one) > 1)}"


def within(value: Json, least: float, most: float, what: str) -> Iterator[str]:
    """A number that is too small or too large."""
    if isinstance(value, int | float) and not least <= value <= most:
        yield f"{what} is not from {least} to {most}: {value}"


def pictures(types: Iterable[Json], taken: Sequence[str]) -> Iterator[str]:
    """Pictures of a type that the provider does not look at."""
    for mime in types:
        if isinstance(mime, str) and mime.startswith("image/") and mime not in taken:
            yield f"a picture of type {mime}"


def typed(urls: Iterable[Json]) -> Iterator[str]:
    """The types of what stands in URLs as data."""
    for url in urls:
        if isinstance(url, str) and url.startswith("data:"):
            yield url[5:].partition(",")[0].partition(";")[0]


def encoded(data: Iterable[Json]) -> Iterator[str]:
    """Data, or URLs of data, that are empty or not in the alphabet of base64 (RFC 4648, 4)."""
    for one in data:
        inner = one.partition(";base64,")[2] if str(one).startswith("data:") else one
        if isinstance(inner, str) and not re.fullmatch("[A-Za-z0-9+/]+={0,2}", inner):
            yield f"no base64: {inner[:40]!r}"
        elif isinstance(inner, str) and len(inner) % 4:
            yield f"base64 that is not filled up: {inner[-8:]!r}"


def fetched(urls: Iterable[Json], schemes: Sequence[str], what: str) -> Iterator[str]:
    """Addresses that the provider cannot look at."""
    for url in urls:
        if isinstance(url, str) and url.partition(":")[0].lower() not in schemes:
            yield f"{what} is no address here: {url[:40]!r}"
        if isinstance(url, str) and url.startswith("data:") and {*url.partition(",")[2]} & {*"-_"}:
            yield f"{what} whose base64 has URL-safe letters: {url[:40]!r}"


def every(value: Json, key: str) -> Iterator[Json]:
    """What stands under a key, at any depth, outside of what users and models wrote as data."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == key:
                yield inner
            if name not in ("input", "args", "arguments", "response", "json", "parameters"):
                yield from every(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from every(inner, key)


DATA = ("enum", "const", "default", "examples", "required")
"""Keywords of a schema that hold no schemas."""


def nodes(schema: Json, depth: int = 0) -> Iterator[tuple[Json, int]]:
    """The schemas in a schema, each with how many objects it is in, with itself if it is one."""
    if isinstance(schema, list):
        for one in schema:
            yield from nodes(one, depth)
    if not isinstance(schema, dict):
        return
    depth += "properties" in schema
    yield schema, depth
    for key, held_there in schema.items():
        if key in ("$defs", "definitions"):
            yield from (found for one in held_there.values() for found in nodes(one))
        elif key == "properties":
            yield from (found for one in held_there.values() for found in nodes(one, depth))
        elif key not in DATA:
            yield from nodes(held_there, depth)


def oversized(schema: Json) -> Iterator[str]:
    """Why no model of OpenAI is held to a schema: its guide to structured outputs counts them."""
    found = [*nodes(schema)]
    names = [name for one, _ in found for name in one.get("properties", ())]
    values = [value for one, _ in found for value in one.get("enum", ())]
    if len(names) > 5000:
        yield f"{len(names)} properties"
    if max((depth for _, depth in found), default=0) > 10:
        yield "more than 10 levels"
    if len(values) > 1000:
        yield f"{len(values)} values of enums"
    if len("".join([*names, *(value for value in values if isinstance(value, str))])) > 120_000:
        yield "names and values of more than 120,000 letters"
