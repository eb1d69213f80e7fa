"""What is asked of the bodies of a conversation that grows, on every wire."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from dice import Dice
from driving import pairing
from samples import FORMATS, exactly, invalid
from stream_samples import MODULES
from toolwire import ToolwireError, convert_request

Json = Any
LISTS = {"openai_chat": "messages", "anthropic_messages": "messages", "gemini": "contents"}


def continues(wire: str, earlier: Json, later: Json) -> bool:
    """Whether all messages of a body are the first ones of a later body, the last as its start."""
    before, after = earlier[LISTS[wire]], later[LISTS[wire]]
    *whole, last = before
    if len(after) < len(before) or not exactly(whole, after[: len(whole)]):
        return False
    grown = after[len(whole)]
    if exactly(last, grown):
        return True
    content = grown.get("content")
    if not isinstance(content, list) or not isinstance(last.get("content"), list):
        return False
    return exactly(last, {**grown, "content": content[: len(last["content"])]})


class Bodies:
    """The bodies of one conversation: each is read on its own, and beside the one before."""

    def __init__(self, dice: Dice, faults: list[str], validate: bool) -> None:
        self.dice = dice
        self.faults = faults
        self.validate = validate
        self.count = 0
        # Wire → the last right body that had all results.
        self.sent: dict[str, Json] = {}

    def check(self, request: Json, asked: Sequence[int], unanswered: Collection[int]) -> None:
        """Encode a request for every wire, and look for faults."""
        before = json.dumps(request)
        for wire in FORMATS:
            body = self._written(f"encode {wire}", partial(_encode, wire, request))
            if body is None or not self._right(f"encode {wire}", wire, body, asked, unanswered):
                self.sent.pop(wire, None)
                continue
            self._comes_back(wire, body)
            self._chain(wire, body, asked, unanswered)
            earlier = self.sent.pop(wire, None)
            if earlier is not None and not continues(wire, earlier, body):
                self.faults.append(f"encode {wire}: what was sent before has changed")
            if not unanswered:
                self.sent[wire] = body
        if json.dumps(request) != before:
            self.faults.append("encode: the request itself was changed")

    def forget_all_but(self, wire: str) -> None:
        """The conversation went through a body of this wire: on others it may look otherwise."""
        self.sent = {name: body for name, body in self.sent.items() if name == wire}

    def _written(self, what: str, write: Callable[[], Json]) -> Json | None:
        self.count += 1
        try:
            return write()
        except ToolwireError as error:
            self.faults.append(f"{what}: refused, {error.code}")
        except Exception as error:  # a bug, which must not end the count of the others
            self.faults.append(f"{what}: {type(error).__name__}")
        return None

    def _right(
        self, what: str, wire: str, body: Json, asked: Sequence[int], unanswered: Collection[int]
    ) -> bool:
        found = pairing.faults(wire, body, asked, unanswered)
        if self.validate and invalid(wire, "request", body) is not None:
            found.append("not valid by the wire's schema")
        late = ", while calls are open" if unanswered else ""
        self.faults += [f"{what}: {fault}{late}" for fault in found]
        return not found

    def _comes_back(self, wire: str, body: Json) -> None:
        """Law 1 on what we have written."""
        again = self._written(f"read back {wire}", lambda: _encode(wire, _decode(wire, body)))
        if again is not None and not exactly(body, again):
            self.faults.append(f"read back {wire}: written again, the body is another")

    def _chain(
        self, wire: str, body: Json, asked: Sequence[int], unanswered: Collection[int]
    ) -> None:
        """The body converted to a second wire, and that to a third."""
        for _ in range(2):
            target = self.dice.choice([name for name in FORMATS if name != wire])
            what = f"convert {wire} → {target}"
            moved = self._written(what, partial(convert, wire, target, body))
            if moved is None or not self._right(what, target, moved, asked, unanswered):
                return
            wire, body = target, moved


def convert(source: str, target: str, body: Json) -> Json:
    """A body on another wire, whatever is lost."""
    return convert_request(body, source=source, target=target, model="m", on_loss="ignore")


def _encode(wire: str, request: Json) -> Json:
    return MODULES[wire].encode_request(request)


def _decode(wire: str, body: Json) -> Json:
    return MODULES[wire].decode_request(body)
