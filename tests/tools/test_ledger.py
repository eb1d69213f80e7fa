"""A ledger and what goes wrong around it: what has not run is anybody's to run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripted import QUESTION, Model, asks, says
from toolwire.tools import Ledger, MemoryLedger, Outcome, SqliteLedger, run, tool

Json = Any
LEDGERS: list[Callable[[Path], Ledger]] = [
    lambda folder: MemoryLedger(),
    lambda folder: SqliteLedger(folder / "calls.db"),
]


@pytest.mark.parametrize("made", LEDGERS, ids=["memory", "sqlite"])
@pytest.mark.parametrize("raises", [LookupError, KeyboardInterrupt])
@pytest.mark.parametrize("listens", ["on_event", "checkpoint"])
def test_a_call_whose_beginning_could_not_be_told_is_run_by_whoever_goes_on(
    tmp_path: Path, made: Callable[[Path], Ledger], raises: type[BaseException], listens: str
) -> None:
    ledger, count, stored = made(tmp_path), [0], [""]

    @tool
    def pay() -> str:
        """Pay."""
        count[0] += 1
        return "paid"

    def hear(event: Json) -> None:
        if event["kind"] == "callStarted":
            raise raises

    def keep(outcome: Outcome) -> None:
        stored[0] = outcome.dumps()
        if any(record.state == "begun" for record in outcome.calls):
            raise raises

    listening: Json = {"on_event": hear} if listens == "on_event" else {"checkpoint": keep}
    model = Model([asks(("a", "pay")), says("Done.")])
    options: Json = {"format": "openai_chat", "ledger": ledger}
    with pytest.raises(raises) as caught:
        run(model, QUESTION, [pay], **options, **listening)
    assert count == [0]
    # Also from what was stored last, when the process ended right there.
    left = stored[0] or caught.value.outcome.dumps()  # type: ignore[attr-defined]
    for _ in range(2):
        model = Model([says("Done.")])
        outcome = run(model, Outcome.from_json(left), [pay], **options)
        assert [record.result and record.result["value"] for record in outcome.calls] == ["paid"]
    assert count == [1]
