"""The cases of ``signatures.py`` under toolwire, pydantic-ai and the OpenAI Agents SDK.

    make peers                                       # compare with what is committed
    .venv/bin/python tests/tools/peers.py --update   # write peers.json anew
    .venv/bin/python tests/tools/peers.py --run SCRIPT   # a script, where the peers are

The peers are no dependencies: they are installed into ``.venv-peers`` when this first runs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PLACE = ROOT / ".venv-peers"
PEERS = ["pydantic-ai-slim==2.68.0", "openai-agents==0.24.0", "langchain-core>=1.0"]
OURS = ["pydantic==2.14.3", "docstring-parser>=0.17", "jsonschema>=4.20"]


def installed() -> Path:
    """The interpreter that has the peers. An interrupted install leaves no stamp."""
    python, stamp = PLACE / "bin" / "python", PLACE / "installed"
    wanted = "\n".join(PEERS + OURS)
    if not stamp.exists() or stamp.read_text() != wanted:
        venv.create(PLACE, clear=True, with_pip=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, *PEERS, *OURS], check=True)
        stamp.write_text(wanted)
    return python


def run(script: Path, stdout: int | None = None) -> subprocess.CompletedProcess[bytes]:
    """A script of ours beside the peers."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'generated'}{os.pathsep}{ROOT / 'tests'}"}
    command = [str(installed()), str(script)]
    return subprocess.run(command, env=environment, check=True, stdout=stdout)


def verdicts() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(HERE / "peers_verdicts.py", subprocess.PIPE).stdout)
    return found


def text(found: dict[str, Any]) -> str:
    """One line a case, so that a change reads well."""
    lines = [
        f"{json.dumps(case)}: {json.dumps(verdict)}" for case, verdict in sorted(found.items())
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--update", action="store_true", help="write peers.json anew")
    parser.add_argument("--run", type=Path, metavar="SCRIPT", help="only run this, beside them")
    given = parser.parse_args()
    if given.run:
        return run(given.run).returncode
    found, path = verdicts(), HERE / "peers.json"
    for peer in ("pydantic_ai", "agents_sdk"):
        pairs = [(verdict["toolwire"], verdict[peer]) for verdict in found.values()]
        inputs = [a == b for ours, theirs in pairs for a, b in zip(ours, theirs, strict=True)]
        cases = sum(ours == theirs for ours, theirs in pairs)
        print(f"{peer}: {cases} of {len(pairs)} signatures, {sum(inputs)} of {len(inputs)} inputs")
    if given.update:
        path.write_text(text(found), encoding="utf-8")
    elif text(found) != path.read_text(encoding="utf-8"):
        print("peers.json says otherwise; --update it, and read the difference", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
