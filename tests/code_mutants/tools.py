"""Mutants of the tool runtime."""

from __future__ import annotations

from .mutant import TOOLS, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{TOOLS}/calling.py",
        "tools/test_loop tools/test_loop_laws",
        ("            if record.result is not None:\n                continue\n", ""),
        ('(low if tool.risk == "low" else high)', "low"),
        ("        room = asyncio.Semaphore(self.max_parallel)\n",
         "        room = asyncio.Semaphore(99)\n"),
        ("        if earlier is not None:\n            return earlier\n", ""),
        ("failures.get(tool.name, 0) > tool.max_retries", "failures.get(tool.name, 0) < 0"),
        ('if self.ledger is None and record.state == "begun"', "if False"),
        ('        record.state = "begun"\n', ""),
        ("        if not claim.mine:\n", "        if False:\n"),
        ("        return claim.mine\n", "        return True\n"),
        ("        failures.pop(tool.name, None)\n", "        pass\n"),
        (', "rejected": True}', "}"),
    ),
    *rows(
        f"{TOOLS}/outcome.py",
        "tools/test_loop tools/test_loop_laws",
        (
            '    if review is None or review["seal"] != seal_of(record.call):',
            "    if review is None:",
        ),
        ("    if isinstance(decision, Later):\n        record", "    if False:\n        record"),
        ('    return Approve(review.get("arguments"))', "    return Approve()"),
    ),
    *rows(
        f"{TOOLS}/ledger.py",
        "tools/test_loop",
        ("            if key not in self._results:\n", "            if True:\n"),
        ("                if begun.rowcount:\n", "                if True:\n"),
    ),
    *rows(
        f"{TOOLS}/ending.py",
        "tools/test_ending",
        (' - getattr(task, "_must_cancel", False)', ""),
        ("        before = task.cancelling() -", "        before = 0 -"),
        ("            taken_back(came, self._task)\n", "            pass\n"),
    ),
    *rows(
        f"{TOOLS}/task_groups.py",
        "tools/test_ending",
        ("    if caught.f_globals is not vars(taskgroups):\n", "    if False:\n"),
        (" and raised_in_body is None:", ":"),
        ("        group._parent_cancel_requested = False ", "        pass "),
        ("        task.uncancel()\n", "        pass\n"),
    ),
    *rows(
        f"{TOOLS}/execution.py",
        "tools/test_execution tools/test_loop_cut_calls",
        ("    return problem or _CUT\n", "    return problem\n"),
        ('    if raw["name"] == tool.name:\n', "    if False:\n"),
        ("    if not problem and not fits(value):\n", "    if False:\n"),
        ("    if invalid is not None:\n", '    if "invalidArguments" in raw:\n'),
        ("    if free is not None:\n", '    if "input" in raw:\n'),
    ),
    *rows(
        f"{TOOLS}/blocking.py",
        "tools/test_loop_interrupted",
        ("            error.outcome = so_far[0]", "            pass"),
        ("            if cancels() > before:", "            if False:"),
    ),
    *rows(
        f"{TOOLS}/storable.py",
        "tools/test_loop_stored",
        ("json.dumps(value, allow_nan=False)", "json.dumps(value)"),
        ("        if depth > DEEPEST:\n", "        if False:\n"),
        ("        waiting += reversed(inner)\n", ""),
        ("elif kind is float and not isfinite(item):", "elif False:"),
        ("        level = below\n    return False\n", "        level = below\n    return True\n"),
    ),
    *rows(
        f"{TOOLS}/loop.py",
        "tools/test_loop_stored",
        ('        text_of(response, "")  # or the outcome could not be stored\n', ""),
        ('        text_of(self.outcome.state, "/state")\n', ""),
        ("told_apart(sendable(messages[-1]), outcome", "told_apart(messages[-1], outcome"),
        ('"message": sendable(response["message"])}', '"message": response["message"]}'),
    ),
    *rows(
        f"{TOOLS}/outcome.py",
        "tools/test_loop_stored",
        ("data = loads(stored) if", "data = __import__('json').loads(stored) if"),
    ),
    *rows(
        "templates/python/runtime/calls.py",
        "tools/test_loop_stored",
        ("    except RecursionError:\n", "    except KeyError:\n"),
    ),
    *rows(
        f"{TOOLS}/limits.py",
        "tools/test_loop",
        ("count >= limit", "count > limit + 9"),
        ("usage.get(name, 0) + ((more or {}).get(name) or 0)", "((more or {}).get(name) or 0)"),
    ),
    *rows(
        f"{TOOLS}/loop.py",
        "tools/test_loop tools/test_loop_laws",
        ("self.tools.filtered(lambda tool: tool.name in offered)", "self.tools"),
        ('            outcome.reason = "done"\n', "            return False\n"),
        (
            "outcome.turns += 1\n        outcome.calls += records\n        if reason in CUT:",
            "outcome.calls += records\n        if reason in CUT:",
        ),
        ("        _choose_once(outcome)\n", ""),
        ("        outcome.usage = added(", "        added("),
        ("        if outcome.turns > self.max_turns:\n", "        if False:\n"),
    ),
    *rows(
        f"{TOOLS}/sending.py",
        "tools/test_loop",
        ("    if threads and not inspect.iscoroutinefunction(send):\n", "    if False:\n"),
        ("            await tell(event)\n", "            pass\n"),
    ),
    *rows(
        f"{TOOLS}/sending.py",
        "tools/test_loop_hostile",
        ("late=_let_go if stream else None", "late=None"),
        ("late=lambda _: _let_go(*opened)", "late=None"),
        ("else [iter(sent), sent]", "else [iter(sent)]"),
    ),
]  # fmt: skip
