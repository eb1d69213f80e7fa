"""The wire formats of the project, and what tests must know of each.

A format is a folder of ``schemas/``. What is particular to it stands in a folder of its name here,
in modules that the tests find by their names: CONTRIBUTING says what each of them holds.
"""

from __future__ import annotations

import importlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent.parent


def part(name: str, module: str) -> Any:
    """A module of a format's own folder."""
    return importlib.import_module(f"formats.{name}.{module}")


def having(*modules: str, among: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The formats whose folders have all of these modules: those of an app, or ``among`` others."""
    folder = Path(__file__).parent
    return tuple(
        name
        for name in (FORMATS if among is None else among)
        if all((folder / name / f"{module}.py").is_file() for module in modules)
    )


def profiles(name: str) -> tuple[str, ...]:
    """The services that speak a format with other limits."""
    folder = ROOT / "schemas" / name / "profiles"
    return tuple(sorted(path.stem for path in folder.glob("*.yaml")))


@cache
def transform(name: str) -> dict[str, Any]:
    """The text that the format is compiled from, as data."""
    text = (ROOT / "schemas" / name / "transform.yaml").read_text(encoding="utf-8")
    # The quick parser, where there is one.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: dict[str, Any] = yaml.load(text, loader)
    return found


def returned(name: str) -> str:
    """The type of a request's message whose keys go back of a reply's; "" if all go back."""
    lenses = transform(name).get("types", {}).values()
    return next((rows["returns"] for rows in lenses if "returns" in rows), "")


def unsaid(name: str, inter: str, value: Any) -> set[str]:
    """Fields that a body leaves out without a loss: said elsewhere, or no more than the usual."""
    text = transform(name)
    lenses = [rows for title, rows in text["types"].items() if title.startswith(f"{inter} <->")]
    rows = [
        (key, row)
        for lens in lenses
        for keys, row in lens.items()
        if isinstance(row, dict)
        for key in keys.strip("()").split(", ")
    ]
    arms = [arm for union in text.get("unions", {}).values() for arm in union.items()]
    words = {word for word, arm in arms if "elsewhere" in arm}
    return {
        *(key for key, row in rows if "elsewhere" in row),
        *(key for key, row in rows if "unless" in row and row["unless"] == value.get(key)),
        *(key for key, item in value.items() if isinstance(item, str) and item in words),
    }


def entries(name: str) -> dict[str, str]:
    """What a format converts, as its transform says it: requests, replies, and what else."""
    text = transform(name)
    usual = {entry: text[entry] for entry in ("request", "response") if entry in text}
    return {**usual, **text.get("entries", {})}


def entry_type(name: str, entry: str) -> str:
    """The type of an entry's values in the intermediate format."""
    return entries(name)[entry].partition("<->")[0].strip()


def entry_types(name: str, entry: str) -> tuple[str, ...]:
    """The wire's types of an entry's bodies, what went well before errors."""
    _, _, wires = entries(name)[entry].partition("<->")
    return tuple(reversed([title.strip() for title in wires.split("|")]))


EVERY = tuple(sorted(path.parent.name for path in ROOT.glob("schemas/*/transform.yaml")))
"""All formats, those too that have neither requests nor replies."""
FORMATS = tuple(name for name in EVERY if {"request", "response"} <= entries(name).keys())
"""The formats in which an app talks with a model."""


def spoken(name: str, value: Any) -> Any:
    """A value without the fields that a body leaves out because they say no more than the usual.

    Of values inside it, those that are said elsewhere too.
    """
    if isinstance(value, list):
        return [spoken(name, item) for item in value]
    if not isinstance(value, dict):
        return value
    usual, elsewhere = _usual(name), _elsewhere(name)
    found = {
        key: spoken(name, item)
        for key, item in value.items()
        if key == "metadata" or (key, json.dumps(item)) not in usual
    }
    for holder, key in elsewhere:
        if isinstance(found.get(holder), dict):
            found[holder].pop(key, None)
    return found


@cache
def _elsewhere(name: str) -> frozenset[tuple[str, str]]:
    """The fields of values inside others that are said elsewhere, each after what holds it."""
    found: set[tuple[str, str]] = set()
    for title, lens in transform(name)["types"].items():
        inter = title.partition(" <->")[0]
        for keys, row in lens.items() if isinstance(lens, dict) else ():
            for key in keys.strip("()").split(", "):
                if isinstance(row, dict) and "elsewhere" in row:
                    holder, _, field = key.rpartition(".")
                    found.add((holder or inter[:1].lower() + inter[1:], field))
    return frozenset(found)


@cache
def _usual(name: str) -> frozenset[tuple[str, str]]:
    """The fields, and the values of them as JSON text, that are as good as not there."""
    lenses = transform(name)["types"].values()
    rows = [(keys, row) for lens in lenses if isinstance(lens, dict) for keys, row in lens.items()]
    return frozenset(
        (key, json.dumps(row["unless"]))
        for keys, row in rows
        if isinstance(row, dict) and "unless" in row
        for key in keys.strip("()").split(", ")
    )
