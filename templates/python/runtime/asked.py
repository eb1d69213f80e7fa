"""Calls that come as messages and wait for their answers, whatever ids a model gives them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from .errors import ToolwireError

Json = dict[str, Any]


class Asked(NamedTuple):
    """A call, and the message that asks for it."""

    call: Json
    message: Json
    request: Any = None
    """What others name the call by; None if nobody but the message does."""


class AskedCalls:
    """The calls of a turn: those that wait, and whether more of them are to come."""

    def __init__(self) -> None:
        self._waiting: list[Asked] = []
        self._requests: list[Any] = []
        # Less than none of an id if its calls came before anybody said so.
        self._due: Counter[str] = Counter()

    def begin(self) -> list[Asked]:
        """A turn begins; what has waited until then."""
        left, self._waiting = self._waiting, []
        self._requests.clear()
        self._due.clear()
        return left

    def expect(self, ids: Iterable[str]) -> None:
        """Calls of these ids are to come."""
        self._due.update(ids)

    def add(self, asked: Asked) -> None:
        """A call has come; a request that is told again is the same call."""
        if asked.request is None or asked.request not in self._requests:
            self._requests.append(asked.request)
            self._due[asked.call["id"]] -= 1
            self._waiting.append(asked)

    def remove(self, asked: Asked) -> None:
        self._waiting = [one for one in self._waiting if one is not asked]

    def remove_request(self, request: Any) -> None:
        """Somebody else has answered a request."""
        self._waiting = [
            one for one in self._waiting if one.request is None or one.request != request
        ]

    @property
    def complete(self) -> bool:
        """Whether some wait, and none is to come."""
        return bool(self._waiting) and not +self._due

    @property
    def next(self) -> dict[str, Asked]:
        """What is to be answered next, by its id: of calls that have one id, the first."""
        first: dict[str, Asked] = {}
        for asked in self._waiting:
            first.setdefault(asked.call["id"], asked)
        return first

    def matched(self, results: Iterable[Json]) -> list[tuple[Asked, Json]]:
        """All that is to be answered next, with its results. Raises ToolwireError."""
        left, found = self.next, []
        for index, result in enumerate(results):
            asked = left.pop(result.get("toolCallId", ""), None)
            if asked is None:
                raise ToolwireError(f"/{index}/toolCallId", "value", "the id of a call that waits")
            found.append((asked, result))
        if left:
            raise ToolwireError("", "missing", f"results of the calls {', '.join(left)}")
        return found
