"""Rules on `via(module:Codec)`, the way out of the closed set of operators.

A codec is a class in a module beside the transform. It has two functions and says enough of
itself for the laws to be run here: `inter` and `wire`, the JSON Schema of either side, and
`samples`, pairs of an intermediate value and its wire value.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError
from referencing.exceptions import Unresolvable

from ..load.findings import Position
from ..operators.uses import arguments
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.lenses import Slot
from ..resolve.paths import text, types
from ..resolve.problems import Problem, Problems, nearest
from .alternatives import PLAIN

MOST = 3
"""How many codecs of its own a format may have: more would be hand-written conversion again."""
PARTS = ("decode", "encode", "inter", "wire", "samples")
FOREIGN: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 10**30, "", "a", "\ud800", [], [None], {}, {"a": {"b": [1]}},
)  # fmt: skip
"""What a codec must turn down or read, and never choke on."""


@dataclass(frozen=True)
class Use:
    """One `via` of a format that names a module and a codec in it."""

    one: ResolvedFormat
    slot: Slot
    module: str
    codec: str

    @property
    def position(self) -> Position:
        return self.slot.target.position

    @property
    def name(self) -> str:
        return f"{self.module}:{self.codec}"

    def problem(self, what: str, note: str, fix: str) -> Problem:
        return Problem(self.position, f"`{self.name}` {what}", note, fix)


def uses(project: ResolvedProject) -> Iterator[Use]:
    """Every `via` whose argument can be read, in the order of the text."""
    for one in project.formats:
        for lens in one.lenses:
            for slot in lens.slots:
                made = arguments(slot, lambda d: d.made_here)
                names = named(made) if made is not None else None
                if names is not None:
                    yield Use(one, slot, *names)


def named(made: tuple[str, ...]) -> tuple[str, str] | None:
    """The module and the codec that a `via` names."""
    module, colon, codec = made[0].partition(":") if made else ("", "", "")
    words = all(name.isidentifier() and name.isascii() for name in (module, codec))
    return (module, codec) if colon and words else None


def unnamed(project: ResolvedProject) -> Problems:
    for one in project.formats:
        for lens in one.lenses:
            for slot in lens.slots:
                made = arguments(slot, lambda d: d.made_here)
                if made and named(made) is None:
                    yield Problem(
                        slot.target.position,
                        f"`{made[0]}` names no codec",
                        "it is a module beside this text and a class in it",
                        "write `via(module:Codec)`",
                    )


def unknown(project: ResolvedProject) -> Problems:
    for use in uses(project):
        modules = use.one.format.codecs
        if use.module not in modules:
            folder = use.position.file.rpartition("/")[0]
            yield use.problem(
                "is not there",
                nearest(use.module, modules, "modules beside this text"),
                f"add {folder}/{use.module}.py",
            )
            continue
        source = modules[use.module]
        if (tree := _tree(source)) is None:
            continue
        classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
        if use.codec not in classes:
            yield use.problem(
                f"is not in {use.module}.py",
                nearest(use.codec, classes, "classes"),
                "name a class of that module",
            )


def incomplete(project: ResolvedProject) -> Problems:
    """A module that does not run, or imports what a vendored copy would not have; missing parts."""
    for use in _found(project):
        yield from _defects(use)


def _defects(use: Use) -> Problems:
    tree = _tree(use.one.format.codecs[use.module])
    if tree is None:
        yield use.problem("is in a module that is not Python", "", "mend its syntax")
        return
    strange = sorted(set(_imports(tree)) - sys.stdlib_module_names)
    if strange:
        yield use.problem(
            f"is in a module that imports {', '.join(strange)}",
            "adapters need the standard library alone",
            "do without it",
        )
        return
    codec = _loaded(use)
    if isinstance(codec, BaseException):
        yield use.problem(f"cannot be loaded: {_message(codec)}", "", "mend the module")
        return
    lacking = [part for part in PARTS if not hasattr(codec, part)]
    if lacking:
        yield use.problem(
            f"lacks {', '.join(f'`{part}`' for part in lacking)}",
            "a codec has decode and encode, the schemas inter and wire, and samples",
            "add what is missing",
        )
        return
    for part in ("inter", "wire"):
        if (why := _no_schema(getattr(codec, part))) is not None:
            yield use.problem(f"has no sound schema in `{part}`: {why}", "", "mend it")
    for part in ("decode", "encode"):
        if not callable(getattr(codec, part)):
            yield use.problem(f"has a `{part}` that is no function", "", "mend it")
    if not _pairs(codec.samples):
        yield use.problem(
            "has no samples",
            "they are pairs of an intermediate value and its wire value",
            "give at least one",
        )


def unlawful(project: ResolvedProject) -> Problems:
    """Samples go both ways unchanged, and what is no sample is read to a valid value or not."""
    for use in _found(project):
        codec = _sound(use)
        if codec is None:
            continue
        try:
            broken = next(_broken(codec), None)
        except (Unresolvable, RecursionError) as error:
            yield use.problem(f"has a schema that cannot be asked: {error}", "", "mend it")
            continue
        if broken is not None:
            yield use.problem(broken, "", "mend the codec, or the sample")


def mismatches(project: ResolvedProject) -> Problems:
    """What a codec says of its two sides is what the schemas say of each row that it stands in."""
    codecs = {(use.one.format.name, use.name): _sound(use) for use in _found(project)}
    for use in uses(project):
        codec = codecs.get((use.one.format.name, use.name))
        if codec is None:
            continue
        one, slot = use.one, use.slot
        sides = (
            ("inter", one.inter_shapes(slot.record, slot.row.fields[0])),
            ("wire", one.wire_shapes(slot.owner.wire, slot.target.path)),
        )
        for part, shapes in sides:
            there, declared = types(shapes) - {"null"}, _types(getattr(codec, part))
            declared |= {"integer"} if "number" in declared else set()
            gap = (declared - there) | _unheld(use, part, there, declared)
            if shapes and "any" not in there and declared and gap:
                yield use.problem(
                    f"and the row do not agree: `{part}` is {' or '.join(sorted(declared))}",
                    f"here it is {text(shapes)}",
                    "mend one of the two",
                )


def _unheld(use: Use, part: str, there: set[str], declared: set[str]) -> set[str]:
    """The types of a side that a codec does not speak of.

    Writing must take all that the field may hold. What the wire names beside an object or a list
    may be another row's; and of a number a codec may read those alone that are whole.
    """
    if part == "inter":
        return there - declared
    slots = [slot for lens in use.one.lenses for slot in lens.slots]
    place = (use.slot.owner, use.slot.target.path)
    shared = [slot for slot in slots if (slot.owner, slot.target.path) == place][1:]
    whole = {"number"} if "integer" in declared else set[str]()
    return set() if shared else (there & PLAIN) - declared - whole


def too_many(project: ResolvedProject) -> Problems:
    for one in project.formats:
        names: dict[str, Use] = {}
        for use in uses(project):
            if use.one is one:
                names.setdefault(use.name, use)
        for use in list(names.values())[MOST:]:
            yield use.problem(
                f"is one codec too many: a format has at most {MOST}",
                f"there are {len(names)}: {', '.join(names)}",
                "say it with the operators there are",
            )


def unused(project: ResolvedProject) -> Problems:
    for one in project.formats:
        named_ = {use.module for use in uses(project) if use.one is one}
        for module in sorted(set(one.format.codecs) - named_):
            file = f"{one.position().file.rpartition('/')[0]}/{module}.py"
            yield Problem(
                Position(file, 1, 1), f"nothing uses the module `{module}`", "", "remove it"
            )


def _found(project: ResolvedProject) -> Iterator[Use]:
    """The first use of each codec that is there."""
    visited = set()
    for use in uses(project):
        source = use.one.format.codecs.get(use.module)
        if source is None or (use.one.format.name, use.name) in visited:
            continue
        visited.add((use.one.format.name, use.name))
        tree = _tree(source)
        names = [node.name for node in tree.body if isinstance(node, ast.ClassDef)] if tree else []
        if tree is None or use.codec in names:
            yield use


def _tree(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _imports(tree: ast.Module) -> Iterator[str]:
    """The top-level packages a module imports; a relative import counts as ``.``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." if node.level else (node.module or "").partition(".")[0]


def _loaded(use: Use) -> Any:
    """The codec, or what went wrong while its module ran."""
    file = f"{use.position.file.rpartition('/')[0]}/{use.module}.py"
    space: dict[str, Any] = {"__name__": use.module, "__file__": file}
    try:
        exec(compile(use.one.format.codecs[use.module], file, "exec"), space)
        return space[use.codec]
    except (Exception, SystemExit) as error:
        return error


def _sound(use: Use) -> Any:
    """The codec, if it is whole; else missing: that is another rule's finding."""
    return None if any(_defects(use)) else _loaded(use)


def _broken(codec: Any) -> Iterator[str]:
    """The laws that a codec breaks, in words."""
    inter, wire = Draft202012Validator(codec.inter), Draft202012Validator(codec.wire)
    for number, (value, raw) in enumerate(codec.samples, 1):
        for side, validator, sample in (("inter", inter, value), ("wire", wire, raw)):
            if not validator.is_valid(sample):
                yield f"has a sample {number} that is not valid by `{side}`"
        for name, given, wanted in (("decode", raw, value), ("encode", value, raw)):
            original = deepcopy(given)
            try:
                found = getattr(codec, name)(given)
            except Exception as error:
                yield f"raises in `{name}` of sample {number}: {_message(error)}"
                continue
            if not _same(given, original):
                yield f"changes what `{name}` is given, in sample {number}"
            if not _same(found, wanted):
                yield f"breaks a law: `{name}` of sample {number} gives {_shown(found)}"
    for raw in FOREIGN:
        try:
            value = codec.decode(deepcopy(raw))
        except Exception as error:
            yield f"raises in `decode` of {_shown(raw)}: {_message(error)}; return None for no fit"
            continue
        if value is None:
            continue
        if not inter.is_valid(value):
            yield f"reads {_shown(raw)} as {_shown(value)}, which is not valid by `inter`"
            continue
        try:
            if not _same(codec.decode(codec.encode(value)), value):
                yield f"breaks a law: what it reads {_shown(raw)} as does not come back"
        except Exception as error:
            yield f"raises in `encode` of {_shown(value)}: {_message(error)}"


def _same(left: Any, right: Any) -> bool:
    """Equal as JSON texts: 5 is not 5.0, 1 is not true, and key order counts."""
    try:
        return json.dumps(left) == json.dumps(right)
    except (TypeError, ValueError, RecursionError):
        return False


def _shown(value: Any) -> str:
    try:
        text_ = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text_ = f"a {type(value).__name__}"
    return text_ if len(text_) <= 60 else text_[:57] + "..."


def _message(error: BaseException) -> str:
    return f"{type(error).__name__} {error}".strip()


def _pairs(samples: Any) -> bool:
    whole = isinstance(samples, list | tuple) and bool(samples)
    return whole and all(isinstance(pair, list | tuple) and len(pair) == 2 for pair in samples)


def _no_schema(schema: Any) -> str | None:
    """Why this is no JSON Schema that says its types."""
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        return error.message
    except Exception as error:
        return _message(error)
    return None if _types(schema) else "it does not say its `type`"


def _types(schema: Any) -> set[str]:
    found = schema.get("type") if isinstance(schema, dict) else None
    return {found} if isinstance(found, str) else set(found or ())
