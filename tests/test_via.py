"""Codecs that a format brings itself: compiled in, held by the laws, vendored with the rest."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from building import ROOT, tree
from interpreter import Interpreter
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import Project, load_project
from toolwire_codegen.publish.swap import publish
from toolwire_codegen.publish.vendor import part
from toolwire_codegen.render.package import build
from toolwire_codegen.resolve.format import resolve

Json = Any
BASE = Path(__file__).parent / "golden" / "base"
CODECS = '''
"""Codecs of the notebook."""

from __future__ import annotations

from typing import Any


class Roman:
    """A number as the wire has it: Roman, in letters of either case."""

    inter = {"type": "integer", "minimum": 1, "maximum": 3}
    wire = {"type": "string"}
    samples = [(1, "I"), (2, "II"), (3, "III")]

    @staticmethod
    def decode(raw: Any) -> int | None:
        known = isinstance(raw, str) and raw.upper() in ("I", "II", "III")
        return len(raw) if known else None

    @staticmethod
    def encode(value: int) -> str:
        return "I" * value


class Reversed:
    """A text from its end."""

    inter = {"type": "string"}
    wire = {"type": "string"}
    samples = [("tea", "aet"), ("", "")]

    @staticmethod
    def decode(raw: Any) -> str | None:
        return raw[::-1] if isinstance(raw, str) else None

    @staticmethod
    def encode(value: str) -> str:
        return value[::-1]
'''


def laid_out(folder: Path) -> Path:
    """The small project, with two codecs of its own."""
    shutil.copytree(BASE, folder)
    shutil.copytree(ROOT / "templates", folder / "templates")
    notebook = folder / "schemas" / "notebook"
    (notebook / "codecs.py").write_text(CODECS.lstrip(), encoding="utf-8")
    text = (notebook / "transform.yaml").read_text(encoding="utf-8")
    text = text.replace("    limit: max\n", "    limit: max | via(codecs:Roman)\n")
    text = text.replace("    title: name\n", "    title: name | via(codecs:Reversed)\n")
    (notebook / "transform.yaml").write_text(text, encoding="utf-8")
    schema = json.loads((notebook / "wire.schema.json").read_text(encoding="utf-8"))
    schema["$defs"]["Page"]["properties"]["max"] = {"type": "string"}
    (notebook / "wire.schema.json").write_text(json.dumps(schema), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return load_project(laid_out(tmp_path_factory.mktemp("via") / "project"))


@pytest.fixture(scope="module")
def package(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "with_codecs"
    publish(build(resolve(project)), folder)
    return folder


@pytest.fixture(scope="module")
def adapter(package: Path) -> Iterator[ModuleType]:
    sys.path.insert(0, str(package.parent))
    try:
        yield __import__("with_codecs.notebook").notebook
    finally:
        sys.path.remove(str(package.parent))
        for name in [name for name in sys.modules if name.startswith("with_codecs")]:
            del sys.modules[name]


def test_a_lawful_codec_is_no_finding(project: Project) -> None:
    assert [str(finding) for finding in check_project(resolve(project))] == []


def test_values_go_through_the_codec_both_ways(adapter: ModuleType) -> None:
    page = {"name": "yaM", "rows": [], "max": "III"}
    request = adapter.decode_request(page)
    assert request == {"title": "May", "days": [], "limit": 3}
    assert adapter.encode_request(request) == page


def test_an_odd_spelling_comes_back_and_yields_to_a_new_value(adapter: ModuleType) -> None:
    page = {"name": "", "rows": [], "max": "ii"}
    request = adapter.decode_request(page)
    assert request["limit"] == 2
    assert adapter.encode_request(request) == page
    assert adapter.encode_request({**request, "limit": 3})["max"] == "III"


def test_what_does_not_fit_is_kept_or_refused_with_its_place(adapter: ModuleType) -> None:
    page = {"name": "yaM", "rows": [], "max": "many"}
    request = adapter.decode_request(page)
    assert "limit" not in request
    assert adapter.encode_request(request) == page
    with pytest.raises(ValueError, match="/name: type: expected"):
        adapter.decode_request({"name": 5, "rows": []})


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(name=st.text() | st.integers(), limit=st.sampled_from(["I", "iI", "IV", "", 1, None]))
def test_the_interpreter_agrees(
    project: Project, adapter: ModuleType, name: Json, limit: Json
) -> None:
    page = {"name": name, "rows": [], "max": limit}
    slow = Interpreter(project, project.formats["notebook"])
    try:
        wanted = slow.decode("request", page)
    except ValueError:
        with pytest.raises(ValueError, match="/name"):
            adapter.decode_request(page)
        return
    assert adapter.decode_request(page) == wanted
    assert adapter.encode_request(wanted) == slow.encode("request", wanted) == page


def test_codecs_are_vendored_with_their_format_and_run_alone(package: Path, tmp_path: Path) -> None:
    assert "_codecs/notebook_codecs.py" in part(tree(package), ["notebook"], ())
    shutil.copytree(package, tmp_path / "elsewhere")
    code = (
        "from elsewhere import notebook; "
        "print(notebook.decode_request({'name': 'oh', 'rows': []})['title'])"
    )
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {code}"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "ho\n"


def test_a_changed_codec_is_drift(project: Project) -> None:
    paths = [path.name for path in project.inputs]
    assert "codecs.py" in paths
