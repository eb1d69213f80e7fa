# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What one service signed: no other that speaks its wire takes it back.

Its overlay has a name of its own, of the wire and the service, so that to every other it is as
foreign as what another provider signed; so has a signed block that only the wire knows.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Any

from .absence import EMPTY
from .overlay import camel_case

if TYPE_CHECKING:
    from .accepting import Accepts

Json = Any


def issuer(data: dict[str, Json]) -> tuple[str, str]:
    """The key of a wire's signatures and the service that issues them; both "" if none does."""
    for row in data.get("rules", EMPTY).values():
        if row["kind"] == "issued":
            return row["key"], row["by"]
    return "", ""


def claim(request: Json, accepts: Accepts) -> None:
    """Put all signatures of a request that was just read under the name of the service."""
    key, by = issuer(accepts.data)
    for message in request["messages"] if key else ():
        _move(message, accepts.format, f"{accepts.format}.{by}", key)


def claimed(message: dict[str, Json], format_: str, data: dict[str, Json]) -> None:
    """Put the signatures of a message that was just read under the service's name."""
    key, by = issuer(data)
    _move(message, format_, f"{format_}.{by}", key)


def unclaimed(message: dict[str, Json], format_: str, data: dict[str, Json]) -> None:
    """Put them where the wire itself has them, for a client that speaks to this service alone."""
    key, by = issuer(data)
    _move(message, f"{format_}.{by}", format_, key)


def unclaimed_request(request: Json, accepts: Accepts) -> Json:
    """A request for the service as it is; the same one if none of its signatures is in it."""
    key, by = issuer(accepts.data)
    name = f"{accepts.format}.{by}"
    messages = request.get("messages") if key and type(request) is dict else None
    if type(messages) is not list:
        return request
    changed = [_unclaimed(one, accepts.format, name, key) for one in messages]
    if all(one is other for one, other in zip(changed, messages, strict=True)):
        return request
    return {**request, "messages": changed}


def _unclaimed(message: Json, format_: str, name: str, key: str) -> Json:
    content = message.get("content") if type(message) is dict else None
    if type(content) is not list or not any(_is_issued(block, name) for block in content):
        return message
    copies = [
        {**block, "toolCall": {**block["toolCall"]}} if "toolCall" in block else {**block}
        for block in content
    ]
    fresh = {**message, "content": copies}
    _move(fresh, name, format_, key)
    return fresh


def _is_issued(block: Json, name: str) -> bool:
    if type(block) is not dict:
        return False
    holder = block.get("toolCall", block)
    return block.get("format") == name or name in (holder.get("metadata") or EMPTY)


def signature_in(block: dict[str, Json], format_: str, key: str) -> str:
    """The key of a signature, however spelled, in a block that only this wire knows; or ""."""
    if block.get("kind") != "opaque" or block["format"] != format_:
        return ""
    value = block["value"] if type(block["value"]) is dict else EMPTY
    return next((name for name in value if camel_case(name) == key), "")


def _move(message: dict[str, Json], source: str, target: str, key: str) -> None:
    content = message.get("content") if key else None
    for block in content if type(content) is list else ():
        _moved(block.get("toolCall", block), source, target, key)


def _moved(holder: dict[str, Json], source: str, target: str, key: str) -> None:
    if signature_in(holder, source, key):
        holder["format"] = target
    metadata = holder.get("metadata") or EMPTY
    own = metadata.get(source) or EMPTY
    if key not in own:
        return
    left = {name: value for name, value in own.items() if name != key}
    signed = {**(metadata.get(target) or EMPTY), key: own[key]}
    others = {name: one for name, one in metadata.items() if name != source}
    holder["metadata"] = {**others, **({source: left} if left else EMPTY), target: signed}


def claims(
    format_: str, data: dict[str, Json], *, back: bool = False
) -> Callable[[Json], Json] | None:
    """What moves the signatures of each event of a stream; None where no service issues any."""
    key, by = issuer(data)
    if not key:
        return None
    source, target = format_, f"{format_}.{by}"
    if back:
        source, target = target, source

    def change(event: Json) -> Json:
        if event.get("kind") == "completed":
            _move(event["response"]["message"], source, target, key)
        else:
            _moved(event, source, target, key)
            if "block" in event and type(event["block"]) is dict:
                _move({"content": [event["block"]]}, source, target, key)
        return event

    return change


def each(events: Iterator[Json], change: Callable[[Json], Json] | None) -> Iterator[Json]:
    """The events of a stream with their signatures moved."""
    return events if change is None else map(change, events)


async def aeach(events: AsyncIterator[Json], change: Callable[[Json], Json]) -> AsyncIterator[Json]:
    """The asynchronous twin of ``each``."""
    async for event in events:
        yield change(event)
