"""What a wire accepts: a stage of its own between an intermediate request and the encoder.

A wire brings data alone (``schemas/<format>/rules.yaml``), in the words of the intermediate format:
what may stand where, how ids and names are spelled, and rules. What repairs is imported when it is
first needed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from .blaming import explain
from .errors import FAILURES, Loss, ToolwireError, plain
from .lasting import PLACED, lasting
from .losses import lost_of
from .recalled import stays
from .stood import Changes, changes_with, losses_as_given

if TYPE_CHECKING:
    from .acceptance import Acceptance
    from .dialect import Dialect

Json = Any
RULES = ("repair", "check", "off")
BREACH, REFUSED = "rule", "unsupported"
"""Codes of what breaks a rule, and of a schema that the wire has no place for."""
MODELS = 100
"""For so many models the rules stay ready."""
LEAVING = ("dropped", "moved", PLACED)
"""The codes of changes that leave nothing where they were made."""


Lower = Callable[[Json], tuple[Json, list[Loss]]]


class Accepts:
    """What one wire accepts, as its ``rules.yaml`` and ``dialect.yaml`` say.

    Or a service that speaks it, as its profile says: ``profile`` names that. ``profiles`` are the
    names of all that the wire has. The rest is worked out on first use.
    """

    __slots__ = (
        *("_acceptance", "_dialects", "_lower", "_of"),
        *("by_model", "data", "format", "profile", "profiles"),
    )

    def __init__(
        self,
        format_: str,
        data: dict[str, Json],
        profiles: tuple[str, ...] = (),
        *,
        profile: str = "",
        dialects: tuple[Dialect, ...] | None = None,
    ) -> None:
        self.format, self.data, self.profiles, self.profile = format_, data, profiles, profile
        self._of: dict[str, Accepts] = {}
        self._acceptance: Acceptance | None = None
        self.by_model: dict[str, Acceptance] = {}
        self._lower: Lower | None = None
        self._dialects = dialects

    def of(self, profile: str | None) -> Accepts:
        """The same for a service; itself for None. Raises ValueError for an unknown one."""
        if profile is None:
            return self
        found = self._of.get(profile)
        if found is None:
            if profile not in self.profiles:
                hint = f"it has {', '.join(self.profiles)}" if self.profiles else "it has none"
                raise ValueError(f"{self.format} has no profile {profile!r}; {hint}")
            package = (__package__ or "").rpartition(".")[0]
            module = import_module(f"{package}._profiles.{self.format}.{profile}")
            found = self._of[profile] = module.ACCEPTS
        return found

    @property
    def acceptance(self) -> Acceptance:
        """The same, ready for a pass over a request."""
        if self._acceptance is None:
            from .acceptance import Acceptance

            self._acceptance = Acceptance(self.format, self.data)
        return self._acceptance

    def acceptance_for(self, request: Json) -> Acceptance:
        """The same for the model that a request names; many ask for the same few models."""
        model, acceptance = request.get("model"), self.acceptance
        if type(model) is not str or not model:
            return acceptance
        found = self.by_model.get(model)
        if found is None:
            from .acceptance import Acceptance

            if len(self.by_model) >= MODELS:
                self.by_model.clear()
            found = Acceptance(self.format, self.data, model) if acceptance.by_model else acceptance
            self.by_model[model] = found
        return found

    @property
    def lower(self) -> Lower:
        """What brings the schemas of a request into the wire's dialects."""
        if self._lower is None:
            from .lowered import lowered_request

            self._lower = partial(lowered_request, dialects=self.dialects, format_=self.format)
        return self._lower

    @property
    def dialects(self) -> tuple[Dialect, ...]:
        """What is taken of JSON Schema."""
        if self._dialects is None:
            from .lowered import dialects_of

            self._dialects = dialects_of(self.format)
        return self._dialects


def accepted(request: Json, accepts: Accepts, rules: str) -> tuple[Json, list[Loss]]:
    """A request that the wire takes, and what was changed for it; the same one if nothing was.

    ``rules``: "repair"; "check" raises a ToolwireError for the first thing to repair; "off" changes
    nothing: what a service signed goes back to it. Raises ToolwireError for a schema that the wire
    has no place for, and for what is no request, of which nobody could say what the API would
    refuse.
    """
    if rules not in RULES:
        raise ValueError(f'rules is "repair", "check" or "off", not {rules!r}')
    if rules == "off" and accepts.profile:
        from .issued import unclaimed_request

        return unclaimed_request(request, accepts), []
    if rules == "off" or not accepts.data:
        return request, []
    strict = rules == "check"
    try:
        return _served(request, accepts, strict)
    except FAILURES as failure:
        if isinstance(failure, ToolwireError) and failure.code in (BREACH, REFUSED):
            raise
    plain_request = plain(request)  # objects of an SDK may stand in it
    try:
        return _served(plain_request, accepts, strict)
    except FAILURES as failure:
        explain(failure, plain_request, "intermediate", ("Request",))


def accepted_tools(tools: Json, accepts: Accepts, rules: str) -> tuple[Json, list[Loss]]:
    """The same of tools by themselves."""
    if type(tools) is not dict:
        return tools, []  # encoding says what is wrong with it
    given = {"messages": [], **tools}
    found, changes = accepted(given, accepts, rules)
    if found is given:
        return tools, changes
    return {key: value for key, value in found.items() if key != "messages"}, changes


def _served(request: Json, accepts: Accepts, strict: bool) -> tuple[Json, list[Loss]]:
    """A request that breaks no rule, in the wire's dialects, and in the words of a service."""
    model = request.get("model")
    acceptance = accepts.by_model.get(model) if type(model) is str else None
    request, changes = (acceptance or accepts.acceptance_for(request)).accepted(request, strict)
    tools = request.get("tools")
    if request.get("responseSchema") or (tools and not stays(accepts.dialects, tools)):
        request, changes = _lowered(request, changes, accepts, strict)
    if not accepts.profile:
        return request, changes
    from .service import served

    request, more, left = served(request, accepts.data, accepts.format, strict)
    changes += losses_as_given(more, changes)
    return request, changes_with(changes, left) if left else changes


def _lowered(
    request: Json, changes: list[Loss], accepts: Accepts, strict: bool
) -> tuple[Json, list[Loss]]:
    """The same with schemas in the wire's dialects."""
    lowered, losses = accepts.lower(request)
    losses = losses_as_given(losses, changes)
    if strict and lowered is not request:
        from .lowered import changed_at

        breach = next((one.path for one in losses if one.code != "added"), "")
        if place := breach or changed_at(request, lowered):
            raise ToolwireError(place, BREACH, "schemas of the dialect that this API takes")
        return request, changes
    changes += losses
    return lowered, changes


def changed_or_lost(
    losing: Callable[..., None], given: Json, x: Json, changes: list[Loss],
    calls: Callable[[], Json], names: tuple[str, ...],
) -> list[Loss]:  # fmt: skip
    """Changes, and what is lost of the changed request ``x`` beside them, at places of the given.

    Nothing is told twice. What is ``placed`` elsewhere is neither changed nor lost. Raises
    ToolwireError.
    """
    losses: list[Loss] = []
    try:
        losing(x, "", losses, calls())
    except FAILURES:
        lost_of(losing, given, calls, names)  # what is wrong is said of it, if anything is
        losses = lost_of(losing, x, calls, names)
    if isinstance(changes, Changes):
        losses = changes.stood().as_given(losses)
        if changes.left_behind:
            losses += _left_behind(changes, losses, lost_of(losing, given, calls, names))
    if not changes:
        return losses
    places = {one.path for one in changes if one.code != "renamed"}
    reported = lasting(changes, given, x) if len(changes) > 1 else changes
    reported = [one for one in reported if one.code != PLACED]
    return reported + [one for one in losses if one.path not in places]


def _left_behind(changes: Changes, losses: list[Loss], before: list[Loss]) -> list[Loss]:
    """What was lost ``before``, of what is not in the changed request, and no change tells.

    Where a list is not there any more, it has no order.
    """
    places = (*changes.left_behind,)
    within, reported = tuple(f"{place}/" for place in places), {*losses}
    gone = tuple(f"{one.path}/" for one in changes if one.code in LEAVING)
    return [
        one for one in before
        if one.path in places or one.path.startswith(within)
        if one not in reported and not one.path.startswith(gone)
        if one.code not in ("order", "merged")
    ]  # fmt: skip


class Renamed(NamedTuple):
    """What goes out for ids of calls and names of tools that a wire does not take as they are.

    ``keys`` are those of data of results that the API would read as its own.
    """

    ids: dict[str, str]
    names: dict[str, str]
    keys: dict[str, str]


def renamed_in(request: object, accepts: Accepts) -> Renamed:
    """The ids and names of a request that a wire has otherwise, by those of the request."""
    if not accepts.data:
        return Renamed({}, {}, {})
    from .rule_names import respelling

    plain_request = request if type(request) is dict else plain(request)
    return respelling({"messages": [], **plain_request}, accepts.acceptance)


def name_back(response: Json, request: object, accepts: Accepts) -> None:
    """Put the app's own words into the calls of a reply that was just read.

    No words if there is no ``request``; signatures of a service say that they are its own.
    """
    if accepts.profile and "message" in response:
        from .issued import claimed

        claimed(response["message"], accepts.format, accepts.data)
    if accepts.data and request is not None:
        from .restoring import into_reply, way_back

        into_reply(response, way_back(request, accepts))


def events_back(events: Iterator[Json], request: object, accepts: Accepts) -> Iterator[Json]:
    """The events of a reply, in the app's own words."""
    if accepts.profile:
        from .issued import claims, each

        events = each(events, claims(accepts.format, accepts.data))
    if not accepts.data or request is None:
        return events
    from .restoring import into_events, way_back

    back = way_back(request, accepts)
    return into_events(events, back) if any(back) else events


def aevents_back(
    events: AsyncIterator[Json], request: object, accepts: Accepts
) -> AsyncIterator[Json]:
    """The same for an asynchronous stream."""
    if accepts.profile:
        from .issued import aeach, claims

        change = claims(accepts.format, accepts.data)
        events = events if change is None else aeach(events, change)
    if not accepts.data or request is None:
        return events
    from .restoring import into_async_events, way_back

    back = way_back(request, accepts)
    return into_async_events(events, back) if any(back) else events
