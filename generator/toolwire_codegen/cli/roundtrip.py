"""The laws over recorded traffic: does what was decoded and encoded again come back exactly?

A body comes back as the same JSON. A stream comes back as events that tell the same reply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from .inputs import Payload, Problem
from .payloads import WireSchema
from .streams import Recording, Taken, is_stream, recording

EXACT, INEXACT, REFUSED = "exact", "inexact", "refused"
KINDS = ("requests", "replies", "error bodies", "streams")
SHOWN = 20


@dataclass
class Tally:
    """How many came back how, and what differed."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    paths: Counter[tuple[str, str]] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)

    @property
    def all_exact(self) -> bool:
        return all(how == EXACT for _, how in self.counts)

    def lines(self) -> Iterator[str]:
        """The report."""
        yield f"{'':14}" + "".join(f"{how:>9}" for how in (EXACT, INEXACT, REFUSED))
        more = dict.fromkeys(kind for kind, _ in self.counts if kind not in KINDS)
        for kind in (*KINDS, *more):
            numbers = [self.counts[kind, how] for how in (EXACT, INEXACT, REFUSED)]
            yield f"{kind:14}" + "".join(f"{number:9}" for number in numbers)
        for title, counter in (
            ("differing paths", {f"{p or '/'}  {how}": n for (p, how), n in self.paths.items()}),
            ("reasons of refusal", dict(self.refusals)),
        ):
            ranked = sorted(counter.items(), key=lambda item: (-item[1], item[0]))
            if ranked:
                yield f"\n{title}, commonest first:"
            yield from (f"{count:7}  {text}" for text, count in ranked[:SHOWN])
            if len(ranked) > SHOWN:
                yield f"         … and {len(ranked) - SHOWN} more"


def bodies(record: Payload, entries: Iterable[str]) -> Iterator[tuple[str, str, Any]]:
    """(entry, kind, body) of what a record holds. Raises Problem if it is no record."""
    value = record.value
    *most, last = (f'no "{key}"' for key in (*entries, "events"))
    if not isinstance(value, dict) or not {*entries, "events"} & set(value):
        raise Problem(f"{record.place}: not a record: it has {', '.join(most)} and {last}")
    for entry in entries:
        if value.get(entry) is not None:
            yield entry, _kind(entry, value.get("status")), value[entry]


def _kind(entry: str, status: Any) -> str:
    """What the report calls the body of an entry."""
    if entry == "response" and isinstance(status, int) and status >= 400:
        return "error bodies"
    return {"request": "requests", "response": "replies"}.get(entry, entry)


@dataclass(frozen=True)
class Trip:
    """Takes records through the adapters of a format and back, and tallies how they fared."""

    package: Any
    adapters: Any
    wire: WireSchema
    intermediate: WireSchema
    tally: Tally

    def count(self, record: Payload) -> None:
        """Add a record's round trips to the tally. Raises Problem if it is no record."""
        for entry, kind, body in bodies(record, self.wire.entries):
            self._attempt(kind, partial(self._body, entry, body))
        if is_stream(record):
            stream = recording(record, self.wire.framing)
            self._attempt("streams", partial(self._stream, stream))

    def _attempt(self, kind: str, trip: Callable[[], set[tuple[str, str]]]) -> None:
        try:
            found = trip()
        except self.package.ToolwireError as error:
            self.tally.counts[kind, REFUSED] += 1
            pointer, _, rest = str(error).partition(": ")
            self.tally.refusals[f"{starred(pointer)}: {rest}"] += 1
            return
        except Exception as error:  # a fault of the adapters, which the report is to show
            found = {("", f"raised {type(error).__name__}: {error}")}
        self.tally.counts[kind, INEXACT if found else EXACT] += 1
        self.tally.paths.update(found)

    def _body(self, entry: str, body: Any) -> set[tuple[str, str]]:
        decode = getattr(self.adapters, f"decode_{entry}")
        encode = partial(getattr(self.adapters, f"encode_{entry}"), on_loss="ignore")
        if entry == "request":  # what comes back exactly is no wiser than what came
            encode = partial(encode, rules="off")
        return set(differences(body, encode(decode(body))))

    def _stream(self, stream: Recording) -> set[tuple[str, str]]:
        """The differences between the replies that the events tell, before and after."""
        decode, encode = self.adapters.decode_stream, self.adapters.encode_stream
        before, after = self.package.StreamFold(), self.package.StreamFold()
        events = list(encode(before.over(decode(Taken(stream))), on_loss="ignore"))
        reply = before.response
        found = set()
        if not before.complete and before.error is None:
            found.add(("", "broke off before the reply was complete"))
        for complaint in self.intermediate.complaints(Payload("", reply), "Response"):
            pointer, _, rest = complaint.removeprefix(": ").partition(": ")
            found.add((starred(pointer), f"is not valid: {rest}"))
        try:
            for event in decode(events):
                after.add(event)
        except self.package.ToolwireError as error:
            return {*found, ("", f"cannot be read again: {error}")}
        return found | set(differences(reply, after.response))


def starred(pointer: str) -> str:
    """A JSON Pointer with list positions as ``*``."""
    return "/".join("*" if part.isdecimal() else part for part in pointer.split("/"))


def differences(before: Any, after: Any) -> Iterator[tuple[str, str]]:
    """(path, what) of each place where two JSON values differ; positions in lists are ``*``.

    1, 1.0 and true are three values, and so are null and nothing.
    """
    todo = [(before, after, "")]
    while todo:
        one, other, path = todo.pop()
        if type(one) is not type(other):
            yield path, f"{_name(one)} became {_name(other)}"
        elif isinstance(one, dict):
            for key in one.keys() | other.keys():
                inner = f"{path}/{key}"
                if key not in other:
                    yield inner, "is missing"
                elif key not in one:
                    yield inner, "was added"
                else:
                    todo.append((one[key], other[key], inner))
        elif isinstance(one, list):
            if len(one) != len(other):
                yield path, f"{'fewer' if len(other) < len(one) else 'more'} items"
            todo.extend((a, b, f"{path}/*") for a, b in zip(one, other, strict=False))
        elif repr(one) != repr(other):
            yield path, "another value"


def _name(value: Any) -> str:
    names = {
        dict: "object", list: "list", str: "string", bool: "boolean", int: "integer",
        float: "fraction", type(None): "null",
    }  # fmt: skip
    return names.get(type(value), type(value).__name__)
