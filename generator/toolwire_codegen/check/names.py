"""Rules on names that become classes and files of the output."""

from __future__ import annotations

import keyword
import re

from ..load.findings import Position
from ..load.names import CLASSES, ENTRIES
from ..load.transform import entry_path
from ..resolve.format import ResolvedProject
from ..resolve.problems import Problem, Problems

VALUE_NAME = re.compile(r"[a-z][a-z0-9_]*")
TYPE_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")


def definitions(project: ResolvedProject) -> Problems:
    """Definition names become class and function names, in more than one language."""
    for schema, _ in project.schemas:
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


def entries(project: ResolvedProject) -> Problems:
    """An entry names three functions, and what two of them take."""
    for one in project.formats:
        for name in one.transform.entries:
            at = one.position(*entry_path(name))
            if not VALUE_NAME.fullmatch(name) or keyword.iskeyword(name):
                yield Problem(at, f"{name!r} cannot name an entry", "it names functions",
                              "lower-case letters, digits and underscores")  # fmt: skip
            elif name in ENTRIES:
                yield Problem(at, f"{name!r} cannot name an entry",
                              "the functions of an adapter have that name for themselves",
                              "rename it")  # fmt: skip


def codecs(project: ResolvedProject) -> Problems:
    """The codecs of all formats go to one folder, each under its format and its module."""
    places: dict[str, str] = {}
    for one in project.formats:
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
