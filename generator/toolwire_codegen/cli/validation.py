"""What is wrong with payloads, and with the events of streams, by a format's schema."""

from __future__ import annotations

from .inputs import Payload
from .payloads import WireSchema
from .streams import meant_as_stream, recording


class Check:
    """Judges payloads by a schema; ``word`` says what they are, else that is guessed."""

    def __init__(self, schema: WireSchema, word: str | None) -> None:
        self.schema, self.word = schema, word

    def judge(self, payload: Payload) -> tuple[list[str], str]:
        """The complaints, one line each, and what to say if there are none. Raises Problem."""
        if meant_as_stream(payload, self.word):
            return self._stream(payload)
        value = payload.value
        name = self.schema.named(self.word, value) if self.word else self.schema.guess(value)[1]
        return list(self.schema.complaints(payload, name)), f"{payload.place}: a valid {name}"

    def _stream(self, payload: Payload) -> tuple[list[str], str]:
        name = self.schema.stream_type()
        stream = recording(payload, self.schema.framing)
        complaints: list[str] = []
        for event in stream.events:
            place = f"{payload.place}: event {event.number}"
            if event.cut:
                complaints.append(f"{place}: it is cut off")
            else:
                complaints += self.schema.complaints(Payload(place, event.value), name)
        count = len(stream.events)
        return complaints, f"{payload.place}: {count} events, each a valid {name}"
