"""What rides along with a body that two entries read: it goes back as the type it came from."""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .errors import Loss
from .misfit import escaped

Json = Any


def read_by(value: dict[str, Any], format_: str, entry: str) -> dict[str, Any]:
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
    said = own.get("$", EMPTY).get("entry")
    if said is None or said == entry:
        return value, []
    why = f"it stood in a body that `decode_{said}` reads"
    lost = [
        Loss(f"/metadata/{format_}/{escaped(key)}", "foreign", why) for key in own if key != "$"
    ]
    left = {name: overlay for name, overlay in metadata.items() if name != format_}
    return {**value, "metadata": left}, lost
