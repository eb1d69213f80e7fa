"""What somebody decides of a call before it runs: yes, no, yes with changes, or later.

A decision is bound to the id and the arguments of its call, so that a yes given to one call can
never run another, and it counts once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .plain import plain

if TYPE_CHECKING:
    from .context import ToolContext


@dataclass(frozen=True, slots=True)
class Approve:
    """The call runs, with other ``arguments`` if they are given. The history keeps the model's."""

    arguments: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        """Raises TypeError or ValueError for arguments that are no JSON object."""
        if self.arguments is None:
            return
        if not isinstance(self.arguments, dict):
            raise TypeError(f"arguments are an object, not {type(self.arguments).__name__}")
        # A copy, as JSON: a decision is stored, and must not change behind its back.
        object.__setattr__(self, "arguments", plain(self.arguments))


@dataclass(frozen=True, slots=True)
class Reject:
    """The call does not run; the model reads the reason."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Later:
    """Nobody can say yet: the run waits, and the outcome can be stored until somebody does."""


Decision = Approve | Reject | Later
Review = Callable[[dict[str, Any], "ToolContext"], Decision | bool | Awaitable[Decision | bool]]
"""Given the ToolCall and the context; ``True`` and ``False`` are short for Approve and Reject."""


class DecisionError(ValueError):
    """A decision that fits no waiting call."""


def decision_of(answer: Any) -> Decision:
    """What a review said. Raises TypeError for what is no decision."""
    if isinstance(answer, bool):
        return Approve() if answer else Reject()
    if isinstance(answer, Approve | Reject | Later):
        return answer
    if answer is None:
        return Later()
    raise TypeError(f"a review says Approve, Reject or Later, not {type(answer).__name__}")


def seal_of(call: dict[str, Any]) -> str:
    """What a decision is bound to: the id, name and arguments of a call, as a digest."""
    parts = [call["id"], call["name"], call["arguments"], call.get("invalidArguments")]
    parts += [call["input"]] if "input" in call else []
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
