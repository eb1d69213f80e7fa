"""Mutants of what writes the package, copies it, and compares it with what it should be."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/publish/memory.py",
        "test_cli",
        ('None if "__pycache__" in path.parts else content(path)', "content(path)"),
    ),
    *rows(
        f"{COMPILER}/publish/manifest.py",
        "test_publish test_vendor",
        (
            '    return bool(path) and not pure.is_absolute() and ".." not in pure.parts\n',
            "    return True\n",
        ),
        ("name not in CACHES and name not in links]", "name not in links]"),
        ("if data is None or sha256(data) != expected:", "if data and sha256(data) != expected:"),
    ),
    *rows(
        f"{COMPILER}/publish/swap.py",
        "test_publish test_vendor",
        ("        destination = Path(os.path.realpath(destination))\n", "        pass\n"),
        ("path in written and path not in files]\n    changed", "path not in files]\n    changed"),
        ("            _carry(present[path], fresh / path)\n", "            pass\n"),
        ("        shutil.rmtree(fresh, ignore_errors=True)\n", "        pass\n"),
        ("    _recover(destination)\n", ""),
        ("or (int(pid) != os.getpid() and _alive(int(pid)))", ""),
        ("            os.rename(old, destination)\n            raise\n", "            raise\n"),
        ("            shutil.copymode(destination, fresh)\n", "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/publish/vendor.py",
        "test_vendor",
        (
            "if path in present]\n    clashing",
            "if path in ()]\n    clashing",
        ),
        (
            "    if changed := edited_files(package, manifest):\n",
            "    if changed := edited_files(package, manifest)[:0]:\n",
        ),
        ("    remaining = _needed(remaining)\n", ""),
        ('            lines.append(f"out of date: {path}")\n', "            pass\n"),
    ),
    *rows(
        f"{COMPILER}/publish/drift.py",
        "test_publish",
        ("    if not present:  # one", "    if False:  # one"),
        ("    found += _extra(present, set(files), destination)\n", ""),
        ("    return None if old == data else Drift(", "    return None if old else Drift("),
        ("    found = _stale_inputs(files, destination)\n", "    found: list[Drift] = []\n"),
    ),
]
