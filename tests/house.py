"""What the compiler's source says of its own shape: sizes, imports, and who asks for operators.

``python tests/house.py`` prints the figures that ``tests/test_house.py`` holds.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMPILER = ROOT / "generator" / "toolwire_codegen"
TEMPLATES = ROOT / "templates"

STRUCTURE = ("Codec", "Copy", "Scalar", "ThroughLens", "ThroughUnion", "Many")
"""Codecs that stand for a shape of values and for no operator."""
OPERATOR_BASES = ("Codec", "Operator")
ASKING = ("has", "operator")
"""Methods that tell whether a row has the operator of this name."""

CONVERTING = ("decode", "encode")

Edges = dict[str, set[str]]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def sources() -> list[Path]:
    """The modules of the compiler, and those that its output is made of."""
    return sorted([*COMPILER.rglob("*.py"), *TEMPLATES.rglob("*.py")])


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# -- sizes


def module_sizes() -> dict[str, int]:
    """Lines of each module."""
    return {shown(path): len(path.read_text("utf-8").splitlines()) for path in sources()}


def function_sizes() -> dict[str, int]:
    """Lines of each function, under ``module::Class.function``."""
    return {
        f"{shown(path)}::{name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for path in sources()
        for name, node in _functions(tree_of(path), "")
    }


def _functions(
    node: ast.AST, prefix: str
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for child in ast.iter_child_nodes(node):
        named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        name = f"{prefix}{child.name}" if named else ""  # type: ignore[attr-defined]
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield name, child
        yield from _functions(child, f"{name}." if name else prefix)


# -- imports


def module_name(path: Path) -> str:
    """``plan.ir`` for ``plan/ir.py``, ``plan`` for ``plan/__init__.py``."""
    parts = path.relative_to(COMPILER).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(typing: bool = False) -> Edges:
    """Which modules of the compiler each imports, anywhere in it.

    What stands under ``if TYPE_CHECKING`` is imported by no running program: ``typing`` adds it.
    """
    paths = {module_name(path): path for path in sorted(COMPILER.rglob("*.py"))}
    return {
        name: {
            target
            for node in _import_nodes(tree_of(path), typing)
            for target in _targets(node, name, path.stem == "__init__", paths.keys())
        }
        - {name}
        for name, path in paths.items()
    }


def _import_nodes(node: ast.AST, typing: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield node
    children = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test) and not typing:
        children = [*node.orelse]
    for child in children:
        yield from _import_nodes(child, typing)


def _targets(
    node: ast.Import | ast.ImportFrom, name: str, package: bool, modules: set[str] | object
) -> Iterator[str]:
    """The modules that one import takes in, by their names in the compiler."""
    whole = f"toolwire_codegen.{name}".split(".")
    if isinstance(node, ast.Import):
        found = [alias.name for alias in node.names]
    else:
        up = node.level - (1 if package else 0)
        start = whole[: len(whole) - up] if node.level else []
        base = ".".join([*start, *([node.module] if node.module else [])])
        found = [f"{base}.{alias.name}" for alias in node.names]
    for target in found:
        stem, _, rest = target.partition(".")
        if stem != "toolwire_codegen":
            continue
        # A name of a module is no module: then the module it is taken from is meant.
        owner = rest if rest in modules else rest.rpartition(".")[0]  # type: ignore[operator]
        if owner:
            yield owner


def circles(edges: Edges) -> set[frozenset[str]]:
    """The groups of modules that import each other, directly or by way of others."""
    reached = {name: _reached(name, edges) for name in edges}
    groups = {
        frozenset(other for other in reached[name] if name in reached[other]) for name in edges
    }
    return {group for group in groups if len(group) > 1}


def _reached(start: str, edges: Edges) -> set[str]:
    found: set[str] = set()
    todo = [start]
    while todo:
        for target in edges.get(todo.pop(), ()):
            if target not in found:
                found.add(target)
                todo.append(target)
    return found


# -- who asks for operators


def operator_classes() -> set[str]:
    """The classes that an operator compiles to, wherever they stand."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for path in COMPILER.rglob("*.py")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
    }
    found = set(OPERATOR_BASES)
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found - set(STRUCTURE) - set(OPERATOR_BASES)


def questions() -> Counter[tuple[str, str]]:
    """How often each stage asks by class, and by name, what operator a row has."""
    classes = operator_classes()
    return Counter(
        (module_name(path).partition(".")[0], kind)
        for path in sorted(COMPILER.rglob("*.py"))
        if path.relative_to(COMPILER).parts[0] != "operators"
        for node in ast.walk(tree_of(path))
        if (kind := _question(node, classes))
    )


def _question(node: ast.AST, classes: set[str]) -> str | None:
    """``class`` or ``name`` if this asks what operator there is."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        asked = node.func.id == "isinstance" and _names(node.args[1]) & classes
        return "class" if asked else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        # `ir.has` says "has this key" in generated code.
        plan = isinstance(node.func.value, ast.Name) and node.func.value.id == "ir"
        return "name" if node.func.attr in ASKING and len(node.args) == 1 and not plan else None
    if isinstance(node, ast.MatchClass):
        return "class" if _names(node.cls) & classes else None
    if isinstance(node, ast.Compare):
        return _comparison(node, classes)
    return None


def _comparison(node: ast.Compare, classes: set[str]) -> str | None:
    """``type(codec) is Less`` asks, and so does ``operator.name == "less"``."""
    left, right = node.left, node.comparators[0]
    if isinstance(left, ast.Call) and ast.unparse(left.func) == "type" and _names(right) & classes:
        return "class"
    constants = [one.value for one in ast.walk(right) if isinstance(one, ast.Constant)]
    named = ast.unparse(left) in ("operator.name", "op.name", "o.name")
    return "name" if named and any(isinstance(value, str) for value in constants) else None


def _names(node: ast.AST) -> set[str]:
    """Names in an expression, those behind a dot too."""
    found = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return found | {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}


# -- names

EMPTY_WORDS = frozenset({"told", "held", "kept", "said", "known", "seen"})
"""What is true of any value: as a whole name they do not say what one is."""
DEFINING: dict[type[ast.AST], str] = {
    ast.FunctionDef: "name", ast.AsyncFunctionDef: "name", ast.ClassDef: "name", ast.arg: "arg",
    ast.alias: "asname", ast.ExceptHandler: "name", ast.MatchAs: "name", ast.MatchStar: "name",
    ast.MatchMapping: "rest",
}  # fmt: skip
"""What gives something a name, and where that stands."""


def empty_names() -> list[str]:
    """Where a module, function, class, variable, argument or attribute has no other name."""
    return [
        f"{shown(path)}:{line}: {name}"
        for path in sources()
        for line, name in [(1, path.stem), *_given_names(tree_of(path))]
        if name.strip("_").lower() in EMPTY_WORDS
    ]


def _given_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The names that a module gives, and the lines where it does."""
    for node in ast.walk(tree):
        if type(node) in DEFINING:
            yield getattr(node, "lineno", 0), getattr(node, DEFINING[type(node)]) or ""
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
            if node.id == "__slots__":
                yield from _slots(tree, node)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr


def _slots(tree: ast.AST, slots: ast.Name) -> Iterator[tuple[int, str]]:
    """The attributes that ``__slots__`` lists."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and slots in node.targets:
            for one in ast.walk(node.value):
                if isinstance(one, ast.Constant):
                    yield one.lineno, str(one.value)


# -- the output


def conversion_lines(format_: str) -> tuple[int, int, int]:
    """Lines of a format's decode and encode functions, and of the floor by hand that does the same.

    The floor's are those of its own modules, and of these with all that it shares with others.
    Neither docstrings, comments nor empty lines.
    """
    generated = _code_lines(ROOT / "generated" / "toolwire" / f"{format_}.py", CONVERTING)
    floor = _floor_modules(ROOT / "tests" / "bench" / f"floor_{format_}.py")
    own = [path for path in floor if path.stem.removeprefix("floor_").startswith(format_)]
    by_hand, shared = (sum(_code_lines(path, ("",)) for path in paths) for paths in (own, floor))
    return generated, by_hand, shared


def _floor_modules(path: Path) -> set[Path]:
    """A module of the floor, and all modules of the floor behind it."""
    found: set[Path] = set()
    waiting = [path]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _floor_imports(path)
    return found


def _floor_imports(path: Path) -> Iterator[Path]:
    folder = ROOT / "tests" / "bench" / "floor"
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            package, _, name = node.module.rpartition(".")
            if node.level == 1 or package == "floor":
                yield folder / f"{name}.py"


def _code_lines(path: Path, names: tuple[str, ...]) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    count = 0
    for node in tree_of(path).body:
        if isinstance(node, ast.FunctionDef) and node.name.lstrip("_").startswith(names):
            doc_lines = lines[node.lineno - 1 : node.end_lineno]
            count += sum(bool(line.strip()) and line.strip()[0] != "#" for line in doc_lines)
            if ast.get_docstring(node) is not None:
                count -= _length(node.body[0])
    return count


def _length(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def report() -> None:
    """Print the figures."""
    lines, functions = module_sizes(), function_sizes()
    print(f"{sum(count for name, count in lines.items() if name.startswith('gen'))} lines")
    for name, count in sorted({**lines, **functions}.items()):
        if count > (60 if "::" in name else 400):
            print(f'    "{name}": {count},')
    running, all_ = circles(imports()), circles(imports(typing=True))
    print("circles:", *(sorted(group) for group in running))
    print("and with what is imported for types alone:", *(sorted(group) for group in all_))
    for path in sorted((ROOT / "tests" / "bench").glob("floor_*.py")):
        format_ = path.stem.removeprefix("floor_")
        lines_, own, floor = conversion_lines(format_)
        print(f"{format_}: {lines_} lines decode and encode, {lines_ / floor:.2f} of the floor, ",
              f"{lines_ / own:.2f} without what floors share")  # fmt: skip
    print("questions:", {" ".join(key): count for key, count in sorted(questions().items())})


if __name__ == "__main__":
    report()
