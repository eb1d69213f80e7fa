"""One look at a request: does it surely break no rule of a wire?

It says no where anything is out of the ordinary, and the rules themselves look then.
"""

from __future__ import annotations

from typing import Any

from .acceptance import Acceptance

Json = Any


def breaks_nothing(x: dict[str, Json], known: Acceptance) -> bool:
    """Whether a request is so plain that no rule has anything to say."""
    tools = x.get("tools")
    if not _settings_fit(x, known, tools):
        return False
    names: set[str] = set()
    name_fits = known.tool_name.fits if known.tool_name else _anything
    for tool in tools or ():
        name = tool.get("name")
        if name is None or name in names or not name_fits(name) or tool.get("description") == "":
            return False
        names.add(name)
    choice = x.get("toolChoice")
    if choice is not None and not _choosable(choice, tools, names, known):
        return False
    switch = x.get("parallelToolCalls")
    if switch is not None and (not tools or choice == "none"):
        return False
    return _turns_fit(x, known, bool(tools))


def _anything(text: str) -> bool:
    return bool(text)


def _settings_fit(x: dict[str, Json], known: Acceptance, tools: Json) -> bool:
    if tools is not None and not 0 < len(tools) <= known.most_tools:
        return False
    for field, least, most in known.ranges:
        value = x.get(field)
        if value is not None and not least <= value <= most:
            return False
    if x.get("stopSequences"):
        return not known.counts
    schema = x.get("responseSchema")
    return schema is None or known.schema_name is None or "name" not in schema


def _choosable(choice: Json, tools: Json, names: set[str], known: Acceptance) -> bool:
    if type(choice) is str:
        return tools is not None and choice in known.words
    return choice.get("name") in names and "named" in known.words


class _Seen:
    """The calls of a conversation so far: their ids, and those that wait for a result."""

    __slots__ = ("ids", "open")

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self.open: set[str] = set()


def _turns_fit(x: dict[str, Json], known: Acceptance, offered: bool) -> bool:
    """Whether calls and results pair, and nothing is empty, alien or in the wrong place."""
    if known.elsewhere and "metadata" in x and known.own(x):
        return False
    seen, before, unsigned = _Seen(), "", False
    open_ = seen.open
    for message in x["messages"]:
        role = message.get("role")
        if role == "tool":
            result = message["toolResult"]
            if result["toolCallId"] not in open_ or "metadata" in message:
                return False
            open_.discard(result["toolCallId"])
            if not _result_fits(result, known):
                return False
            before = role
            continue
        if role is None or open_ or before in known.not_before[role]:
            return False
        content = message["content"]
        if type(content) is str:
            if role in known.blank and not content.strip():
                return False
        elif not _blocks_fit(content, role, known, seen):
            return False
        if known.placeholder:
            unsigned = (unsigned and role != "user") or (bool(open_) and _unsigned(content, known))
        before = role
    if open_ or unsigned or (known.tools_needed and seen.ids and not offered):
        return False
    return before not in known.not_last


def _result_fits(result: dict[str, Json], known: Acceptance) -> bool:
    if known.tool_name is not None and not known.tool_name.fits(result["name"]):
        return False
    kind = result["kind"]
    if kind == "data" or "result" not in known.blank:
        return bool(kind != "multimodal")
    return kind != "multimodal" and bool(result["value"].strip())


def _blocks_fit(content: list[Json], role: str, known: Acceptance, seen: _Seen) -> bool:
    """Whether blocks are texts that say something, thoughts, and calls of a legal spelling."""
    said = False
    for block in content:
        kind = block["kind"]
        if kind == "text":
            if role in known.blank and not block["text"].strip():
                return False
            said = True
        elif kind == "toolCall":
            call = block["toolCall"]
            id_ = call["id"]
            if id_ in seen.ids or not (known.call_id.fits if known.call_id else _anything)(id_):
                return False
            if not (known.tool_name.fits if known.tool_name else _anything)(call["name"]):
                return False
            seen.ids.add(id_)
            seen.open.add(id_)
            said = True
        elif kind != "reasoning":
            return False
    return said


def _unsigned(content: list[Json], known: Acceptance) -> bool:
    """Whether no call of a turn carries anything of this wire's own."""
    return not any(known.own(block["toolCall"]) for block in content if "toolCall" in block)
