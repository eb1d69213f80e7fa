"""Conversations at random, driven as an app drives them, and what goes wrong in them.

    .venv/bin/python tests/driving/conversations.py [--count N] [--seed N]

Replies of any wire are read, whole or streamed, and appended; each call is answered by its id and
name, as in the README's loop, in any order and some of it late; between turns the conversation is
stored, made normal, or sent as a body of some wire and read back. All along it is encoded for each
wire, and `pairing` reads from the bodies which result answers which call.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path[:0] = [str(TESTS), str(TESTS.parent / "generated")]

from dice import Dice  # noqa: E402
from driving import CONVERSED, replies  # noqa: E402
from driving.bodies import Bodies  # noqa: E402
from driving.calls import NAMES, Asked, answer, asked_by  # noqa: E402
from driving.odd_requests import odd  # noqa: E402
from driving.replies import same, stored  # noqa: E402
from driving.talk import talk  # noqa: E402
from stream_samples import MODULES  # noqa: E402
from toolwire import StreamFold, normal, tool_calls  # noqa: E402

Json = Any
Called = list[tuple[str, str, int]]
AT_ONCE = 3
"""So many wires a conversation is held in: which of them, the dice say."""


def called(response: Json) -> Called:
    """(id, name, marker) of each call."""
    return [(call["id"], call["name"], asked_by(call)) for call in tool_calls(response)]


class Conversation:
    """One app with one conversation. ``faults`` tells what went wrong."""

    def __init__(self, seed: int | str) -> None:
        self.dice = Dice(f"conversation {seed}")
        question = {"role": "user", "content": "How warm is it in Oslo?"}
        self.request: Json = {"model": "m", "messages": [question]}
        self.request["tools"] = [{"name": name} for name in NAMES]
        if self.dice.chance(3):
            self.request["messages"].insert(0, {"role": "system", "content": "Be brief."})
        self.wires = CONVERSED
        if len(CONVERSED) > AT_ONCE:
            self.wires = tuple(self.dice.sample(CONVERSED, AT_ONCE))
        self.faults: list[str] = []
        self.asked: list[int] = []
        self.ids: set[str] = set()
        # Marker → the call, as the app got it, for each call without a result.
        self.open: dict[int, Json] = {}
        self.bodies = Bodies(self.wires, self.dice, self.faults)

    def drive(self) -> list[str]:
        """One to four turns; what went wrong in them."""
        try:
            self._drive()
        except Exception as error:  # a bug, which must not end the count of the others
            self.faults.append(f"raises {type(error).__name__}: {error}")
        return self.faults

    def _drive(self) -> None:
        for _ in range(self.dice.choice([1, 2, 2, 3, 3, 4])):
            self._ask_model()
            self._run_tools()
            if self.dice.chance(2):
                self._final_answer()
            if self.dice.chance(2):
                self._say("And what about tomorrow?")
            self._keep()
        self._answer([*self.open])
        self._send()
        self.bodies.check_odd(odd(self.dice.choice(self.wires), self.dice))

    # -- the app's steps

    def _ask_model(self) -> None:
        wire = self.dice.choice(self.wires)
        names = self.dice.sample(NAMES, self.dice.randint(1, len(NAMES)))
        markers = range(len(self.asked) + 1, len(self.asked) + 1 + self.dice.randint(1, 4))
        wished = [Asked(marker, self.dice.choice(names)) for marker in markers]
        body = replies.reply(wire, wished, self.dice)
        response = self._read(wire, body)
        calls = tool_calls(response)
        if [asked for _, _, asked in called(response)] != [*markers]:
            self.faults.append(f"read {wire}: calls are lost, doubled or changed")
        if any(call["id"] == earlier["id"] for call in calls for earlier in self.open.values()):
            # A result belongs to the nearest call of its id: no call of that id may wait.
            self._answer([*self.open])
        self.request["messages"].append(response["message"])
        self.asked += markers
        self.open |= zip(markers, calls, strict=False)

    def _read(self, wire: str, body: Json) -> Json:
        """The reply, decoded whole or folded from its stream; both give the same calls."""
        module = MODULES[wire]
        copied = stored(body)
        response = module.decode_response(body)
        calls = called(response)
        if called(module.decode_response(copied)) != calls:
            self.faults.append(f"read {wire}: the same reply has other ids when read again")
        if not same(module.encode_response(response), copied) or not same(body, copied):
            self.faults.append(f"read {wire}: written again, the reply is another")
        for target in self.wires:
            # What a gateway's client gets, who answers by these ids.
            shown = talk(target).sent_ids(MODULES[target].encode_response(response))
            if target != wire and not talk(target).IDS_OPTIONAL and not all(shown):
                self.faults.append(f"read {wire}: as a reply of {target} a call has no id")
        sent = talk(wire).sent_ids(body)
        for (made, _, _), raw in zip(calls, sent, strict=False):
            if not raw and made in self.ids:
                self.faults.append(f"read {wire}: a made-up id is in use already")
            self.ids.add(made)
        if self.dice.chance(2):
            return response
        events = replies.stream(wire, body, self.dice)
        if events is None:
            return response
        fold = StreamFold()
        named = dict[int, str]()
        way = self.dice.choice(["deltas", "deltas", "whole"])
        for event in fold.over(module.decode_stream(events, tool_calls=way)):
            if event["kind"] == "toolCallDelta" and "id" in event:
                named.setdefault(event["index"], event["id"])
        folded: Json = fold.response
        if called(folded) != calls:
            self.faults.append(f"read {wire}: the streamed reply has other calls or ids")
        elif not set(named.values()) <= {id_ for id_, _, _ in calls}:
            self.faults.append(f"read {wire}: a piece of a call has another id than the call")
        return folded

    def _run_tools(self) -> None:
        """Answer all calls, or some of them late: after the user said more, or the next reply."""
        dice = self.dice
        markers = self._shuffled()
        if not dice.chance(3):
            self._answer(markers)
            self._send()
            return
        first = dice.randrange(len(markers))
        self._answer(markers[:first])
        if first or dice.chance(4):
            self._send()
        self._say("Please be quick.")
        if not dice.chance(3):
            for marker in markers[first:]:
                self._answer([marker])
                if dice.chance(4):
                    self._say("Well?")
        self._send()

    def _shuffled(self) -> list[int]:
        """The open calls in any order, but those that share an id in theirs: nothing else tells."""
        waiting = {call["id"]: iter(self._with_id(call["id"])) for call in self.open.values()}
        shuffled = self.dice.sample([*self.open.values()], len(self.open))
        return [next(waiting[call["id"]]) for call in shuffled]

    def _with_id(self, id_: str) -> list[int]:
        return [marker for marker, call in self.open.items() if call["id"] == id_]

    def _answer(self, markers: list[int]) -> None:
        for marker in markers:
            call = self.open.pop(marker)
            result = {"toolCallId": call["id"], "name": call["name"]}
            result |= self._value(answer(marker))
            self.request["messages"].append({"role": "tool", "toolResult": result})

    def _value(self, marked: str) -> Json:
        picture = {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
        text = {"kind": "text", "text": marked}
        return self.dice.choice(
            [
                {"kind": "text", "value": f"{marked} Sunny."},
                {"kind": "text", "value": json.dumps({"said": marked})},
                {"kind": "data", "value": {"said": marked, "celsius": 21.0}},
                {"kind": "data", "value": {"output": marked, "exit_code": 1}},
                {"kind": "data", "value": marked},
                {"kind": "data", "value": [marked, None], "isError": True},
                {"kind": "error", "value": f"{marked} No such city."},
                {"kind": "multimodal", "value": [text, picture]},
                {"kind": "multimodal", "value": [picture, text], "isError": True},
            ]
        )

    def _say(self, text: str) -> None:
        blocks = [{"kind": "text", "text": text}]
        content = self.dice.choice([text, blocks])
        self.request["messages"].append({"role": "user", "content": content})

    def _final_answer(self) -> None:
        wire = self.dice.choice(self.wires)
        response = MODULES[wire].decode_response(replies.reply(wire, [], self.dice))
        self.request["messages"].append(response["message"])
        self._send()

    def _keep(self) -> None:
        """What happens to a conversation between two turns."""
        if self.dice.chance(3):
            self.request = stored(self.request)
        if self.dice.chance(5):
            self.request = normal(self.request)
            self._find_open()
        if self.dice.chance(4):
            self._go_on_from_a_body(self.dice.choice(self.wires))

    def _go_on_from_a_body(self, wire: str) -> None:
        """Read the conversation back from the last body sent, as a service does that keeps none."""
        body = self.bodies.latest.get(wire)
        if body is None:
            return
        self.request = {"model": "m", **MODULES[wire].decode_request(stored(body))}
        self.bodies.forget_all_but(wire)
        self._find_open()

    def _find_open(self) -> None:
        """The calls without a result, as they are called now."""
        calls = [call for message in self.request["messages"] for call in tool_calls(message)]
        self.ids |= {call["id"] for call in calls}
        found = {asked_by(call): call for call in calls}
        self.open = {marker: found[marker] for marker in self.open}

    def _send(self) -> None:
        self.bodies.check(self.request, self.asked, [*self.open])


def drive(seed: int | str) -> list[str]:
    """What goes wrong in one conversation."""
    return Conversation(seed).drive()


def main() -> None:
    """Drive many conversations, and print what went wrong, how often, and first with which seed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1000, help="how many conversations")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    first: dict[str, int] = {}
    counts = Counter[str]()
    bodies = wrong = 0
    for seed in range(given.seed, given.seed + given.count):
        conversation = Conversation(seed)
        found = set(conversation.drive())
        wrong += bool(found)
        bodies += conversation.bodies.count
        counts.update(found)
        for fault in found:
            first.setdefault(fault, seed)
    print(f"{given.count} conversations, {bodies} bodies, {wrong} conversations with faults")
    for fault, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        print(f"{count:>7}  seed {first[fault]:<7} {fault}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
