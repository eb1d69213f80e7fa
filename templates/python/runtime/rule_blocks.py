"""Blocks: empty texts, thoughts by themselves, and media that do not say their type."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Any

from .absence import EMPTY
from .acceptance import Row
from .draft import Draft
from .thoughts import is_alien, proves

Json = Any
PROVEN = "nothing proves that the provider's own model had this thought"
BEGIN = {"image": "image/", "audio": "audio/", "video": "video/", "document": ""}
APPLICATION = ("application/", "text/")
USUAL = {
    "image": "image/jpeg", "audio": "audio/mpeg", "video": "video/mp4",
    "document": "application/pdf",
}  # fmt: skip
"""What media without a type are taken for, if nothing tells."""
SPELLED = {
    "image/jpg": "image/jpeg", "image/x-png": "image/png", "audio/x-wav": "audio/wav",
    "audio/mp3": "audio/mpeg", "application/x-pdf": "application/pdf",
}  # fmt: skip
"""The names of types that some have another word for."""
BEGINNINGS = (
    ("iVBORw0KGgo", "image/png"), ("/9j/", "image/jpeg"), ("R0lGOD", "image/gif"),
    ("UklGR", "image/webp"), ("JVBERi", "application/pdf"), ("SUQz", "audio/mpeg"),
    ("T2dnUw", "audio/ogg"), ("UklGR", "audio/wav"), ("ZkxhQ", "audio/flac"),
)  # fmt: skip
"""How data begin in base64; pictures and sounds may begin alike."""


def each_block(
    draft: Draft, change: Callable[[dict[str, Json], str, str], dict[str, Json] | None]
) -> None:
    """Hand each block to ``change``, with its role or "result" and its place.

    What that gives stands there instead; None leaves it out.
    """
    for turn in draft.turns:
        blocks = turn.blocks
        if blocks is None:
            continue
        role, places = "result" if turn.role == "tool" else turn.role, turn.places
        found = [change(block, role, place) for block, place in zip(blocks, places, strict=True)]
        if not all(map(is_, found, blocks)):
            left = [at for at, block in enumerate(found) if block is not None]
            turn.put([found[at] for at in left], [places[at] for at in left])


def texts(draft: Draft, row: Row) -> None:
    """Texts that say nothing are left out, unless they carry something of this wire's own."""
    acceptance = draft.acceptance

    def speaking(block: dict[str, Json], role: str, place: str) -> dict[str, Json] | None:
        if (
            block["kind"] != "text"
            or role not in acceptance.blank
            or not acceptance.is_blank(block["text"])
        ):
            return block
        if any(key in acceptance.own(block) for key in row.params.get("unless", ())):
            return block
        draft.changed(place, row.what, "an empty text is left out", "dropped")
        return None

    each_block(draft, speaking)


def signed(draft: Draft, row: Row) -> None:
    """Thoughts that look like this wire's own go out with what proves it alone."""
    by, made = row.params["by"], row.params.get("made", "")
    own, where = draft.acceptance.own(draft.request), row.params.get("where", EMPTY)
    if any(own.get(key) != value for key, value in where.items()):
        return

    def proven(block: dict[str, Json], role: str, place: str) -> dict[str, Json] | None:
        if block["kind"] != "reasoning" or proves(block, draft.acceptance.own(block), by, made):
            return block
        reason = PROVEN if by else f"left out: there is to be {row.what}"
        draft.changed(place, row.what, reason, "dropped")
        return None

    each_block(draft, proven)


def alien(draft: Draft, row: Row) -> None:
    """Thoughts of another provider's model do not go to this one, where nothing proves any."""

    def ours(block: dict[str, Json], role: str, place: str) -> dict[str, Json] | None:
        if block["kind"] != "reasoning" or not is_alien(block, draft.acceptance.format):
            return block
        draft.changed(place, row.what, "left out: another provider's model had it", "dropped")
        return None

    each_block(draft, ours)


def concluded(draft: Draft, row: Row) -> None:
    """A thought that nothing follows in its turn is left out: it was cut off, or all else was."""
    for turn in draft.turns:
        blocks, places = turn.blocks or (), turn.places
        out = [at for at, block in enumerate(blocks) if draft.acceptance.goes_out(block, turn.role)]
        gone: set[int] = set()
        while turn.role == "assistant" and out and blocks[out[-1]]["kind"] == "reasoning":
            gone.add(out.pop())
        for at in sorted(gone):
            reason = "nothing that it led to follows it: it is left out"
            draft.changed(places[at], row.what, reason, "dropped")
        if gone:
            left = [at for at in range(len(blocks)) if at not in gone]
            turn.put([blocks[at] for at in left], [places[at] for at in left])


def typed(draft: Draft, row: Row) -> None:
    """Media say their type: by how they end or begin, or the usual one."""

    def saying(block: dict[str, Json], role: str, place: str) -> dict[str, Json]:
        kind, given = block["kind"], block.get("mimeType") or ""
        begin = BEGIN.get(kind)
        if kind not in row.params.get("kinds", (kind,)):
            return block
        if (
            given in SPELLED
            and kind in draft.acceptance.kinds_at(role)
            and not draft.acceptance.takes(block)
        ):
            draft.changed(f"{place}/mimeType", row.what, f"it goes as {SPELLED[given]}")
            return {**block, "mimeType": SPELLED[given]}
        if (
            begin is None
            or (given and given.startswith(begin))
            or kind not in draft.acceptance.kinds_at(role)
        ):
            return block
        if all(block.get(key) is None for key in row.params["of"]):
            return block
        found = _guessed(block)
        if kind in row.params.get("unsure", ()) and not found and block.get("data") is None:
            return block
        mime = found if found.startswith(begin or APPLICATION) else USUAL[kind]
        draft.changed(f"{place}/mimeType", row.what, f"it says no type: it goes as {mime}")
        return {**block, "mimeType": mime}

    each_block(draft, saying)


def _guessed(block: dict[str, Json]) -> str:
    """The type of media by its first characters, its address or its name; "" if none tells."""
    data, kind = block.get("data") or "", BEGIN[block["kind"]]
    for begin, mime in BEGINNINGS:
        if data.startswith(begin) and mime.startswith(kind):
            return mime
    from mimetypes import guess_type  # slow to import, and rarely needed

    ending = (block.get("url") or block.get("name") or "").partition("?")[0]
    return guess_type(ending)[0] or ""
