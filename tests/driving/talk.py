"""How a wire holds a conversation, as far as drivers and judges must know.

A format says it in ``tests/formats/<format>/talk.py``, in a ``Talk`` made of the one here. What
stands here holds for most wires; what is abstract, or has no value, each has to say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any, ClassVar

from dice import Dice
from driving.calls import Asked, Place, Step
from formats import part

Json = Any


class Talk(ABC):
    """The conversations of a wire."""

    LIST: ClassVar[str] = "messages"
    """The key of a request body under which its messages stand."""
    REPLY_IDS: ClassVar[Sequence[str]] = ("unique", "unique", "unique", "counted", "dotted")
    """Ways in which its services give ids to calls, as often as they are to come: ``call_ids``."""
    REQUEST_IDS: ClassVar[Sequence[str]] = ("unique", "unique", "counted", "same")
    """Ways in which apps send them; "on calls only" leaves them out of the results."""
    TEXTS_JOINED: ClassVar[bool] = False
    """A turn of the model has its texts in one place and its calls in another."""
    TURNS_JOINED: ClassVar[bool] = False
    """Turns of the model in a row are one: nothing on the wire stands between them.

    It is reported: `test_turns_of_the_model_in_a_row_stay_apart_or_are_reported`.
    """
    RESULTS_FOLLOW_SINGLY: ClassVar[bool] = False
    """Each result is a message of its own, not a part of the user's next one."""
    IDS_OPTIONAL: ClassVar[bool] = False
    """A call that has no id goes without; the n-th result of its name then answers it."""
    REPLIES_NAMED: ClassVar[bool] = True
    """A reply has an id. Where none has, the ids of calls that lack one are known at its end."""
    RESULTS_NAMED: ClassVar[bool] = False
    """A result must say the name of its tool again."""
    RECORDED: ClassVar[Sequence[str]] = ()
    """The files of a corpus that hold its traffic."""
    NAMED_AROUND: ClassVar[bool] = False
    """What names an event where it is recorded is the key around it."""

    # -- why a reply ended

    WORDS: ClassVar[Mapping[str, str | None]]
    """Its word for each reason that it has one for; None where it says so by leaving it out."""
    WORDLESS: ClassVar[Mapping[str, str]] = {"other": "stop", "pause": "stop", "error": "stop"}
    """Reasons that it has no word for, by the one that stands for them."""
    OTHER_UNSAID: ClassVar[bool] = False
    """A reply that ended for another reason may leave its word out."""
    MEANINGS: ClassVar[Mapping[str | None, str]]
    """What each word means that its random streams end with."""

    def word(self, reason: str) -> str | None:
        """The wire's own word for the end of a reply."""
        return self.WORDS[reason if reason in self.WORDS else self.WORDLESS[reason]]

    # -- request bodies

    def messages(self, body: Json) -> list[Json]:
        """What is said in a request body, one after another."""
        found: list[Json] = body[self.LIST]
        return found

    def places(self, body: Json) -> list[Place]:
        """Its messages, as far as they ask and answer."""
        return [self.place(message) for message in self.messages(body)]

    @abstractmethod
    def place(self, message: Json) -> Place:
        """What one message asks and answers."""

    @abstractmethod
    def request(self, steps: Sequence[Step], dice: Dice) -> Json:
        """A request body of these messages, in any way that apps write it."""

    def thanks(self) -> Json:
        """A message of the user that says only "Thanks."."""
        return {"role": "user", "content": "Thanks."}

    def unsigned(self, body: Json, signatures: Set[str]) -> Iterator[str]:
        """Reasoning that the provider refuses, because it has not signed it, or not like that."""
        yield from ()

    # -- replies, whole and streamed

    @abstractmethod
    def reply(self, calls: Sequence[Asked], ids: Sequence[str | None], dice: Dice) -> Json:
        """A reply of a service with these calls, or with text alone."""

    @abstractmethod
    def sent_ids(self, body: Json) -> list[str | None]:
        """The ids of a reply's calls, as the service sent them; None for none."""

    def chunks(self, body: Json) -> list[Json] | None:
        """The events of a reply that is not ``streamable``, if services send them all the same."""
        return None

    ERROR: ClassVar[Json]
    """The event of a stream that fails with the message "Overloaded."."""

    def fails(self, event: Json) -> bool:
        """Whether an event says that the provider failed."""
        return isinstance(event, dict) and bool(event.get("error"))

    @abstractmethod
    def says_why(self, event: Json) -> bool:
        """Whether an event says that its reply ended, and how."""


@cache
def talk(wire: str) -> Talk:
    """The conversations of a wire."""
    found: Talk = part(wire, "talk").Talk()
    return found
