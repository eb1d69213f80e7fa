# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Blocks: empty texts, sources that only another provider can read, documents without a name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .acceptance import MEDIA, Acceptance, Row
from .draft import Draft, Turn

Json = Any
SHOWN = "See the document."
ENDINGS = {
    "application/pdf": ".pdf", "text/plain": ".txt", "text/markdown": ".md", "text/html": ".html",
    "text/csv": ".csv", "application/json": ".json",
}  # fmt: skip

BEGIN = {"image": "image/", "audio": "audio/", "video": "video/", "document": ""}
APPLICATION = ("application/", "text/")
USUAL = {
    "image": "image/jpeg", "audio": "audio/mpeg", "video": "video/mp4",
    "document": "application/pdf",
}  # fmt: skip
"""What media without a type are taken for, if nothing tells."""
BEGINNINGS = {
    "iVBORw0KGgo": "image/png", "/9j/": "image/jpeg", "R0lGOD": "image/gif",
    "UklGR": "image/webp", "JVBERi": "application/pdf", "SUQz": "audio/mpeg", "T2dnUw": "audio/ogg",
}  # fmt: skip
"""How data begin in base64."""


def each_block(
    draft: Draft, change: Callable[[dict[str, Json], str, str], dict[str, Json] | None]
) -> None:
    """Hand each block to ``change``, with its role or "result" and its place.

    What that gives stands there instead; None leaves it out.
    """
    for turn in draft.turns:
        held, place = blocks_of(turn)
        if held is None:
            continue
        role = "result" if turn.role == "tool" else turn.role
        found = [change(block, role, f"{place}/{at}") for at, block in enumerate(held)]
        if any(ours is not theirs for ours, theirs in zip(found, held, strict=True)):
            put_blocks(turn, [block for block in found if block is not None])


def blocks_of(turn: Turn) -> tuple[list[dict[str, Json]] | None, str]:
    """The blocks that a message or its result is made of, and where they stand."""
    if turn.role == "tool":
        result = turn.message["toolResult"]
        held = result["value"] if result["kind"] == "multimodal" else None
        return held, f"{turn.place}/toolResult/value"
    content = turn.message.get("content")
    return (content if type(content) is list else None), f"{turn.place}/content"


def put_blocks(turn: Turn, held: list[dict[str, Json]]) -> None:
    """Other blocks in a message or its result."""
    if turn.role == "tool":
        result = {**turn.message["toolResult"], "value": held}
        turn.message = {**turn.message, "toolResult": result}
    else:
        turn.message = {**turn.message, "content": held}


def texts(draft: Draft, row: Row) -> None:
    """Texts that say nothing are left out, unless they carry something of this wire's own."""
    known = draft.known

    def said(block: dict[str, Json], role: str, place: str) -> dict[str, Json] | None:
        if block["kind"] != "text" or role not in known.blank or not known.is_blank(block["text"]):
            return block
        if any(key in known.own(block) for key in row.said.get("unless", ())):
            return block
        draft.changed(place, row.what, "an empty text is left out", "dropped")
        return None

    each_block(draft, said)


def typed(draft: Draft, row: Row) -> None:
    """Media say their type: by how they end or begin, or the usual one."""

    def saying(block: dict[str, Json], role: str, place: str) -> dict[str, Json]:
        kind, said = block["kind"], block.get("mimeType") or ""
        begin = BEGIN.get(kind)
        if begin is None or (said and said.startswith(begin)):
            return block
        if all(block.get(key) is None for key in row.said["of"]):
            return block
        found = _guessed(block)
        mime = found if found.startswith(begin or APPLICATION) else USUAL[kind]
        draft.changed(f"{place}/mimeType", row.what, f"it says no type: it goes as {mime}")
        return {**block, "mimeType": mime}

    each_block(draft, saying)


def _guessed(block: dict[str, Json]) -> str:
    """The type of media by its address or its first characters, "" if neither tells."""
    if (url := block.get("url")) is not None:
        from mimetypes import guess_type  # slow to import, and rarely needed

        return guess_type(url.partition("?")[0])[0] or ""
    data = block.get("data") or ""
    return next((mime for begin, mime in BEGINNINGS.items() if data.startswith(begin)), "")


def sources(draft: Draft, row: Row) -> None:
    """Pictures, sounds and files that this provider can read: data, or where it may look."""
    known = draft.known

    def readable(block: dict[str, Json], role: str, place: str) -> dict[str, Json] | None:
        kind = block["kind"]
        if kind not in MEDIA or kind not in _held(known, role):
            return block
        why = _unreadable(block, known.sources.get(kind, {}))
        if why is None:
            return block
        draft.changed(place, row.what, f"left out: {why}", "dropped")
        return None

    each_block(draft, readable)


def _held(known: Acceptance, place: str) -> frozenset[str]:
    """What a place holds; what results do not hold goes where users' messages do, if it moves."""
    moves = place == "result" and known.row("media") is not None
    return known.places.get(place, frozenset()) | (known.places["user"] if moves else frozenset())


def _unreadable(block: dict[str, Json], taken: dict[str, Json]) -> str | None:
    """Why a provider cannot read a block's source."""
    if (url := block.get("url")) is not None and "url" in taken:
        scheme = url.partition(":")[0].lower()
        if scheme not in taken["url"]:
            return f"the API fetches no {scheme} URL" if ":" in url else "this is no URL"
    file, begins = block.get("fileId"), taken.get("fileId")
    if file is not None and begins is not None and not re.match(begins, file):
        return "the file was not uploaded to this provider"
    return None


def documents(draft: Draft, row: Row) -> None:
    """A document has a name, spelled as the wire wants it, and none that another one has."""
    letters, taken = row.said.get("letters"), set[str]()
    longest = row.said.get("longest")

    def named(block: dict[str, Json], role: str, place: str) -> dict[str, Json]:
        if block["kind"] != "document" or "document" not in _held(draft.known, role):
            return block
        if row.said.get("of") and block.get(row.said["of"]) is None:
            return block
        given = block.get("name")
        name = given or "document" + ("" if letters else ENDINGS.get(block.get("mimeType", ""), ""))
        if letters:
            name = re.sub(f"[^{letters}]+", "-", name)
            name = re.sub(r"\s+", " ", name).strip() or "document"
        name = plain = name[:longest]
        number = 1
        while row.said.get("unique") and name in taken:
            number += 1
            name = f"{plain[: longest and longest - 5]} {number}"
        taken.add(name)
        if name == given:
            return block
        how = f"it has no name: it goes as {name!r}" if not given else f"it goes as {name!r}"
        # Nothing tells whoever reads it what name it had.
        draft.changed(f"{place}/name", row.what, how, "repaired" if given else "added")
        return {**block, "name": name}

    each_block(draft, named)


def text_beside(draft: Draft, row: Row) -> None:
    """A message with a document has a text, too."""
    for turn in draft.turns:
        held, place = blocks_of(turn)
        if turn.role != "user" or held is None:
            continue
        kinds = {block["kind"] for block in held if draft.known.goes_out(block, "user")}
        if "document" in kinds and "text" not in kinds:
            draft.changed(place, row.what, "a text that points to the document is put in")
            put_blocks(turn, [*held, {"kind": "text", "text": SHOWN}])
