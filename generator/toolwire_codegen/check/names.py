"""Rules on names that become classes and files of the output."""

from __future__ import annotations

import re

from ..load.findings import Position
from ..load.names import CLASSES
from ..resolve.format import ResolvedProject
from ..resolve.problems import Problem, Problems

TYPE_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")


def definitions(view: ResolvedProject) -> Problems:
    """Definition names become class and function names, in more than one language."""
    for schema, _ in view.schemas:
        for name in schema.defs:
            at = schema.document.at("$defs", name)
            if not TYPE_NAME.fullmatch(name):
                yield Problem(
                    at,
                    f"{name!r} cannot name a type",
                    "a definition names a class in the output",
                    "a capital letter, then letters and digits",
                )
            elif name in CLASSES:
                yield Problem(
                    at,
                    f"{name!r} cannot name a type",
                    "the class would hide what the output means by that name",
                    "rename the definition",
                )


def codecs(view: ResolvedProject) -> Problems:
    """The codecs of all formats go to one folder, each under its format and its module."""
    places: dict[str, str] = {}
    for one in view.formats:
        for module in one.format.codecs:
            path = f"schemas/{one.format.name}/{module}.py"
            first = places.setdefault(f"{one.format.name}_{module}", path)
            if first != path:
                yield Problem(
                    Position(path, 1, 1),
                    f"{module!r} cannot name a module of codecs here",
                    f"its copy would have the name of that of {first}",
                    "rename one of them",
                )
