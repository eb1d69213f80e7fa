"""What a profile says of fields and words, against the rows of its wire's requests."""

from __future__ import annotations

from typing import Any

from ..load.profile import OFF, REASONING, Profile
from ..load.transform import REQUEST, Row, Table
from ..resolve.format import ResolvedFormat
from .uses import argued

LOST, UNLESS = "lost", "unless"


def request_rows(one: ResolvedFormat) -> dict[str, Row]:
    """The rows of a request that are about one field each, by that field."""
    inter, wires = one.transform.entries.get(REQUEST, ("", ()))
    lenses = [lens for lens in one.transform.lenses if lens.inter == inter and lens.wire in wires]
    rows = [row for lens in lenses for row in lens.rows]
    return {row.fields[0][0]: row for row in rows if len(row.fields) == 1 and row.fields[0]}


def spellings(row: Row) -> list[str]:
    """The wire's places for a field."""
    return [target.dotted for target in row.targets]


def tabled(one: ResolvedFormat) -> dict[str, tuple[str, Table]]:
    """The tables that fields of a request are read by: the field, and the table."""
    found: dict[str, tuple[str, Table]] = {}
    for name, row in request_rows(one).items():
        for target in row.targets:
            named = argued(target, lambda definition: definition.names_table) or ()
            table = one.transform.tables.get(named[0]) if named else None
            if table is not None:
                found[table.name] = (name, table)
    return found


def service_data(one: ResolvedFormat, profile: Profile) -> dict[str, Any]:
    """All that a service accepts and has, as the output carries it."""
    fields = {name: _field(one, name, entry) for name, entry in profile.section("fields").items()}
    found, tables = tabled(one), profile.section("tables")
    words = {found[name][0]: _words(found[name][1], tables[name]) for name in tables}
    data = profile.accepts
    data |= {"fields": fields} if fields else {}
    return data | ({"words": words} if words else {})


def _field(one: ResolvedFormat, name: str, entry: Any) -> dict[str, Any]:
    if isinstance(entry, dict):
        return {key: entry[key] for key in (LOST, UNLESS) if key in entry}
    if name == REASONING:
        return {"keys": entry if isinstance(entry, list) else [entry]}
    row = request_rows(one).get(name)
    places = [] if row is None else spellings(row)
    if entry in places:
        return {"at": None if entry == places[0] else entry}
    return {"key": entry.split(".")}


def _words(table: Table, substitutes: dict[str, str]) -> dict[str, str | None]:
    """For words that the service does not have the ones that stand for them."""
    ours = {theirs: word for word, theirs in table.both.items()}
    return {word: None if theirs == OFF else ours[theirs] for word, theirs in substitutes.items()}
