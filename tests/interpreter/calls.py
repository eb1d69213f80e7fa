"""The calls of one payload while it is read, and the ids of those that came without one."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

Json = Any


class Calls:
    """``names`` has the name of each call by its id, in the order the calls came."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        #: ids that were made up, and those that have a result
        self.made: list[str] = []
        self.answered: set[str] = set()
        #: whether their arguments are texts
        self.texts = False

    def new_id(self) -> str:
        """An id that nothing has yet."""
        number = len(self.made) + 1
        while f"unnamed_call_{number}" in {*self.names, *self.answered}:
            number += 1
        self.made.append(f"unnamed_call_{number}")
        return self.made[-1]

    def next_open(self, name: Json) -> str:
        """The call that a result without an id answers: one without an id, before the others."""
        for id_ in [*self.made, *self.names]:
            if id_ not in self.answered and (name is None or self.names.get(id_) == name):
                break
        else:
            id_ = self.new_id()
        self.answered.add(id_)
        return id_


def name_calls(reply: Json, sent: bool) -> None:
    """Give the calls of a reply that came without an id one that no other reply has.

    ``sent``: the next request has it, although the reply had none.
    """
    blocks = reply["message"]["content"]
    calls = [block["toolCall"] for block in blocks if block.get("kind") == "toolCall"]
    taken = {call["id"] for call in calls if not _stand_ins(call)}
    seed = _seed(reply)
    for number, call in enumerate(calls, 1):
        forms = _stand_ins(call)
        if not forms:
            continue
        made = f"call_{seed}_{number}"
        while made in taken:
            made += "_"
        taken.add(made)
        call["id"] = made
        for form in forms:
            form["id"] = {**form["id"], "for": made, **({"sent": True} if sent else {})}


def _stand_ins(call: Json) -> list[dict[str, Json]]:
    """The forms that say that a call's id was made up."""
    forms = [overlay.get("$", {}) for overlay in call.get("metadata", {}).values()]
    return [form for form in forms if form.get("id", {}).get("for") is not None]


def _seed(reply: Json) -> str:
    """What tells a reply from others: the id it told, or a digest of what it said."""
    reply_id = reply.get("id")
    if type(reply_id) is str and re.fullmatch("[a-zA-Z0-9_-]{1,48}", reply_id):
        return reply_id
    text = json.dumps(reply_id or reply, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
