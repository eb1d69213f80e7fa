"""Random small wires: the golden adapters' specs with other operators in the places of their rows.

A wire is a walk. Each step changes one thing of a spec: the operators of a row, a row that is lost,
a key that must be there. A step that leads to a finding is taken back, so what comes of a walk says
something, and combines what nobody has thought of together. A wire is named by its seed and comes
out the same each time.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import tempfile
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

TESTS = Path(__file__).parent.parent
if __name__ == "__main__":
    sys.path.insert(0, str(TESTS))

from building import read_once  # noqa: E402
from compiled import Package, undefined_names  # noqa: E402
from mutants.structures import on_disk  # noqa: E402
from samples import difference  # noqa: E402
from toolwire_codegen.check.rules import check_project  # noqa: E402
from toolwire_codegen.load.project import Project, load_project  # noqa: E402
from toolwire_codegen.operators.registry import OPERATORS  # noqa: E402
from toolwire_codegen.resolve.format import resolve  # noqa: E402

Json = Any
GOLDEN = TESTS / "golden" / "adapter"
BASE = read_once(GOLDEN)
REPLYING = sorted(n for n, one in BASE.formats.items() if "response" in one.transform.entries)
CODECS = {name: format_.codecs for name, format_ in BASE.formats.items()}
STEPS = 4
"""How many changes a wire has at most."""
TRIES = 40
"""How many changes are tried for them: most lead to a finding."""
ARGUMENTS = {
    "bare": ("data", "text"),
    "beside": ("toolChoice, auto",),
    "call_name": ("toolCallId",),
    "carried": ("error",),
    "default": ('""', "0", "[]", "{}", "other", "true"),
    "fill": ('""', "7", "{}", "[]"),
    "joined": ("", '""', '" "'),
    "less": ("cacheReadTokens", "reasoningTokens", "inputTokens"),
    "minted": ("", "sent"),
    "nonempty": ("", "drop"),
    "object": ("__raw__",),
    "outcome": ("output, error",),
    "parts": ("WordsPart, words", "Line, words"),
    "pluck": ("ToolName, name",),
    "position": ("", "name", "tool", "answer.name"),
    "starts": ("", "image/"),
    "starts_none": ("image/",),
    "text": ("", "list", "string"),
    "worded": ("output",),
}
"""What operators are told; ``table`` and ``retyped`` are told of what a spec has."""
NO_ROWS = ("lost", "own", "back", "metadata", "absent", "given", "const")
"""Keys of a spec under which no row stands."""
Place = tuple[Json, Json]
"""A node of a spec, and the key or the number in it that a row stands under."""


def written(spec: Json, rnd: random.Random) -> str:
    """A random operator with something to tell it; no check knows what fits a ``via``."""
    name = rnd.choice(sorted(set(OPERATORS) - {"via"}))
    if name in ("table", "retyped"):
        arguments: tuple[str, ...] = tuple(spec.get("tables", ())) or ("none",)
    else:
        arguments = ARGUMENTS.get(name, ("",))
    one = rnd.choice(arguments)
    return f"{name}({one})" if one else name


def rows(node: Json) -> Iterator[Place]:
    """The places of all rows of a spec that are a path with operators, or without."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if key in NO_ROWS:
            continue
        if isinstance(value, (dict, list)):
            yield from rows(value)
        elif isinstance(value, str):
            yield node, key


def change_operators(spec: Json, wire: Json, rnd: random.Random) -> None:
    """A row has other operators: none of its own, one more, or another one."""
    node, key = rnd.choice([*rows(spec["types"])])
    path, *own = (part.strip() for part in node[key].split(" | "))
    kind = rnd.choice(("less", "more", "other", "other"))
    if kind == "less":
        own = own[:-1]
    else:
        own = [*own[: None if kind == "more" else -1], written(spec, rnd)]
    node[key] = " | ".join([path, *own])


def change_row(spec: Json, wire: Json, rnd: random.Random) -> None:
    """A type has a row less, or one that is lost."""
    mapping = spec["types"][rnd.choice(list(spec["types"]))]
    key = rnd.choice(list(mapping))
    if rnd.random() < 0.5:
        del mapping[key]
    else:
        mapping[key] = {"lost": "no place for it"}


def change_need(spec: Json, wire: Json, rnd: random.Random) -> None:
    """A key of the wire must be there, or need not."""
    record = wire["$defs"][rnd.choice(list(wire["$defs"]))]
    keys = list(record.get("properties", ()))
    if keys:
        key, required = rnd.choice(keys), set(record.get("required", ()))
        record["required"] = sorted(required ^ {key})


def change_sequence(spec: Json, wire: Json, rnd: random.Random) -> None:
    """A list of units is folded otherwise, or not at all."""
    sequences = spec.get("sequences", {})
    if sequences:
        name = rnd.choice(list(sequences))
        kind = rnd.choice(("lift", "fold", "none"))
        if kind == "lift" and "lift" in sequences[name]:
            lift = sequences[name]["lift"]
            lift["from"] = "anywhere" if lift["from"] == "leading" else "leading"
        elif kind == "fold" and "fold" in sequences[name]:
            fold = sequences[name]["fold"].split()
            sequences[name]["fold"] = " ".join([*fold[:1], *(["UserMessage?"] * (2 - len(fold)))])
        else:
            del sequences[name]


CHANGES = (*(change_operators,) * 6, change_row, change_need, change_need, change_sequence)


def small_wire(rnd: random.Random, folder: Path, steps: int = STEPS) -> tuple[Project, str]:
    """The project of a random wire that has no findings, and the wire's name."""
    name = rnd.choice(REPLYING)
    format_ = BASE.formats[name]
    data: dict[str, Json] = {
        "intermediate": BASE.intermediate.document.data,
        "transform": format_.transform.document.data,
        "wire": format_.schema.document.data,
    }
    project, taken = BASE, 0
    for _ in range(TRIES):
        tried = {**data, **copy.deepcopy({key: data[key] for key in ("transform", "wire")})}
        rnd.choice(CHANGES)(tried["transform"], tried["wire"], rnd)
        if tried == data:
            continue
        found = _loaded(folder, name, tried)
        if not check_project(resolve(found)):
            data, project, taken = tried, found, taken + 1
            if taken == steps:
                break
    return project, name


def _loaded(folder: Path, name: str, data: dict[str, Json]) -> Project:
    on_disk(folder, name, data)
    for module, source in CODECS[name].items():
        (folder / "schemas" / name / f"{module}.py").write_text(source, encoding="utf-8")
    return load_project(folder)


def faults(module: ModuleType, name: str) -> Iterator[str]:
    """What is wrong with the adapter of a wire: names, and bodies that do not come back."""
    errors = sys.modules[f"{module.__package__}._runtime.errors"]
    missing = undefined_names(module)
    if missing:
        yield f"undefined {sorted(missing)}"
        return
    for kind in ("request", "reply"):
        path = GOLDEN / "payloads" / name / f"{kind}.json"
        body = json.loads(path.read_text(encoding="utf-8"))
        entry = "request" if kind == "request" else "response"
        try:
            decoded = getattr(module, f"decode_{entry}")(body)
        except errors.ToolwireError:
            continue  # a wire that has changed may refuse the body of the one that it was
        getattr(module, f"losses_{entry}")(decoded)
        found = difference(body, getattr(module, f"encode_{entry}")(decoded))
        if found is not None:
            yield f"{kind}: {found}"
    events = json.loads((GOLDEN / "payloads" / name / "events.json").read_text(encoding="utf-8"))
    try:
        values = [*module.decode_stream(events)]
    except errors.ToolwireError:
        return
    again = [*module.decode_stream(module.encode_stream(values))]
    found = difference(values[-1], again[-1])
    if found is not None:
        yield f"stream: {found}"


def outcome(seed: str, folder: Path, package: Package, steps: int = STEPS) -> str:
    """What is wrong with a random wire, or "" if nothing is."""
    name = ""
    try:
        project, name = small_wire(random.Random(seed), folder, steps)
        _, module = package.add(project, name)
        return "".join(f"{seed}: {name}: {fault}\n" for fault in faults(module, name))
    except Exception:
        return f"{seed}: {name}:\n{traceback.format_exc(-4)}"


def share_of(task: tuple[str, int, int]) -> list[str]:
    """What is wrong with the wires from one number to before another."""
    seed, first, end = task
    with tempfile.TemporaryDirectory() as folder:
        package = Package(Path(folder) / "package", f"small_{first}")
        found = [outcome(f"{seed} {n}", Path(folder), package) for n in range(first, end)]
        package.close()
    return found


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=100, help="how many wires")
    arguments.add_argument("--seed", default="1", help="which ones")
    arguments.add_argument("--number", type=int, help="this one alone")
    given = arguments.parse_args()
    if given.number is not None:
        tasks = [(given.seed, given.number, given.number + 1)]
    else:
        starts = range(0, given.count, 10)
        tasks = [(given.seed, n, min(n + 10, given.count)) for n in starts]
    wrong = 0
    with ProcessPoolExecutor(2) as pool:
        for outcomes in pool.map(share_of, tasks):
            for one in filter(None, outcomes):
                wrong += 1
                print(one, end="", flush=True)
    print(f"{wrong} of {given.count} small wires with a fault")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
