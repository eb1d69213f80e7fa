"""What passes the checks means what it says: specs that are odd and right, compiled and run."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiled import Package
from mutants.structures import in_memory
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

BASE = Path(__file__).parent / "golden" / "base"
Json = Any


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    package = Package(tmp_path_factory.mktemp("compiled"), "checked_adapters")
    yield package
    package.close()


def sources() -> dict[str, Json]:
    """The small project's sources, to be changed."""
    project = load_project(BASE)
    format_ = project.formats["notebook"]
    return {
        "intermediate": copy.deepcopy(project.intermediate.document.data),
        "wire": copy.deepcopy(format_.schema.document.data),
        "transform": copy.deepcopy(format_.transform.document.data),
    }


def adapter(package: Package, data: dict[str, Json]) -> Any:
    project = in_memory(load_project(BASE), "notebook", data)
    assert project is not None
    assert [str(finding) for finding in check_project(resolve(project))] == []
    return package.add(project, "notebook")[1]


def page(*cells: Json) -> Json:
    return {"name": "May", "rows": [{"type": "day", "cells": list(cells)}]}


def test_without_its_tag_an_arm_is_known_by_what_it_must_have(package: Package) -> None:
    data = sources()
    data["wire"]["$defs"]["NoteCell"]["required"].remove("type")
    module = adapter(package, data)
    read = module.decode_request(page({"text": "tea"}, {"stamp": "x"}))
    kinds = [entry["kind"] for entry in read["days"][0]["entries"]]
    assert kinds == ["note", "opaque"]
    assert module.encode_request(read)["rows"][0]["cells"][1] == {"stamp": "x"}


def test_a_body_whose_telling_key_is_null_is_another(package: Package) -> None:
    module = adapter(package, sources())
    reply = {"state": "O", "problem": None}
    assert module.decode_response(reply)["state"] == "open"
    assert module.encode_response(module.decode_response(reply)) == reply
