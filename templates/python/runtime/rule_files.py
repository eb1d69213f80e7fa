"""Files: in a form that the provider can read, and documents under a name."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from typing import Any

from .absence import EMPTY
from .acceptance import MEDIA, Acceptance, Row, is_usual
from .draft import Draft
from .rule_blocks import each_block

Json = Any
SHOWN = "See the document."
PLAIN = "text/plain"
WRITTEN = re.compile(r"text/|(?:application|image)/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml)(?:;|$)")
"""Types of data that are text."""
ENDINGS = {
    "application/pdf": ".pdf", "text/plain": ".txt", "text/markdown": ".md", "text/html": ".html",
    "text/csv": ".csv", "application/json": ".json",
}  # fmt: skip


def sources(draft: Draft, row: Row) -> None:
    """Pictures, sounds and files that this provider can read: data, or where it may look."""
    acceptance = draft.acceptance

    def readable(block: dict[str, Json], role: str, place: str) -> dict[str, Json] | None:
        kind = block["kind"]
        if kind == "document" and (other := _other_form(block, role, acceptance)) is not None:
            how, fresh = other
            draft.changed(place, row.what, how)
            for key in acceptance.own(block):
                if key != "$" and key not in acceptance.own(fresh):
                    where = f"{place}/metadata/{acceptance.format}/{key}"
                    draft.changed(where, row.what, "only a document may have it", "dropped")
            block = fresh
        if kind not in MEDIA or kind not in acceptance.kinds_at(role):
            return block
        why = _unreadable(block, acceptance)
        if why is None:
            return block
        draft.changed(place, row.what, f"left out: {why}", "dropped")
        return None

    each_block(draft, readable)


def usual_base64(draft: Draft, row: Row) -> None:
    """Data in the alphabet of base64 that is safe in URLs, as some clients write it, in the usual.

    The bytes are the same. Some leave out what fills the last group, too.
    """

    def usual(block: dict[str, Json], role: str, place: str) -> dict[str, Json]:
        kind, data = block["kind"], block.get("data")
        if data is None or is_usual(data) or kind not in draft.acceptance.kinds_at(role) & MEDIA:
            return block
        plain = _in_usual(data)
        if _bytes_of(plain) is None:
            return block  # these are no bytes in any alphabet
        how = "the same bytes in the usual alphabet of base64"
        draft.changed(f"{place}/data", row.what, how, "renamed")
        return {**block, "data": plain}

    each_block(draft, usual)


def _in_usual(data: str) -> str:
    plain = data.rstrip("=").replace("-", "+").replace("_", "/")
    return plain + "=" * (-len(plain) % 4)


def _bytes_of(data: str) -> bytes | None:
    try:
        return b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return None


def _unreadable(block: dict[str, Json], acceptance: Acceptance) -> str | None:
    """Why a provider cannot read a block's source."""
    if acceptance.is_bare(block):
        return "there is nothing in it"
    taken = acceptance.sources.get(block["kind"], {})
    if (url := block.get("url")) is not None and "url" in taken:
        scheme = url.partition(":")[0].lower()
        if scheme not in taken["url"]:
            return f"the API fetches no {scheme} URL" if ":" in url else "this is no URL"
    file, begins = block.get("fileId"), taken.get("fileId")
    if file is not None and begins is not None and not re.match(begins, file):
        return "the file was not uploaded to this provider"
    return None


def _other_form(
    block: dict[str, Json], role: str, acceptance: Acceptance
) -> tuple[str, dict[str, Json]] | None:
    """A document of text in a form that has a place there, and how; None if it need not change.

    Its text stands for data and data for its text, where a wire has but one of them; where it has
    no documents, it is a text among others.
    """
    has_documents = "document" in acceptance.places.get(role, ())
    if has_documents and acceptance.takes(block):
        return None
    text = _text_of(block)
    if text is None:
        return None
    if block.get("source") is not None and "text" in acceptance.places.get(role, ()):
        return "it goes as a text", _as_text(block, _found(block, text), acceptance)
    named = {key: block[key] for key in ("name", "metadata") if block.get(key) is not None}
    other = {"kind": "document", "mimeType": block.get("mimeType") or PLAIN, **named}
    if has_documents and acceptance.takes({**other, "text": text}):
        return "its data goes as text", {"kind": "document", "text": text, **named}
    if has_documents and acceptance.takes({**other, "data": ""}):
        data = b64encode(text.encode(errors="surrogatepass")).decode()
        return "its text goes as data", {**other, "data": data}
    if "text" not in acceptance.places.get(role, ()):
        return None
    title = f"{block['name']}:\n\n" if block.get("name") else ""
    return "it goes as a text", _as_text(block, title + text, acceptance)


def _as_text(block: dict[str, Json], text: str, acceptance: Acceptance) -> dict[str, Json]:
    """A text, with what other wires had said of the document: they are told that it is lost."""
    metadata = block.get("metadata") or EMPTY
    others = {name: one for name, one in metadata.items() if name != acceptance.format}
    found = {"kind": "text", "text": text}
    return {**found, "metadata": others} if others else found


def _found(block: dict[str, Json], text: str) -> str:
    """What a search found, in words: what it is called, where it stands, and what it says."""
    title = [block["name"]] if block.get("name") else []
    return "\n\n".join(["\n".join([*title, block["source"]]), text])


def _text_of(block: dict[str, Json]) -> str | None:
    """The text of a document, if it is one."""
    text: str | None = block.get("text")
    data = block.get("data")
    if text is None and data is not None and WRITTEN.match(block.get("mimeType") or ""):
        try:
            text = (_bytes_of(data if is_usual(data) else _in_usual(data)) or b"").decode()
        except ValueError:
            return None  # not what it says
    return text if text and text.strip() else None


def only_held(draft: Draft, row: Row) -> None:
    """Pictures, sounds and files where the service takes such, and from where it takes them."""
    acceptance = draft.acceptance

    def standing(block: dict[str, Json], role: str, place: str) -> dict[str, Json] | None:
        kind = block["kind"]
        if kind not in MEDIA or role not in row.params["in"]:
            return block
        if kind in acceptance.kinds_at(role) and acceptance.takes(block):
            return block
        mime = block.get("mimeType") if block.get("data") is not None else None
        why = f"no {kind} of type {mime} is taken" if mime else f"there is to be {row.what}"
        draft.changed(place, row.what, f"left out: {why}", "dropped")
        return None

    each_block(draft, standing)


def documents(draft: Draft, row: Row) -> None:
    """A document has a name, spelled as the wire wants it, and none that another one has."""
    letters, taken = row.params.get("letters"), set[str]()
    longest = row.params.get("longest")

    def named(block: dict[str, Json], role: str, place: str) -> dict[str, Json]:
        if block["kind"] != "document" or "document" not in draft.acceptance.kinds_at(role):
            return block
        if not draft.acceptance.takes(block):
            return block  # it goes nowhere
        if block.get("source") is not None:
            return block  # what a search found is called as it is
        if row.params.get("of") and block.get(row.params["of"]) is None:
            return block
        given = block.get("name")
        name = given or "document" + ("" if letters else ENDINGS.get(block.get("mimeType", ""), ""))
        if letters:
            name = re.sub(f"[^{letters}]+", "-", name)
            name = re.sub(r"\s+", " ", name).strip() or "document"
        name = plain = name[:longest]
        number = 1
        while row.params.get("unique") and name in taken:
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
        blocks, place = turn.blocks, f"{turn.place}/content"
        if turn.role != "user" or blocks is None:
            continue
        # What a search found is no document there.
        counted = [block for block in blocks if block.get("source") is None]
        kinds = {block["kind"] for block in counted if draft.acceptance.goes_out(block, "user")}
        if "document" in kinds and "text" not in kinds:
            draft.changed(place, row.what, "a text that points to the document is put in")
            turn.put([*blocks, {"kind": "text", "text": SHOWN}], [*turn.places, place])
