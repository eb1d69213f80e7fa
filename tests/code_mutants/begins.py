"""Mutants of what stands in an object of an event, or of an element; of reasons, and of advice."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{RUNTIME}/showing.py",
        "test_stream_whole_blocks",
        ('if not slot.kind and s.out[-1]["kind"] in ENDED:', "if False:"),
    ),
    *rows(
        f"{RUNTIME}/showing.py",
        "test_stream_begins",
        ('if not slot.kind and s.out[-1]["kind"] in ENDED:', 'if s.out[-1]["kind"] in ENDED:'),
    ),
    *rows(
        f"{COMPILER}/check/unions.py",
        "test_checks_clean",
        ("(row.targets[0].operators or _accepted(one, lens, second, other) <= taken)", "True"),
    ),
    *rows(
        f"{COMPILER}/check/gaps.py",
        "test_checks_clean",
        ("must_be_there(one.wire, wire, path) and _nullable(one, lens, slot):", "False:"),
    ),
    *rows(
        f"{COMPILER}/check/dialects.py",
        "test_checks",
        ("for keyword in KEYWORDS if keyword not in has)", "for keyword in KEYWORDS)"),
    ),
    *rows(
        f"{COMPILER}/operators/table.py",
        "test_checks",
        ("if listed and words[1:] and types(inter)", "if listed and types(inter)"),
    ),
    *rows(
        f"{COMPILER}/operators/table.py",
        "test_checks_clean",
        ('words[1:] and types(inter) == {"string"} else', "words[1:] else"),
    ),
    *rows(
        f"{COMPILER}/plan/losses/lenses.py",
        "test_losses test_golden_adapter",
        ("min(lost, key=lambda one: len(one.fields[0]), default=None)", "next(iter(lost), None)"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/spelling.py",
        "test_stream_begins",
        ("            if path in pieces:\n                continue\n", ""),
        (", *at, beside=empty)", ", *at)"),
        ("[*self.events.on_the_way(rows, source), (source, value)]", "[(source, value)]"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/events.py",
        "test_stream_begins",
        ("for depth in range(1, len(source))", "for depth in range(0)"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/spelled.py",
        "test_stream_begins",
        ("path[0] in required and must_be_there(state.wire, row.record, path):",
         "path[0] in required and len(path) == 1:"),
        ("        keys |= {tag for name in made for tag",
         "        {tag for name in made for tag"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/blocks.py",
        "test_stream_begins",
        ("        deep = len(element.text) > 1\n", "        deep = False\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/parts.py",
        "test_stream_begins",
        ("if row.opens and kind_of(self.wire, self.state.stream, row) not in spelled",
         "if row.opens"),
    ),
    *rows(
        f"{COMPILER}/check/stream_spelled.py",
        "test_stream_begins",
        ("        for name in types[:1]:\n", "        for name in ():\n"),
        (" - {*view.wire.tags(name)}]", "]"),
    ),
    *rows(
        f"{COMPILER}/check/stream_coverage.py",
        "test_stream_begins",
        ("        and not _beside(flow, size)\n", ""),
        ("any(row.operator in ELEMENT and names(row.place) == element for",
         'any(row.operator == "open" and names(row.place) == element for'),
    ),
]
