"""Building the package, and putting it in place: the same bytes always, and never half a folder."""

from __future__ import annotations

import ast
import errno
import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from building import FORMAT, ROOT, copied_project, tree
from toolwire_codegen.load.names import CLASSES, not_a_format
from toolwire_codegen.load.project import load_project
from toolwire_codegen.publish import memory, swap
from toolwire_codegen.publish.drift import Drift, advice, drift, holds, manifest_drift
from toolwire_codegen.publish.manifest import NAME, hashes, parse_manifest, read_manifest
from toolwire_codegen.publish.memory import Memory
from toolwire_codegen.publish.swap import publish
from toolwire_codegen.render.package import input_hashes


def files(**texts: str) -> dict[str, bytes]:
    """Files with a manifest that lists them."""
    contents = {name.replace("__", "/"): text.encode() for name, text in texts.items()}
    outputs = {path: hashlib.sha256(data).hexdigest() for path, data in contents.items()}
    manifest = {"formats": ["a"], "inputs": {"schema": "1"}, "outputs": outputs}
    return {**contents, NAME: json.dumps(manifest).encode()}


OLD = files(a="old a", b="old b", sub__c="old c")
NEW = files(a="new a", d="new d", sub__c="old c")


def siblings(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.parent.iterdir())


# -- building


def test_the_same_project_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    copied_project(tmp_path)
    code = (
        "import hashlib, sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path\n"
        "from toolwire_codegen.load.project import load_project\n"
        "from toolwire_codegen.render.package import build\n"
        "from toolwire_codegen.resolve.format import resolve\n"
        "for path, data in build(resolve(load_project(Path(sys.argv[2])))).items():\n"
        "    print(path, hashlib.sha256(data).hexdigest())\n"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code, str(ROOT / "generator"), str(tmp_path)],
        env={**os.environ, "PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    made = dict(line.split() for line in shown.splitlines())
    manifest = read_manifest(ROOT / "generated" / "toolwire")
    assert manifest is not None
    # Those that speak of other formats too are made for this one alone.
    own = {path for path in made if manifest.outputs.get(path) == made[path]}
    assert {*made} - own <= {NAME, "__init__.py", "types/__init__.py", "models/__init__.py"}
    assert f"{FORMAT}.py" in own


def test_the_manifest_lists_every_input_and_output() -> None:
    manifest = read_manifest(ROOT / "generated" / "toolwire")
    assert manifest is not None
    present = tree(ROOT / "generated" / "toolwire")
    assert set(manifest.outputs) == set(present) - {NAME}
    inputs = {path for path in manifest.inputs if "/" in path}
    expected = {p.relative_to(ROOT).as_posix() for p in (ROOT / "templates").rglob("*.jinja")}
    expected |= {p.relative_to(ROOT).as_posix() for p in (ROOT / "templates").rglob("*.py")}
    schemas = ROOT / "schemas"
    expected |= {p.relative_to(ROOT).as_posix() for p in schemas.glob("*/wire.schema.json")}
    expected |= {p.relative_to(ROOT).as_posix() for p in schemas.glob("*/transform.yaml")}
    expected |= {p.relative_to(ROOT).as_posix() for p in schemas.glob("*/dialect.yaml")}
    expected |= {p.relative_to(ROOT).as_posix() for p in schemas.glob("*/rules.yaml")}
    expected |= {p.relative_to(ROOT).as_posix() for p in schemas.glob("*/services.yaml")}
    expected |= {p.relative_to(ROOT).as_posix() for p in schemas.glob("*/profiles/*.yaml")}
    expected |= {p.relative_to(ROOT).as_posix() for p in schemas.glob("*/*.py")}
    assert inputs == expected | {"schemas/intermediate.schema.json"}


def test_every_name_that_the_package_has_for_itself_is_refused() -> None:
    package = ROOT / "generated" / "toolwire"
    manifest = read_manifest(package)
    assert manifest is not None
    parts = [Path(path).parts for path in manifest.outputs]
    stems = {Path(part[0]).stem for part in parts if part[0] != "py.typed"}
    stems |= {Path(part[1]).stem for part in parts if part[0] in ("types", "models", "schemas")}
    code = "import sys; sys.path.insert(0, sys.argv[1]); import toolwire; print(*vars(toolwire))"
    command = [sys.executable, "-I", "-c", code, str(package.parent)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    taken = stems | {name for name in shown.split() if name == name.lower()}
    free = {name for name in taken if not not_a_format(name)}
    assert free == set(manifest.formats)


def test_no_definition_may_be_called_like_what_its_module_imports() -> None:
    package = ROOT / "generated" / "toolwire"
    for path in (*package.glob("types/[a-z]*.py"), *package.glob("models/[a-z]*.py")):
        imports = [n for n in ast.parse(path.read_text()).body if isinstance(n, ast.ImportFrom)]
        names = {alias.name for node in imports for alias in node.names}
        assert names - {"annotations"} <= CLASSES


# -- publishing


def test_a_folder_is_made_changed_and_pruned(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "out"
    assert publish(OLD, target) == sorted(OLD)
    assert tree(target) == OLD
    assert publish(NEW, target) == sorted({NAME, "a", "b", "d"})
    assert tree(target) == NEW
    assert siblings(target) == ["out"]


def test_files_of_others_stay(tmp_path: Path) -> None:
    target = tmp_path / "out"
    publish(OLD, target)
    (target / "notes.txt").write_text("mine")
    (target / "own" / "deep").mkdir(parents=True)
    (target / "own" / "deep" / "x").write_text("mine too")
    (target / "link").symlink_to("notes.txt")
    publish(NEW, target)
    assert (target / "own" / "deep" / "x").read_text() == "mine too"
    assert (target / "link").is_symlink()
    assert (target / "link").read_text() == "mine"
    assert not (target / "b").exists()


def test_files_of_others_are_no_change(tmp_path: Path) -> None:
    publish(OLD, tmp_path / "out")
    (tmp_path / "out" / "notes.txt").write_text("mine")
    assert publish(OLD, tmp_path / "out") == []
    assert publish(NEW, tmp_path / "out") == sorted({NAME, "a", "b", "d"})


def test_who_may_read_a_folder_stays(tmp_path: Path) -> None:
    target = tmp_path / "out"
    publish(OLD, target)
    target.chmod(0o700)
    publish(NEW, target)
    assert target.stat().st_mode & 0o777 == 0o700


def test_without_a_manifest_nothing_is_removed(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    (target / "b").write_text("whose?")
    publish(NEW, target)
    assert (target / "b").read_text() == "whose?"


def test_a_manifest_cannot_reach_out_of_its_folder(tmp_path: Path) -> None:
    for path in ("../victim", "/victim", "a/../../victim", ""):
        listed = {"formats": [], "inputs": {}, "outputs": {path: "0"}}
        assert parse_manifest(json.dumps(listed).encode()) is None


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "null", "\xff", "[" * 5000, '{"formats":{},"inputs":{},"outputs":{}}',
     '{"formats":[1],"inputs":{},"outputs":{}}', '{"formats":[],"inputs":{},"outputs":{"a":1}}'],
)  # fmt: skip
def test_a_broken_manifest_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_bytes(text.encode("latin-1"))
    assert read_manifest(tmp_path) is None


def test_nothing_is_touched_when_nothing_changes(tmp_path: Path) -> None:
    target = tmp_path / "out"
    publish(OLD, target)
    before = {path: path.stat() for path in (target, *target.rglob("*"))}
    assert publish(OLD, target) == []
    after = {path: path.stat() for path in (target, *target.rglob("*"))}
    assert {p: (s.st_ino, s.st_mtime_ns) for p, s in before.items()} == {
        p: (s.st_ino, s.st_mtime_ns) for p, s in after.items()
    }


def test_a_target_behind_a_link_is_changed_in_place(tmp_path: Path) -> None:
    publish(OLD, tmp_path / "real")
    (tmp_path / "link").symlink_to("real")
    publish(NEW, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert tree(tmp_path / "real") == NEW


def test_a_target_that_is_a_link_in_circles_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(OSError, match="Too many levels"):
        publish(NEW, tmp_path / "one")
    assert siblings(tmp_path / "one") == ["one", "two"]
    assert (tmp_path / "one").is_symlink()


@pytest.mark.parametrize("at", range(len(NEW)))
def test_a_full_disk_leaves_the_old_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    target = tmp_path / "out"
    publish(OLD, target)
    written = 0
    write = swap.write_file

    def failing(path: Path, data: bytes) -> None:
        nonlocal written
        if written == at:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        written += 1
        write(path, data)

    monkeypatch.setattr(swap, "write_file", failing)
    with pytest.raises(OSError, match="No space left"):
        publish(NEW, target)
    assert tree(target) == OLD
    assert siblings(target) == ["out"]


def test_a_read_only_target_leaves_the_old_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    publish(OLD, target)

    def refusing(path: Path, *args: object, **kwargs: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "mkdir", refusing)
    with pytest.raises(OSError, match="Read-only"):
        publish(NEW, target)
    assert tree(target) == OLD


KILLED = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from toolwire_codegen.publish import memory, swap
wanted, seen = int(sys.argv[3]), 0
def traced(function):
    def step(*args, **kwargs):
        global seen
        if seen == wanted:
            os.kill(os.getpid(), signal.SIGKILL)
        seen += 1
        return function(*args, **kwargs)
    return step
swap.write_file = traced(swap.write_file)
swap._swap = traced(swap._swap)
swap.shutil.rmtree = traced(swap.shutil.rmtree)
swap.publish({"a": b"new a", "d": b"new d", "MANIFEST.json": b"{}"}, Path(sys.argv[2]))
"""


@pytest.mark.parametrize("moment", range(5))
def test_a_kill_leaves_the_old_files_or_the_new_ones(tmp_path: Path, moment: int) -> None:
    target = tmp_path / "out"
    publish(OLD, target)
    command = [sys.executable, "-c", KILLED, str(ROOT / "generator"), str(target), str(moment)]
    done = subprocess.run(command, check=False)
    assert done.returncode == -signal.SIGKILL
    # Three files and the swap come first; only then is the old folder taken away.
    expected = OLD if moment < 4 else {"a": b"new a", "d": b"new d", "MANIFEST.json": b"{}"}
    assert tree(target) == expected
    publish(NEW, target)
    assert {path: tree(target)[path] for path in NEW} == NEW
    assert siblings(target) == ["out"]


@pytest.fixture
def without_exchange(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system that cannot let two folders change places in one step."""
    monkeypatch.setattr(swap, "_exchange", lambda one, other: False)


@pytest.mark.usefixtures("without_exchange")
def test_two_renames_do_where_one_step_is_not_to_be_had(tmp_path: Path) -> None:
    target = tmp_path / "out"
    publish(OLD, target)
    publish(NEW, target)
    assert tree(target) == NEW
    assert siblings(target) == ["out"]


@pytest.mark.usefixtures("without_exchange")
def test_a_failing_second_rename_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out"
    publish(OLD, target)
    rename: Callable[..., None] = os.rename

    def failing(one: Path, other: Path) -> None:
        if ".new-" in Path(one).name:
            raise OSError(errno.EBUSY, "Device or resource busy", str(other))
        rename(one, other)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(OSError, match="busy"):
        publish(NEW, target)
    assert tree(target) == OLD
    assert siblings(target) == ["out"]


def test_a_run_killed_between_two_renames_is_undone_by_the_next(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    target = tmp_path / "out"
    publish(OLD, target)
    (target / "mine").write_text("kept")
    target.rename(tmp_path / f".out.old-{dead.pid}")
    (tmp_path / f".out.new-{dead.pid}").mkdir()
    publish(NEW, target)
    assert tree(target) == {**NEW, "mine": b"kept"}
    assert siblings(target) == ["out"]


def test_the_new_folder_of_a_running_process_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "out"
    running = tmp_path / f".out.new-{os.getppid()}"
    running.mkdir()
    publish(OLD, target)
    assert running.is_dir()


# -- drift


def test_drift_says_what_is_stale_missing_extra_and_changed(tmp_path: Path) -> None:
    target = tmp_path / "out"
    publish(OLD, target)
    assert drift(OLD, target) == []
    made = json.loads(NEW[NAME])
    made["inputs"] = {"schema": "2", "other": "1"}
    (target / "__pycache__").mkdir()
    (target / "__pycache__" / "a.pyc").write_text("")
    found = drift({**NEW, NAME: json.dumps(made).encode()}, target)
    assert [(one.kind, one.path) for one in found] == [
        ("stale", "other"),
        ("stale", "schema"),
        ("missing", "d"),
        ("extra", "b"),
        ("changed", "a"),
    ]
    assert found[-1].detail == "--- a (on disk)\n+++ a (made now)\n@@ -1 +1 @@\n-old a\n+new a"


def test_drift_of_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert drift(NEW, tmp_path / "none") == [Drift("missing", NAME)]
    assert manifest_drift({}, tmp_path / "none") == [Drift("missing", NAME)]


def test_drift_of_the_manifest_alone(tmp_path: Path) -> None:
    publish(OLD, tmp_path / "out")
    (tmp_path / "out" / NAME).write_bytes(OLD[NAME] + b"\n")
    assert [one.path for one in drift(OLD, tmp_path / "out")] == [NAME]


def test_what_the_manifest_alone_tells(tmp_path: Path) -> None:
    target = tmp_path / "out"
    publish(OLD, target)
    inputs = {"schema": "1"}
    assert manifest_drift(inputs, target) == []
    assert manifest_drift({"schema": "2"}, target)[0].kind == "stale"
    (target / "e").write_text("extra")
    assert [one.kind for one in manifest_drift(inputs, target)] == ["extra"]
    (target / "e").unlink()
    (target / "a").write_text("edited")
    assert [one.kind for one in manifest_drift(inputs, target)] == ["changed"]
    (target / "a").unlink()
    assert [one.kind for one in manifest_drift(inputs, target)] == ["missing"]


def test_drift_sees_an_edit_that_the_manifest_has_the_hash_of(tmp_path: Path) -> None:
    target = tmp_path / "out"
    publish(OLD, target)
    manifest = json.loads(OLD[NAME])
    (target / "a").write_text("edited")
    manifest["outputs"]["a"] = hashlib.sha256(b"edited").hexdigest()
    (target / NAME).write_text(json.dumps(manifest))
    assert [(one.kind, one.path) for one in drift(OLD, target)] == [("changed", "a")]
    assert not holds(target, hashes(OLD))


def test_a_folder_holds_what_it_should_byte_for_byte_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert not holds(target, hashes(OLD))
    publish(OLD, target)
    assert holds(target, hashes(OLD))
    (target / "extra").write_text("")
    assert not holds(target, hashes(OLD))
    (target / "extra").unlink()
    (target / "a").unlink()
    assert not holds(target, hashes(OLD))
    (target / "a").mkdir()
    (target / "sub" / "c").write_text("old C")
    assert not holds(target, hashes(OLD))


def test_a_folder_in_the_place_of_a_file_is_drift(tmp_path: Path) -> None:
    target = tmp_path / "out"
    publish(OLD, target)
    (target / "a").unlink()
    (target / "a").symlink_to(target / "sub", target_is_directory=True)
    assert [(one.kind, one.path) for one in drift(OLD, target)] == [("changed", "a")]


def test_advice_leads_to_a_folder_in_order(tmp_path: Path) -> None:
    target = tmp_path / "out"
    publish({**OLD, NAME: NEW[NAME]}, target)
    (target / "d").write_text("listed, and no longer made")
    assert advice(drift(OLD, target)) == "run `toolwire generate`"
    publish(OLD, target)
    assert drift(OLD, target) == []
    (target / "mine").write_text("never listed")
    found = drift(OLD, target)
    assert str(found[0]).startswith("extra: mine\n  toolwire did not write it")
    assert advice(found) == "remove the extra files that toolwire did not write"
    (target / "a").unlink()
    assert advice(drift(OLD, target)).startswith("run `toolwire generate`; remove the extra files")


# -- what is remembered of the last run


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an input of each kind, and a memory that knows nothing yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for path in (
        *("schemas/a/wire.schema.json", "schemas/a/profiles/service.yaml", "schemas/b.json"),
        "templates/python/runtime/x.py",
    ):
        (tmp_path / "root" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "root" / path).write_text("1")
    return tmp_path / "root"


def test_what_was_made_is_remembered_outside_the_tree(inputs: Path) -> None:
    assert Memory(inputs).recall() is None
    before = tree(inputs)
    Memory(inputs).keep(OLD)
    assert Memory(inputs).recall() == hashes(OLD)
    assert tree(inputs) == before


def test_nothing_is_remembered_of_other_inputs(inputs: Path) -> None:
    for path in sorted(tree(inputs)):
        Memory(inputs).keep(OLD)
        (inputs / path).write_text("2")
        assert Memory(inputs).recall() is None
    Memory(inputs).keep(OLD)
    (inputs / "schemas" / "a" / "codec.py").write_text("")
    assert Memory(inputs).recall() is None
    Memory(inputs).keep(OLD)
    (inputs / "schemas" / "a").rename(inputs / "schemas" / "c")
    assert Memory(inputs).recall() is None


def test_nothing_is_remembered_of_another_compiler(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = tmp_path / "compiler"
    (compiler / "render").mkdir(parents=True)
    (compiler / "render" / "python.py").write_text("1")
    monkeypatch.setattr(memory, "COMPILER", compiler)
    Memory(inputs).keep(OLD)
    assert Memory(inputs).recall() == hashes(OLD)
    (compiler / "render" / "python.py").write_text("2")
    assert Memory(inputs).recall() is None
    Memory(inputs).keep(OLD)
    monkeypatch.setattr(memory, "_installed", lambda: "")
    assert Memory(inputs).recall() is None


def test_what_was_made_while_inputs_changed_is_not_remembered(inputs: Path) -> None:
    run = Memory(inputs)
    (inputs / "schemas" / "b.json").write_text("2")
    run.keep(OLD)
    assert run.recall() is None
    assert Memory(inputs).recall() is None


def test_a_build_server_takes_no_shortcut(inputs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Memory(inputs).keep(OLD)
    monkeypatch.setenv("CI", "true")
    assert Memory(inputs).recall() is None


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 5000, '{"key": 1}', "null"])
def test_a_broken_memory_is_none(inputs: Path, tmp_path: Path, text: str) -> None:
    Memory(inputs).keep(OLD)
    (cached,) = (tmp_path / "cache" / "toolwire").iterdir()
    cached.write_text(text)
    assert Memory(inputs).recall() is None


def test_a_memory_that_cannot_be_written_is_done_without(
    inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    Memory(inputs).keep(OLD)
    assert Memory(inputs).recall() is None


def test_folders_that_tools_leave_in_schemas_are_passed_over(tmp_path: Path) -> None:
    copied_project(tmp_path)
    for name in (".git", ".idea", ".cache-1", "__pycache__"):
        (tmp_path / "schemas" / name).mkdir()
        (tmp_path / "schemas" / name / "file").write_text("")
    project = load_project(tmp_path)
    assert project.findings == []
    assert list(project.formats) == [FORMAT]


def test_every_input_counts(tmp_path: Path) -> None:
    copied_project(tmp_path)
    before = input_hashes(load_project(tmp_path))
    profile = f"schemas/{FORMAT}/profiles/groq.yaml"
    transform = f"schemas/{FORMAT}/transform.yaml"
    for path in ("templates/python/runtime/values.py", transform, profile):
        (tmp_path / path).write_bytes((tmp_path / path).read_bytes() + b"\n")
        after = input_hashes(load_project(tmp_path))
        assert {key for key in after if after[key] != before[key]} == {path}
        before = after
