# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a wire accepts: a stage of its own between an intermediate request and the encoder.

A wire brings data alone (``schemas/<format>/rules.yaml``), in the words of the intermediate format:
what may stand where, how ids and names are spelled, and rules. What repairs is imported when it is
first needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from .errors import FAILURES, Loss, ToolwireError, explain, plain
from .losses import lost_of
from .recalled import stays
from .stood import losses_as_given

if TYPE_CHECKING:
    from .acceptance import Acceptance
    from .dialect import Dialect

Json = Any
RULES = ("repair", "check", "off")
BREACH, REFUSED = "rule", "unsupported"
"""Codes of what breaks a rule, and of a schema that the wire has no place for."""
MODELS = 100
"""For so many models the rules stay ready."""
PLACED = "placed"
"""The code of what a service has under a key of its own: no one is told of it."""
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
    nothing. Raises ToolwireError for a schema that the wire has no place for, and for what is no
    request, of which nobody could say what the API would refuse.
    """
    if rules not in RULES:
        raise ValueError(f'rules is "repair", "check" or "off", not {rules!r}')
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

    request, more = served(request, accepts.data, accepts.format, strict)
    changes += losses_as_given(more, changes)
    return request, changes


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
    """Changes, and what is lost of a request beside them: nothing is told twice.

    Of the changed request ``x`` less may be lost than of the ``given`` one, or something else. What
    is ``placed`` elsewhere is neither changed nor lost. Raises ToolwireError, as `lost_of` does.
    """
    losses: list[Loss] = []
    try:
        losing(given, "", losses, calls())
    except FAILURES:
        losses = lost_of(losing, (given, x), calls, names)
    if not changes:
        return losses
    left = losses if x is given else losses_as_given(lost_of(losing, (x,), calls, names), changes)
    if left != losses:
        losses = _still_lost(losses, left, changes)
    reported: list[Loss] = []
    places: set[str] = set()
    left_from: list[str] = []
    moved_from: list[str] = []
    for one in changes:
        path, code, _ = one
        if code != PLACED:
            reported.append(one)
        if code != "renamed":
            places.add(path)
        if code in LEAVING:
            left_from.append(f"{path}/")
        if code == "moved":
            moved_from.append(f"{path}/")
    without, moved = tuple(left_from), tuple(moved_from)
    reported += [one for one in losses if one[0] not in places and not one[0].startswith(without)]
    # What was moved may lose something where it stands now, if only the same as before.
    more = [*_newly_lost(losses, left), *(one for one in left if one[0].startswith(moved))]
    return reported + [one for one in dict.fromkeys(more) if one[0] not in places]


def _newly_lost(losses: list[Loss], left: list[Loss]) -> Iterator[Loss]:
    """What only the changed request loses, and not the given one at another place."""
    if left == losses:
        return
    given, now = {*losses}, {*left}
    elsewhere = Counter(one[1:] for one in losses if one not in now)
    for one in left:
        if one in given:
            continue
        if elsewhere[one[1:]]:
            elsewhere[one[1:]] -= 1
        else:
            yield one


def _still_lost(losses: list[Loss], left: list[Loss], changes: list[Loss]) -> list[Loss]:
    """What of the losses of the given request is lost of the changed one as well."""
    still = {one[1:] for one in left}
    if all(one[1:] in still for one in losses):
        return losses
    mended = {path for one in changes for path in _above(one.path)}
    return [one for one in losses if one[1:] in still or one.path not in mended]


def _above(path: str) -> Iterator[str]:
    """The places that hold this one, itself left out."""
    while path := path.rpartition("/")[0]:
        yield path


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
