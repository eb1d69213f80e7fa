"""What kind of failure a reply tells of, by the words of its wire, and in the words of another."""

from __future__ import annotations

from typing import Any

from toolwire_codegen.load.transform import Lens

from .spec import Spec, demand

Json = Any


def note_kind(spec: Spec, lens: Lens, value: Json) -> None:
    """Say of the error that was read what kind it is."""
    places = _places(spec, lens)
    kind = _kind(spec, value["error"]) if places is not None and "error" in value else ""
    if not kind:
        return
    error = value["error"] = {**value["error"], "kind": kind}
    if _own(spec, error, places or []) != error:
        metadata = error.get("metadata", {})
        overlay = metadata.get(spec.name, {})
        form = {**overlay.get("$", {}), "kind": {"as": kind}}
        error["metadata"] = {**metadata, spec.name: {**overlay, "$": form}}


def reworded(spec: Spec, lens: Lens, value: Json) -> Json:
    """A reply whose error says its kind in words of this wire."""
    places = _places(spec, lens)
    error = value.get("error") if places is not None else None
    if places is None or not isinstance(error, dict) or error.get("kind") is None:
        return value
    demand(error["kind"] in spec.transform.errors, "a kind of failure")
    for key in ("type", "code"):
        demand(error.get(key) is None or isinstance(error[key], str), "a string")
    form = ((error.get("metadata") or {}).get(spec.name) or {}).get("$") or {}
    if (form.get("kind") or {}).get("as") == error["kind"]:
        return value
    own = _own(spec, error, places)
    same = all(own.get(key) == error.get(key) for key in ("message", *places))
    return value if same else {**value, "error": own}


def _own(spec: Spec, error: Json, places: list[str]) -> Json:
    """An error of which every word is one that this wire has for its kind."""
    row = spec.transform.errors[error["kind"]]
    own = {key: item for key, item in error.items() if key not in ("type", "code")}
    for key, words in (("type", row["types"]), ("code", row["codes"])):
        word = error.get(key)
        if key not in places:
            continue
        allowed = [*words, row["says"].get(key)]
        if word is not None and (word in allowed or word.split("#")[-1] in words):
            own[key] = word
        elif key in row["says"]:
            own[key] = row["says"][key]
    prefix, message = row["says"].get("message"), error.get("message")
    if prefix is not None and isinstance(message, str) and _kind(spec, own) != error["kind"]:
        own["message"] = prefix + (message and ": " + message)
    return own


def _kind(spec: Spec, error: Json) -> str:
    """Codes tell first, then parts of the message, then types, then codes that are a status."""
    rows = spec.transform.errors.items()
    code, message = error.get("code"), error.get("message")
    text = message.casefold() if isinstance(message, str) else ""
    name = str(error.get("type")).rpartition("#")[2]  # what stands ahead says whose it is
    asked = [
        *((kind, code in row["codes"]) for kind, row in rows),
        *((kind, any(part.casefold() in text for part in row["messages"])) for kind, row in rows),
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
