"""Schemas through dialects: what becomes of each, as a table.

``python tests/dialects.py --corpus FOLDER`` takes the tool schemas of recorded requests. What comes
out is held against the schema of all schemas that the wire takes: what that refuses is a fault, and
so is an exception other than a ToolwireError.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from formats import FORMATS, ROOT, profiles
from quick_schema import Check, validator
from toolwire import ToolwireError
from toolwire._runtime.dialect import Dialect, lower, taken
from toolwire._runtime.lowered import dialects_of

Json = Any
Found = tuple[str, Json]
"""What became of a schema, and the schema or what is wrong."""

HOLDERS = ("parameters", "input_schema", "parametersJsonSchema", "parameters_json_schema")
"""Keys of recorded bodies that a tool's schema stands under."""


def all_dialects() -> list[tuple[str, Dialect]]:
    """Every dialect of every wire format, and of every service that has one of its own."""
    own = [(name, dialect) for name in FORMATS for dialect in dialects_of(name)]
    wires = {id(dialect) for _, dialect in own}
    services = [
        (f"{name}/{profile}", dialect)
        for name in FORMATS
        for profile in profiles(name)
        for dialect in dialects_of(name, profile)
        if id(dialect) not in wires
    ]
    return own + services


def meta_schema_file(name: str, dialect: str) -> Path:
    """Where it is said what a wire takes as a schema of a dialect, or a service: then beside it."""
    name, _, profile = name.partition("/")
    file = f"dialect.{dialect}.schema.json"
    own = ROOT / "schemas" / name / "profiles" / f"{profile}.{file}"
    return own if profile and own.exists() else ROOT / "schemas" / name / file


@cache
def meta_schema(name: str, dialect: str) -> str:
    """What is valid where the wire takes a schema of the dialect, as a text."""
    whole = json.loads(meta_schema_file(name, dialect).read_text(encoding="utf-8"))
    return json.dumps({key: value for key, value in whole.items() if key not in PROSE})


PROSE = ("title", "description")
"""What says not what is valid: without it the same is asked of several wires."""


def takes(name: str, dialect: str) -> Check:
    """Whether the wire takes a schema of the dialect."""
    return _validators(meta_schema(name, dialect))[0]


@cache
def _validators(meta: str) -> tuple[Check, Draft202012Validator]:
    return validator(json.loads(meta)), Draft202012Validator(json.loads(meta))


@lru_cache(maxsize=1_000)
def _refused(meta: str, lowered: str) -> str | None:
    """Why a schema is none that is valid by ``meta``; what several wires take is asked once."""
    fits, slow = _validators(meta)
    if fits(json.loads(lowered)):
        return None
    error = next(slow.iter_errors(json.loads(lowered)))
    return f"the wire refuses it at {error.json_path}: {error.message[:300]}"


def outcome(name: str, dialect: Dialect, schema: Json) -> Found:
    """What becomes of a schema: as it is, lowered, with losses, refused, crashed or rejected."""
    before = deepcopy(schema)
    try:
        lowered, losses = lower(schema, dialect)
    except ToolwireError as error:
        return "refused", str(error)
    except Exception as error:
        return "crashed", f"{type(error).__name__}: {error}"
    if fault := _fault(name, dialect, schema, before, lowered, losses):
        return "rejected", fault
    if losses:
        return "losses", lowered
    return ("as it is" if lowered is schema else "lowered"), lowered


def _fault(
    name: str, dialect: Dialect, schema: Json, before: Json, lowered: Json, losses: list[Any]
) -> str | None:
    if repr(schema) != repr(before):
        return "the schema was changed in place"
    if taken(schema, dialect) and lowered is not schema:
        return "what is taken as it is was changed"
    if fault := _refused(meta_schema(name, dialect.name), json.dumps(lowered)):
        return fault
    again, more = lower(lowered, dialect)
    if again is not lowered or more:
        return f"lowered once more it changes: {more or again}"
    return None


def recorded(corpus: Path) -> list[Json]:
    """The distinct tool schemas of recorded requests."""
    found: dict[str, Json] = {}
    for path in sorted(corpus.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            for schema in _schemas_in(json.loads(line).get("request")):
                found.setdefault(json.dumps(schema), schema)
    return list(found.values())


def _schemas_in(value: Json) -> Iterator[Json]:
    """The schemas in the tools of a body."""
    if isinstance(value, list):
        for item in value:
            yield from _schemas_in(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in HOLDERS and isinstance(item, dict):
                yield item
            elif key == "inputSchema" and isinstance(item, dict):
                yield item.get("json", item)
            else:
                yield from _schemas_in(item)


def table(schemas: Iterable[Json]) -> tuple[list[str], int]:
    """The table, and how many were crashed or rejected."""
    kinds = ("as it is", "lowered", "losses", "refused", "crashed", "rejected")
    lines = [f"{'':32}" + "".join(f"{kind:>10}" for kind in kinds)]
    faults: list[str] = []
    all_schemas = list(schemas)
    for name, dialect in all_dialects():
        counts: Counter[str] = Counter()
        for schema in all_schemas:
            kind, what = outcome(name, dialect, schema)
            counts[kind] += 1
            if kind in ("crashed", "rejected"):
                faults.append(f"{kind}: {name} {dialect.name}: {what}")
        row = "".join(f"{counts[kind]:>10}" for kind in kinds)
        lines.append(f"{name + ' ' + dialect.name:32}{row}")
    return [*lines, *faults], len(faults)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    schemas = recorded(parser.parse_args().corpus)
    lines, faults = table(schemas)
    print(f"{len(schemas)} schemas")
    print("\n".join(lines))
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
