# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Settings and data: numbers in a range, lists of a length, keys that mean something else."""

from __future__ import annotations

import re
from hashlib import sha256
from math import inf
from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .draft import GONE, Draft, a_list
from .keyed import has_key, with_keys
from .lasting import PLACED
from .pieces import inside
from .rule_names import data_keys
from .rule_refused import (
    nearest_in,
    say,
    say_at,
    stands_beside,
    states,
    there,
    without_keys,
)
from .service import stood_at

Json = Any
MAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
LEVELS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")


def in_range(draft: Draft, row: Row) -> None:
    """A number that is too small or too large becomes the nearest that is not, or is left out."""
    field = row.params["field"]
    value = draft.get(field)
    if type(value) not in (int, float) or not stands_beside(draft, row):
        return
    nearest = nearest_in(row, value)
    if nearest == value:
        return
    if row.params.get("only"):
        draft.changed(f"/{field}", row.what, f"{value} is left out", "dropped")
        draft.fields[field] = GONE
        return
    draft.changed(f"/{field}", row.what, f"{value} goes as {nearest}")
    draft.fields[field] = nearest


def less(draft: Draft, row: Row) -> None:
    """A number of the wire's own that is not less than a field becomes the largest that is.

    What it stands in is left out, if that is too small. A field that is not there limits nothing:
    what goes out for it is made larger by the number.
    """
    params, field, key = row.params, row.params["than"], row.params["key"]
    request = {"metadata": draft.get("metadata")}
    *around, last = key.split(".")
    holder = inside(draft.acceptance.own(request), *around)
    value = holder.get(last) if states(holder, params["with"]) else None
    if type(value) is not int or any(there(draft, name) for name in params.get("lacking", ())):
        return
    limit, least = draft.get(field), params.get("least", 0)
    wanted = max(value, least)
    if limit is None and wanted >= params.get("usual", inf):
        limit = min(wanted + params["usual"], _most(draft, field))
        if not say(draft, row, field, limit, f"{limit} is said, as {key} is {wanted}"):
            limit = params["usual"]
    found = wanted if limit is None else min(wanted, limit - 1)
    if found < least:
        request = without_keys(draft, row, request, "", [".".join(around)]) or request
        draft.fields["metadata"] = request["metadata"]
    elif found != value:
        say_at(draft, row, [*around, last], found)


def _most(draft: Draft, field: str) -> float:
    """How large a field may be."""
    rows = [row.params for row in draft.acceptance.by_kind.get("range", ())]
    about = [one for one in rows if one["field"] == field]
    return min((one["most"] for one in about if "most" in one), default=inf)


def nearest(draft: Draft, row: Row) -> None:
    """A level that is not taken becomes the nearest that is, of two the lesser one.

    Some effort does not become none of it: a model thinks, or does not.
    """
    field, among = row.params["field"], row.params["among"]
    value = draft.get(field)
    if not stands_beside(draft, row):
        return
    if value is None and row.params.get("asked"):
        say(draft, row, field, among[0], f"{among[0]!r} is said, as the API asks")
    if value is None or value in among or value not in LEVELS:
        return
    at = LEVELS.index(value)
    levels = [LEVELS.index(level) for level in among if level != LEVELS[0]] or [0]
    word = LEVELS[min(levels, key=lambda level: (abs(level - at), level))]
    draft.changed(f"/{field}", row.what, f"{value!r} goes as {word!r}")
    draft.fields[field] = word


def counted(draft: Draft, row: Row) -> None:
    """A list of texts with no more than there may be, and none that is empty."""
    field = row.params["field"]
    values = draft.get(field)
    if values is None:
        return
    if not a_list({field: values}, field):
        draft.changed(f"/{field}", row.what, "an empty list is left out", PLACED)
        draft.fields[field] = GONE
        return
    most = row.params.get("most")
    left: list[str] = []
    for index, value in enumerate(values):
        text = value.strip() if row.params.get("whitespace") else value
        if not row.params.get("blank") and not text:
            draft.changed(f"/{field}/{index}", row.what, "an empty one is left out", "dropped")
        elif len(left) == most:
            draft.changed(f"/{field}/{index}", row.what, f"no more than {most}", "dropped")
        else:
            left.append(value)
    if len(left) != len(values):
        draft.fields[field] = left or GONE


def identified(draft: Draft, row: Row) -> None:
    """Whom a request is for is said by an id that is not too long, and by no address of e-mail."""
    field, longest = row.params["field"], row.params["longest"]
    value = draft.get(field)
    if type(value) is not str or not (
        len(value) > longest or (row.params.get("nameless") and MAIL.search(value))
    ):  # fmt: skip
        return
    digest = sha256(value.encode(errors="surrogatepass")).hexdigest()[:longest]
    draft.changed(f"/{field}", row.what, "it goes as a digest, the same for each request")
    draft.fields[field] = digest


def described(draft: Draft, row: Row) -> None:
    """A tool's description says something, or is not there."""
    tools = draft.get("tools") or []
    fresh: list[Json] = []
    for place, tool in zip(draft.tool_places, tools, strict=True):
        if tool.get("description") == "":
            draft.changed(f"{place}/description", row.what, "an empty one is left out", "dropped")
            tool = {key: value for key, value in tool.items() if key != "description"}
        fresh.append(tool)
    if any(ours is not theirs for ours, theirs in zip(fresh, tools, strict=True)):
        draft.fields["tools"] = fresh


def _names_what_left(draft: Draft, row: Row, result: dict[str, Json]) -> bool:
    """Whether data that the wire had beside media would be read to name some, and none is left."""
    form = draft.acceptance.own(result).get("$") or EMPTY
    data = form.get("value", EMPTY).get("as")
    left = any(block["kind"] != "text" for block in result["value"])
    return data is not None and not left and has_key(data, row.params["keys"])


def keys_of_data(draft: Draft, row: Row) -> None:
    """Keys of a result's data that the API would read as its own go under another name."""
    names = data_keys(draft.request["messages"], draft.acceptance)
    for turn in draft.turns:
        result = turn.message["toolResult"] if turn.role == "tool" else {"kind": ""}
        if result["kind"] == "multimodal" and _names_what_left(draft, row, result):
            why = "it goes as a text: what it names has left it"
            draft.changed(f"{turn.place}/toolResult/value", row.what, why, "renamed")
            fresh = stood_at(result, "value", None, draft.acceptance.format)
            turn.message = {**turn.message, "toolResult": fresh}
        if not names or result["kind"] != "data" or not has_key(result["value"], names):
            continue
        how = ", ".join(f"its key {ours!r} goes as {theirs!r}" for ours, theirs in names.items())
        draft.changed(f"{turn.place}/toolResult/value", row.what, how, "renamed")
        fresh = {**result, "value": with_keys(result["value"], names)}
        turn.message = {**turn.message, "toolResult": fresh}
