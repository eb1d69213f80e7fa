"""Names that the generated package has for itself: no format, definition or codec may take them.

The renderer writes these very names, so what is refused is what would be hidden.
"""

from __future__ import annotations

import builtins
import keyword

HELPERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("convert", ("aconvert_stream", "convert_request", "convert_response", "convert_stream")),
    ("errors", ("Loss", "ToolwireError", "ToolwireLossWarning")),
    ("failures", ("status",)),
    ("fold", ("StreamFold",)),
    ("lowered", ("lower_schema", "restore_arguments")),
    ("normal", ("normal",)),
    ("read", ("has_tool_calls", "is_tool_result", "text", "tool_calls")),
    ("restoring", ("restored",)),
)
"""What the package offers beside its formats, and the runtime module each of these stands in."""

SUBMODULES = ("clients", "intermediate", "models", "schemas", "tools", "types")
"""Modules and folders that stand where a format's module does, or its types or models."""

PACKAGE = {*SUBMODULES, *(name for _, names in HELPERS for name in names), "annotations"}
"""Every attribute of the package without an underscore in front; the last comes from
``from __future__``."""

TYPING = ("Annotated", "Any", "ClassVar", "Literal", "NotRequired", "TypeAlias", "TypedDict")
BASE = ("EXACT", "FIRST", "Maybe", "Model", "Root", "Shaped", "shaped")
PYDANTIC = ("Field",)
"""What modules of types and models import: from ``typing``, from ``_base``, from pydantic."""

GENERATOR = ("MISSING", "RootModel")
"""Names that datamodel-code-generator keeps for itself, and renames a definition for."""

CLASSES = {*TYPING, *BASE, *PYDANTIC, *GENERATOR, *dir(builtins), *keyword.kwlist}
"""No class of a definition may be called so: it would hide what annotations beside it mean."""


ENTRIES = {
    *("stream", "events", "event", "blocks"),
    *("payload", "body", "losses", "context", "make_id", "on_loss", "binary", "w", "x"),
    *("rules", "changes", "given", "calls"),
    *("plain", "made_plain", "attempt", "report", "opened", "asked", "repeat"),
    *("lost_of", "changed_or_lost", "accepted"),
    *("as_text", "as_bytes"),
}
"""No entry may be called so: its three functions, or what they take, would hide another."""


def not_a_format(name: str) -> tuple[str, str] | None:
    """Why a folder of this name cannot hold a format, and what to do; None if it can."""
    if not (name.isidentifier() and name.isascii() and name == name.lower()):
        fix = "rename it: lower-case letters, digits and underscores"
        return "a format's folder names a Python module", fix
    if keyword.iskeyword(name):
        return "it is a word of Python", "rename the folder"
    if name.startswith("_"):
        return "names with an underscore in front are the package's own", "rename the folder"
    if name in PACKAGE:
        return "the package has that name for itself", "rename the folder"
    return None


def not_a_profile(name: str) -> tuple[str, str] | None:
    """Why a file of this name cannot hold a profile, and what to do; None if it can."""
    if name.isidentifier() and name.isascii() and name == name.lower() and name[0] != "_":
        return None
    return "it names a Python module", "rename it: lower-case letters, digits and underscores"
