"""One small wrong change of the project's own code, which a test has to notice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

RUNTIME = "templates/python/runtime"
TOOLS = "templates/python/tools"
COMPILER = "generator/toolwire_codegen"
SHIPPED = {RUNTIME: "generated/toolwire/_runtime", TOOLS: "generated/toolwire/tools"}
"""Folders of modules that are copied into the package, and where to."""


class RowError(ValueError):
    """A row that no longer speaks of the code there is."""


@dataclass(frozen=True)
class Mutant:
    """``old`` stands exactly once in ``file``; with ``new`` in its place, one of ``tests`` fails.

    ``tests`` are the modules where that shows soonest; if they pass, all of them are asked.
    """

    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        name = self.file.removeprefix(f"{RUNTIME}/").removeprefix(f"{COMPILER}/")
        name = name.removeprefix("templates/python/")
        return f"{name}: {_line(self.old)} → {_line(self.new)}"

    @property
    def shipped(self) -> str:
        """The folder of the copy that ships; "" for code that makes the package."""
        return SHIPPED.get(self.file.rpartition("/")[0], "")

    def apply(self, root: Path) -> None:
        """Change the file under ``root``. Raises RowError if it is not as the row says."""
        path = root / self.file
        text = path.read_text(encoding="utf-8")
        if (count := text.count(self.old)) != 1:
            raise RowError(f"{self}: found {count} times")
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")
        if self.shipped:
            # The copy that ships differs by its first line alone.
            copy = root / self.shipped / path.name
            shipped = copy.read_text(encoding="utf-8")
            copy.write_text(shipped.replace(self.old, self.new), encoding="utf-8")


def _line(text: str) -> str:
    short = " ".join(text.split())
    return (short if len(short) <= 60 else short[:57] + "…") or "nothing"


def rows(file: str, tests: str, *changes: tuple[str, str]) -> list[Mutant]:
    """The mutants of one file, for the tests of these names."""
    modules = tuple(tests.split())
    return [Mutant(file, old, new, modules) for old, new in changes]
