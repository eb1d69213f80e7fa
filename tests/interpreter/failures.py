"""What kind of failure a reply tells of, by the words of its wire, and in the words of another."""

from __future__ import annotations

from typing import Any

from toolwire_codegen.load.transform import Lens

from .spec import Spec, demand

Json = Any


def told(spec: Spec, lens: Lens, value: Json) -> None:
    """Say of the error that was read what kind it is."""
    if _places(spec, lens) is not None and "error" in value:
        kind = _kind(spec, value["error"])
        value["error"] |= {"kind": kind} if kind else {}


def reworded(spec: Spec, lens: Lens, value: Json) -> Json:
    """A reply whose error says its kind in words of this wire."""
    places = _places(spec, lens)
    error = value.get("error") if places is not None else None
    if places is None or not isinstance(error, dict) or error.get("kind") is None:
        return value
    demand(error["kind"] in spec.transform.errors, "a kind of failure")
    carried = {key: item for key, item in error.items() if key in {"message", *places}}
    if _kind(spec, carried) == error["kind"]:
        return value
    for key in ("type", "code"):
        demand(error.get(key) is None or isinstance(error[key], str), "a string")
    says = spec.transform.errors[error["kind"]]["says"]
    made = {key: item for key, item in error.items() if key not in ("type", "code")}
    made.update({key: says[key] for key in places if key in says})
    if "message" in says and isinstance(error.get("message"), str):
        made["message"] = says["message"] + (error["message"] and ": " + error["message"])
    return {**value, "error": made}


def _kind(spec: Spec, error: Json) -> str:
    """Codes tell first, then parts of the message, then types, then codes that are a status."""
    rows = spec.transform.errors.items()
    code, message = error.get("code"), error.get("message")
    said = message.casefold() if isinstance(message, str) else ""
    name = str(error.get("type")).rpartition("#")[2]  # what stands ahead says whose it is
    asked = [
        *((kind, code in row["codes"]) for kind, row in rows),
        *((kind, any(part.casefold() in said for part in row["messages"])) for kind, row in rows),
        *((kind, name in row["types"]) for kind, row in rows),
        *((kind, code == str(row["status"])) for kind, row in rows),
    ]
    return next((kind for kind, holds in asked if holds), "")


def _places(spec: Spec, lens: Lens) -> list[str] | None:
    """Which of type and code the wire has; None for a lens that tells of no failure."""
    rows = [row for row in lens.rows if row.targets and row.fields[0][0] == "error"]
    if lens.inter != "Response" or not rows or not spec.transform.errors:
        return None
    found = {row.fields[0][1] for row in rows if len(row.fields[0]) > 1}
    for row in rows:
        names = {shape.name for shape in spec.shapes(spec.wire, lens.wire, row.targets[0].path)}
        for other in spec.transform.lenses:
            if other.inter == "Error" and other.wire in names and len(row.fields[0]) == 1:
                found |= {inner.name for inner in other.rows if inner.targets}
    return [name for name in ("type", "code") if name in found]
