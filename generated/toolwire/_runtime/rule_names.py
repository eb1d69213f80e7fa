# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Ids of calls and names of tools, wherever they stand in a request, in the wire's spelling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .absence import EMPTY
from .acceptance import Acceptance, Row
from .accepting import Renamed
from .draft import Draft, Turn, calls_at
from .keyed import other_keys
from .spelling import legal_spellings

Json = Any


def ids_in(messages: list[Json]) -> Iterator[str]:
    """The ids of a conversation, in their order: those of calls, and of results of none."""
    for message in messages:
        role = message.get("role")
        if role == "assistant":
            for block in message["content"]:
                if block["kind"] == "toolCall":
                    yield block["toolCall"]["id"]
        elif role == "tool":
            yield message["toolResult"]["toolCallId"]


def names_in(request: dict[str, Json]) -> Iterator[str]:
    """The names of tools in a request: of those on offer first, then of calls, then of a choice."""
    for tool in request.get("tools") or ():
        if tool.get("kind") != "opaque":
            yield tool["name"]
    for message in request["messages"]:
        role = message.get("role")
        if role == "assistant":
            for block in message["content"]:
                if block["kind"] == "toolCall":
                    yield block["toolCall"]["name"]
        elif role == "tool":
            yield message["toolResult"]["name"]
    choice = request.get("toolChoice")
    if type(choice) is dict and choice.get("kind") != "opaque":
        yield from (choice["name"],) if "name" in choice else choice["allowed"]


def respelling(request: dict[str, Json], acceptance: Acceptance) -> Renamed:
    """What goes out for the ids and names of a request; it depends on that request alone."""
    ids = legal_spellings(ids_in(request["messages"]), acceptance.call_id)
    names = legal_spellings(names_in(request), acceptance.tool_name)
    return Renamed(ids, names, data_keys(request["messages"], acceptance))


def data_keys(messages: list[Json], acceptance: Acceptance) -> dict[str, str]:
    """Other names for keys in the data of results that the API would read as its own."""
    row = acceptance.row("data_keys")
    if row is None:
        return {}
    results = [one["toolResult"] for one in messages if one.get("role") == "tool"]
    data = [result["value"] for result in results if result["kind"] == "data"]
    return other_keys(data, row.params["keys"])


def rename(draft: Draft) -> None:
    """Put the wire's spelling in the place of every id and name that it does not take."""
    acceptance = draft.acceptance
    request = draft.whole()
    ids = legal_spellings(ids_in(request["messages"]), acceptance.call_id)
    names = legal_spellings(names_in(request), acceptance.tool_name)
    if names:
        _in_tools(draft, names)
    if ids or names:
        renamed_ids: set[str] = set()
        for turn in draft.turns:
            if turn.role == "tool":
                _in_result(draft, turn, ids, names, renamed_ids)
            elif turn.role == "assistant":
                _in_calls(draft, turn, ids, names, renamed_ids)
    schema = draft.get("responseSchema")
    limit = acceptance.schema_name
    name = schema.get("name") if schema is not None and limit is not None else None
    if limit is not None and type(name) is str and not limit.fits(name):
        other = limit.other(name)
        what = f"a name of a schema: {limit.what}"
        draft.changed("/responseSchema/name", what, f"it goes as {other!r}", "renamed")
        draft.fields["responseSchema"] = {**schema, "name": other}


def _in_tools(draft: Draft, names: dict[str, str]) -> None:
    limit = draft.acceptance.tool_name
    what = f"a name of a tool: {limit.what}" if limit else ""
    tools = draft.get("tools")
    for index, tool in enumerate(tools or ()):
        if (name := tool.get("name")) in names:
            place = f"/tools/{index}/name"
            draft.changed(place, what, f"it goes as {names[name]!r}", "renamed")
    if tools is not None:
        draft.fields["tools"] = [
            {**tool, "name": names[tool["name"]]} if tool.get("name") in names else tool
            for tool in tools
        ]
    choice = draft.get("toolChoice")
    if type(choice) is dict and choice.get("kind") != "opaque":
        # A name that no tool has is the affair of another rule.
        if choice.get("name") in names:
            draft.fields["toolChoice"] = {**choice, "name": names[choice["name"]]}
        elif not names.keys().isdisjoint(choice.get("allowed", ())):
            allowed = [names.get(name, name) for name in choice["allowed"]]
            draft.fields["toolChoice"] = {**choice, "allowed": allowed}


def _in_result(
    draft: Draft, turn: Turn, ids: dict[str, str], names: dict[str, str], renamed_ids: set[str]
) -> None:
    result = turn.message["toolResult"]
    fresh = _fresh(result, "toolCallId", ids, names)
    if fresh is result:
        return
    # Its call said so already.
    if (id_ := result["toolCallId"]) in ids and id_ not in renamed_ids:
        renamed_ids.add(id_)
        place, why = f"{turn.place}/toolResult/toolCallId", f"it goes as {ids[id_]!r}"
        draft.changed(place, _what(draft.acceptance), why, "renamed")
    turn.message = {**turn.message, "toolResult": fresh}


def _in_calls(
    draft: Draft, turn: Turn, ids: dict[str, str], names: dict[str, str], renamed_ids: set[str]
) -> None:
    content: list[Json] | None = None
    for index, block in enumerate(turn.message["content"]):
        if block["kind"] != "toolCall":
            continue
        call = block["toolCall"]
        fresh = _fresh(call, "id", ids, names)
        if fresh is call:
            continue
        content = content or [*turn.message["content"]]
        content[index] = {**block, "toolCall": fresh}
        place, limit = f"{turn.at(index)}/toolCall", draft.acceptance.tool_name
        if (id_ := call["id"]) in ids:
            renamed_ids.add(id_)
            why = f"it goes as {ids[id_]!r}"
            draft.changed(f"{place}/id", _what(draft.acceptance), why, "renamed")
        if (name := call["name"]) in names:
            what = f"a name of a tool: {limit.what}" if limit else ""
            draft.changed(f"{place}/name", what, f"it goes as {names[name]!r}", "renamed")
    if content is not None:
        turn.message = {**turn.message, "content": content}


def _what(acceptance: Acceptance) -> str:
    return f"an id of a call: {acceptance.call_id.what}" if acceptance.call_id else ""


def _fresh(
    value: dict[str, Json], field: str, ids: dict[str, str], names: dict[str, str]
) -> dict[str, Json]:
    """A call or result under another id or name; itself if both stay."""
    id_, name = value[field], value["name"]
    if id_ not in ids and name not in names:
        return value
    return {**value, field: ids.get(id_, id_), "name": names.get(name, name)}


def unnumbered(draft: Draft, row: Row) -> None:
    """Calls and results go out without ids, as those that came without: nothing is lost by it."""
    format_ = draft.acceptance.format
    for turn in draft.turns:
        if turn.role == "tool":
            result = turn.message["toolResult"]
            fresh = _without_id(result, "toolCallId", format_)
            if fresh is not result:
                turn.message = {**turn.message, "toolResult": fresh}
            continue
        fresh_calls = {id(call): _without_id(call, "id", format_) for _, call in calls_at(turn)}
        if any(id(fresh) != old for old, fresh in fresh_calls.items()):
            content = [
                {**block, "toolCall": fresh_calls[id(block["toolCall"])]}
                if block["kind"] == "toolCall" else block
                for block in turn.message["content"]
            ]  # fmt: skip
            turn.message = {**turn.message, "content": content}


def _without_id(value: dict[str, Json], field: str, format_: str) -> dict[str, Json]:
    metadata = value.get("metadata") or EMPTY
    own = metadata.get(format_) or EMPTY
    form, wanted = own.get("$") or EMPTY, {"for": value[field]}
    if form.get(field) == wanted:
        return value
    own = {**own, "$": {**form, field: wanted}}
    return {**value, "metadata": {**metadata, format_: own}}
