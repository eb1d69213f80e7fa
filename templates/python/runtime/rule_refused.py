"""What an API does not take at all, or not under this key, or not beside something else."""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .draft import GONE, Draft
from .lasting import PLACED
from .looked_for import alternatives
from .pieces import inside
from .rule_blocks import each_block
from .rule_tools import usable
from .service import stood_at

Json = Any


def refused(draft: Draft, row: Row) -> None:
    """What is not taken, or not beside something else or without it, is left out.

    Unless its value is the one that is taken all the same.
    """
    if not _holds(draft, row):
        return
    taken = row.params.get("unless", EMPTY)
    for field in row.params.get("fields", ()):
        if _strange(draft.get(field), field, taken):
            _left_out(draft, row, f"/{field}", draft.get(field))
            draft.fields[field] = GONE
            _say_instead(draft, row)
    if "roles" in row.params:
        for turn in draft.turns:
            if turn.role in row.params["roles"]:
                _left_out(draft, row, turn.place)
        draft.turns = [turn for turn in draft.turns if turn.role not in row.params["roles"]]
    if "keys" in row.params:
        fresh = without_keys(
            draft, row, {"metadata": draft.get("metadata")}, "", row.params["keys"]
        )
        if fresh is not None:
            draft.fields["metadata"] = fresh["metadata"]
    for key, value in row.params.get("put", EMPTY).items():
        say_at(draft, row, key.split("."), value)
    if "messages" in row.params:
        for turn in draft.turns:
            place = turn.place
            fresh = without_keys(draft, row, turn.message, place, row.params["messages"])
            turn.message = fresh or turn.message
            if turn.role == "tool":
                result, place = turn.message["toolResult"], f"{place}/toolResult"
                fresh = without_keys(draft, row, result, place, row.params["messages"])
                turn.message = {**turn.message, "toolResult": fresh} if fresh else turn.message
    if "parts" in row.params:
        _plain_parts(draft, row)
    if "tools" in row.params:
        _plain_tools(draft, row)
    if "blocks" in row.params:
        each_block(draft, lambda block, _, place: _unrefused(draft, row, block, place))


def _say_instead(draft: Draft, row: Row) -> None:
    """What is said in place of a field that was left out."""
    for field, value in row.params.get("instead", EMPTY).items():
        if draft.get(field) != value:
            say(draft, row, field, value, "it says what is left of it")


def say(draft: Draft, row: Row, field: str, value: Json, why: str) -> bool:
    """Say what a rule asks for, unless another leaves that out; whether it is said."""
    by_kind, before = draft.acceptance.by_kind, draft.fields
    draft.fields = {**before, field: value}
    others = (*by_kind.get("refused", ()), *by_kind.get("apart", ()))
    if any(_leaves_out(draft, other, field) for other in others):
        draft.fields = before
        return False
    draft.changed(f"/{field}", row.what, why, "added")
    return True


def _leaves_out(draft: Draft, row: Row, field: str) -> bool:
    """Whether a rule leaves a field out as the request stands now."""
    taken = row.params.get("unless", EMPTY)
    named = field in row.params.get("fields", ())
    return named and _holds(draft, row) and _strange(draft.get(field), field, taken)


def _holds(draft: Draft, row: Row) -> bool:
    """Whether the fields say that with which a rule holds, and what it is about is together."""
    when, lacking = row.params.get("when", EMPTY), row.params.get("lacking", ())
    if any(_word(_in_range(draft, field)) not in among for field, among in when.items()):
        return False
    return stands_beside(draft, row) and not any(there(draft, name) for name in lacking)


def _in_range(draft: Draft, field: str) -> Json:
    """The value of a field as it will go out: a number goes as the nearest that is taken."""
    value = draft.get(field)
    for row in draft.acceptance.by_kind.get("range", ()):
        if row.params["field"] == field and type(value) in (int, float):
            value = nearest_in(row, value)
    return value


def nearest_in(row: Row, value: float) -> float:
    """The number in the range of a rule that is nearest to one."""
    least, most = row.params.get("least"), row.params.get("most")
    if least is not None and value < least:
        value = least
    elif most is not None and value > most:
        value = most
    return value


def say_at(draft: Draft, row: Row, path: list[str], value: Json) -> None:
    """What stands at a key of the wire's own says something else."""
    metadata, format_ = draft.get("metadata"), draft.acceptance.format
    own = draft.acceptance.own({"metadata": metadata})
    place = "/".join(["/metadata", format_, *path])
    draft.changed(place, row.what, f"{inside(own, *path)!r} goes as {value!r}")
    draft.fields["metadata"] = {**metadata, format_: _with(own, path, value)}


def _with(own: dict[str, Json], path: list[str], value: Json) -> dict[str, Json]:
    """An overlay with another value at a path that it has."""
    key, *inner = path
    return {**own, key: _with(own[key], inner, value) if inner else value}


def _plain_parts(draft: Draft, row: Row) -> None:
    """Blocks, calls and results without keys that are not taken there."""
    keys = row.params["parts"]

    def plain(block: dict[str, Json], _: str, place: str) -> dict[str, Json]:
        if "toolCall" in block:
            call = without_keys(draft, row, block["toolCall"], f"{place}/toolCall", keys)
            return block if call is None else {**block, "toolCall": call}
        return without_keys(draft, row, block, place, keys) or block

    each_block(draft, plain)
    for turn in draft.turns:
        if turn.role == "tool":
            result, place = turn.message["toolResult"], f"{turn.place}/toolResult"
            fresh = without_keys(draft, row, result, place, keys)
            turn.message = {**turn.message, "toolResult": fresh} if fresh else turn.message


def _plain_tools(draft: Draft, row: Row) -> None:
    """Tools without fields that are not taken there."""
    tools, taken = draft.get("tools") or [], row.params.get("unless", EMPTY)
    found = []
    for place, tool in zip(draft.tool_places, tools, strict=True):
        strange = [key for key in row.params["tools"] if _strange(tool.get(key), key, taken)]
        for key in strange:
            _left_out(draft, row, f"{place}/{key}")
        left = {key: value for key, value in tool.items() if key not in strange}
        found.append(left if strange else tool)
    if any(one is not tool for one, tool in zip(found, tools, strict=True)):
        draft.put_tools(found, draft.tool_places)


def stands_beside(draft: Draft, row: Row) -> bool:
    """Whether anything of that stands there beside which alone a rule holds, if it says so."""
    beside, wanted = row.params.get("beside"), row.params.get("with")
    return beside is None or any(there(draft, name, wanted) for name in beside)


def there(draft: Draft, name: str, wanted: dict[str, Json] | None = None) -> bool:
    """Whether a field of the request, or a key of the wire's own, says anything, or all this.

    Of tools that is those which the wire gets.
    """
    own = inside(draft.acceptance.own({"metadata": draft.get("metadata")}), *name.split("."))
    if wanted is not None:
        return states(own, wanted)
    return bool((usable(draft) if name == "tools" else draft.get(name)) or own)


def states(own: Json, wanted: dict[str, Json]) -> bool:
    """Whether what stands at a key says all this; of a list, any of it."""
    return type(own) is dict and all(
        own.get(key) in (one if type(one) is list else [one]) for key, one in wanted.items()
    )


def _word(value: Json) -> Json:
    """What a rule calls the value of a field: a choice of one tool is a word, too."""
    return "named" if type(value) is dict and "name" in value else value


def _strange(value: Json, name: str, taken: dict[str, Json]) -> bool:
    return value is not None and not (name in taken and value in alternatives(taken[name]))


def _stands(own: dict[str, Json], key: str) -> bool:
    """Whether an overlay has a key at all."""
    *path, last = key.split(".")
    holder = inside(own, *path)
    return type(holder) is dict and last in holder


def _taken(own: dict[str, Json], key: str, taken: dict[str, Json]) -> bool:
    return key in taken and inside(own, *key.split(".")) in alternatives(taken[key])


def _left_out(draft: Draft, row: Row, place: str, *value: Json) -> None:
    """Say that something is left out; nothing is lost of what has nothing in it."""
    code = PLACED if value in ((None,), ([],), ({},)) else "dropped"
    draft.changed(place, row.what, f"left out: there is to be {row.what}", code)


def without_keys(
    draft: Draft, row: Row, value: dict[str, Json], place: str, keys: list[str]
) -> dict[str, Json] | None:
    """A value whose overlay has none of these keys; None if it has none of them now.

    One that says nothing is one all the same: services refuse what they do not know by its key.
    """
    format_, taken = draft.acceptance.format, row.params.get("unless", EMPTY)
    own = draft.acceptance.own(value)
    strange = [key for key in keys if _stands(own, key) and not _taken(own, key, taken)]
    for key in strange:
        path = key.split(".")
        where = "/".join([place, "metadata", format_, *path])
        _left_out(draft, row, where, inside(own, *path))
        own = _without(own, path)
    return {**value, "metadata": {**value["metadata"], format_: own}} if strange else None


def _without(own: dict[str, Json], path: list[str]) -> dict[str, Json]:
    """An overlay without what it has at a path, and without objects that had nothing else."""
    key, *inner = path
    left = _without(own[key], inner) if inner else None
    rest = {name: value for name, value in own.items() if name != key}
    return {**rest, key: left} if left else rest


def _unrefused(
    draft: Draft, row: Row, block: dict[str, Json], place: str
) -> dict[str, Json] | None:
    """A block; None for one of this wire's own that is known by one of the keys."""
    own = block["kind"] == "opaque" and block["format"] == draft.acceptance.format
    if not own or type(block["value"]) is not dict:
        return block
    if block["value"].keys().isdisjoint(row.params["blocks"]):
        return block
    _left_out(draft, row, place)
    return None


def thoughts_first(draft: Draft, row: Row) -> None:
    """Where the model is to think, a turn that it goes on with begins with a thought of its own.

    So does one whose calls were answered, whatever the user says behind the results. Where it does
    not, as another's model had that turn, it is not to think.
    """
    request = {"metadata": draft.get("metadata")}
    setting = inside(draft.acceptance.own(request), *row.params["key"].split("."))
    if not states(setting, row.params["with"]):
        return
    roles = [turn.role for turn in draft.turns]
    at = max((at for at, role in enumerate(roles) if role == "assistant"), default=None)
    if at is None or (roles[at + 1 :] and "tool" not in roles[at + 1 :]):
        return
    blocks = draft.turns[at].blocks or ()
    first = next((block for block in blocks if draft.acceptance.goes_out(block, "assistant")), None)
    if first is not None and first["kind"] != "reasoning":
        fresh = without_keys(draft, row, request, "", [row.params["key"]]) or request
        draft.fields["metadata"] = fresh["metadata"]


def one_alone(draft: Draft, row: Row) -> None:
    """Of fields that exclude each other the first one stays."""
    given = [field for field in row.params["fields"] if draft.get(field) is not None]
    for field in given[1:]:
        why = f"left out: it may not stand beside {given[0]}"
        draft.changed(f"/{field}", row.what, why, "dropped")
        draft.fields[field] = GONE


def spelled_first(draft: Draft, row: Row) -> None:
    """What stood under another of the wire's keys, or words, stands under the first."""
    field, format_ = row.params["field"], draft.acceptance.format
    if field == "role":
        for turn in draft.turns:
            fresh = stood_at(turn.message, field, None, format_)
            if fresh is not turn.message:
                why = f"it goes out as {row.what}"
                draft.changed(f"{turn.place}/role", row.what, why, "renamed")
                turn.message = fresh
        return
    value = {"metadata": draft.get("metadata")}
    fresh = stood_at(value, field, None, format_)
    if draft.get(field) is not None and fresh is not value:
        draft.changed(f"/{field}", row.what, f"it goes out as {row.what}", "renamed")
        draft.fields["metadata"] = fresh["metadata"]
