"""What services carry otherwise than the wire that they speak: a table for each such wire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..load.profile import OFF, REASONING, Profile
from ..load.rule_kinds import LEVELS
from ..operators.services import LOST, service_data
from ..resolve.carried import YES as CARRIED
from ..resolve.carried import Feature, spaced
from ..resolve.format import ResolvedFormat

HEAD = """They take what `{name}` does, but for these. **some models** take it, others do not;
**as …** is the word that it goes as. Where types of data are named, it is these that are taken.
"""
SOME_MODELS, YES = "some models", "yes"
BY_MODEL = ("models", "without", "when")
Words = tuple[str, ...]
Cells = dict[Words, tuple[str, str]]
"""For what stands in rows: what becomes of it, and why."""
Data = dict[str, Any]


def service_tables(
    one: ResolvedFormat, rows: list[Feature]
) -> Iterator[tuple[list[str], list[list[str]]]]:
    """The parts of the page about the services of a wire: lines, and the table behind them."""
    profiles = dict(sorted(one.format.profiles.items()))
    if not profiles:
        return
    before: Cells = {}
    for row in rows:
        cell = row.cells[one.name]
        before.pop(row.words[1:], None)  # a role and a setting may be called the same
        before[row.words[1:]] = (YES if cell.word == CARRIED else cell.word, cell.reason)
    own = before | _cells(one.accepts, before)
    services = {
        name: before | _cells(service_data(one, profile), before)
        for name, profile in profiles.items()
    }
    all_rows = {
        words: [cells.get(words, (YES, "")) for cells in (own, *services.values())]
        for words in _ordered(before, services.values())
    }
    differing = {
        words: cells for words, cells in all_rows.items() if len({word for word, _ in cells}) > 1
    }
    names = [one.name, *profiles]
    title = f"## Services that speak {one.transform.title or one.name}\n"
    table = [
        [" › ".join(words), *(word for word, _ in cells)] for words, cells in differing.items()
    ]
    rules = [*(_rules(one, profile) for profile in profiles.values()), ""]
    if table:
        yield [title, HEAD.format(name=one.name)], [["", *names], *table]
        yield ["", *_reasons(differing, names), "", *rules], []
    else:
        yield [title, *rules], []


def _ordered(before: Cells, services: Iterable[Cells]) -> list[Words]:
    """All rows: those of the wire, and what only services speak of behind what is most alike."""
    found = list(before)
    for words in (words for cells in services for words in cells if words not in before):
        if words not in found:
            alike = [at for at, one in enumerate(found) if one[0] == words[0]]
            found.insert(alike[-1] + 1 if alike else len(found), words)
    return found


def _cells(data: Data, before: Cells) -> Cells:
    """What is carried by what a service, or the wire's own API, accepts."""
    found: Cells = {}
    for kind, sources in data.get("sources", {}).items():
        found |= _sources(kind, sources, before)
    for place, kinds in data.get("places", {}).items():
        lost = {words for words in before if words[:1] == (place,) and len(words) > 1}
        for words in lost:
            if before[words][0] == YES and words[1] not in (*kinds, REASONING, "tool call"):
                found[words] = (LOST, "")
    for name, entry in data.get("fields", {}).items():
        words = ("assistant", REASONING) if name == REASONING else (spaced(name),)
        found[words] = (LOST, entry[LOST]) if LOST in entry else (YES, "")
    for name, substitutes in data.get("words", {}).items():
        for word, nearest in substitutes.items():
            found[spaced(name), word] = (LOST if nearest is None else f"as {nearest}", "")
    for row in data.get("rules", {}).values():
        if row["kind"] in ("refused", "exclusive"):
            word = SOME_MODELS if any(key in row for key in BY_MODEL) else LOST
            for words in ((spaced(name),) for name in row.get("fields", ())):
                if found.get(words, before.get(words, (YES,)))[0] in (YES, SOME_MODELS):
                    found[words] = (word, "")
        elif row["kind"] == "levels":
            for level in (one for one in LEVELS if one not in row["among"]):
                found.setdefault((spaced(row["field"]), level), (SOME_MODELS, ""))
    return found


def _sources(kind: str, sources: Data, before: Cells) -> Cells:
    """The places of media, of which a service may take some, or some types."""
    found: Cells = {}
    for words, (word, _) in before.items():
        if len(words) == 3 and words[1] == kind and word == YES:
            taken = sources.get({"file id": "fileId"}.get(words[2], words[2]), False)
            if words[2] in ("data", "url", "file id", "text") and not taken:
                found[words] = (LOST, "")
            elif words[2] == "data" and isinstance(taken, list):
                found[words] = (", ".join(one.rpartition("/")[2] or one for one in taken), "")
    return found


def _reasons(rows: dict[Words, list[tuple[str, str]]], names: list[str]) -> Iterator[str]:
    for words, cells in rows.items():
        why: dict[str, list[str]] = {}
        for name, (_, reason) in zip(names, cells, strict=True):
            if reason:
                why.setdefault(reason, []).append(name)
        if why:
            reasons = "; ".join(f"{reason} ({', '.join(by)})" for reason, by in why.items())
            yield f"- **{' › '.join(words)}**: {reasons}"


def _rules(one: ResolvedFormat, profile: Profile) -> str:
    """What a service demands that the wire's own API does not."""
    shared = {} if one.format.shared is None else one.format.shared.section("rules")
    rows = {**shared, **profile.section("rules")}
    demands = [row["what"] for row in rows.values() if isinstance(row, dict) and "what" in row]
    demands += [f"`{name}` does not hold" for name, row in rows.items() if row == OFF]
    return f"- [{profile.title}]({profile.reference}) (`{profile.name}`): {'; '.join(demands)}"
