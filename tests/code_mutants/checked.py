"""Mutants of checks on specs that compile well and carry a reply badly."""

from __future__ import annotations

from .mutant import COMPILER, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/check/stream_twice.py",
        "test_checks",
        ("        if SENT[first.row.operator] == SENT[second.row.operator]:", "        if True:"),
        ("            if not shared:", "            if shared:"),
        ("if name not in named]", "]"),
        ("        return [name for name in types if name == row.record]", "        return types"),
    ),
    *rows(
        f"{COMPILER}/check/stream_elements.py",
        "test_checks_pieces test_checks",
        ("    if not place or comes_whole(", "    if not place or False and comes_whole("),
        ("            yield from min(kinds, key=len, default=[])", "            pass"),
        ("    elif row.opens:", "    elif False:"),
        ("sorted(wire.required(name) - {*wire.tags(name)})", "sorted(wire.required(name))"),
        ("if not whole and not anything(deeper):", "if not anything(deeper):"),
        ("        if agree and {*wire", "        if {*wire"),
        ("    return min(found, key=len, default=[])",
         "    return max(found, key=len, default=[])"),
        ("if not (kinds and begun) or {*kinds} & begun:", "if True:"),
        ("        if row.opens and names(subject(row.place)) == place:", "        if False:"),
        ("                if keys and not keys & element_keys:", "                if False:"),
        ("            element_keys = {key for name in kinds for",
         "            element_keys = {key for name in kinds[:1] for"),
    ),
    *rows(
        f"{COMPILER}/check/unions.py",
        "test_checks",
        ("            _alike(row, other)\n            and", "            False and"),
        (" and uses[0] == uses[1]", ""),
    ),
    *rows(
        f"{COMPILER}/operators/lone.py",
        "test_checks",
        ('if shapes and "any" not in types(shapes) and needed - _taken(types(shapes)):',
         "if False:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_ending.py",
        "test_checks test_stream_ends test_checks_pieces",
        ("absent.path == path and absent.value in ends:", "absent.value in ends:"),
        ("if behind is not None and bringing and lacking:", "if behind is not None and bringing:"),
    ),
    *rows(
        f"{COMPILER}/check/stream_view.py",
        "test_checks",
        ("    if path[0] not in named and path[0] in view", "    if path[0] in view"),
    ),
    *rows(
        f"{COMPILER}/check/stream_sent.py",
        "test_checks",
        ("        if not element and not _brought_by(view, path, event):", "        if False:"),
        ("for rows in sent[: last + 1])", "for rows in sent)"),
    ),
    *rows(
        f"{COMPILER}/check/stream_unread.py",
        "test_checks",
        ("in [()] if about else sorted(through):", "in sorted(through):"),
        ("        if not own & {", "        if True or {"),
        ("read = path in covered or", "read ="),
        ("(*rows.ignored, *repeated(view.wire, view.stream, rows.event))", "rows.ignored"),
        ("            paths |= {found} if step.key and found is not None else set()\n", ""),
        ('        if row.operator == "open" and row.record and not', "        if False and not"),
        ("if not read and walk(view.wire, view.whole, path).lost:", "if not read:"),
    ),
    *rows(
        f"{COMPILER}/check/failures.py",
        "test_checks",
        ('                if "event" not in says and read != kind:',
         '                if "event" not in says:'),
        ('_kind_of({"type": name, **message}, one', '_kind_of({"type": name}, one'),
        ("row.fields[0] == (REASON,) and row.const != FAILED:", "row.const == FAILED:"),
    ),
    *rows(
        f"{COMPILER}/check/accepting.py",
        "test_checks",
        ("isinstance(most, int | float) and least > most:", "isinstance(most, int | float) and 0:"),
        ("[word for word in words if word in MEDIA]", "[word for word in words if word in BLOCKS]"),
        ("yield from _lost(file, place, words)", "pass"),
    ),
    *rows(
        f"{COMPILER}/check/holding.py",
        "test_checks test_checks_pieces",
        ("        if found and all(reasons):", "        if found and any(reasons):"),
        ("join.owner.lens.inter == HOLDERS.get(place)]", "place in HOLDERS]"),
    ),
]
