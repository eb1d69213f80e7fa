# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""Tool outputs that grow beyond a limit: trimmed in the conversation, kept whole in a store."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from .grep import Context, grep
from .pages import ROOM, Unreadable, page
from .readable import media, sent_text, text_of
from .store import Entry, FolderStore, Missing, Store
from .trimming import trimmed

_logger = logging.getLogger("toolwire.tools")
Message = dict[str, Any]
_LEAST_ROOM, _NOTES = 500, 200  # characters of lines that an answer has, and of notes below them


class OutputCache:
    """Trims the oldest tool outputs of a conversation once all together are over a limit.

    ``limit`` is in characters, or in what ``count`` counts; a picture, sound or file counts as
    ``media``. ``head`` and ``tail`` are the characters that stay of an output. Without a ``store``
    outputs live in a temporary folder, until ``close``.

    A reference is good for the run whose conversation has it: each run has a cache of its own
    (``for_run``), over the same store.
    """

    def __init__(
        self,
        limit: int = 100_000,
        *,
        count: Callable[[str], int] = len,
        store: Store | None = None,
        head: int = 1_000,
        tail: int = 500,
        media: int = 4_000,
    ) -> None:
        self.limit = limit
        self.count = count
        self.head = head
        self.tail = tail
        self.media = media
        # A page that is over the limit by itself would be trimmed before the model has seen it.
        self._room = max(_LEAST_ROOM, min(ROOM, limit - _NOTES)) if count is len else ROOM
        self._store = store
        self._own_store = store is None
        self._references: dict[str, None] = {}  # in order

    def for_run(self, messages: Iterable[Any] = ()) -> Self:
        """A cache with the same settings and store that knows the references in ``messages``."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, _references={}, _store=self.store, _own_store=False)
        other.adopt(messages)
        return other

    @property
    def store(self) -> Store:
        """Where the outputs are; the temporary folder is made when it is first needed."""
        if self._store is None:
            self._store = FolderStore()
        return self._store

    def close(self) -> None:
        """Remove the temporary folder; a store that was given is left to who gave it."""
        if self._own_store and self._store is not None:
            self._store.close()
            self._store = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def adopt(self, messages: Iterable[Any]) -> None:
        """Take the references in a conversation for the run's own, as when it is resumed."""
        for message in messages:
            reference = (_result_in(message) or {}).get("outputRef")
            if isinstance(reference, str):
                self._references[reference] = None

    def trim(
        self, messages: Sequence[Message], tools_offered: bool, newest: str | None = None
    ) -> list[Message]:
        """The conversation with its oldest outputs trimmed until all are under the limit.

        ``newest`` is the id of the call whose output is the newest of its turn; by default the
        last one, if no reply followed. It stays, unless it alone is over the limit. What is trimmed
        already is left as it is. Without the tools that read outputs back nothing is trimmed.
        """
        self.adopt(messages)
        conversation = list(messages)
        if not tools_offered:
            return conversation
        sizes = {
            place: self._size(result)
            for place, message in enumerate(conversation)
            if (result := _result_in(message)) is not None
        }
        total = sum(sizes.values())
        alone = [place for place, size in sizes.items() if size > self.limit]
        newest_place = _place_of(conversation, newest)
        oldest = [place for place, size in sizes.items() if size <= self.limit]
        for place in alone + [place for place in oldest if place != newest_place]:
            if total <= self.limit:
                break
            message = conversation[place]
            result = self._trimmed(message["toolResult"], sizes[place])
            if result is not None:
                conversation[place] = {**message, "toolResult": result}
                total += self._size(result) - sizes[place]
        return conversation

    def whole(self, reference: str) -> dict[str, Any]:
        """The result that a reference stands for, as it was: ``kind``, ``value`` and the rest.

        For the app. Raises ``Missing`` where the store has it no longer.
        """
        with self.store.open(reference) as entry:
            result: dict[str, Any] = json.loads(entry.whole() or b'{"kind": "text"}')
            if "value" not in result:
                result["value"] = entry.read(0, entry.size).decode("utf-8", "replace")
        return result

    def page(self, reference: str, offset: int = 1, limit: int = 200) -> str:
        """Numbered lines of an output. Raises ``Unreadable`` with words for the model."""
        return self._read(reference, lambda entry: page(entry, offset, limit, room=self._room))

    def grep(
        self, reference: str, pattern: str, regex: bool = False, context: Context | None = None
    ) -> str:
        """Lines of an output that match. Raises ``Unreadable`` with words for the model."""
        return self._read(
            reference, lambda entry: grep(entry, pattern, regex, context, room=self._room)
        )

    def _read(self, reference: str, read: Callable[[Entry], str]) -> str:
        if reference not in self._references:
            latest = ", ".join(list(self._references)[-5:]) or "none"
            raise Unreadable(
                f"no output of this run has the reference {reference[:80]!r}; the latest are: "
                f"{latest}"
            )
        try:
            with self.store.open(reference) as entry:
                return read(entry)
        except Unreadable:
            raise
        except Missing:
            raise Unreadable(
                f"the output {reference} is no longer kept (older outputs make room for newer "
                "ones): call the tool again"
            ) from None
        except Exception as error:  # whatever fails in a store fails this one answer
            _logger.exception("cannot read output %s", reference)
            raise Unreadable(f"the output {reference} cannot be read: {error}") from error

    def _size(self, result: Mapping[str, Any]) -> int:
        return self.count(sent_text(result)) + media(result) * self.media

    def _trimmed(self, result: Mapping[str, Any], size: int) -> dict[str, Any] | None:
        """The result with its output in the store; None where trimming it gains nothing."""
        if "outputRef" in result:
            return None
        text = text_of(result)
        short = trimmed(text, self.head, self.tail, bool(media(result)))
        if short is None or self.count(short.lost()) >= size:
            return None
        kind = "error" if result.get("kind") == "error" or result.get("isError") else "text"
        rest = {key: result[key] for key in result if key not in ("kind", "value", "isError")}
        try:
            reference = self._put(result, text)
        except Exception:  # a store fails in its own ways, and the run goes on in all of them
            _logger.exception("cannot keep the output of %s", result.get("name"))
            return {**rest, "kind": kind, "value": short.lost()}
        self._references[reference] = None
        value = short.with_reference(reference)
        return {**rest, "kind": kind, "value": value, "outputRef": reference}

    def _put(self, result: Mapping[str, Any], text: str) -> str:
        whole = {**result}
        try:
            written = text.encode()
            if whole.get("value") == text:
                del whole["value"]  # the text says it
        except UnicodeEncodeError:  # half of a surrogate pair, which JSON can hold
            written = text.encode("utf-8", "replace")
        return self.store.put(written, json.dumps(whole).encode())


def _result_in(message: Any) -> dict[str, Any] | None:
    result = message.get("toolResult") if isinstance(message, dict) else None
    return result if isinstance(result, dict) else None


def _place_of(messages: Sequence[Any], call: str | None) -> int | None:
    """Where the newest output stands: the one named, else the last, if no reply followed it."""
    for place in range(len(messages) - 1, -1, -1):
        result = _result_in(messages[place])
        if result is not None and call in (None, result.get("toolCallId")):
            return place
        if isinstance(messages[place], dict) and messages[place].get("role") == "assistant":
            return None
    return None
