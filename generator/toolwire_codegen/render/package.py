"""The whole generated package, in memory: relative path → bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

import jinja2

from ..ir.verify import faults
from ..load.framing import Framing
from ..load.names import HELPERS
from ..load.project import Project
from ..load.schema import Schema
from ..plan.module import plan_format
from ..plan.passes import PASSES, Pass
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.snaked import snaked
from .classes import UnrenderableError
from .dialects import render_dialects
from .layout import docstring
from .models import classes_of, render_models, render_types
from .modules import BUILT_IN, HEADER, environment, exported_names, render_format
from .profiles import render_profiles
from .side_by_side import side_by_side
from .signatures import runtime_signatures

MANIFEST = "MANIFEST.json"
TEMPLATES = Path("templates/python")
CODEC_HEADER = "# Copied by toolwire from {}. Do not edit this copy.\n"
COPIED = {"runtime": "_runtime", "tools": "tools"}
"""Folders of hand-written modules among the templates, and what they are called in the package."""
COPY_HEADER = "# Copied by toolwire from templates/python/{}. Do not edit this copy.\n"
# Of a schema, what only people read.
PROSE = ("$schema", "$id", "title", "description", "examples", "$comment")
CODE = ("load", "resolve", "ir", "operators", "check", "plan", "render")

SOMETIMES = ("binary", "closing", "shared")
"""Modules of the runtime that only some adapters import."""
OF_INTERMEDIATE = {"x-events": "StreamEvent"}
"""What each wire says of its streams; the intermediate format has these events."""


def build(
    resolved: ResolvedProject,
    step: Callable[[], None] = lambda: None,
    passes: Mapping[str, Pass] = PASSES,
    jobs: int = 1,
) -> dict[str, bytes]:
    """Every file of the generated package of a project without findings.

    Reads nothing but the templates. ``step`` is called once the intermediate format and each wire
    format is done; plans go through ``passes``; so many formats are made at once as there are
    ``jobs``. Raises UnrenderableError for what the checks cannot see.
    """
    project = resolved.project
    templates = project.root / TEMPLATES
    env = environment(templates)
    names = exported_names(templates / "runtime")
    signatures = runtime_signatures(templates / "runtime")
    files: dict[str, str] = {"py.typed": ""}
    files["__init__.py"] = env.get_template("package.py.jinja").render(
        header=HEADER,
        formats=sorted(project.formats),
        submodules=sorted([*project.formats, "models", "types"]),
        helpers=HELPERS,
    )
    files["_dialects/__init__.py"] = f'{HEADER}\n"""What each wire takes of JSON Schema."""\n'
    header = COPY_HEADER.format("runtime")
    files["_runtime/__init__.py"] = header + '"""What the adapters share."""\n'
    for folder, place in COPIED.items():
        for path in sorted((templates / folder).glob("*.py")):
            text = path.read_text(encoding="utf-8")
            files[f"{place}/{path.name}"] = COPY_HEADER.format(folder) + text
    entries = {"request": ["Request"], "response": ["Response"]}
    title = "The intermediate format"
    files |= _classes(env, "intermediate", project.intermediate, title, entries, OF_INTERMEDIATE)
    files |= _exports(env, project.intermediate)
    files["models/_base.py"] = env.get_template("models_base.py.jinja").render(header=HEADER)
    step()

    def made(one: ResolvedFormat) -> dict[str, str]:
        plan = plan_format(one, passes)
        for fault in faults(plan, signatures, BUILT_IN):
            raise UnrenderableError(f"the plan of {one.name} is broken: {fault}")
        return {f"{one.name}.py": render_format(env, plan, names), **_beside(env, one)}

    # The largest first: the last to be done is then a small one.
    largest = sorted(resolved.formats, key=lambda one: (-len(one.format.schema.defs), one.name))
    for found in side_by_side(made, largest, jobs):
        files |= found
        step()
    result = {path: text.encode("utf-8") for path, text in sorted(_used(files).items())}
    result[MANIFEST] = manifest(sorted(project.formats), input_hashes(project), result)
    return result


def _beside(env: jinja2.Environment, one: ResolvedFormat) -> dict[str, str]:
    """What a format has beside its adapter: its classes, its codecs, its client, its profiles."""
    name, format_, transform = one.name, one.format, one.transform
    files = {f"_dialects/{name}.py": render_dialects(env, name, transform.title, format_.dialects)}
    for module, source in sorted(format_.codecs.items()):
        place = f"_codecs/{name}_{module}.py"
        files[place] = CODEC_HEADER.format(f"schemas/{name}/{module}.py") + source
        files["_codecs/__init__.py"] = f'{HEADER}\n"""Codecs that formats bring along."""\n'
    if format_.client is not None:
        header = CODEC_HEADER.format(f"schemas/{name}/client.py")
        files[f"clients/{name}.py"] = header + format_.client
        files["clients/__init__.py"] = f'{HEADER}\n"""What talks with servers of a wire."""\n'
    files |= render_profiles(env, one)
    entries = {name: [*wires] for name, (_, wires) in transform.entries.items()}
    stream = transform.stream
    framing, events = (stream.framing, stream.union) if stream else (Framing(), "")
    marks = {"x-framing": asdict(framing), **({"x-events": events} if events else {})}
    other = snaked(transform, format_.schema)
    marks |= {"x-snaked": dict(sorted(other.items()))} if other else {}
    return files | _classes(env, name, format_.schema, transform.title, entries, marks)


def _used(files: dict[str, str]) -> dict[str, str]:
    """The files without the runtime's modules that are for adapters like none of these."""
    return {
        path: text for path, text in files.items()
        if path not in (f"_runtime/{name}.py" for name in SOMETIMES)
        or any(f"._runtime.{path[9:-3]} import" in other for other in files.values())
    }  # fmt: skip


def _classes(
    env: jinja2.Environment,
    name: str,
    schema: Schema,
    title: str,
    entries: dict[str, list[str]],
    marks: dict[str, Any],
) -> dict[str, str]:
    """The classes of a schema, and the schema itself with the types that a payload may be.

    The ``marks`` beside them say of its streams which type events are of, and how these go out.
    """
    classes = classes_of(schema)
    definitions = {key: without_prose(value) for key, value in schema.defs.items()}
    return {
        f"types/{name}.py": render_types(env, schema, classes, title),
        f"models/{name}.py": render_models(env, schema, classes, title),
        f"schemas/{name}.json": json.dumps(
            {"x-entries": entries, **marks, "$defs": definitions},
            separators=(",", ":"),
            ensure_ascii=False,
        )
        + "\n",
    }


def _exports(env: jinja2.Environment, schema: Schema) -> dict[str, str]:
    """``types`` and ``models`` themselves show the intermediate format."""
    words = {
        "types/__init__.py": "The types of the intermediate format. Each wire's are in a module.",
        "models/__init__.py": "Models of the intermediate format. Each wire's are in a module.",
    }
    template = env.get_template("exports.py.jinja")
    names = sorted(schema.defs)
    return {
        path: template.render(header=HEADER, doc=docstring(text, 0), names=names)
        for path, text in words.items()
    }


def without_prose(schema: Any) -> Any:
    """A schema without the words that people read: validation does not change."""
    if isinstance(schema, list):
        return [without_prose(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {}
    for key, value in schema.items():
        if key in ("const", "enum", "default"):
            result[key] = value
        elif key in ("properties", "$defs"):
            result[key] = {name: without_prose(inner) for name, inner in value.items()}
        elif key not in PROSE and not key.startswith("x-"):
            result[key] = without_prose(value)
    return result


def input_hashes(project: Project) -> dict[str, str]:
    """sha256 of all that shapes the output: schemas, transforms, templates, the compiler."""
    root = project.root
    templates = [p for p in (root / TEMPLATES).rglob("*") if p.suffix in (".jinja", ".py")]
    found = {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted([*project.inputs, *templates])
    }
    compiler = hashlib.sha256()
    here = Path(__file__).parent.parent
    for path in sorted(p for part in CODE for p in (here / part).rglob("*.py")):
        name = path.relative_to(here).as_posix()
        compiler.update(f"{name}\0{len(path.read_bytes())}\0".encode() + path.read_bytes())
    tools = {name: version(name) for name in ("datamodel-code-generator", "ruff")}
    return {**found, "compiler": compiler.hexdigest(), **tools}


def manifest(formats: list[str], inputs: Mapping[str, str], outputs: Mapping[str, bytes]) -> bytes:
    """The text of MANIFEST.json: the same for the same files, whenever and wherever made."""
    hashes = {
        path: hashlib.sha256(data).hexdigest()
        for path, data in sorted(outputs.items())
        if path != MANIFEST
    }
    content = {"formats": formats, "inputs": dict(sorted(inputs.items())), "outputs": hashes}
    return (json.dumps(content, indent=2) + "\n").encode()
