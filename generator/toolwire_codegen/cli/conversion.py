"""Payloads of one wire format as payloads of another, with what was lost on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .inputs import Payload, Problem
from .payloads import WireSchema
from .sse import Framing
from .streams import LIST, Recording, Taken, meant_as_stream, recording, stream_text

CUT = "the stream breaks off before the reply is complete"


@dataclass
class Converted:
    """One payload's outcome: a body, or the reason why there is none; and the losses.

    The body is a JSON value, or a ``text`` that stands as it is. ``losses``: also what was only
    changed, and says so. ``cut``: nothing is wrong with the stream, but it is not whole.
    """

    place: str
    body: Any = None
    text: str | None = None
    failure: str = ""
    cut: bool = False
    losses: list[str] = field(default_factory=list)

    def complaints(self) -> Iterator[str]:
        """What there is to say about it, one line each."""
        yield from (f"{self.place}: {line}" for line in self.losses)
        if self.cut:
            yield f"{self.place}: {CUT}"
        if self.failure:
            yield f"toolwire: {self.place}: {self.failure}"


@dataclass(frozen=True)
class Route:
    """From where to where: the adapters, the schemas, what the payloads are, the model.

    ``package`` is the generated package that the adapters belong to; ``rules`` says what to do
    about what the target's API would refuse, ``profile`` which service of the target's wire it is.
    """

    package: Any
    source: Any
    target: Any
    schema: WireSchema
    framing: Framing
    kind: str | None = None
    model: str | None = None
    rules: str | None = None
    profile: str | None = None

    def convert(self, payloads: Iterable[Payload]) -> Iterator[Converted]:
        """The outcomes, in the order of the payloads."""
        for payload in payloads:
            result = Converted(payload.place, failure=payload.fault)
            if payload.fault:
                yield result
                continue
            try:
                self._one(payload, result)
            except self.package.ToolwireError as error:
                result.failure = str(error)
            except Problem as problem:
                result.failure = problem.message.removeprefix(f"{payload.place}: ")
            yield result

    def _one(self, payload: Payload, result: Converted) -> None:
        if meant_as_stream(payload, self.kind):
            self._stream(recording(payload, self.schema.framing), result)
            return
        kind = self.kind or self.schema.guess(payload.value, "--kind")[0]
        self._body("response" if kind == "error" else kind, payload.value, result)

    def _body(self, entry: str, value: Any, result: Converted) -> None:
        decode, encode = able(self.source, "decode", entry), able(self.target, "encode", entry)
        inner = decode(value)
        if self.model is not None and entry in ("request", "response"):
            inner = {**inner, "model": self.model}
        options = {} if entry != "request" else self._ruled()
        if entry == "request" and options["rules"] != "off":
            inner = self.package.restored(inner)
        losses = able(self.target, "losses", entry)(inner, **options)
        result.losses = [*map(_line, losses)]
        result.body = encode(inner, on_loss="ignore", **options)

    def _ruled(self) -> dict[str, str | None]:
        """How rules are held against requests; where source and target are one, they are not."""
        usual = "off" if self.source is self.target and self.profile is None else "repair"
        return {"rules": self.rules or usual, "profile": self.profile}

    def _stream(self, stream: Recording, result: Converted) -> None:
        fold, source = self.package.StreamFold(), Taken(stream)
        try:
            decode = able(self.source, "decode", "stream")
            encode = able(self.target, "encode", "stream")
            inner = self._watched(decode(source), result.losses)
            events = list(encode(fold.over(inner), on_loss="ignore"))
        except self.package.ToolwireError as error:
            result.failure = source.about(error)
            return
        for reply in _replies(fold):
            result.losses += map(_line, self.target.losses_response(reply))
        result.cut = not fold.complete and fold.error is None
        if stream.form == LIST:
            result.body = events
        else:
            result.text = stream_text(stream.form, events, self.framing, fold.complete)

    def _watched(self, events: Iterable[Any], losses: list[str]) -> Iterator[Any]:
        """The events, told of the model they are to name; those that end here are losses."""
        for event in events:
            if event["kind"] == "opaque" and event["format"] != self.target.FORMAT:
                reason = f"an event that only {event['format']} knows"
                losses.append(_line(self.package.Loss("", "opaque", reason)))
            if self.model is not None and event["kind"] == "started":
                event = {**event, "model": self.model}
            elif self.model is not None and event["kind"] == "completed":
                event = {**event, "response": {**event["response"], "model": self.model}}
            yield event


def able(adapters: Any, verb: str, entry: str) -> Callable[..., Any]:
    """The function of a format for an entry. Raises Problem that names what the format has."""
    found: Callable[..., Any] | None = getattr(adapters, f"{verb}_{entry}", None)
    if found is None:
        begin = f"{verb}_"
        entries = [name.removeprefix(begin) for name in dir(adapters) if name.startswith(begin)]
        raise Problem(f"{adapters.FORMAT} has no {entry}; it has {', '.join(entries)}")
    return found


def _line(loss: Any) -> str:
    return f"{'changed' if loss.is_harmless else 'lost'}: {loss}"


def _replies(fold: Any) -> Iterator[Any]:
    """What a stream told: the reply; what came of it, if it is not whole; how it failed."""
    if fold.complete:
        yield fold.response
        return
    arrived = {key: value for key, value in fold.response.items() if key != "error"}
    yield {**arrived, "finishReason": "stop"}
    if fold.error is not None:
        nothing = {"role": "assistant", "content": []}
        yield {"message": nothing, "finishReason": "error", "error": fold.error}
