"""Where a reply keeps blocks and texts, and where calls keep text that is no object."""

from __future__ import annotations

from toolwire_codegen.load.stream import Stream

from ..registry import pipeline
from ..spec import Path, Spec


def block_lists(spec: Spec, stream: Stream) -> set[Path]:
    """Where the whole keeps lists of blocks."""
    transform = spec.transform
    lens = spec.lens(transform.response[0], stream.whole)
    found: list[Path] = []
    for row in lens.rows:
        if row.fields[0] == ("message", "content"):
            found += [target.path for target in row.targets]
        elif row.fields[0] == ("message",):
            prefix = row.targets[0].path
            shapes = spec.shapes(spec.wire, stream.whole, prefix)
            wires = [shape.name for shape in shapes if shape.kind == "record"]
            inner = [spec.lens("AssistantMessage", wire) for wire in wires]
            content = [row for lens in inner for row in lens.rows if row.name == "content"]
            paths = [target.path for row in content for target in row.targets]
            paths += [target.path for row in content for _, target in row.parts]
            found += [(*prefix, *path) for path in paths]
    return {tuple(key for key in path if key != "0") for path in found}


def carrier(spec: Spec) -> str:
    """The key for arguments that are no object, or ""."""
    rows = [row for lens in spec.transform.lenses for row in lens.all_rows]
    targets = [target for row in rows for target in row.targets]
    carriers = [one.carrier for target in targets for one in pipeline(target.operators)]
    return next((carrier for carrier in carriers if carrier), "")


def texts_in_records(spec: Spec) -> dict[tuple[str, ...], list[tuple[str, ...]]]:
    """The arguments of operators that read a text from records, by the type and the path in it."""
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for lens in spec.transform.lenses:
        for target in (target for row in lens.all_rows for target in row.targets):
            for one in target.operators:
                found.setdefault(one.args[:2], []).append(one.args)
    return found
