"""The reading of random streams: intermediate events by their grammar, and what they fold to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import toolwire
from dice import Dice
from driving import CONVERSED
from driving.blocks import merged
from driving.client_intermediate import IntermediateClient
from driving.comparison import Comparison
from driving.continued import continued
from driving.cuts import arriving, cut_at, ending
from driving.event_grammar import CLIENTS
from driving.handling import handed_out
from driving.source_parts import Stream
from driving.stream_sources import stream
from driving.talk import talk
from samples import copied, difference, exactly
from toolwire._runtime.convert import format_module

Json = Any


def check_reading(
    source: str,
    seed: int,
    cut: str = "whole",
    consumer: str = "keeps",
    supplier: str = "keeps",
    *_: str,
) -> list[str]:
    """The faults of one stream read, as "kind: particulars"."""
    made = stream(source, seed)
    count = cut_at(made, cut, Dice(f"cut {seed}"))
    decode = format_module(source).decode_stream
    decoded, raised = handed_out(lambda: decode(arriving(made, cut, count, supplier)), consumer)
    faults = [*ending("ends" if cut == "refused" else cut, raised)]
    if faults:
        return faults
    client = IntermediateClient(ids_late=not talk(source).REPLIES_NAMED)
    client.read(decoded)
    faults += client.faults
    faults += Comparison(made, "intermediate", client.reply, count).differences()
    faults += _ends(made, client, count)
    if count is None and client.ended:
        faults += _folds(decoded)
    if cut == "fails" and not str(client.reply.error).endswith("Overloaded."):
        faults.append(f"the error changed: {client.reply.error}")
    if (consumer, supplier) != ("keeps", "keeps"):
        usual = handed_out(lambda: decode(arriving(made, cut, count, "keeps")))[0]
        if not exactly(decoded, usual):
            faults.append(f"not as usual: {difference(decoded, usual)}")
    return faults


def check_next(source: str, seed: int, cut: str = "whole", *_: str) -> list[str]:
    """The faults of the next request after one stream, on every wire."""
    made, fold = stream(source, seed), toolwire.StreamFold()
    count = cut_at(made, cut, Dice(f"cut {seed}"))
    decode = format_module(source).decode_stream
    raised = handed_out(lambda: fold.over(decode(arriving(made, cut, count, "keeps"))))[1]
    if faults := [*ending("ends" if cut == "refused" else cut, raised)]:
        return faults
    signatures = {block.signature for block in made.says() if block.kind == "reasoning"}
    found = {
        wire: continued(fold.response, wire, signatures if wire == source else set())
        for wire in _next_wires(source, seed)
    }
    return [f"{fault} ({wire})" for wire, faults_there in found.items() for fault in faults_there]


def _next_wires(source: str, seed: int) -> list[str]:
    """The source and two others: where there are more, the dice say which."""
    others = [wire for wire in CONVERSED if wire != source]
    if len(others) > 2:
        others = Dice(f"next {source} {seed}").sample(others, 2)
    return [source, *others]


def _ends(made: Stream, client: IntermediateClient, count: int | None) -> Iterator[str]:
    """Whether what is complete says so, and a cut stream ends only what the wire has ended."""
    if count is None:
        if not client.ended:
            yield "ends quietly: no completed"
        return
    if client.ended:
        yield "a cut reply is complete: completed"
    parted, all_came = CLIENTS[made.wire].SIGNATURES_PART_TEXTS, count >= made.complete
    begun, full = made.says(count), made.says()
    # What nothing has come of yet is not told; it ends what was before it all the same.
    sent = [(at, block) for at, block in enumerate(begun) if block.text or block.kind == "call"]
    # Where a signature parts a text, who takes the pieces cannot see where.
    found = merged(client.reply.blocks) if parted else client.reply.blocks
    came = [block for block in found if block.text or block.kind == "call"]
    for ours, (at, theirs) in zip(came, sent, strict=False):
        followed = all_came or at < len(begun) - 1 or (parted and theirs.signature)
        if ours.done and not theirs.done and not (followed and theirs.text == full[at].text):
            yield f"an end too early: {ours}"
        unnamed = ours.kind == "call" and not ours.id and not talk(made.wire).REPLIES_NAMED
        if not ours.done and theirs.done and theirs.kind != "other" and not unnamed:
            yield f"a block without its end: {ours}"


def _folds(events: list[Json]) -> Iterator[str]:
    """Whether what comes piece by piece is what `completed` says."""
    fold = toolwire.StreamFold()
    for event in events[:-1]:
        fold.add(copied(event))
    whole = events[-1]["response"]
    for kind in ("text", "reasoning"):
        ours, theirs = _text_of(fold.response, kind), _text_of(whole, kind)
        if ours != theirs:
            yield f"folded {kind} differs: {ours!r} is not {theirs!r}"
    found, full = _calls_of(fold.response), _calls_of(whole)
    cut = whole["finishReason"] in ("length", "content_filter") and [*found[-1:], *full[-1:]]
    if cut and not cut[0]["arguments"] and cut[-1].get("invalidArguments") == "":
        # That the reply was cut is said behind the call, which looked whole until then.
        cut[0].setdefault("invalidArguments", "")
    if not exactly(found, full):
        yield f"folded calls differ: {difference(found, full)}"


def _text_of(response: Json, kind: str) -> str:
    blocks = response["message"]["content"]
    return "".join(block["text"] for block in blocks if block["kind"] == kind)


def _calls_of(response: Json) -> list[Json]:
    """The calls of a response, with what an app acts on."""
    calls = [b["toolCall"] for b in response["message"]["content"] if b["kind"] == "toolCall"]
    keys = ("id", "name", "arguments", "invalidArguments", "input")
    return [{key: call[key] for key in keys if key in call} for call in calls]
