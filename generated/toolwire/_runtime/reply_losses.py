# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a reply loses on its way to another wire: thoughts without a text, and words of failures.

Or to another type of its own wire, which streams build: what rode along with the one it came as.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from .absence import EMPTY
from .errors import Loss
from .failures import Kinds, failure_kind, reworded
from .misfit import escaped
from .pointing import Place, lose

Json = Any


def unsaid_losses(
    block: Json, format_: str, aliases: dict[str, Any], place: Place, losses: list[Loss]
) -> None:
    """A block whose text was withheld, or is empty, says nothing here, unless its own wire did."""
    own = (block.get("metadata") or EMPTY).get(format_) or EMPTY
    if own.keys() & aliases["lists"].keys():
        return
    if block.get("redacted"):
        lose(losses, (place, "/redacted"), "field", "there is no text of it to show")
    elif not block.get("text"):
        lose(losses, (place, "/text"), "field", "an empty text is as good as none here")


def reworded_losses(
    x: Json, kinds: Kinds, places: Collection[str], format_: str, path: Place, losses: list[Loss]
) -> Json:
    """The words of a failure that are replaced, and a kind that has none here.

    Returns the reply with those words that it lacked: they are not made up.
    """
    error = x["error"]
    if error is None or error.get("kind") is None:
        return x
    made = reworded(x, kinds, places, format_)["error"]
    for key in ("message", "type", "code"):
        word = error.get(key)
        if made.get(key) != word:
            code = "added" if word is None else "renamed"
            lose(losses, (path, f"/error/{key}"), code, "this wire has words of its own for it")
    words = {key: made[key] for key in ("message", *places) if key in made}
    if failure_kind(words, kinds) != error["kind"]:
        why = "the status of the reply says it, and no word"
        lose(losses, (path, "/error/kind"), "field", why)
    own = {key: value for key, value in error.items() if value is not None}
    return {**x, "error": {**made, **own}}


def read_by(value: Json, format_: str, entry: str) -> Json:
    """A value that was just read; its form says by which entry, if anything rides along with it."""
    own = value.get("metadata", EMPTY).get(format_)
    if own:
        own.setdefault("$", {})["entry"] = entry
    return value


def of_entry(value: dict[str, Any], format_: str, entry: str) -> tuple[dict[str, Any], list[Loss]]:
    """A value without what came with a body of another entry, and that as losses.

    Of a type of its own each key would stand elsewhere.
    """
    metadata = value.get("metadata") or EMPTY
    own = metadata.get(format_) or EMPTY
    origin = own.get("$", EMPTY).get("entry")
    if origin is None or origin == entry:
        return value, []
    why = f"it stood in a body that `decode_{origin}` reads"
    lost = [
        Loss(f"/metadata/{format_}/{escaped(key)}", "foreign", why) for key in own if key != "$"
    ]
    left = {name: overlay for name, overlay in metadata.items() if name != format_}
    return {**value, "metadata": left}, lost
