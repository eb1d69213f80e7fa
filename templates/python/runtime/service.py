"""What a service has for the fields of a request, where it speaks another's wire: its profile.

It is said in the request itself, before that is written: which of the wire's keys a field stands
under is its form, and what stands under a key of the service's own is overlay.
"""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .accepting import BREACH
from .errors import Loss, ToolwireError
from .lasting import PLACED
from .overlay import same

Json = Any
THOUGHTS = "reasoning"
"""Among fields: what the model had thought, in its own earlier turns."""


def served(
    request: dict[str, Json], data: dict[str, Json], format_: str, strict: bool
) -> tuple[dict[str, Json], list[Loss], dict[int, list[int]]]:
    """A request in the words of a service, and what was changed for it; the same one if nothing.

    With it comes which blocks are left of messages, where thoughts have gone to another place.
    ``strict``: what the service has no word for is a ToolwireError instead.
    """
    changes: list[Loss] = []
    left: dict[int, list[int]] = {}
    result = _worded(request, data.get("words", EMPTY), changes)
    for field, row in data.get("fields", EMPTY).items():
        if field == THOUGHTS:
            result = _with_thoughts(result, row["keys"], format_, changes, left)
        elif result.get(field) is not None:
            result = _placed(result, field, row, format_, changes)
    breach = next((one for one in changes if one.code in ("repaired", "dropped")), None)
    if strict and breach is not None:
        raise ToolwireError(breach.path, BREACH, breach.reason)
    return result, changes, left


def _worded(
    request: dict[str, Json], words: dict[str, dict[str, str | None]], changes: list[Loss]
) -> dict[str, Json]:
    """Levels that the service has no word for become the nearest that it has."""
    for field, levels in words.items():
        value = request.get(field)
        if type(value) is not str or value not in levels:
            continue
        nearest = levels[value]
        if nearest is None:
            changes.append(Loss(f"/{field}", "dropped", f"the service has no {value!r}"))
        else:
            changes.append(Loss(f"/{field}", "repaired", f"{value!r} goes as {nearest!r}"))
        request = {**request, field: nearest}
    return request


def _placed(
    request: dict[str, Json], field: str, row: dict[str, Json], format_: str, changes: list[Loss]
) -> dict[str, Json]:
    """A field where the service has it."""
    if "at" in row:
        return stood_at(request, field, row["at"], format_)
    rest = {key: value for key, value in request.items() if key != field}
    if "lost" in row:
        if "unless" not in row or not same(request[field], row["unless"]):
            changes.append(Loss(f"/{field}", "dropped", row["lost"]))
        return rest
    changes.append(Loss(f"/{field}", PLACED, "it stands under a key of the service's own"))
    return _under(rest, row["key"], request[field], format_)


def stood_at(
    value: dict[str, Json], field: str, at: str | None, format_: str
) -> dict[str, Json]:
    """A value whose form says which of the wire's places a field stands in; None: the first."""
    own = (value.get("metadata") or EMPTY).get(format_) or EMPTY
    form = own.get("$") or EMPTY
    wanted = None if at is None else {"at": at}
    if form.get(field) == wanted:
        return value
    form = {key: entry for key, entry in form.items() if key != field}
    form |= {field: wanted} if wanted else {}
    own = {key: entry for key, entry in own.items() if key != "$"} | ({"$": form} if form else {})
    return {**value, "metadata": {**(value.get("metadata") or EMPTY), format_: own}}


def _under(
    value: dict[str, Json], path: list[str], inner: Json, format_: str
) -> dict[str, Json]:
    """A value with something under a key of the service's own, at some depth."""
    metadata = value.get("metadata") or EMPTY
    own = _laid(metadata.get(format_) or EMPTY, path, inner)
    return {**value, "metadata": {**metadata, format_: own}}


def _laid(own: Json, path: list[str], value: Json) -> Json:
    if not path:
        return value
    inner = own if type(own) is dict else EMPTY
    return {**inner, path[0]: _laid(inner.get(path[0]), path[1:], value)}


def _with_thoughts(
    request: dict[str, Json], keys: list[str], format_: str, changes: list[Loss],
    left: dict[int, list[int]],
) -> dict[str, Json]:  # fmt: skip
    """A request whose earlier turns of the model say what it had thought.

    The text stands under the first key; what a thought had come with under one of the others goes
    back as it came, instead.
    """
    messages: list[Json] = []
    for at, message in enumerate(request["messages"]):
        content = message.get("content")
        if message.get("role") == "assistant" and type(content) is list:
            indexes: list[int] = []
            place = f"/messages/{at}"
            message = _thinking(message, content, keys, format_, place, changes, indexes)
            if len(indexes) < len(content):
                left[at] = indexes
        messages.append(message)
    if all(ours is theirs for ours, theirs in zip(messages, request["messages"], strict=True)):
        return request
    return {**request, "messages": messages}


def _thinking(
    message: dict[str, Json], content: list[Json], keys: list[str], format_: str, path: str,
    changes: list[Loss], left: list[int],
) -> dict[str, Json]:  # fmt: skip
    texts: list[str] = []
    came: dict[str, list[Json]] = {}
    for at, block in enumerate(content):
        own = (block.get("metadata") or EMPTY).get(format_) or EMPTY
        thought = block["kind"] == "reasoning"
        whole = {key: own[key] for key in keys[1:] if own.get(key)} if thought else EMPTY
        if not thought or not (whole or (block.get("text") and not block.get("redacted"))):
            left.append(at)
            continue
        for key, records in whole.items():
            came[key] = [*came.get(key, ()), *records]
        texts += [] if whole else [block["text"]]
        changes.append(Loss(f"{path}/content/{at}", PLACED, f"it goes back as {keys[0]}"))
        changes += _left_home(block, {*whole}, format_, f"{path}/content/{at}")
    if not texts and not came:
        return message
    message = {**message, "content": [content[at] for at in left]}
    own = (message.get("metadata") or EMPTY).get(format_) or EMPTY
    found = {**({keys[0]: "\n".join(texts)} if texts else {}), **came}
    for key, value in found.items():
        message = _under(message, [key], own.get(key) or value, format_)  # as it came, if it did
    return message


def _left_home(block: dict[str, Json], sent: set[str], format_: str, path: str) -> list[Loss]:
    """What only who had a thought has a place for, such as its signature.

    ``sent``: keys of the wire's own that go back as they came.
    """
    return [
        Loss(f"{path}/metadata/{name}/{key}", "foreign", _whose(name, format_))
        for name, overlay in (block.get("metadata") or EMPTY).items()
        for key, value in overlay.items()
        if key != "$" and value not in (None, "", []) and not (name == format_ and key in sent)
    ]


def _whose(name: str, format_: str) -> str:
    who = "another service" if name == format_ else name
    return f"only {who} has a place for it"
