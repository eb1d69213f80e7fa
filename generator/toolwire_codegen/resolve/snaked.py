"""The keys of a wire that may be spelled in snake_case too."""

from __future__ import annotations

from ..load.schema import Schema
from ..load.transform import Transform


def snaked(transform: Transform, wire: Schema) -> dict[str, str]:
    """The keys that may be in snake_case, and how that is; what is a key of its own is none."""
    if not transform.snake_case:
        return {}
    keys = {key for name in wire.defs for key in wire.properties(name)}
    spelled = {
        key: "".join(f"_{c.lower()}" if c.isupper() else c for c in key)
        for key in keys
        if "_" not in key
    }
    return {key: other for key, other in spelled.items() if other not in keys}
