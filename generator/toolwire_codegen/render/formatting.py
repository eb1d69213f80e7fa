"""The last touch on generated Python: line breaks and import order, by ruff.

ruff is pinned exactly: its layout is part of the output.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

OPTIONS = ("--isolated", "--line-length", "100", "--target-version", "py311", "--quiet")


def format_python(text: str) -> str:
    """``text`` laid out. Raises RuntimeError where it is no Python: a defect of the compiler."""
    sorted_imports = _ruff(text, "check", "--select", "I", "--fix-only", "--exit-zero")
    return _ruff(sorted_imports, "format")


def _ruff(text: str, command: str, *options: str) -> str:
    arguments = [_executable(), command, *OPTIONS, *options, "--stdin-filename", "x.py", "-"]
    done = subprocess.run(arguments, input=text.encode(), capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(f"generated code is no Python: {done.stderr.decode()}")
    return done.stdout.decode()


def _executable() -> str:
    name = "ruff.exe" if sys.platform == "win32" else "ruff"
    beside = Path(sysconfig.get_path("scripts")) / name
    return os.fspath(beside) if beside.exists() else name
