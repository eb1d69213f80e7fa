"""Adapters of a project, compiled in memory and imported: for tests of what the compiler makes."""

from __future__ import annotations

import builtins
import dis
import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType, ModuleType

from toolwire_codegen.load.project import Project
from toolwire_codegen.plan.module import plan_format
from toolwire_codegen.plan.passes import PASSES, Pass
from toolwire_codegen.render.modules import environment, exported_names, render_format
from toolwire_codegen.resolve.format import ResolvedFormat, resolve

TEMPLATES = Path(__file__).parent.parent / "templates" / "python"
ENVIRONMENT = environment(TEMPLATES)
RUNTIME = exported_names(TEMPLATES / "runtime")


FEW = 3
"""So many projects are remembered as they were resolved."""


class Package:
    """A package of its own, under a name of its own, that compiled adapters are put in.

    Their texts are as they are rendered, if nothing is said that lays them out.
    """

    def __init__(self, folder: Path, name: str, lay_out: Callable[[str], str] = str) -> None:
        self.folder, self.name, self.count = folder / name, name, 0
        self.lay_out = lay_out
        self._resolved: dict[int, tuple[Project, dict[str, ResolvedFormat]]] = {}
        self.folder.mkdir(parents=True)
        # Linked, not copied: each package would compile a copy anew.
        (self.folder / "_runtime").symlink_to(TEMPLATES / "runtime")
        (self.folder / "__init__.py").write_text("FORMATS = ()\n", encoding="utf-8")
        sys.path.insert(0, str(folder))

    def close(self) -> None:
        sys.path.remove(str(self.folder.parent))
        for name in [name for name in sys.modules if name.partition(".")[0] == self.name]:
            del sys.modules[name]

    def add(
        self, project: Project, format_name: str, passes: Mapping[str, Pass] = PASSES
    ) -> tuple[str, ModuleType]:
        """Plan, render and import one format of a project: its text, and the module."""
        self._add_codecs(format_name, project.formats[format_name].codecs)
        if id(project) not in self._resolved:
            if len(self._resolved) > FEW:
                self._resolved.clear()
            formats = {one.name: one for one in resolve(project).formats}
            self._resolved[id(project)] = project, formats
        module = plan_format(self._resolved[id(project)][1][format_name], passes)
        text = render_format(ENVIRONMENT, module, RUNTIME, self.lay_out)
        self.count += 1
        stem = f"adapter_{self.count}"
        (self.folder / f"{stem}.py").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        return text, importlib.import_module(f"{self.name}.{stem}")

    def _add_codecs(self, format_name: str, codecs: dict[str, str]) -> None:
        """The modules that a format brings along, where its adapter imports them from."""
        folder = self.folder / "_codecs"
        for module, source in codecs.items():
            folder.mkdir(exist_ok=True)
            (folder / "__init__.py").touch()
            (folder / f"{format_name}_{module}.py").write_text(source, encoding="utf-8")


def undefined_names(module: ModuleType) -> set[str]:
    """Names that the functions of a module look up and nothing defines."""
    missing: set[str] = set()
    assert module.__spec__ is not None and module.__spec__.loader is not None
    todo = [module.__spec__.loader.get_code(module.__name__)]  # type: ignore[attr-defined]
    while todo:
        code = todo.pop()
        todo += [const for const in code.co_consts if isinstance(const, CodeType)]
        unknown = {name for name in code.co_names if not _is_defined(module, name)}
        for step in dis.get_instructions(code) if unknown else ():
            missing |= {step.argval} if step.opname == "LOAD_GLOBAL" else set()
    return {name for name in missing if not _is_defined(module, name)}


def _is_defined(module: ModuleType, name: str) -> bool:
    """Whether a name is defined, or is mostly that of a method: nothing of ours is called so."""
    return any(hasattr(one, name) for one in (module, builtins, dict, list, str, set))
