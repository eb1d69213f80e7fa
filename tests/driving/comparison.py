"""What written events say beside what their source said: nothing lost, nothing twice, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from driving import STREAMED
from driving.blocks import Block, merged
from driving.event_grammar import CLIENTS
from driving.source_parts import Stream
from driving.strict_client import Told
from driving.talk import talk
from samples import exactly

Json = Any


@dataclass
class Comparison:
    """A source's stream, of which ``count`` events came (None: all), and what a target was told."""

    stream: Stream
    target: str
    told: Told
    count: int | None = None

    def __post_init__(self) -> None:
        self.same = self.stream.wire == self.target
        # What is a picture on both wires is no block of its own wire's; here it is not compared.
        blocks = [block for block in self.told.blocks if block.kind != "media"]
        self.told = replace(self.told, blocks=blocks)
        self.client = CLIENTS[self.target]
        speaks = talk(self.target) if self.target in STREAMED else None
        #: whether a text has its place among the calls
        self.ordered = speaks is None or not speaks.TEXTS_JOINED
        own = ("other",) if self.same or speaks is None else ()
        self.kept = ("text", "call", "reasoning", *own)
        self.said = [b for b in self.stream.says(self.count) if b.kind in self.kept]
        self.all = [b for b in self.stream.says() if b.kind in self.kept]

    def differences(self) -> Iterator[str]:
        """Where the two differ."""
        for block in self.told.blocks:
            if block.kind not in self.kept:
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
        if kind not in self.kept:
            return
        said, told = (
            "".join(block.text for block in blocks if block.kind == kind)
            for blocks in (self.said, self.told.blocks)
        )
        if told == said or (self.count is not None and said.startswith(told)):
            return
        how = "twice" if told.startswith(said) else "lost" if said.startswith(told) else "changed"
        yield f"{kind} {how}: {told!r} is not {said!r}"

    def _calls(self) -> Iterator[str]:
        said, full, told = (
            [block for block in blocks if block.kind == "call"]
            for blocks in (self.said, self.all, self.told.blocks)
        )
        if len(told) > len(said) or (self.count is None and len(told) < len(said)):
            names = [block.name for block in told]
            yield f"calls {'lost' if len(told) < len(said) else 'twice'}: {names} of {len(said)}"
            return
        for ours, then, theirs in zip(told, said, full, strict=False):
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
        said, told = self.stream.extras(self.count), self.told.beside
        if self.count is None and said != told:
            yield f"texts beside changed: {told} is not {said}"
        for key, text in told.items():
            if not said.get(key, "").startswith(text):
                yield f"texts beside changed: {told} is not {said}"

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
        if self.told.error is not None:
            yield f"an error that nobody had: {self.told.error!r}"
            return
        yield from self._finish()
        if (self.told.tokens or (0, 0)) != (self.stream.tokens or (0, 0)):
            yield f"tokens changed: {self.told.tokens} are not {self.stream.tokens}"
        if not self.ordered:
            return
        said, told = self._row(self.said), self._row(self.told.blocks)
        if [*map(_shape, said)] != [*map(_shape, told)]:
            yield f"the order changed: {[*map(_shape, told)]} is not {[*map(_shape, said)]}"
            return
        for ours, theirs in zip(told, said, strict=True):
            yield from self._own(ours, theirs)

    def _own(self, ours: Block, theirs: Block) -> Iterator[str]:
        """What only the same wire has: signatures, and blocks that it alone understands."""
        if self.same and ours.signature != theirs.signature:
            yield f"a signature changed: {ours.signature!r} is not {theirs.signature!r}"
        told = self.same or ours.value is not None
        if told and not exactly(ours.value, theirs.value):
            yield f"a block of its own changed: {ours.value} is not {theirs.value}"

    def _part(self) -> Iterator[str]:
        """A reply that was cut is told from its beginning, as it came, and not as complete."""
        if self.told.finish is not None:
            yield f"a cut reply says why it stopped: {self.told.finish}"
        if self.ordered:
            said, told = self._row(self.said), self._row(self.told.blocks)
            if [*map(_shape, told)][:-1] != [*map(_shape, said)][: max(len(told) - 1, 0)]:
                yield f"the order changed: {[*map(_shape, told)]} is not {[*map(_shape, said)]}"
                return
            for ours, theirs in zip(told, said, strict=False):
                if self.same and not theirs.signature.startswith(ours.signature):
                    yield f"a signature changed: {ours.signature!r} is not {theirs.signature!r}"
                if ours.done and theirs.done:
                    yield from self._own(ours, theirs)
        first = self.said[0] if self.said else None
        if first is not None and first.kind == "text":
            told_text = "".join(b.text for b in self.told.blocks if b.kind == "text")
            if not told_text.startswith(first.text):
                yield f"text held back: {told_text!r} of {first.text!r}"

    def _finish(self) -> Iterator[str]:
        meaning = talk(self.stream.wire).MEANINGS[self.stream.finish]
        meanings = {meaning}
        if any(block.kind == "call" for block in self.said):
            alike = {"stop": "tool_calls", "tool_calls": "stop", "other": "tool_calls"}
            meanings |= {alike.get(meaning, meaning)}
        words = {self._word(one) for one in meanings}
        if self.same and self.stream.finish is not None:
            words = {self.stream.finish}
        if self.told.finish not in words:
            yield f"finish changed: {self.told.finish} is not {sorted(map(str, words))}"

    def _word(self, reason: str) -> str | None:
        """The target's word for a reason; events of the intermediate format have the reason."""
        return talk(self.target).word(reason) if self.target in STREAMED else reason


def _shape(block: Block) -> tuple[str, str]:
    """A block as the order knows it."""
    return (block.kind, block.name if block.kind == "call" else block.text)
