# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a wire accepts: a stage of its own between an intermediate request and the encoder.

A wire brings data alone (``schemas/<format>/rules.yaml``), in the words of the intermediate format:
what may stand where, how ids and names are spelled, and rules. What repairs is imported when it is
first needed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import FAILURES, Loss, ToolwireError, plain

if TYPE_CHECKING:
    from .acceptance import Acceptance

Json = Any
RULES = ("repair", "check", "off")
BREACH, REFUSED = "rule", "unsupported"
"""Codes of what breaks a rule, and of a schema that the wire has no place for."""


Lower = Callable[[Json], tuple[Json, list[Loss]]]


class Accepts:
    """What one wire accepts, as its ``rules.yaml`` and ``dialect.yaml`` say.

    ``known`` and ``lower`` are worked out on first use.
    """

    __slots__ = ("_known", "_lower", "data", "format")

    def __init__(self, format_: str, data: dict[str, Json]) -> None:
        self.format, self.data = format_, data
        self._known: Acceptance | None = None
        self._lower: Lower | None = None

    @property
    def known(self) -> Acceptance:
        """The same, ready for a pass over a request."""
        if self._known is None:
            from .acceptance import Acceptance

            self._known = Acceptance(self.format, self.data)
        return self._known

    @property
    def lower(self) -> Lower:
        """What brings the schemas of a request into the wire's dialects."""
        if self._lower is None:
            from .lowered import dialects_of, lowered_request

            self._lower = partial(
                lowered_request, dialects=dialects_of(self.format), format_=self.format
            )
        return self._lower


def accepted(request: Json, accepts: Accepts, rules: str) -> tuple[Json, list[Loss]]:
    """A request that the wire takes, and what was changed for it; the same one if nothing was.

    ``rules``: "repair"; "check" raises a ToolwireError for the first thing to repair; "off" changes
    nothing. What is no request comes back as it is: encoding says what is wrong with it. Raises
    ToolwireError for a schema that the wire has no place for.
    """
    if rules not in RULES:
        raise ValueError(f'rules is "repair", "check" or "off", not {rules!r}')
    if rules == "off" or not accepts.data:
        return request, []
    known, strict = accepts.known, rules == "check"
    try:
        return _lowered(*known.accepted(request, strict), accepts, strict)
    except FAILURES as failure:
        _raise_breach(failure)
    try:  # objects of an SDK may stand in it
        return _lowered(*known.accepted(plain(request), strict), accepts, strict)
    except FAILURES as failure:
        _raise_breach(failure)
    return request, []


def _lowered(
    request: Json, changes: list[Loss], accepts: Accepts, strict: bool
) -> tuple[Json, list[Loss]]:
    """The same with schemas in the wire's dialects."""
    if not request.get("tools") and not request.get("responseSchema"):
        return request, changes
    lowered, losses = accepts.lower(request)
    if strict and lowered is not request:
        place = losses[0].path if losses else ""
        raise ToolwireError(place, BREACH, "schemas of the dialect that this API takes")
    return lowered, [*changes, *losses] if losses else changes


def _raise_breach(failure: Exception) -> None:
    if isinstance(failure, ToolwireError) and failure.code in (BREACH, REFUSED):
        raise failure


def beyond(changes: list[Loss], losses: list[Loss]) -> list[Loss]:
    """Changes, and what is lost of a request beside them: nothing is told twice."""
    places = {one.path for one in changes if one.code != "renamed"}
    without = tuple(f"{one.path}/" for one in changes if one.code in ("dropped", "moved"))
    return [
        *changes,
        *(one for one in losses if one.path not in places and not one.path.startswith(without)),
    ]


class Renamed(NamedTuple):
    """What goes out for ids of calls and names of tools that a wire does not take as they are.

    ``keys`` are those that data of results have with a ``$`` more.
    """

    ids: dict[str, str]
    names: dict[str, str]
    keys: tuple[str, ...] = ()


def renamed_in(request: object, accepts: Accepts) -> Renamed:
    """The ids and names of a request that a wire has otherwise, by those of the request."""
    if not accepts.data:
        return Renamed({}, {})
    from .rule_names import respelling

    return respelling(request if type(request) is dict else plain(request), accepts.known)


def name_back(response: Json, request: object, accepts: Accepts) -> None:
    """Put the app's own words into the calls of a reply that was just read."""
    if accepts.data:
        from .restoring import into_reply, way_back

        into_reply(response, way_back(request, accepts))


def events_back(events: Iterator[Json], request: object, accepts: Accepts) -> Iterator[Json]:
    """The events of a reply, in the app's own words."""
    if not accepts.data:
        return events
    from .restoring import into_events, way_back

    back = way_back(request, accepts)
    return into_events(events, back) if any(back) else events


def aevents_back(
    events: AsyncIterator[Json], request: object, accepts: Accepts
) -> AsyncIterator[Json]:
    """The same for an asynchronous stream."""
    if not accepts.data:
        return events
    from .restoring import into_async_events, way_back

    back = way_back(request, accepts)
    return into_async_events(events, back) if any(back) else events
