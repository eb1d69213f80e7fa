"""A project's schemas folder: the intermediate format and one folder per wire format."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .accepts import Accepts
from .dialect import FILE as DIALECT
from .dialect import Dialects, meta_schema_file, read_dialects
from .findings import Finding, Position
from .grammar import read_transform
from .names import not_a_format
from .positions import Document, read_document
from .profile import SHARED, Profile, profile_files, read_profiles, read_shared
from .schema import Schema
from .transform import Transform

INTERMEDIATE = "intermediate.schema.json"
WIRE = "wire.schema.json"
TRANSFORM = "transform.yaml"
RULES = "rules.yaml"
CLIENT = "client"


@dataclass
class Format:
    """One wire format: its name (the folder's), its schema, its transform.

    ``codecs`` are the Python modules beside them, for ``via``: name → source text. ``client`` is
    the source of one that talks with servers of the wire, if there is one. ``accepts`` is what the
    API accepts, ``dialects`` what it takes of JSON Schema, where these are written down;
    ``profiles`` are services that speak the wire with other limits, ``shared`` what all of these
    have otherwise than the wire's own API.
    """

    name: str
    schema: Schema
    transform: Transform
    codecs: dict[str, str] = field(default_factory=dict)
    client: str | None = None
    accepts: Accepts | None = None
    dialects: Dialects | None = None
    profiles: dict[str, Profile] = field(default_factory=dict)
    shared: Profile | None = None


@dataclass
class Project:
    """Everything the compiler reads. ``inputs`` are the files, relative to the root."""

    root: Path
    intermediate: Schema
    formats: dict[str, Format] = field(default_factory=dict)
    inputs: list[Path] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def load_project(root: Path) -> Project:
    """Load ``root/schemas``. Never raises for what the files say: see ``Project.findings``."""
    findings: list[Finding] = []
    schemas = root / "schemas"
    project = Project(root, Schema(Document(f"schemas/{INTERMEDIATE}", {})), findings=findings)
    loaded = _schema(schemas / INTERMEDIATE, f"schemas/{INTERMEDIATE}", findings)
    if loaded is not None:
        project.intermediate = loaded
    project.inputs.append(schemas / INTERMEDIATE)
    for folder in _format_folders(schemas):
        name = folder.name
        if reason := not_a_format(name):
            at, what = Position(f"schemas/{name}", 1, 1), f"{name!r} cannot name a format"
            findings.append(Finding(at, "bad-format-name", what, *reason))
            continue
        schema = _schema(folder / WIRE, f"schemas/{name}/{WIRE}", findings)
        document = read_document(folder / TRANSFORM, f"schemas/{name}/{TRANSFORM}", findings)
        codecs = _codecs(folder, f"schemas/{name}", findings)
        project.inputs += [folder / WIRE, folder / TRANSFORM]
        project.inputs += [folder / f"{module}.py" for module in codecs]
        client = codecs.pop(CLIENT, None)
        accepts = _accepts(folder, f"schemas/{name}", findings)
        dialects = _dialects(folder, f"schemas/{name}", findings)
        files = (folder / RULES, folder / DIALECT, folder / SHARED)
        shared = read_shared(folder, f"schemas/{name}", accepts, findings)
        base = accepts if shared is None else shared.whole
        profiles = read_profiles(folder, f"schemas/{name}", base, dialects, findings)
        project.inputs += [path for path in files if path.exists()]
        project.inputs += profile_files(folder)
        if schema is not None and document is not None:
            transform = read_transform(name, document, findings)
            project.formats[name] = Format(
                name, schema, transform, codecs, client, accepts, dialects, profiles, shared
            )
    return project


def _format_folders(schemas: Path) -> list[Path]:
    """The folders that people made for formats: hidden ones and Python's caches are tools'."""
    found = sorted(schemas.iterdir()) if schemas.is_dir() else []
    tools = (".", "__pycache__")
    return [path for path in found if path.is_dir() and not path.name.startswith(tools)]


def _accepts(folder: Path, shown: str, findings: list[Finding]) -> Accepts | None:
    """What the format says of what its API accepts."""
    if not (folder / RULES).exists():
        return None
    document = read_document(folder / RULES, f"{shown}/{RULES}", findings)
    if document is None:
        return None
    if not isinstance(document.data, dict):
        what = "rules are a mapping of sections"
        findings.append(Finding(document.at(), "unreadable-file", what, "", "begin with `rules:`"))
        return None
    return Accepts(document)


def _dialects(folder: Path, shown: str, findings: list[Finding]) -> Dialects | None:
    """What the format says of dialects, and the schemas beside it of what each accepts."""
    if not (folder / DIALECT).exists():
        return None
    document = read_document(folder / DIALECT, f"{shown}/{DIALECT}", findings)
    if document is None:
        return None
    dialects = read_dialects(document, findings)
    for name in (dialect.name for dialect in dialects.dialects):
        path = folder / meta_schema_file(name)
        if path.exists():
            found = read_document(path, f"{shown}/{path.name}", findings)
            if found is not None:
                dialects.meta_schemas[name] = found
    return dialects


def _codecs(folder: Path, shown: str, findings: list[Finding]) -> dict[str, str]:
    found = {}
    for path in sorted(folder.glob("*.py")):
        position = Position(f"{shown}/{path.name}", 1, 1)
        try:
            found[path.stem] = path.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            what = f"cannot read this file: {error}"
            findings.append(Finding(position, "unreadable-file", what, "", "write it as UTF-8"))
    return found


def _schema(path: Path, shown: str, findings: list[Finding]) -> Schema | None:
    document = read_document(path, shown, findings)
    if document is None:
        return None
    definitions = document.data.get("$defs") if isinstance(document.data, dict) else None
    if not isinstance(definitions, dict):
        findings.append(
            Finding(
                document.at(),
                "unreadable-file",
                "a schema here is a mapping with `$defs`",
                "",
                "put the types under `$defs`",
            )
        )
        return None
    return Schema(document, {k: v for k, v in definitions.items() if isinstance(v, dict)})
