"""Each rule of each wire and service left out, and each limit: is it noticed?

    .venv/bin/python tests/mutants/rules.py [--jobs N] [--values] [targets]

The law that is asked is that of `probed.py`; what no document can tell it is held by tests of its
own, which `HELD` of `held.py` names: they are run, and have to fail. ``--values`` leaves out each
value of the rules instead, and each item of their lists. `toolwire check` may notice that as well,
and `KEPT` says why what nothing notices stays. What is listed stands for all that is in it.
Exit 1 if something is neither noticed nor listed, or listed and noticed.
"""

from __future__ import annotations

import argparse
import copy
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent.parent
if __name__ == "__main__":
    sys.path[:0] = [str(TESTS), str(TESTS.parent / "generated")]

from crossing import TARGETS  # noqa: E402
from mutants.held import HELD, KEPT  # noqa: E402
from mutants.rule_files import is_found  # noqa: E402
from probed import Api, asked  # noqa: E402
from toolwire import ToolwireError  # noqa: E402

Json = Any
ROWS = ("rules", "limits")
SAID = ("what", "kind")
"""What every rule has."""


def left_out(data: Json, values: bool) -> Iterator[tuple[str, Json]]:
    """The data of a wire without one of its rules each, or without one of the values in them."""
    for path in _paths(data):
        if (len(path) == 2) != values and path[-1] not in SAID:
            found = copy.deepcopy(data)
            holder = found
            for key in path[:-1]:
                holder = holder[key]
            del holder[path[-1]]
            yield "/".join(map(str, path)), found


def _paths(data: Json, path: tuple[Json, ...] = ()) -> Iterator[tuple[Json, ...]]:
    items = data.items() if type(data) is dict else enumerate(data) if type(data) is list else ()
    for key, value in items:
        if path or key in ROWS:
            yield from [(*path, key)] if path else []
            yield from _paths(value, (*path, key))


def own_rows(api: Api, values: bool) -> Iterator[tuple[str, Json]]:
    """Those of a service that its wire has not."""
    base, own = api.wire.ACCEPTS.data, api.wire.ACCEPTS.of(api.profile).data
    for path, data in left_out(own, values):
        if own is base or _at(base, path) != _at(own, path):
            yield path, data


def _at(data: Json, path: str) -> Json:
    """What stands at a path; None if nothing does."""
    for key in path.split("/"):
        items = dict(enumerate(data)) if type(data) is list else data
        data = items.get(int(key) if type(data) is list else key) if type(items) is dict else None
    return data


Out = tuple[Json, Json, str]
Told = tuple[str, Json, Out]
"""What is asked: its name, the request, and what comes of it."""


def is_noticed(api: Api, requests: list[Told], data: Json) -> bool:
    """Whether the law finds a fault with such data, which a process of its own is given.

    Where the same goes out as before, the law has nothing else to say than before.
    """

    def finds() -> bool:
        others = ((name, one) for name, one, out in requests if going_out(api, one) != out)
        return any(True for name, one in others for _ in api.faults(name, one))

    return _elsewhere(api, data, finds)


def is_held(api: Api, module: str, data: Json) -> bool:
    """Whether a module of tests fails with such data."""

    def fails() -> bool:
        silence = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(silence, stream)
        found = pytest.main(["-qx", "-p", "no:cacheprovider", str(TESTS / f"{module}.py")])
        return found == pytest.ExitCode.TESTS_FAILED

    return _elsewhere(api, data, fails)


def _elsewhere(api: Api, data: Json, asked: Callable[[], bool]) -> bool:
    """What is asked in a process of its own, in which a wire or service has other rules."""
    accepts = api.wire.ACCEPTS.of(api.profile)
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0
    code = 2  # what raises is noticed
    try:
        accepts.data.clear()
        accepts.data.update(data)
        accepts.by_model.clear()
        accepts._acceptance = None
        code = int(asked())
    finally:
        os._exit(code)


def going_out(api: Api, request: Json) -> Out:
    """A request as it is written without rules and with them, and in what words it is refused.

    Of an error, its words.
    """
    bodies = (api.written(request, rules) for rules in ("off", "repair", "check"))
    bare, body, checked = (str(one) if isinstance(one, ToolwireError) else one for one in bodies)
    return bare, body, checked if type(checked) is str else ""


def unnoticed(target: str, values: bool) -> tuple[int, list[str]]:
    """How many changes there are for a wire or service, and those that nobody notices."""
    api = Api(target)
    requests = [(name, one, going_out(api, one)) for name, one in asked(api)]
    changes = [*own_rows(api, values)]
    found = [path for path, data in changes if not is_noticed(api, requests, data)]
    if values:
        found = [path for path in found if not is_found(api.format, api.profile, path)]
    return len(changes), found


def complaints(target: str, values: bool, silent: list[str]) -> Iterator[str]:
    """What is wrong with the lists, by what nobody notices of a wire or service."""
    api, used = Api(target), set[str]()
    data = dict(own_rows(api, values))
    modules = {row: module for module, rows in HELD.items() for row in rows}
    listed = [*modules, *(row for rows in KEPT.values() for row in rows)]
    for path in silent:
        name = f"{target} {path}"
        row = next((row for row in listed if f"{name}/".startswith(f"{row}/")), None)
        used |= {row} if row else set()
        if row is None:
            yield f"neither noticed nor listed: {name}"
        elif row in modules and not is_held(api, modules[row], data[path]):
            yield f"not noticed by {modules[row]} either: {name}"
    for row in listed:
        own = row.startswith(f"{target} ") and (row.count("/") > 1) == values
        if own and row not in used:
            yield f"noticed, and listed: {row}"


def found_of(target: str, values: bool) -> tuple[int, int, list[str]]:
    """How many changes there are, how many nobody notices, and what is wrong with the lists."""
    count, silent = unnoticed(target, values)
    return count, len(silent), [*complaints(target, values, silent)]


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("targets", nargs="*", default=[*TARGETS])
    arguments.add_argument("--values", action="store_true")
    arguments.add_argument("--jobs", type=int, default=2)
    given = arguments.parse_args()
    total, noticed, wrong = 0, 0, 0
    with ProcessPoolExecutor(given.jobs) as pool:
        results = pool.map(partial(found_of, values=given.values), given.targets)
        for target, (count, silent, found) in zip(given.targets, results, strict=True):
            total, noticed, wrong = total + count, noticed + count - silent, wrong + len(found)
            print(f"{target:20} {count:5} changes {count - silent:5} noticed", *found, sep="\n  ")
            sys.stdout.flush()
    print(f"{total} changes: {noticed} noticed")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
