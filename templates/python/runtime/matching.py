"""Which blocks of a finished reply have been told on the way, and as what.

A stream may tell blocks in another order than the reply has them, one text in several parts around
a call, or several texts as one. So blocks are matched by what they are, never by their position.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

from .absence import EMPTY, NOTHING, REFUSAL
from .outgoing import TEXT, TEXTS, Part
from .overlay import same

Json = Any
Placed = tuple[int, Json]
"""A block and its position in the reply."""


def untold(
    parts: list[Part],
    blocks: list[Json],
    wholes: bool = False,
    so_far: frozenset[str] = NOTHING,
) -> list[Json]:
    """Match the parts of a stream with the blocks of its reply; what none of them has told.

    Each part that is found gets to know its block, as ``finished``. ``wholes``: the reply goes out
    once more as it is, so that a text may still become another; so may those told ``so_far``.
    """
    by_sort: dict[str, list[Part]] = {}
    found: dict[str, list[Placed]] = {}
    for part in (part for part in parts if part.finished is None):
        by_sort.setdefault(_sort(part.block if part.kind == "block" else part), []).append(part)
    for at, block in enumerate(blocks):
        found.setdefault(_sort(block), []).append((at, block))
    left: list[Placed] = []
    for sort, placed in found.items():
        match = _calls if sort == "toolCall" else _wholes
        same_sort = by_sort.get(sort, [])
        if sort in TEXTS:
            left += _texts(same_sort, placed, wholes or sort in so_far)
        else:
            left += match(same_sort, placed)
    blocks = [block for _, block in sorted(left, key=lambda one: one[0])]
    return [block for block in blocks if not _told_otherwise(block, by_sort)]


def _told_otherwise(block: Json, by_sort: dict[str, list[Part]]) -> bool:
    """Whether a text was told before anything said that it is a refusal; it stays what it was."""
    other = by_sort.get(TEXT, []) if block.get(REFUSAL) else []
    part = next((p for p in other if p.finished is None and p.text == block["text"]), None)
    if part is not None:
        part.finished = part.as_block()
    return part is not None


def usually_spelled(x: Json, format_: str) -> Json:
    """A reply whose own keys are spelled as usual: what events say of its end is read so."""
    own = (x.get("metadata") or EMPTY).get(format_) or EMPTY
    form = own.get("$") or EMPTY
    if "snake" not in form:
        return x
    usual = {key: value for key, value in form.items() if key != "snake"}
    return {**x, "metadata": {**x["metadata"], format_: {**own, "$": usual}}}


def unrefused(response: dict[str, Json], refuses: bool) -> dict[str, Json]:
    """A reply whose texts say that they are refusals only where the wire has them do so."""
    message = response["message"]
    if refuses or not any(block.get(REFUSAL) for block in message["content"]):
        return response
    content = [unmarked(block, refuses) for block in message["content"]]
    return {**response, "message": {**message, "content": content}}


def unmarked(block: dict[str, Json], refuses: bool) -> dict[str, Json]:
    """A block that says that it is a refusal only where the wire has it do so."""
    if refuses or REFUSAL not in block:
        return block
    return {key: item for key, item in block.items() if key != REFUSAL}


def _sort(block: Json) -> str:
    """What a block, or a part, is matched as."""
    if isinstance(block, Part):
        return REFUSAL if block.mixed else block.kind
    kind: str = block["kind"]
    if kind not in (*TEXTS, "toolCall") or "redacted" in block:
        return ""
    return REFUSAL if block.get(REFUSAL) else kind


def _calls(parts: list[Part], placed: list[Placed]) -> list[Placed]:
    """Calls are the same by their id; those that are left over, by their name and order."""
    by_id: dict[Json, deque[Part]] = {}
    for part in parts:
        by_id.setdefault(_call(part).get("id"), deque()).append(part)
    others: list[Placed] = []
    for at, block in placed:
        same_id = by_id.get(block["toolCall"]["id"])
        if same_id:
            same_id.popleft().finished = block
        else:
            others.append((at, block))
    unmet = [part for part in parts if part.finished is None]
    left: list[Placed] = []
    for at, block in others:
        call = block["toolCall"]
        name = call["name"]
        named = [one for one in unmet if _call(one).get("name", name) == name]
        if not named:
            left.append((at, block))
            continue
        part = named[0]
        unmet.remove(part)
        # Its id has been told, and stays what it was.
        sent = {"id": _call(part)["id"]} if "id" in _call(part) else {}
        part.finished = {**block, "toolCall": {**call, **sent}}
    return left


def _call(part: Part) -> dict[str, Any]:
    call: dict[str, Any] = part.block["toolCall"] if part.kind == "block" else part.call
    return call


def _texts(parts: list[Part], placed: list[Placed], wholes: bool) -> list[Placed]:
    """Texts are aligned: what the parts say, one after another, is what the blocks say."""
    texts = _together(parts)
    queue: deque[Placed] = deque(_told_as_they_are(texts, placed))
    left: list[Placed] = []
    begun: Part | None = None
    rest = [part for text in texts for part in text if part.finished is None]
    for part in rest:
        begun = _aligned(part, begun, queue, left, wholes)
    if queue and begun is not None:
        # The last part has not told all of its block.
        _, block = queue.popleft()
        begun.finished = {**block, "text": begun.finished["text"] + block["text"]}
    return [*_by_turns([part for part in rest if part.finished is None], left), *queue]


def _together(parts: list[Part]) -> list[list[Part]]:
    """The parts of each text: others may have come between them."""
    texts: dict[int, list[Part]] = {}
    for part in parts:
        texts.setdefault(id(part.first or part), []).append(part)
    return [*texts.values()]


def _told_as_they_are(texts: list[list[Part]], placed: list[Placed]) -> list[Placed]:
    """Match texts with the only block that says the same, wherever it stands; the other blocks."""
    if len(texts) < 2:
        return placed
    count = Counter(block["text"] for _, block in placed)
    only = {block["text"]: block for _, block in placed if count[block["text"]] == 1}
    met: set[str] = set()
    for text in texts:
        whole = "".join(part.text for part in text)
        if whole in only and whole not in met:
            met.add(whole)
            for part in text:
                part.finished = only[whole] if len(text) == 1 else part.as_block()
    return [(at, block) for at, block in placed if block["text"] not in met]


def _by_turns(parts: list[Part], left: list[Placed]) -> list[Placed]:
    """Take from the rests of texts that were begun what parts say that came behind other texts."""
    for part in parts:
        text = part.text
        rests = enumerate(block["text"] for _, block in left)
        found = next((one for one, rest in rests if text and rest.startswith(text)), None)
        if found is not None:
            at, block = left[found]
            left[found] = (at, {**block, "text": block["text"][len(text) :]})
            part.finished = part.as_block()
    return [(at, block) for at, block in left if block["text"]]


def _aligned(
    part: Part, begun: Part | None, queue: deque[Placed], left: list[Placed], wholes: bool
) -> Part | None:
    """Take what a part says from the blocks; the part, if it has not told all of the last.

    ``begun`` is the part that told the beginning of the first block in ``queue``.
    """
    text = part.text
    alone = begun is None
    only: Json = None
    while queue:
        at, block = queue[0]
        wanted: str = block["text"]
        if text == wanted:
            queue.popleft()
            part.finished = block if alone else part.as_block()
            return None
        if wanted.startswith(text):
            queue[0] = (at, {**block, "text": wanted[len(text) :]})
            part.finished = part.as_block()
            return part
        queue.popleft()
        if begun is not None and not text.startswith(wanted):
            # The rest of a text that was begun never came.
            left.append((at, block))
        elif not text.startswith(wanted):
            # It was told otherwise, and stays what it was, unless the reply has the last word.
            part.finished = block if wholes and alone else None
            return None
        else:
            text = text[len(wanted) :]
            only = block if alone else None
            alone = False
        begun = None
    if wholes:  # it has said more than the reply does
        part.finished = only
    return None


def _wholes(parts: list[Part], placed: list[Placed]) -> list[Placed]:
    """Blocks that come whole are the same if they are equal; else by their kind and order."""
    others: list[Placed] = []
    for at, block in placed:
        part = next((p for p in parts if p.finished is None and same(p.block, block)), None)
        if part is None:
            others.append((at, block))
        else:
            part.finished = block
    left = []
    for at, block in others:
        unmet = (p for p in parts if p.finished is None and p.block["kind"] == block["kind"])
        part = next(unmet, None)
        if part is None:
            left.append((at, block))
        else:
            part.finished = block
    return left


def as_in(blocks: list[Json], content: list[Json]) -> list[Json]:
    """Blocks of a reply in the order that they have there; what is none of them comes last."""
    order = {id(block): at for at, block in enumerate(content)}
    return sorted(blocks, key=lambda block: order.get(id(block), len(order)))
