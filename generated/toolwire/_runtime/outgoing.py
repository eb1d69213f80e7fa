# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""A block on its way out: what has come of it, and whether it stands on the wire."""

from __future__ import annotations

from typing import Any

from .absence import REFUSAL
from .calls import made_up, unsay_id
from .errors import ToolwireError, expected
from .framing import Lane
from .jsontext import arguments_in, dumps
from .pieces import FREE, built, gather, owned, replace, whole_characters

Json = Any
UNSENT, DROPPED, WAITING = -1, -2, -3
"""Where a block stands on the wire as long as it does not: not yet, never, or not before others."""
TEXT = "text"
TEXTS = (TEXT, "reasoning", REFUSAL)
"""The kinds of blocks that are a text, which may come in pieces; a refusal is a text, marked so."""
PIECES = {"textDelta": "text", "reasoningDelta": "reasoning", "toolCallDelta": "toolCall"}
"""The kinds of events that bring a piece of a block, and the block's kind."""


class Part:
    """A block on its way out: text or reasoning, a tool call, or a block that came whole.

    It shares nothing with the events that it came in.
    """

    __slots__ = (
        *("address", "bare", "block", "call", "ended", "finished", "first", "half", "key", "kind"),
        *("lane", "loose", "metadata", "mixed", "named", "number", "other", "pieces"),
        *("position", "read", "refused", "repeated", "shape", "shut", "word"),
    )

    def __init__(self, kind: str, *, loose: bool = False) -> None:
        #: ``word``: what its pieces are called, where those of its kind may stand in several lists
        self.kind = self.word = kind
        #: whether it is a refusal, and whether a text has become one
        self.refused, self.mixed = kind == REFUSAL, False
        #: where events have the pieces of its text
        self.key = "argumentsDelta" if kind == "toolCall" else "text"
        self.pieces: list[str] = []
        self.call: dict[str, Any] = {}
        self.metadata: dict[str, Any] = {}
        self.block: Json = None
        self.position = UNSENT
        #: where it stands, if not in the list of blocks, and which element of its list it is
        self.lane: Lane | None = None
        self.number = 0
        #: what events find it by
        self.named: Json = 0
        #: whether its last piece has come, and whether the wire was told so
        self.ended = self.shut = False
        #: whether it begins without a piece of its text, and whether no number says where it stands
        self.bare, self.loose = False, loose
        #: how many of the pieces are in the record of what was sent
        self.read = 0
        #: an event that brings a piece of it, without the piece
        self.shape: Json = None
        #: what its pieces say that it is found by, beside its place
        self.address: dict[str, Any] = {}
        #: what its pieces say that is known without them, once one has gone out
        self.repeated: dict[str, Json] | None = None
        #: the first half of a character that was cut in two
        self.half = ""
        #: the block that it is in the finished reply
        self.finished: Json = None
        #: the block that it is in the end, where that is another than it was begun as
        self.other: Json = None
        #: the part that told the first of its text, if that is another
        self.first: Part | None = None

    @property
    def is_named(self) -> bool:
        """Whether the id and the name of a call have come."""
        return "id" in self.call and "name" in self.call

    @classmethod
    def behind(cls, other: Part | None, kind: str, *, loose: bool) -> Part:
        """A new part of the pieces with the number of another one, which has been shut."""
        part = cls(kind, loose=loose)
        if other is not None and kind in TEXTS and not other.ended:
            part.first = other.first or other
        return part

    @classmethod
    def of(cls, block: dict[str, Any]) -> Part:
        """A block that came whole."""
        if block["kind"] not in TEXTS or "redacted" in block:
            part = cls("block")
            part.block = owned(block)
        else:
            part = cls(REFUSAL if block.get(REFUSAL) else block["kind"])
            part.take({"text": block["text"]})
            part.release()
            part.metadata = owned(block.get("metadata", {}))
        part.ended = True
        return part

    def take(self, e: dict[str, Any], *, whole: bool = False) -> str:
        """Keep what an event tells of the block; the piece of its text that can be sent.

        ``whole``: a half character at its end does not wait for the other.
        """
        if self.kind == "toolCall" and not self.pieces and e.get(FREE) is not None:
            self._be_free()
        raw = e.get(self.key) if self.kind == "toolCall" else e["text"]
        text = self._joined(raw) if raw else ""
        if whole:
            text, self.half = text + self.half, ""
        if text:
            self.pieces.append(text)
        if self.kind == "toolCall":
            if e.get("id"):
                unsay_id(self.metadata)
            news = {key: e[key] for key in ("id", "name") if e.get(key) is not None}
            for key, value in news.items():
                if type(value) is not str:
                    raise expected("a string", e, key)
            self.call.update({k: v for k, v in news.items() if v or k not in self.call})
        if "metadata" in e:
            gather(self.metadata, _overlays(e["metadata"]))
        return text

    def end(self, e: dict[str, Any]) -> None:
        """Its last piece has come. What it says then takes the place of what its pieces said."""
        if "metadata" in e:
            replace(self.metadata, _overlays(e["metadata"]))
        self.ended = True
        if e.get("instead") is not None:
            self.other = owned(e["instead"])
            if self.position < 0:
                self.become()

    def become(self) -> None:
        """It is the block that it has turned out to be."""
        self.kind = self.word = "block"
        self.block, self.other = self.other, None
        self.pieces, self.call, self.metadata = [], {}, {}

    def _be_free(self) -> None:
        """It is a call of free text, unless it has been begun as another."""
        if self.position < 0:
            self.key, self.word = FREE, "freeCall"

    def _joined(self, text: str) -> str:
        """A piece with the half character before it; a half at its end waits for the other."""
        text = self.half + text
        self.half = text[-1] if "\ud800" <= text[-1:] <= "\udbff" else ""
        text = text[: len(text) - len(self.half)]
        return text if text.isascii() else whole_characters(text)

    def release(self) -> str:
        """The half of a character whose other half does not come any more."""
        text, self.half = self.half, ""
        if text:
            self.pieces.append(text)
        return text

    @property
    def live(self) -> bool:
        """Whether more of it can be sent: it is begun on the wire, and not ended there."""
        return self.position >= 0 and not self.shut

    @property
    def text(self) -> str:
        """All pieces as one text."""
        return "".join(self.pieces)

    def unread(self) -> str:
        """The pieces that the record does not have yet; from now on it has."""
        text = "".join(self.pieces[self.read :])
        self.read = len(self.pieces)
        return text

    def renamed(self, e: dict[str, Any]) -> bool:
        """Whether an event tells another id than the one that is known of a call."""
        id_ = e.get("id")
        return bool(id_) and self.call.get("id", id_) != id_

    def another(self, e: dict[str, Any]) -> bool:
        """Whether a piece with the number of this block belongs to a new one."""
        if self.kind == "toolCall":
            return self.renamed(e) and not made_up(self.as_call())
        return self.ended or (self.position >= 0 and self.shut)

    def turns(self, e: dict[str, Any]) -> bool:
        """Whether a piece is of a refusal, and what came of the block is none; or not any more."""
        if self.kind not in (TEXT, REFUSAL) or not (e["text"] or e.get(REFUSAL)):
            return False
        return bool(self.pieces or self.half) and bool(e.get(REFUSAL)) != self.refused

    def refuse(self, e: dict[str, Any], marks: bool) -> None:
        """It is a refusal if its first piece is one; ``marks``: its wire says so."""
        if self.kind == TEXT and e.get(REFUSAL) and not (self.pieces or self.half):
            self.refused = True
            self.kind = self.word = REFUSAL if marks else TEXT

    def stays(self) -> bool:
        """Whether it stands where it has begun, though no piece of its text has come.

        One without a number stands where its first piece does, or the reply has it empty.
        """
        return not (self.loose and self.finished is None)

    def whole(self) -> bool:
        """Whether nothing more can come: only a call whose arguments are one object tells."""
        if self.ended or self.kind != "toolCall":
            return True
        return self.key != FREE and arguments_in(self.text) is not None

    def name_as(self, call: dict[str, Any]) -> None:
        """Take what no event has told of a call from the finished reply: no more is to come."""
        if "name" not in self.call:
            # How the name is missing stands with the call, which has not been begun without one.
            self.metadata = owned(call.get("metadata", {}))
        self.call = {"id": call["id"], "name": call["name"], **self.call}

    def as_call(self) -> dict[str, Any]:
        """What is known of a call, but for its arguments."""
        return {**self.call, "metadata": self.metadata}

    def as_block(self) -> Json:
        """The block as far as it has come."""
        if self.kind == "block":
            return self.block
        text = self.text
        block: dict[str, Any]
        if self.kind != "toolCall":
            block = self.saying(text)
            if self.metadata:
                block["metadata"] = built(self.metadata)
            return block
        value = arguments_in(text) if text and self.key != FREE else {}
        call = {**self.call, "arguments": {} if value is None else value}
        if self.key == FREE:
            call["input"] = text
        elif value is None:
            call["invalidArguments"] = text
        if self.metadata:
            call["metadata"] = built(self.metadata)
        return {"kind": "toolCall", "toolCall": call}

    def saying(self, text: str) -> dict[str, Any]:
        """A block like this one with a text, and nothing beside it."""
        if self.kind == REFUSAL:
            return {"kind": "text", "text": text, REFUSAL: True}
        return {"kind": self.kind, "text": text}

    def rest(self) -> str:
        """What the finished reply says of the block's text beyond the pieces.

        What has been sent cannot be taken back: nothing, if it is spelled otherwise.
        """
        sent, finished = self.text, self.finished
        if finished is None or self.kind == "block":
            return ""
        if self.kind != "toolCall":
            text = finished["text"]
        else:
            call = finished["toolCall"]
            text = call.get("input" if self.key == FREE else "invalidArguments")
            if text is None:
                is_whole = arguments_in(sent) is not None or not (sent or call["arguments"])
                text = sent if is_whole else dumps(call["arguments"])
        return text[len(sent) :] if text.startswith(sent) else ""


def _overlays(metadata: dict[str, Any]) -> dict[str, Any]:
    """What an event says that only some wires understand. Raises what is explained later."""
    for overlay in metadata.values():
        if "$" in overlay and type(overlay["$"]) is not dict:
            raise expected("an object", overlay, "$")
    return metadata


def told_wrongly() -> ToolwireError:
    """What was sent of a block cannot be unsaid, and must not look like all of it."""
    what = "a block that ends as what it was begun as; calls may be read when they are whole"
    return ToolwireError("", "value", what)


def as_sent(parts: list[Part]) -> list[Json]:
    """The blocks that are on the wire, in the order they have there."""
    sent = sorted((part for part in parts if part.position >= 0), key=lambda p: p.position)
    if any(part.other is not None for part in sent):
        raise told_wrongly()
    return [part.as_block() if part.finished is None else part.finished for part in sent]


class Numbered(dict[Json, Part]):
    """The blocks whose pieces may still come, by their kind and their number.

    A text and a refusal that have places of their own may have one number, or none, and grow by
    turns: ``aside`` are those whose turn it is not.
    """

    __slots__ = ("aside",)

    def __init__(self) -> None:
        self.aside: dict[Json, Part] = {}

    def turned_from(self, part: Part, key: Json) -> Part | None:
        """The one whose turn it is after this one; None if it has not begun."""
        other, self.aside[key] = self.aside.get(key), part
        if other is not None:
            self[key] = other
        return other


def stands_in(block: dict[str, Any], lists: frozenset[str]) -> bool:
    """Whether a block stands in one of some lists, by the key that it names, or by its kind."""
    return (block.get("at") or block["kind"]) in lists
