"""From one wire format to another: the decoder of one joined to the encoder of the other."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from importlib import import_module
from typing import Any

from .issued import aeach, claims, each, unclaimed
from .moved import holds_marks, switches

PACKAGE = __package__.rpartition(".")[0]


def convert_request(
    payload: object,
    *,
    source: str,
    target: str,
    model: str | None = None,
    on_loss: str = "warn",
    rules: str | None = None,
    profile: str | None = None,
    make_id: Callable[[], str] | None = None,
) -> dict[str, Any]:
    """A request body of format ``source`` as one of format ``target``.

    ``model`` names the model for the target: needed where the source names it outside the body.
    ``on_loss``: "ignore", "warn" or "error" about what the target cannot carry. ``rules``: "repair"
    what the target's API would refuse (so it is, unless source and target are one), "check" that
    there is nothing, or "off". ``profile``: a service that speaks ``target`` with other limits.
    ``make_id`` names tool calls that came without an id. Raises ToolwireError, and ValueError for
    an unknown format or profile.
    """
    reader, writer = _both(source, target, "request")
    # Who speaks to a service in its own wire has the signatures of that service.
    own = profile if source == target else None
    request: dict[str, Any] = reader.decode_request(payload, make_id=make_id, profile=own)
    if rules is None:
        rules = "off" if source == target and profile is None else "repair"
    source_rules = reader.ACCEPTS.data
    if source != target and (holds_marks(request) or switches(request, source, source_rules)):
        from .restoring import restored

        request = restored(request)
    if model is not None:
        request = {**request, "model": model}
    body: dict[str, Any]
    body = writer.encode_request(request, on_loss=on_loss, rules=rules, profile=profile)
    return body


def convert_response(
    payload: object,
    *,
    source: str,
    target: str,
    model: str | None = None,
    on_loss: str = "warn",
    make_id: Callable[[], str] | None = None,
    request: object = None,
    profile: str | None = None,
) -> dict[str, Any]:
    """A reply or an error body of format ``source`` as one of format ``target``.

    ``request``: the body of format ``target`` that was converted to ask for this reply; tools have
    its names again. ``profile``: the service that it was converted for, and that replied. The
    other parameters are those of ``convert_request``.
    """
    reader, writer = _both(source, target, "response")
    asked = None if request is None else writer.decode_request(request)
    response: dict[str, Any]
    response = reader.decode_response(payload, make_id=make_id, request=asked, profile=profile)
    if source == target and profile is not None:
        unclaimed(response["message"], source, reader.ACCEPTS.of(profile).data)
    if model is not None:
        response = {**response, "model": model}
    body: dict[str, Any] = writer.encode_response(response, on_loss=on_loss)
    return body


def convert_stream(
    events: Iterable[object],
    *,
    source: str,
    target: str,
    on_loss: str = "warn",
    on_cut: str = "report",
    make_id: Callable[[], str] | None = None,
    request: object = None,
    profile: str | None = None,
) -> Iterator[dict[str, Any]]:
    """The events of a reply of format ``source`` as those of one of format ``target``.

    The parameters are those of ``convert_response``; what is lost is known at the end. A stream
    that breaks off ends with the target's own error event; ``on_cut``: "report" leaves it at that,
    "raise" raises a ToolwireError then. An exception of ``events`` goes on after that event.
    """
    reader, writer = _both(source, target, "stream")
    asked = None if request is None else writer.decode_request(request)
    read = reader.decode_stream(events, make_id=make_id, request=asked, profile=profile)
    if asked is not None:
        from .own_words import in_own_words

        read = in_own_words(read, asked, reader.ACCEPTS.of(profile))
    if source == target and profile is not None:
        read = each(read, claims(source, reader.ACCEPTS.of(profile).data, back=True))
    written: Iterator[dict[str, Any]]
    written = writer.encode_stream(read, on_loss=on_loss, on_cut=on_cut)
    return written


def aconvert_stream(
    events: AsyncIterable[object],
    *,
    source: str,
    target: str,
    on_loss: str = "warn",
    on_cut: str = "report",
    make_id: Callable[[], str] | None = None,
    request: object = None,
    profile: str | None = None,
) -> AsyncIterator[dict[str, Any]]:
    """The same as ``convert_stream`` for an asynchronous stream."""
    reader, writer = _both(source, target, "stream")
    asked = None if request is None else writer.decode_request(request)
    read = reader.adecode_stream(events, make_id=make_id, request=asked, profile=profile)
    if asked is not None:
        from .own_words import ain_own_words

        read = ain_own_words(read, asked, reader.ACCEPTS.of(profile))
    if source == target and profile is not None:
        change = claims(source, reader.ACCEPTS.of(profile).data, back=True)
        read = read if change is None else aeach(read, change)
    written: AsyncIterator[dict[str, Any]]
    written = writer.aencode_stream(read, on_loss=on_loss, on_cut=on_cut)
    return written


def _both(source: str, target: str, entry: str) -> tuple[Any, Any]:
    """The adapters of two formats. Raises ValueError if one of them has no such entry."""
    modules = format_module(source), format_module(target)
    for name, module in zip((source, target), modules, strict=True):
        if not hasattr(module, f"decode_{entry}"):
            raise ValueError(f"the wire format {name!r} has no {entry} to convert")
    return modules


def format_module(name: str) -> Any:
    """The adapters of a wire format. Raises ValueError that names the formats there are."""
    formats: tuple[str, ...] = import_module(PACKAGE).FORMATS
    if name not in formats:
        raise ValueError(f"no wire format {name!r} here; there are {', '.join(formats)}")
    return import_module(f"{PACKAGE}.{name}")
