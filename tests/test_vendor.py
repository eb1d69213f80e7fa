"""Copies of the generated package: whole, of a few formats, and safe for what stands there."""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from building import ROOT, SMALL, small_project, tree
from toolwire_codegen.cli.commands import toolwire
from toolwire_codegen.publish import swap
from toolwire_codegen.publish.memory import Memory
from toolwire_codegen.publish.vendor import package_files

PACKAGE = ROOT / "generated" / "toolwire"
ALL = json.loads((PACKAGE / "MANIFEST.json").read_text())["formats"]
FEW = ["openai_chat", "gemini"]
LEFT_OUT = "anthropic_messages"
CONVERSATION = {
    "model": "m",
    "messages": [
        {"role": "user", "content": "Weather?"},
        {
            "role": "assistant",
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "weather", "arguments": '{"city":"Oslo"}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "rain"},
    ],
}


@pytest.fixture(autouse=True, scope="module")
def up_to_date(memory_of_its_own: None) -> None:
    """The package is what the schemas make: `toolwire check` proves that, beside the tests."""
    Memory(ROOT).keep(package_files(PACKAGE))


def vendor(*arguments: str | Path, root: Path = ROOT) -> Result:
    return CliRunner().invoke(toolwire, ["vendor", "--root", str(root), *map(str, arguments)])


def bare(folder: Path, code: str) -> str:
    """What ``code`` prints in an interpreter that has the folder and no third-party package."""
    code = f"import sys; sys.path.insert(0, {str(folder)!r})\n{code}"
    command = [sys.executable, "-I", "-S", "-W", "error", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("formats", [None, FEW])
def test_a_copy_works_under_another_name_without_any_package(
    tmp_path: Path, formats: list[str] | None
) -> None:
    target = tmp_path / "app" / "wires" / "tw_copy"
    options = [] if formats is None else ["--formats", ",".join(formats)]
    assert vendor(target, *options).exit_code == 0
    for package in ("app", "app/wires"):
        (tmp_path / package / "__init__.py").write_text("")
    code = (
        "import json\n"
        "from app.wires import tw_copy\n"
        f"body = {CONVERSATION!r}\n"
        "options = dict(source='openai_chat', target='gemini', on_loss='ignore')\n"
        "there = tw_copy.convert_request(body, **options)\n"
        "request = tw_copy.gemini.decode_request(there)\n"
        "print(json.dumps([there, tw_copy.tool_calls(request['messages'][1]), tw_copy.FORMATS]))\n"
        "assert not any(name.split('.')[0] in ('toolwire', 'pydantic') for name in sys.modules)\n"
    )
    there, calls, names = json.loads(bare(tmp_path, code))
    assert there["contents"][1]["parts"][0]["functionCall"]["args"] == {"city": "Oslo"}
    assert [(call["id"], call["name"]) for call in calls] == [("c1", "weather")]
    assert names == (ALL if formats is None else sorted(formats))


def test_a_copy_lowers_schemas_to_the_dialects_of_its_own_formats(tmp_path: Path) -> None:
    assert vendor(tmp_path / "copied", "--formats", FEW[0]).exit_code == 0
    dialects = [path for path in tree(tmp_path / "copied") if path.startswith("_dialects/")]
    assert dialects == ["_dialects/__init__.py", f"_dialects/{FEW[0]}.py"]
    code = (
        "import copied\n"
        "schema = {'type': 'object', 'properties': {'a': {'type': 'string'}}}\n"
        f"found, losses = copied.lower_schema(schema, target={FEW[0]!r}, strict=True)\n"
        "print(found['required'], copied.restore_arguments({'a': None}, schema))\n"
    )
    assert bare(tmp_path, code) == "['a'] {}\n"


def test_a_whole_copy_with_all_parts_is_the_package(tmp_path: Path) -> None:
    assert vendor(tmp_path / "copy", "--with", "tools").exit_code == 0
    assert tree(tmp_path / "copy") == tree(PACKAGE)


def test_the_tool_runtime_is_copied_on_request(tmp_path: Path) -> None:
    assert vendor(tmp_path / "bare").exit_code == 0
    assert not any(path.startswith("tools/") for path in tree(tmp_path / "bare"))
    assert vendor(tmp_path / "full", "--formats", FEW[0], "--with", "tools").exit_code == 0
    assert "tools/__init__.py" in tree(tmp_path / "full")
    for copy in ("bare", "full"):
        assert vendor(tmp_path / copy, "--check").exit_code == 0
    assert vendor(tmp_path / "full", "--check", "--with", "loops").exit_code == 2


def test_a_copy_of_a_few_formats_knows_nothing_of_the_others(tmp_path: Path) -> None:
    vendor(tmp_path / "copy", "--formats", ",".join(FEW))
    found = tree(tmp_path / "copy")
    assert [path for path in found if LEFT_OUT in path] == []
    assert LEFT_OUT not in found["__init__.py"].decode()
    manifest = json.loads(found["MANIFEST.json"])
    assert manifest["formats"] == [name for name in ALL if name in FEW]
    assert set(manifest["outputs"]) == set(found) - {"MANIFEST.json"}


def test_a_copy_has_every_module_it_imports_and_no_runtime_module_it_does_not(
    tmp_path: Path,
) -> None:
    for name in ALL:
        vendor(tmp_path / name, "--formats", name)
        found = tree(tmp_path / name)
        imported = {"_runtime/__init__.py"}
        for path, data in found.items():
            if not path.endswith(".py"):
                continue
            for node in ast.walk(ast.parse(data)):
                if isinstance(node, ast.ImportFrom) and node.level:
                    base = Path(path).parents[node.level - 1]
                    module = base / (node.module or "").replace(".", "/")
                    names = [module / f"{alias.name}.py" for alias in node.names]
                    options = [module.with_suffix(".py") if node.module else module, *names]
                    options += [module / "__init__.py"]
                    hits = {one.as_posix() for one in options} & set(found)
                    assert hits, f"{path}: from {node.module} import …"
                    imported |= hits
        assert {path for path in found if path.startswith("_runtime/")} <= imported


def test_a_client_comes_with_its_own_format_and_with_what_it_works_with(tmp_path: Path) -> None:
    for number, (formats, extras, there) in enumerate([
        ("mcp", ["--with", "tools"], True),
        ("mcp,gemini", [], False),
        ("gemini", ["--with", "tools"], False),
    ]):  # fmt: skip
        folder = tmp_path / str(number)
        vendor(folder, "--formats", formats, *extras)
        found = tree(folder)
        assert ("clients/mcp.py" in found) is there
        assert ("clients/__init__.py" in found) is there
        assert vendor(folder, "--check").exit_code == 0


def test_formats_are_named_or_refused(tmp_path: Path) -> None:
    for names in ("gemeni", "", "gemini,", ",gemini", " , "):
        result = vendor(tmp_path / "copy", "--formats", names)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
        assert not (tmp_path / "copy").exists()


def test_an_edited_copy_is_not_overwritten_unless_told(tmp_path: Path) -> None:
    target = tmp_path / "copy"
    vendor(target)
    edited = target / "gemini.py"
    edited.write_text(edited.read_text() + "# mine\n")
    before = tree(target)
    result = vendor(target)
    assert result.exit_code == 1
    assert "gemini.py was edited by hand; --force overwrites" in result.stderr
    assert tree(target) == before
    assert vendor(target, "--force", "--with", "tools").exit_code == 0
    assert tree(target) == tree(PACKAGE)


def test_a_folder_of_somebody_else_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("mine")
    result = vendor(tmp_path)
    assert result.exit_code == 1
    assert tree(tmp_path) == {"main.py": b"mine"}
    (tmp_path / "file").write_text("")
    assert vendor(tmp_path / "file").exit_code == 1


def test_force_does_not_help_into_a_folder_of_somebody_else(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("mine")
    result = vendor(tmp_path, "--force")
    assert result.exit_code == 1
    assert "holds files and no MANIFEST.json" in result.stderr
    (tmp_path / "MANIFEST.json").write_text("another tool's")
    before = tree(tmp_path)
    assert vendor(tmp_path, "--force").exit_code == 1
    assert tree(tmp_path) == before


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of one format, generated."""
    root = small_project(tmp_path_factory.mktemp("project"))
    result = CliRunner().invoke(toolwire, ["generate", "--root", str(root)])
    assert result.exit_code == 0, result.output
    return root


@pytest.fixture
def project(compiled: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may spoil."""
    shutil.copytree(compiled, tmp_path / "project")
    return tmp_path / "project"


@pytest.mark.parametrize("force", [[], ["--force"]])
def test_the_package_that_is_copied_is_never_written_to(
    project: Path, tmp_path: Path, force: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    package = project / "generated" / "toolwire"
    (tmp_path / "link").symlink_to(package)
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "generated").symlink_to(package.parent)
    monkeypatch.chdir(package)
    before = tree(project)
    names = {
        package: "is the package itself",
        tmp_path / "link": "is the package itself",
        tmp_path / "links" / "generated" / "toolwire": "is the package itself",
        Path("."): "is the package itself",
        package / "vendored": "is inside",
        package / "models": "is inside",
        package.parent: "holds",
    }
    for target, how in names.items():
        result = vendor(target, "--formats", SMALL, *force, root=project)
        assert result.exit_code == 1, target
        assert f"{target} {how}" in result.stderr
        assert result.stderr.count("\n") == 1
    assert tree(project) == before


def test_the_package_of_another_project_is_never_written_to(project: Path) -> None:
    before = tree(project)
    result = vendor(project / "generated" / "toolwire", "--formats", "gemini", "--force")
    assert result.exit_code == 1
    assert tree(project) == before


def test_an_installed_package_is_never_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "lib" / "python3" / "site-packages" / "toolwire"
    shutil.copytree(PACKAGE, installed)
    elsewhere = tmp_path / "lib" / "here" / "toolwire"
    shutil.copytree(PACKAGE, elsewhere)
    monkeypatch.setattr(
        "importlib.util.find_spec",
        lambda name: SimpleNamespace(origin=str(elsewhere / "__init__.py")),
    )
    for target in (installed, installed.parent / "new", elsewhere):
        result = vendor(target, "--formats", "gemini", "--force")
        assert result.exit_code == 1, target
        assert result.stderr.count("\n") == 1
    assert tree(installed) == tree(elsewhere) == tree(PACKAGE)
    assert not (installed.parent / "new").exists()


def test_a_link_that_leads_in_circles_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    for target in (tmp_path / "one", tmp_path / "one" / "copy"):
        result = vendor(target)
        assert result.exit_code == 1
        assert "Too many levels of symbolic links" in result.stderr
        assert result.stderr.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]
    assert (tmp_path / "one").is_symlink()


def test_what_lies_behind_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for target in (tmp_path / "file", tmp_path / "file" / "copy"):
        assert vendor(target, "--force").exit_code == 1
    assert tree(tmp_path) == {"file": b"mine"}


def test_a_file_that_is_not_ours_is_not_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "copy"
    vendor(target, "--formats", ",".join(FEW))
    (target / f"{LEFT_OUT}.py").write_text("mine")
    result = vendor(target)
    assert result.exit_code == 1
    assert f"{LEFT_OUT}.py was not written by toolwire" in result.stderr
    (target / f"{LEFT_OUT}.py").unlink()
    (target / "notes.txt").write_text("mine")
    assert vendor(target).exit_code == 0
    assert (target / "notes.txt").read_text() == "mine"


def test_a_smaller_copy_drops_what_it_no_longer_needs(tmp_path: Path) -> None:
    target = tmp_path / "copy"
    vendor(target)
    vendor(target, "--formats", "gemini")
    vendor(tmp_path / "fresh", "--formats", "gemini")
    assert tree(target) == tree(tmp_path / "fresh")


def test_check_says_what_is_edited_missing_or_out_of_date(tmp_path: Path) -> None:
    target = tmp_path / "copy"
    vendor(target, "--formats", ",".join(FEW))
    result = vendor(target, "--check")
    assert (result.exit_code, result.stdout) == (0, f"{target}: as it was copied, and up to date\n")
    (target / "gemini.py").write_text("edited")
    (target / "py.typed").unlink()
    manifest = json.loads((target / "MANIFEST.json").read_text())
    (target / "openai_chat.py").write_text("older")
    older = "c9d52f3d7f0a9ee07e2e3cf3a7b5f6b4f2d0a8a0c1d2e3f405060708090a0b0c"
    manifest["outputs"]["openai_chat.py"] = older
    (target / "MANIFEST.json").write_text(json.dumps(manifest))
    before = tree(target)
    result = vendor(target, "--check")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "edited: gemini.py",
        "edited: openai_chat.py",
        "missing: py.typed",
        "out of date: openai_chat.py",
    ]
    assert tree(target) == before


def test_check_of_what_is_no_copy_is_one_line(tmp_path: Path) -> None:
    result = vendor(tmp_path, "--check")
    assert result.exit_code == 2
    assert "no copy made by toolwire" in result.stderr


def test_a_package_that_is_not_as_generated_is_not_copied(project: Path, tmp_path: Path) -> None:
    (project / "generated" / "toolwire" / f"{SMALL}.py").write_text("")
    result = vendor(tmp_path / "copy", root=project)
    assert result.exit_code == 2
    assert "not as it was generated" in result.stderr
    assert not (tmp_path / "copy").exists()


def test_a_package_that_the_specs_do_not_make_is_not_copied(project: Path, tmp_path: Path) -> None:
    package = project / "generated" / "toolwire"
    before = (package / "MANIFEST.json").read_bytes()
    manifest = json.loads(before)
    (package / f"{SMALL}.py").write_text("")
    manifest["outputs"][f"{SMALL}.py"] = hashlib.sha256(b"").hexdigest()
    (package / "MANIFEST.json").write_text(json.dumps(manifest))
    result = vendor(tmp_path / "copy", root=project)
    assert result.exit_code == 2
    assert "is not what the schemas make: run `toolwire generate` first" in result.stderr
    assert not (tmp_path / "copy").exists()


def test_an_installed_package_is_copied_as_it_was_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "lib" / "toolwire"
    shutil.copytree(PACKAGE, installed, ignore=shutil.ignore_patterns("__pycache__"))
    record = tmp_path / "lib" / "toolwire-1.0.dist-info" / "RECORD"
    record.parent.mkdir()
    lines = [f"{record.parent.name}/RECORD,,"]
    for path, data in tree(installed).items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        lines.append(f"toolwire/{path},sha256={digest},{len(data)}")
    record.write_text("\n".join(lines))
    monkeypatch.setattr(
        "importlib.util.find_spec",
        lambda name: SimpleNamespace(origin=str(installed / "__init__.py")),
    )
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(toolwire, ["vendor", "copy", "--with", "tools"]).exit_code == 0
    assert tree(tmp_path / "copy") == tree(PACKAGE)
    manifest = json.loads((installed / "MANIFEST.json").read_text())
    (installed / "gemini.py").write_text("")
    manifest["outputs"]["gemini.py"] = hashlib.sha256(b"").hexdigest()
    (installed / "MANIFEST.json").write_text(json.dumps(manifest))
    result = CliRunner().invoke(toolwire, ["vendor", "other"])
    assert result.exit_code == 2
    assert "is not as it was installed" in result.stderr
    assert not (tmp_path / "other").exists()


def test_a_package_of_broken_specs_is_not_copied(project: Path, tmp_path: Path) -> None:
    transform = project / "schemas" / SMALL / "transform.yaml"
    transform.write_text(transform.read_text() + "nonsense: 1\n")
    result = vendor(tmp_path / "copy", root=project)
    assert result.exit_code == 2
    assert f"schemas/{SMALL}/transform.yaml:" in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "copy").exists()


def test_an_interrupted_copy_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "copy"
    vendor(target, "--formats", "gemini")
    before = tree(target)

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(swap, "write_file", full)
    result = vendor(target)
    assert result.exit_code == 2
    assert "No space left on device" in result.stderr
    assert result.stderr.count("\n") == 1
    assert tree(target) == before
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]
