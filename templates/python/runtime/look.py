"""One look at a request: which kinds of rules may have anything to say of it?

None, mostly. Where anything is out of the ordinary, those rules look that it may be about.
"""

from __future__ import annotations

from typing import Any

from .absence import EMPTY
from .conversation import note
from .keyed import has_key
from .looked_for import Plain
from .soundness import are_broken
from .thoughts import is_alien, proves
from .unusual import is_unusual

Json = Any
SPELLING, PAIRS, TEXTS, FILES, DATA, ORDER, UNSIGNED, TOOLS, SETTINGS = (
    1, 2, 4, 8, 16, 32, 64, 128, 256,
)  # fmt: skip
"""What rules are about: ids and names; calls and their results; texts, and what else a message
holds but media; media; data of results; who follows whom; calls that another provider made; tools
and the choice among them; other settings."""
STAYING = ORDER | UNSIGNED
"""What is left of a message decides whether it stays, and so who follows whom."""
ALL = SPELLING | PAIRS | TEXTS | FILES | DATA | STAYING | TOOLS | SETTINGS


def touched(x: dict[str, Json], plain: Plain) -> int:
    """What the rules are about that may have something to say of a request; mostly nothing, 0."""
    found = 0 if plain.asked.isdisjoint(x) else _touched_by_settings(x, plain)
    tools = x.get("tools")
    if tools is not None:
        found |= _touched_by_tools(tools, plain)
    choice, switch = x.get("toolChoice"), x.get("parallelToolCalls")
    if choice is not None and not (_choosable(choice, tools, plain) and _is_plain(x, plain)):
        # How the names in it are spelled nobody has seen.
        found |= TOOLS if type(choice) is str else TOOLS | SPELLING
    if switch is not None and (not tools or (choice or "auto") not in plain.beside_switch):
        found |= TOOLS
    return found | touched_by_turns(x["messages"], plain, not tools)


def _touched_by_settings(x: dict[str, Json], plain: Plain) -> int:
    found = 0
    for field, least, most in plain.ranges:
        if field in x and (value := x[field]) is not None and not least <= value <= most:
            found = SETTINGS
    for field, among in plain.levels:
        if x.get(field) not in among:
            found = SETTINGS
    stops, schema = x.get("stopSequences"), x.get("responseSchema")
    if stops is not None and not 0 < len(stops) <= plain.most_stops:
        found = SETTINGS
    if stops and not all(map(str.strip, stops)):
        found = SETTINGS
    if plain.settings_looked_at and not _settings_fit(x, plain):
        found = SETTINGS
    if schema is not None and plain.demands and is_unusual(schema, plain.format, plain.demands):
        found = SETTINGS
    name = None if schema is None else schema.get("name")
    if name is not None and not plain.schema_fits(name):
        found |= SPELLING
    return found


def _settings_fit(x: dict[str, Json], plain: Plain) -> bool:
    for message in x["messages"] if plain.message_keys else ():
        for value in (message, message.get("toolResult", EMPTY)):
            own = plain.own(value) if "metadata" in value else None
            if own and not plain.message_keys.isdisjoint(own) and _is_strange(own, plain):
                return False
    if not plain.refused.isdisjoint(x) or (plain.own_looked_at and plain.own(x)):
        return False
    if plain.own_keys and "metadata" in x and not plain.own_keys.isdisjoint(plain.own(x) or ()):
        return False
    return all(sum(x.get(field) is not None for field in fields) < 2 for fields in plain.exclusive)


def _is_strange(own: dict[str, Json], plain: Plain) -> bool:
    """Whether a message has a key that a rule refuses, and another value than it takes there."""
    return any(
        key in plain.message_keys and value not in plain.message_taken.get(key, ())
        for key, value in own.items()
    )


def _touched_by_tools(tools: list[Json], plain: Plain) -> int:
    found = 0 if plain.least_tools <= len(tools) <= plain.most_tools else TOOLS
    names: set[str] = set()
    legal, alien = plain.names, 0
    for tool in tools:
        name = tool.get("name")
        if name is None:
            if plain.some_tools:
                found |= TOOLS
            alien += tool.get("format") != plain.format
            continue
        if not (name in legal or plain.legal(name)):
            found |= SPELLING
        if (
            name in names
            or tool.get("description") == ""
            or (plain.no_free_text and "inputFormat" in tool)
            or (plain.switched and tool.get(plain.switched))
            or (plain.tools_refused and any(map(tool.get, plain.tools_refused)))
            or (plain.data_key and plain.data_key in (plain.own(tool) or EMPTY))
        ):
            found |= TOOLS
        names.add(name)
    return found | TOOLS if alien and alien == len(tools) else found


def _choosable(choice: Json, tools: Json, plain: Plain) -> bool:
    if type(choice) is str:
        offered = tools and not (plain.declared and any("name" not in tool for tool in tools))
        return choice in plain.words and bool(offered or plain.alone)
    name = choice.get("name")
    if not tools or name is None:
        return False
    return "named" in plain.words and any(tool.get("name") == name for tool in tools)


def _is_plain(x: dict[str, Json], plain: Plain) -> bool:
    """Whether a choice had no words on the wire that a rule looks at."""
    return not plain.naming or "metadata" not in x or not note(x, plain.format, "toolChoice")


def touched_by_turns(messages: list[Json], plain: Plain, bare: bool = False) -> int:
    """The same of a conversation: calls and results pair, and nothing is empty, alien or misplaced.

    ``bare``: there are no tools, which a conversation with calls may need.
    """
    ids: set[str] = set()
    open_: set[str] = set()
    blank, not_before = plain.blank, plain.not_before
    before, unsigned, found = "", False, 0
    for message in messages:
        role = message.get("role")
        if role == "tool":
            found |= _touched_by_result(message, plain, ids, open_)
            if found & PAIRS:
                return ALL
            before = "tool"
            continue
        if role is None or open_:
            return ALL
        if before in not_before[role]:
            found |= ORDER
        if "metadata" in message and _is_apart(message, before, plain):
            found |= ORDER
        content = message["content"]
        if type(content) is str:
            if role in blank and (not content or content.isspace()):
                found |= TEXTS | STAYING
        else:
            found |= _touched_by_blocks(content, role, plain, ids, open_)
        if plain.reasoned and role == "assistant":
            found |= UNSIGNED  # what it had thought may stand in its own overlay
        if plain.placeholder:
            unsigned = (unsigned and role != "user") or (bool(open_) and _unsigned(content, plain))
        before = role
    if open_ or found & PAIRS:
        return ALL
    if before in plain.not_last:
        found |= ORDER
    if plain.parts_looked_at or (plain.sound and are_broken(messages)):
        found |= TEXTS | STAYING
    if plain.part_keys and _is_keyed(messages, plain):
        found |= TEXTS | STAYING
    if bare and ids and plain.tools_needed:
        found |= TOOLS
    return found | UNSIGNED if unsigned else found


def _touched_by_result(
    message: dict[str, Json], plain: Plain, ids: set[str], open_: set[str]
) -> int:
    """The same of a result: it answers an open call, and is of a kind that goes out as it is."""
    result, found = message["toolResult"], 0
    if result["toolCallId"] not in open_ or "metadata" in message:
        return PAIRS
    if plain.id_needed and note(result, plain.format, "toolCallId"):
        return PAIRS
    open_.discard(result["toolCallId"])
    kind, name = result["kind"], result["name"]
    if not (name in plain.names or plain.legal(name)):
        found |= SPELLING
    if kind == "multimodal":
        found |= _touched_by_blocks(result["value"], "result", plain, ids, open_)
    elif kind == "data":
        if plain.keys and has_key(result["value"], plain.keys):
            found |= DATA
    elif "result" in plain.blank and not result["value"].strip():
        found |= TEXTS | STAYING
    if result.get("isError"):
        found |= DATA if kind in plain.failed else 0
        found |= FILES | STAYING if plain.failed_moves else 0
    return found


def _touched_by_blocks(
    content: list[Json], role: str, plain: Plain, ids: set[str], open_: set[str]
) -> int:
    """The same of blocks: texts that say something, thoughts, calls of a legal spelling."""
    found, speaks, calls = 0, False, 0
    for block in content:
        kind = block["kind"]
        if kind == "text":
            if role in plain.blank and not block["text"].strip():
                found |= TEXTS | STAYING
            if plain.declined and "refusal" in block:
                found |= TEXTS
            speaks = True
        elif kind == "toolCall":
            call = block["toolCall"]
            id_, name = call["id"], call["name"]
            if id_ in ids or ("metadata" in call and _is_respelled(call, plain)):
                return PAIRS
            if not plain.id_fits(id_) or not (name in plain.names or plain.legal(name)):
                found |= SPELLING
            if plain.no_free_text and "input" in call:
                found |= TOOLS
            ids.add(id_)
            open_.add(id_)
            speaks = True
            calls += 1
        elif kind == "opaque":
            if block["format"] != plain.format or plain.opaque_looked_at:
                found |= TEXTS | STAYING
            speaks = True
        elif kind == "reasoning":
            for by, made in plain.proofs:
                if not proves(block, plain.own(block), by, made):
                    found |= TEXTS | STAYING
            if plain.alien and is_alien(block, plain.format):
                found |= TEXTS | STAYING
        else:
            if plain.demands and is_unusual(block, plain.format, plain.demands):
                return PAIRS
            if not plain.shown(block, role):
                found |= FILES | STAYING
            speaks = True
    if plain.item and _touched_by_items(content, plain, ids):
        found |= TEXTS | STAYING
    if calls and plain.calls_last and any("toolCall" not in one for one in content[-calls:]):
        found |= TEXTS | STAYING
    thought = plain.concluded and speaks and content[-1]["kind"] == "reasoning"
    return found if speaks and not thought else found | TEXTS | STAYING


def _is_keyed(messages: list[Json], plain: Plain) -> bool:
    """Whether a block, a call or a result has a key that a rule refuses there."""
    keys = plain.part_keys
    for message in messages:
        parts = message.get("content")
        if message["role"] == "tool":
            result = message["toolResult"]
            parts = [result, *(result["value"] if result["kind"] == "multimodal" else ())]
        for part in parts if type(parts) is list else ():
            for holder in (part, part.get("toolCall", EMPTY)):
                if "metadata" in holder and not keys.isdisjoint(plain.own(holder) or ()):
                    return True
    return False


def _is_apart(message: dict[str, Json], before: str, plain: Plain) -> bool:
    """Whether the wire had a message where a rule does not take it: apart, or not ahead of all."""
    if before == "tool":
        return plain.together and note(message, plain.format, "turn") == "apart"
    return plain.led and note(message, plain.format, "lift") == "kept"


def _is_respelled(call: dict[str, Json], plain: Plain) -> bool:
    """Whether the wire had a call otherwise than its API demands, or under an id that may not do.

    That is another id, or none where one is needed.
    """
    entry = note(call, plain.format, "id")
    return (bool(entry) and (plain.id_needed or "as" in entry)) or (
        bool(plain.demands) and is_unusual(call, plain.format, plain.demands)
    )


def _touched_by_items(content: list[Json], plain: Plain, ids: set[str]) -> bool:
    """Whether an id of an item comes again, or stands behind no thought; ids are gathered."""
    thought = found = False
    for block in content:
        kind = block["kind"]
        value = block["value"] if kind == "opaque" else plain.own(block.get("toolCall", block))
        thought |= kind == "reasoning" and bool(value)
        item = value.get(plain.item) if type(value) is dict else None
        if type(item) is str:
            alone = plain.led_items and not thought and kind in ("text", "toolCall")
            found |= alone or item in ids
            ids.add(item)
    return found


def _unsigned(content: list[Json], plain: Plain) -> bool:
    """Whether the first call of a turn carries no signature of this wire's own."""
    call = next(block["toolCall"] for block in content if "toolCall" in block)
    return plain.signatures.isdisjoint(plain.own(call) or ())
