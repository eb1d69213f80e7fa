"""Payloads of one wire format as payloads of another, with what was lost on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .inputs import Payload
from .payloads import WireSchema


@dataclass
class Converted:
    """One payload's outcome: a body, or the reason why there is none; and the losses."""

    place: str
    body: Any = None
    failure: str = ""
    losses: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Route:
    """From where to where: the adapters, the source's schema to guess kinds with, the model."""

    source: Any
    target: Any
    schema: WireSchema
    kind: str | None = None
    model: str | None = None

    def convert(
        self, payloads: Iterable[Payload], errors: type[Exception]
    ) -> Iterator[Converted]:
        """The outcomes, in the order of the payloads."""
        for payload in payloads:
            result = Converted(payload.place)
            kind = self.kind or self.schema.guess(payload.value)[0]
            try:
                self._one("request" if kind == "request" else "response", payload.value, result)
            except errors as error:
                result.failure = str(error)
            yield result

    def _one(self, kind: str, value: Any, result: Converted) -> None:
        inner = getattr(self.source, f"decode_{kind}")(value)
        if self.model is not None:
            inner = {**inner, "model": self.model}
        losses = getattr(self.target, f"losses_{kind}")(inner)
        result.losses = [str(loss) for loss in losses]
        result.body = getattr(self.target, f"encode_{kind}")(inner)
