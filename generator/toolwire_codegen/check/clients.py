"""Rules on clients: modules beside a transform that are copied into the output as they are."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator

from ..load.findings import Position
from ..resolve.format import ResolvedProject
from ..resolve.problems import Problem, Problems

FIX = "take it as a parameter of the app's, or import it relatively"


def lawful(project: ResolvedProject) -> Problems:
    """A client can be read, and needs the standard library and the package alone."""
    for one in project.formats:
        source = one.format.client
        if source is not None:
            yield from _faults(f"schemas/{one.name}/client.py", source)


def _faults(file: str, source: str) -> Problems:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None) or 1
        yield Problem(Position(file, line, 1), f"this is no Python: {error}", "", "mend it")
        return
    for name, line in _imported(tree):
        if name.partition(".")[0] not in sys.stdlib_module_names:
            what = f"it imports `{name}`"
            note = "what is generated needs the standard library alone"
            yield Problem(Position(file, line, 1), what, note, FIX)


def _imported(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Modules that are imported by absolute names, and where."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or "", node.lineno
