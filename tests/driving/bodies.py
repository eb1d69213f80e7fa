"""What is asked of the bodies of a conversation that grows, on every wire."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from dice import Dice
from driving import pairing
from driving.odd_requests import Odd
from driving.replies import same
from driving.talk import talk
from samples import invalid
from stream_samples import MODULES
from toolwire import ToolwireError, convert_request

Json = Any
# One body in so many is validated, which takes as long as all else that is done with fifty.
HELD_TO_SCHEMA = 100


def continues(wire: str, earlier: Json, later: Json) -> bool:
    """Whether all messages of a body are the first ones of a later body, the last as its start."""
    before, after = (talk(wire).messages(body) for body in (earlier, later))
    *whole, last = before
    if len(after) < len(before) or not same(whole, after[: len(whole)]):
        return False
    grown = after[len(whole)]
    if same(last, grown):
        return True
    content = grown.get("content")
    if not isinstance(content, list) or not isinstance(last.get("content"), list):
        return False
    return same(last, {**grown, "content": content[: len(last["content"])]})


class Bodies:
    """The bodies of one conversation: each is read on its own, and beside the one before."""

    def __init__(self, wires: Sequence[str], dice: Dice, faults: list[str]) -> None:
        self.wires = wires
        self.dice = dice
        self.faults = faults
        self.count = 0
        # Wire → the last right body that had all results.
        self.sent: dict[str, Json] = {}
        # Wire → the body sent last, if it was right.
        self.latest: dict[str, Json] = {}
        # (wire, target) → what such a body became on another wire, while it only grew.
        self.moved: dict[tuple[str, str], Json] = {}
        # Wire → the ids that its bodies gave to the calls, by marker.
        self.ids: dict[str, dict[int, str]] = {wire: {} for wire in wires}

    def check(self, request: Json, asked: Sequence[int], unanswered: Collection[int]) -> None:
        """Encode a request for every wire, and look for faults."""
        before = json.dumps(request)
        for wire in self.wires:
            body = self._written(f"encode {wire}", partial(_encode, wire, request))
            if body is None or not self._right(f"encode {wire}", wire, body, asked, unanswered):
                self._forget(wire)
                continue
            self._grows(wire, body)
            self._comes_back(wire, body)
            self._chain(wire, body, asked, unanswered)
            self.latest[wire] = body
            if not unanswered:
                self.sent[wire] = body
        if json.dumps(request) != before:
            self.faults.append("encode: the request itself was changed")

    def check_odd(self, one: Odd) -> None:
        """What came in an odd way comes back so, also when more is said; elsewhere it is right."""
        what = f"odd {one.wire}"
        before = json.dumps(one.body)
        again = self._written(what, partial(convert, one.wire, one.wire, one.body))
        if again is not None and not same(one.body, again):
            self.faults.append(f"{what}: written again, the body is another")
        more = self._written(what, partial(_said_more, one.wire, one.body))
        if more is not None and not continues(one.wire, one.body, more):
            self.faults.append(f"{what}: what came has changed when more was said")
        for target in self.wires if one.determined else ():
            if target != one.wire:
                what = f"odd {one.wire} → {target}"
                moved = self._written(what, partial(convert, one.wire, target, one.body))
                if moved is None:
                    continue
                self._right(what, target, moved, one.asked, one.unanswered)
                longer = _longer(one.wire, one.body)
                later = self._written(what, partial(convert, one.wire, target, longer))
                if later is not None and not continues(target, moved, later):
                    self.faults.append(f"{what}: another body when more was said")
        if json.dumps(one.body) != before:
            self.faults.append(f"odd {one.wire}: the body itself was changed")

    def forget_all_but(self, wire: str) -> None:
        """The conversation went through a body of this wire: on others it may look otherwise."""
        for name in self.wires:
            if name != wire:
                self._forget(name)

    def _forget(self, wire: str) -> None:
        self.sent.pop(wire, None)
        self.latest.pop(wire, None)
        self.ids[wire] = {}
        for target in self.wires:
            self.moved.pop((wire, target), None)

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
        if self.dice.chance(HELD_TO_SCHEMA) and invalid(wire, "request", body) is not None:
            found.append("not valid by the wire's schema")
        late = ", while calls are open" if unanswered else ""
        self.faults += [f"{what}: {fault}{late}" for fault in found]
        return not found

    def _grows(self, wire: str, body: Json) -> None:
        """What was sent before stays as it was: the caches of prompts live by it."""
        earlier = self.sent.pop(wire, None)
        if earlier is not None and not continues(wire, earlier, body):
            self.faults.append(f"encode {wire}: what was sent before has changed")
        ids, before = pairing.ids(wire, body), self.ids[wire]
        if any(ids[marker] != before[marker] for marker in ids.keys() & before.keys()):
            self.faults.append(f"encode {wire}: a call has another id than before")
        before |= ids

    def _comes_back(self, wire: str, body: Json) -> None:
        """Law 1 on what we have written."""
        again = self._written(f"read back {wire}", partial(convert, wire, wire, body))
        if again is not None and not same(body, again):
            self.faults.append(f"read back {wire}: written again, the body is another")

    def _chain(
        self, wire: str, body: Json, asked: Sequence[int], unanswered: Collection[int]
    ) -> None:
        """The body converted to a second wire, and that to a third."""
        first = True
        for _ in range(2):
            target = self.dice.choice([name for name in self.wires if name != wire])
            what = f"convert {wire} → {target}"
            moved = self._written(what, partial(convert, wire, target, body))
            if moved is None or not self._right(what, target, moved, asked, unanswered):
                return
            if first and not unanswered:
                earlier = self.moved.get((wire, target))
                if earlier is not None and talk(wire).TURNS_JOINED:
                    # The model may have said more in its last turn.
                    earlier = _without_last(target, earlier)
                if earlier is not None and not continues(target, earlier, moved):
                    self.faults.append(f"{what}: what was converted before has changed")
                self.moved[wire, target] = moved
            wire, body, first = target, moved, False


def _without_last(wire: str, body: Json) -> Json:
    """A body without its last message; None if that is all."""
    *first, _ = talk(wire).messages(body)
    return {**body, talk(wire).LIST: first} if first else None


def convert(source: str, target: str, body: Json) -> Json:
    """A body on another wire, whatever is lost."""
    options: Any = {"model": "m", "on_loss": "ignore", "rules": "off"}
    return convert_request(body, source=source, target=target, **options)


def _encode(wire: str, request: Json) -> Json:
    return MODULES[wire].encode_request(request)


def _longer(wire: str, body: Json) -> Json:
    """A body with one more message of the user."""
    speaks = talk(wire)
    return {**body, speaks.LIST: [*speaks.messages(body), speaks.thanks()]}


def _said_more(wire: str, body: Json) -> Json:
    request = _decode(wire, body)
    request["messages"].append({"role": "user", "content": "Thank you."})
    return _encode(wire, request)


def _decode(wire: str, body: Json) -> Json:
    return MODULES[wire].decode_request(body)
