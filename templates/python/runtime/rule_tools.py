"""Tools, the choice among them, and the switches beside these."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .counting import sizes
from .draft import GONE, Draft, Turn, a_list, calls_at
from .errors import Loss
from .lasting import PLACED
from .service import stood_at

Json = Any


def usable(draft: Draft) -> list[dict[str, Json]]:
    """The tools that the wire gets: not those that only another one knows."""
    return [
        tool for tool in draft.get("tools") or ()
        if tool.get("kind") != "opaque" or tool["format"] == draft.acceptance.format
    ]  # fmt: skip


def tools_called(draft: Draft) -> list[str]:
    """The names of the tools that were called in the conversation."""
    names = [call["name"] for turn in draft.turns for _, call in calls_at(turn)]
    names += [turn.message["toolResult"]["name"] for turn in draft.turns if turn.role == "tool"]
    return [*dict.fromkeys(name for name in names if name)]


def tools(draft: Draft, row: Row) -> None:
    """No empty list, no tool twice, no more than there may be, and some if calls were made."""
    given = draft.get("tools")
    if given is not None:
        left: list[Json] = []
        places: list[str] = []
        names: set[str] = set()
        for place, tool in zip(draft.tool_places, given, strict=True):
            name = tool.get("name") if tool.get("kind") != "opaque" else None
            if name is not None and name in names and "twice" in row.params["not"]:
                why = f"left out: another tool is called {name!r}"
                draft.changed(place, row.what, why, "dropped")
                continue
            if "own" in row.params and _strange(draft, tool, row.params["own"]):
                why = "left out: it is a kind of tool that only another service has"
                draft.changed(place, row.what, why, "dropped")
                continue
            if tool.get("inputFormat") is not None and "of free text" in row.params["not"]:
                why = "left out: a tool takes arguments here, and no free text"
                draft.changed(place, row.what, why, "dropped")
                continue
            if len(left) == row.params.get("most"):
                why = f"left out: there may be no more than {row.params['most']} tools"
                draft.changed(place, row.what, why, "dropped")
                continue
            if name is not None:
                names.add(name)
            left.append(tool)
            places.append(place)
        if len(left) != len(given):
            none = not left and "empty" in row.params["not"]
            draft.put_tools(GONE if none else left, places)
    if given == [] and "empty" in row.params["not"]:
        draft.changed("/tools", row.what, "an empty list of tools is left out", PLACED)
        draft.fields["tools"] = GONE
    if "of free text" in row.params["not"]:
        _with_arguments(draft, row)
    if "none of those called" in row.params["not"] and not usable(draft) and tools_called(draft):
        why = "the conversation has calls: the tools that were called are offered, without a schema"
        draft.changed("/tools", row.what, why)
        made = [{"name": name, "parameters": {"type": "object"}} for name in tools_called(draft)]
        stood = [*draft.tool_places, *("/tools" for _ in made)]
        draft.put_tools([*(draft.get("tools") or ()), *made], stood)
        choice = draft.acceptance.row("choice")
        if choice is not None and "none" in choice.params["words"]:
            if draft.get("toolChoice") is not None:
                _unchosen(draft, choice)
            draft.fields["toolChoice"] = "none"


def _strange(draft: Draft, tool: dict[str, Json], taken: list[str]) -> bool:
    """Whether a tool is of this wire's own, and of no type that is taken of these."""
    if tool.get("kind") != "opaque" or tool["format"] != draft.acceptance.format:
        return False
    type_ = tool["value"].get("type") if type(tool["value"]) is dict else None
    return type(type_) is not str or not type_.startswith(tuple(taken))


def _with_arguments(draft: Draft, row: Row) -> None:
    """Calls of tools of free text, where there are none, have that text as an argument."""
    for turn in draft.turns:
        free = [(place, call) for place, call in calls_at(turn) if call.get("input") is not None]
        for place, _ in free:
            why = "it goes as an argument: a tool takes no free text here"
            draft.changed(f"{place}/input", row.what, why)
        fresh = {id(call): _argued(call) for _, call in free}
        if fresh:
            turn.put_calls(fresh)


def _argued(call: dict[str, Json]) -> dict[str, Json]:
    rest = {key: value for key, value in call.items() if key != "input"}
    return {**rest, "arguments": {**call["arguments"], "input": call["input"]}}


def choice(draft: Draft, row: Row) -> None:
    """A choice the wire has a word for, among tools that are there."""
    given, words = draft.get("toolChoice"), row.params["words"]
    own = type(given) is dict and given.get("kind") == "opaque"
    if given is not None and not (own and given["format"] != draft.acceptance.format):
        offered = usable(draft)
        holds = partial(_may_hold, row.params.get("holding"))
        if "declared" in row.params and not any("name" in one or holds(one) for one in offered):
            offered = []  # the API runs them itself, as it sees fit
        if not offered and (row.params.get("alone") or _elsewhere(draft, row)):
            pass  # its tools may stand where this request only points
        elif not offered:
            _unchosen(draft, row)
        elif own:
            pass  # nobody else knows what it says of them
        elif given == "none" and "none" not in words:
            _forbid(draft, row)
        elif given == "auto" and "auto" not in words:
            draft.fields["toolChoice"] = GONE  # as good as none
        elif type(given) is dict:
            _among(draft, row, given, offered)
        elif given not in words:
            why = f"no word says {given!r}: the model may choose"
            draft.changed("/toolChoice", row.what, why)
            draft.fields["toolChoice"] = "auto" if "auto" in words else GONE
    if "names" in row.params and draft.get("toolChoice") is not None:
        _worded(draft, row)
    beside, switch = row.params.get("parallel"), draft.get("parallelToolCalls")
    if beside is not None and switch is not None:
        if not usable(draft):
            code = PLACED if switch is True else "dropped"  # so it is without a word
            _drop(draft, row, "parallelToolCalls", "left out: there are no tools", code)
        elif not any(word in beside for word in _words_for(draft.get("toolChoice"), beside)):
            none = draft.get("toolChoice") == "none"
            why = "no call may be made at all" if none else "it has no place beside this choice"
            _drop(draft, row, "parallelToolCalls", f"left out: {why}")


def _words_for(choice: Json, all_words: list[str]) -> Sequence[str]:
    """The words that rules have for a choice; any word does for one that only its wire knows."""
    if type(choice) is not dict:
        return (choice or "auto",)
    if choice.get("kind") == "opaque":
        return all_words
    return ("named",) if "name" in choice else ("allowed", f"allowed {choice['mode']}")


def _worded(draft: Draft, row: Row) -> None:
    """A choice that came in words beside which no names may stand goes out in others, or alone."""
    value = {"metadata": draft.get("metadata")}
    form = draft.acceptance.own(value).get("$", EMPTY).get("toolChoice", EMPTY).get("as")
    if not form or not any(form.get(key) for key in row.params.get("naming", ())):
        return
    if type(draft.get("toolChoice")) is dict:
        wrong = not _is_one_of(form, row.params["names"])
        why = "it goes out in a word that stands beside names"
    else:  # of any other word than the wire had its form says nothing
        wrong = draft.get("toolChoice") == "none" and _is_one_of(form, row.params["nameless"])
        why = "it goes out without names"
    if wrong:
        draft.changed("/toolChoice", row.what, why)
        fresh = stood_at(value, "toolChoice", None, draft.acceptance.format)
        draft.fields["metadata"] = fresh["metadata"]


def _is_one_of(form: dict[str, Json], words: dict[str, list[Json]]) -> bool:
    return all(form.get(key) in among for key, among in words.items())


def switch(draft: Draft, row: Row) -> None:
    """What all tools say is said by a switch of the request; what some say has no place here.

    It breaks no rule that they do, so that none is to be mended.
    """
    field, key, offered = row.params["field"], row.params["key"], usable(draft)
    if not offered or any(tool.get(field) is not True for tool in offered):
        return
    members = sum(sizes(tool.get("parameters"))["members"] for tool in offered)
    if members > row.params.get("most", inf):
        return
    metadata = draft.get("metadata") or EMPTY
    own = metadata.get(draft.acceptance.format) or EMPTY
    if own.get(key) not in (None, True):
        return
    draft.fields["metadata"] = {**metadata, draft.acceptance.format: {**own, key: True}}
    for place, tool in zip(draft.tool_places, draft.get("tools"), strict=True):
        if tool.get(field) is True:
            why = f"{key} says it of all tools"
            draft.changes.append(Loss(f"{place}/{field}", "moved", why))


def _elsewhere(draft: Draft, row: Row) -> bool:
    own = draft.acceptance.own(draft.request)
    return draft.own_items or any(
        own.get(key) is not None for key in row.params.get("elsewhere", ())
    )


def _drop(draft: Draft, row: Row, field: str, why: str, code: str = "dropped") -> None:
    draft.changed(f"/{field}", row.what, why, code)
    draft.fields[field] = GONE


def _unchosen(draft: Draft, row: Row) -> None:
    """There are no tools: nothing is lost of a choice that has none of them called."""
    code = PLACED if draft.get("toolChoice") in ("auto", "none") else "dropped"
    _drop(draft, row, "toolChoice", "left out: there are no tools to choose from", code)


def _forbid(draft: Draft, row: Row) -> None:
    """No word forbids calls: without tools there are none, if tools may be left out."""
    rule = draft.acceptance.row("tools")
    needed = rule is not None and "none of those called" in rule.params["not"]
    if needed and tools_called(draft):
        why = "left out: no word forbids calls, and what was called must be among the tools"
        _drop(draft, row, "toolChoice", why)
        return
    draft.changed("/toolChoice", row.what, "no word forbids calls: the tools are left out instead")
    draft.fields["toolChoice"] = draft.fields["tools"] = GONE


def _among(draft: Draft, row: Row, given: dict[str, Json], offered: list[dict[str, Json]]) -> None:
    """A choice of one tool, or of some."""
    words, names = row.params["words"], {tool.get("name") for tool in offered}
    mode = "required" if "name" in given else given["mode"]
    has_word = any(word in words for word in _words_for(given, words))
    others = any(map(partial(_may_hold, row.params.get("holding")), offered))
    if others or _elsewhere(draft, row):
        if not has_word:  # whatever they are
            _freed(draft, row, mode)
        return
    if "name" in given:
        if given["name"] not in names:
            _drop(draft, row, "toolChoice", f"left out: no tool is called {given['name']!r}")
        elif not has_word:
            _trim(draft, row, [given["name"]], mode)
        return
    wanted = [name for name in a_list(given, "allowed") if name in names]
    if not wanted:
        why = "none of the tools that may be called is there"
        draft.changed("/toolChoice", row.what, why)
        draft.fields["toolChoice"] = "none"
        if "none" not in words:
            _forbid(draft, row)
    elif not has_word:
        _trim(draft, row, wanted, mode)
    elif len(wanted) != len(given["allowed"]):
        draft.changed("/toolChoice/allowed", row.what, "only those are allowed that are there")
        draft.fields["toolChoice"] = {**given, "allowed": wanted}


def _freed(draft: Draft, row: Row, mode: str) -> None:
    """A choice among tools that no word says, and none of which may be left out."""
    why = "no word chooses among tools: the model may choose"
    draft.changed("/toolChoice", row.what, why)
    _choose(draft, row, mode)


def _choose(draft: Draft, row: Row, mode: str) -> None:
    """A choice among all tools that there are, in the nearest word."""
    words = row.params["words"]
    draft.fields["toolChoice"] = next((word for word in (mode, "auto") if word in words), GONE)


def _may_hold(keys: list[str] | None, tool: dict[str, Json]) -> bool:
    """Whether a tool may hold others: one that only this wire knows, and with any of these keys."""
    if tool.get("kind") != "opaque":
        return False
    value = tool["value"]
    return keys is None or type(value) is not dict or not value.keys().isdisjoint(keys)


def _trim(draft: Draft, row: Row, names: list[str], mode: str) -> None:
    """Offer some tools alone, where no word chooses among them."""
    if row.params.get("bound") and _thoughts_go(draft):
        _freed(draft, row, mode)
        return
    why = "no word chooses among tools: the others are left out"
    draft.changed("/toolChoice", row.what, why)
    pairs = zip(draft.get("tools"), draft.tool_places, strict=True)
    left = [pair for pair in pairs if pair[0].get("kind") == "opaque" or pair[0]["name"] in names]
    draft.put_tools([tool for tool, _ in left], [place for _, place in left])
    _choose(draft, row, mode)


def _thoughts_go(draft: Draft) -> bool:
    """Whether a thought of an earlier turn stands on the wire."""
    return any(
        block["kind"] == "reasoning" and draft.acceptance.goes_out(block, "assistant")
        for turn in draft.turns for block in turn.blocks or ()
    )  # fmt: skip


def parsed(draft: Draft, row: Row) -> None:
    """Arguments that are no JSON object are left out: what stands for them is an empty one."""
    for turn in draft.turns:
        if not any("invalidArguments" in call for _, call in calls_at(turn)):
            continue
        content: list[Json] = []
        for place, block in zip(turn.places, turn.message["content"], strict=True):
            call = block.get("toolCall") or EMPTY
            if "invalidArguments" in call:
                place, why = f"{place}/toolCall", "left out: they are no JSON object"
                draft.changed(f"{place}/invalidArguments", row.what, why, "dropped")
                call = {key: value for key, value in call.items() if key != "invalidArguments"}
                block = {**block, "toolCall": call}
            content.append(block)
        turn.message = {**turn.message, "content": content}


def _since_user(turns: list[Turn]) -> list[Turn]:
    """The turns behind the last of the user."""
    at = len(turns)
    while at and turns[at - 1].role != "user":
        at -= 1
    return turns[at:]


def _is_signed(draft: Draft, place: str, call: dict[str, Json], keys: set[str] | None) -> bool:
    """Whether a call carries one of these keys of its wire's own; None: anything of it.

    Nothing does that for the signature of a service that does not take it back.
    """
    own, format_ = draft.acceptance.own(call), draft.acceptance.format
    if keys is not None:
        return not keys.isdisjoint(own)
    services = any(name.startswith(f"{format_}.") for name in call.get("metadata") or EMPTY)
    taken = any(one.path.startswith(f"{place}/metadata/{format_}/") for one in draft.changes)
    return bool(own) and not services and not taken


def placeholder(draft: Draft, row: Row) -> None:
    """The first calls of steps of the current turn have what stands for a signature there."""
    key, format_ = row.params["key"], draft.acceptance.format
    # A model that nobody names may be one that signs nothing, and made these itself.
    keys = {key, *row.params.get("spelled", ())} if draft.get("model") else None
    for turn in _since_user(draft.turns):
        calls = calls_at(turn)
        if not calls or _is_signed(draft, *calls[0], keys):
            continue
        place, call = calls[0]
        why = "it gets the placeholder that is documented for that"
        draft.changed(place, row.what, why, "added")
        own = {**draft.acceptance.own(call), key: row.params["value"]}
        metadata = {**(call.get("metadata") or EMPTY), format_: own}
        turn.put_calls({id(call): {**call, "metadata": metadata}})
