"""Mutants of what stands in the place of a list, and of texts in records without a number."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{RUNTIME}/in_place.py",
        "test_sequences",
        ("items[0] if len(items) == 1 else None", "items[0] if items else None"),
        ("    if type(only) is not dict or type(only.get(key))", "    if type(only.get(key))"),
        (" or len(only) != len(tags) + 1:\n        return items", ":\n        return items"),
        (" if tags.items() <= only.items() else items", ""),
        ("(items, key, tags, list)", "(items, key, tags, str)"),
        (" or item.get(key) not in words:", ":"),
        ("    return bool(items)\n", "    return True\n"),
    ),
    *rows(
        f"{RUNTIME}/assembly.py",
        "test_parcel test_golden_adapter",
        ("type(last) is not dict or any(last.get(name) != value for name, value in made.items())",
         "type(last) is not dict"),
    ),
    *rows(
        f"{RUNTIME}/framing.py",
        "test_parcel test_golden_adapter",
        (" or len(records) != 1 or len(texts) != 1:", " or len(texts) != 1:"),
        ("    return texts if records[0] == plain else []\n", "    return texts\n"),
    ),
    *rows(
        f"{COMPILER}/resolve/bare.py",
        "test_checks test_sequences",
        ("if len(words) == len(bare) and not {*words} & {*taken}:", "if len(words) == len(bare):"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/unnumbered.py",
        "test_golden_adapter",
        ("(read.beside if read is not None else {})", "{}"),
        ("(read is None or one.name == read.record)", "True"),
    ),
    *rows(
        f"{COMPILER}/operators/text.py",
        "test_sequences test_golden_adapter",
        ('            if self.canonical == "list" and self.wire_list:\n', "            if 0:\n"),
        ('(self.canonical == "string" or not self.wire_list)', "True"),
        ('        none = [ir.if_((left, [ir.let(name, ir.const(""))]))] if usual else []\n',
         '        none = [ir.if_((left, [ir.let(name, ir.const(""))]))]\n'),
        ('(lone if usual else ir.and_(lone, ir.Styled(spot.field, "string")),', "(lone,"),
    ),
    *rows(
        f"{COMPILER}/check/stream_unnumbered.py",
        "test_checks",
        ("        elif len(read) > 1:\n", "        elif False:\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_coverage.py",
        "test_checks",
        ('flow.row.record in ("", element)\n', "True\n"),
        ("flow.row not in moved and", "True and"),
    ),
    *rows(
        f"{COMPILER}/check/unions.py",
        "test_checks",
        ("        return types(shapes)\n    taken", "        return set()\n    taken"),
        ("        taken = set() if definition.one_way else taken & (only or taken)\n",
         "        taken = taken & (only or taken)\n"),
    ),
]  # fmt: skip
