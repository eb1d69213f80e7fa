"""Each rule of each wire and service left out, and each limit: is it noticed?

    .venv/bin/python tests/mutants/rules.py [--jobs N] [--values] [targets]

The law that is asked is that of `probed.py`; what no document can tell it is held by
tests of its own, which `HELD` names. ``--values`` leaves out each value of the rules, too, and each
item of their lists, and only counts what is noticed: half of a rule may be as good as all of it.
Exit 1 if a rule is neither noticed nor listed, or listed and noticed.
"""

from __future__ import annotations

import argparse
import copy
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent.parent
if __name__ == "__main__":
    sys.path[:0] = [str(TESTS), str(TESTS.parent / "generated")]

from crossing import TARGETS  # noqa: E402
from probed import Api, asked  # noqa: E402
from toolwire import ToolwireError  # noqa: E402

Json = Any
ROWS = ("rules", "limits")
SAID = ("what", "kind")
"""What every rule has."""
HELD: dict[str, tuple[str, ...]] = {
    "test_accepts": (
        "bedrock_converse rules/configured",
        "cohere_chat rules/strict",
        "mistral_chat rules/tools",
        "ollama_chat rules/choice",
    ),
    "test_accepts_data": ("ollama_chat rules/encoded",),
    "test_accepts_found": (
        "ollama_chat rules/stops",
        "openai_responses rules/quoted",
        "vertex rules/issued",
    ),
    "test_accepts_home": (
        "bedrock_converse rules/arguments",
        "openai_chat rules/nameOfSchema",
        "openai_chat rules/parts",
    ),
    "test_accepts_media": (
        "anthropic_messages rules/typed",
        "bedrock_converse rules/media",
        "cohere_chat rules/media",
        "cohere_chat rules/typed",
    ),
    "test_accepts_served": ("mistral_chat rules/greedy",),
    "test_accepts_unicode": (
        "cohere_chat limits/callId",
        "ollama_chat limits/callId",
        "ollama_chat limits/toolName",
    ),
    "test_losses_repaired": ("ollama_chat rules/readable",),
    "test_reasoning": ("openai_responses rules/signed",),
    "test_renaming": ("gemini limits/callId",),
    "test_repaired_places": ("openai_chat rules/media",),
    "test_returned": ("openai_chat rules/called",),
    "test_thoughts_stay": ("ollama_chat rules/alien",),
}
"""Rules that the law does not notice, by the module of a test that does."""


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


Told = tuple[str, Json, tuple[Json, Json]]
"""What is asked: its name, the request, and what goes out without rules and with them."""


def is_noticed(api: Api, requests: list[Told], data: Json) -> bool:
    """Whether the law finds a fault with such data, which a process of its own is given.

    Where the same goes out as before, the law has nothing else to say than before.
    """
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
        others = ((name, one) for name, one, out in requests if going_out(api, one) != out)
        code = int(any(True for name, one in others for _ in api.faults(name, one)))
    finally:
        os._exit(code)


def going_out(api: Api, request: Json) -> tuple[Json, Json]:
    """A request as it is written without rules and with them; of an error, its words."""
    bodies = (api.written(request, rules) for rules in ("off", "repair"))
    bare, body = (str(one) if isinstance(one, ToolwireError) else one for one in bodies)
    return bare, body


def unnoticed(target: str, values: bool) -> tuple[int, list[str]]:
    """How many changes there are for a wire or service, and those that nobody notices."""
    api = Api(target)
    requests = [(name, one, going_out(api, one)) for name, one in asked(api)]
    changes = [*own_rows(api, values)]
    found = [path for path, data in changes if not is_noticed(api, requests, data)]
    return len(changes), found


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("targets", nargs="*", default=[*TARGETS])
    arguments.add_argument("--values", action="store_true")
    arguments.add_argument("--jobs", type=int, default=2)
    given = arguments.parse_args()
    total, silent = 0, list[str]()
    with ProcessPoolExecutor(given.jobs) as pool:
        results = pool.map(partial(unnoticed, values=given.values), given.targets)
        for target, (count, found) in zip(given.targets, results, strict=True):
            total += count
            silent += [f"{target} {path}" for path in found]
            print(f"{target:20} {count:5} changes {count - len(found):5} noticed", flush=True)
    rows = [row for listed in HELD.values() for row in listed]
    listed = {row for row in rows if row.split()[0] in given.targets}
    wrong = [] if given.values else sorted({*silent} ^ listed)
    for row in wrong:
        print(f"{'noticed, and listed' if row in listed else 'neither noticed nor listed'}: {row}")
    print(f"{total} changes: {total - len(silent)} noticed")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
