"""What written events say beside what their source said: nothing lost, nothing twice, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from driving import STREAMED
from driving.blocks import Block, merged
from driving.event_grammar import CLIENTS
from driving.source_parts import Stream
from driving.strict_client import StreamedReply
from driving.talk import talk
from samples import exactly

Json = Any


@dataclass
class Comparison:
    """A source's stream, of which ``count`` events came (None: all), and what a target was told."""

    stream: Stream
    target: str
    reply: StreamedReply
    count: int | None = None

    def __post_init__(self) -> None:
        self.same = self.stream.wire == self.target
        # What is a picture on both wires is no block of its own wire's; here it is not compared.
        blocks = [block for block in self.reply.blocks if block.kind != "media"]
        self.reply = replace(self.reply, blocks=blocks)
        self.client = CLIENTS[self.target]
        speaks = talk(self.target) if self.target in STREAMED else None
        #: whether a text has its place among the calls
        self.ordered = speaks is None or not speaks.TEXTS_JOINED
        own = ("other",) if self.same or speaks is None else ()
        self.kinds = ("text", "call", "reasoning", *own)
        self.sent = [b for b in self.stream.says(self.count) if b.kind in self.kinds]
        self.all = [b for b in self.stream.says() if b.kind in self.kinds]

    def differences(self) -> Iterator[str]:
        """Where the two differ."""
        for block in self.reply.blocks:
            if block.kind not in self.kinds:
                yield f"a block that has no place here: {block}"
                return
        yield from self._texts("text")
        yield from self._texts("reasoning")
        yield from self._calls()
        if self.same:
            yield from self._beside()
        if self.count is None:
            yield from self._whole()
        else:
            yield from self._part()

    # -- all that was said, whatever its order

    def _texts(self, kind: str) -> Iterator[str]:
        if kind not in self.kinds:
            return
        sent, came = (
            "".join(block.text for block in blocks if block.kind == kind)
            for blocks in (self.sent, self.reply.blocks)
        )
        if came == sent or (self.count is not None and sent.startswith(came)):
            return
        how = "twice" if came.startswith(sent) else "lost" if sent.startswith(came) else "changed"
        yield f"{kind} {how}: {came!r} is not {sent!r}"

    def _calls(self) -> Iterator[str]:
        sent, full, came = (
            [block for block in blocks if block.kind == "call"]
            for blocks in (self.sent, self.all, self.reply.blocks)
        )
        if len(came) > len(sent) or (self.count is None and len(came) < len(sent)):
            names = [block.name for block in came]
            yield f"calls {'lost' if len(came) < len(sent) else 'twice'}: {names} of {len(sent)}"
            return
        for ours, then, theirs in zip(came, sent, full, strict=False):
            if ours.name != then.name:
                yield f"a call's name changed: {ours.name!r} is not {then.name!r}"
            if then.id is not None and ours.id != then.id:
                yield f"a call's id changed: {ours.id!r} is not {then.id!r}"
            optional = self.same and talk(self.target).IDS_OPTIONAL
            if then.id is None and optional and ours.id is not None:
                yield f"a made-up id goes back: {ours.id!r}"
            yield from self._arguments(ours, then, theirs)

    def _arguments(self, ours: Block, then: Block, full: Block) -> Iterator[str]:
        """What is told of arguments; a call that is shown as finished has all of them."""
        if then.free and not self.client.FREE_TEXT:
            if ours.arguments() != {}:
                yield f"a free text became arguments: {ours.text!r}"
            return
        if then.free != ours.free:
            yield f"a call became another: {ours}"
        finished = self.count is None or ours.done
        if finished:
            if then.text != full.text:
                yield f"a cut call looks finished: {ours.text!r} of {full.text!r}"
            elif not exactly(ours.arguments(), full.arguments()):
                yield f"arguments changed: {ours.text!r} is not {full.text!r}"
        elif not then.text.startswith(ours.text) and not (
            then.text == full.text and exactly(ours.arguments(), full.arguments())
        ):
            yield f"arguments changed: {ours.text!r} does not begin {then.text!r}"

    def _beside(self) -> Iterator[str]:
        sent, came = self.stream.extras(self.count), self.reply.beside
        if self.count is None and sent != came:
            yield f"texts beside changed: {came} is not {sent}"
        for key, text in came.items():
            if not sent.get(key, "").startswith(text):
                yield f"texts beside changed: {came} is not {sent}"

    # -- the order

    def _row(self, blocks: list[Block]) -> list[Block]:
        """The blocks to compare one by one: neighbours that the target cannot tell apart as one."""
        if self.same and self.client.BLOCKS_END:
            return [block for block in blocks if block.kind != "text" or block.text]
        if not self.same:
            # A signature stays with its wire, and a reasoning that is only that says nothing.
            blocks = [replace(block, signature="") for block in blocks]
        return merged(blocks)

    def _whole(self) -> Iterator[str]:
        """A reply that is complete says all, and why it stopped."""
        if self.reply.error is not None:
            yield f"an error that nobody had: {self.reply.error!r}"
            return
        yield from self._finish()
        if (self.reply.tokens or (0, 0)) != (self.stream.tokens or (0, 0)):
            yield f"tokens changed: {self.reply.tokens} are not {self.stream.tokens}"
        if not self.ordered:
            return
        sent, came = self._row(self.sent), self._row(self.reply.blocks)
        if [*map(_shape, sent)] != [*map(_shape, came)]:
            yield f"the order changed: {[*map(_shape, came)]} is not {[*map(_shape, sent)]}"
            return
        for ours, theirs in zip(came, sent, strict=True):
            yield from self._own(ours, theirs)

    def _own(self, ours: Block, theirs: Block) -> Iterator[str]:
        """What only the same wire has: signatures, and blocks that it alone understands."""
        if self.same and ours.signature != theirs.signature:
            yield f"a signature changed: {ours.signature!r} is not {theirs.signature!r}"
        compares = self.same or ours.value is not None
        if compares and not exactly(ours.value, theirs.value):
            yield f"a block of its own changed: {ours.value} is not {theirs.value}"

    def _part(self) -> Iterator[str]:
        """A reply that was cut is told from its beginning, as it came, and not as complete."""
        if self.reply.finish is not None:
            yield f"a cut reply says why it stopped: {self.reply.finish}"
        if self.ordered:
            sent, came = self._row(self.sent), self._row(self.reply.blocks)
            if [*map(_shape, came)][:-1] != [*map(_shape, sent)][: max(len(came) - 1, 0)]:
                yield f"the order changed: {[*map(_shape, came)]} is not {[*map(_shape, sent)]}"
                return
            for ours, theirs in zip(came, sent, strict=False):
                if self.same and not theirs.signature.startswith(ours.signature):
                    yield f"a signature changed: {ours.signature!r} is not {theirs.signature!r}"
                if ours.done and theirs.done:
                    yield from self._own(ours, theirs)
        first = self.sent[0] if self.sent else None
        if first is not None and first.kind == "text":
            told_text = "".join(b.text for b in self.reply.blocks if b.kind == "text")
            if not told_text.startswith(first.text):
                yield f"text held back: {told_text!r} of {first.text!r}"

    def _finish(self) -> Iterator[str]:
        meaning = talk(self.stream.wire).MEANINGS[self.stream.finish]
        meanings = {meaning}
        if any(block.kind == "call" for block in self.sent):
            alike = {"stop": "tool_calls", "tool_calls": "stop", "other": "tool_calls"}
            meanings |= {alike.get(meaning, meaning)}
        words = {self._word(one) for one in meanings}
        if self.same and self.stream.finish is not None:
            words = {self.stream.finish}
        if self.reply.finish not in words:
            yield f"finish changed: {self.reply.finish} is not {sorted(map(str, words))}"

    def _word(self, reason: str) -> str | None:
        """The target's word for a reason; events of the intermediate format have the reason."""
        return talk(self.target).word(reason) if self.target in STREAMED else reason


def _shape(block: Block) -> tuple[str, str]:
    """A block as the order knows it."""
    return (block.kind, block.name if block.kind == "call" else block.text)
