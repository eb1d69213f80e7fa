"""Mutants of texts in numbered items, and of objects of events around what the reply has."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{COMPILER}/plan/streams/numbered_texts.py",
        "test_stream_numbered_texts",
        ("        if one.kind in PIECES.values()\n", "        if False\n"),
        ("    if key:\n        first", "    if False:\n        first"),
        ("    if state.comes_so_far((*blocks.path, *path)):\n", "    if False:\n"),
        ("[*tags, key, *(path[:1] if not path[1:] else ())]", "[*tags, key]"),
        ("[*tags, key, *(path[:1] if not path[1:] else ())]", "[*tags, key, *path[:1]]"),
        ("[*tags, key, *(", "[*tags, *("),
        ("[*tags, key, *(", "[key, *("),
        ("    deep = ir.const((path,) if path[1:] else ())\n", "    deep = ir.const(())\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/call_pieces.py",
        "test_stream_numbered_texts",
        ("    is_it = ir.eq(kind, element.kind) if several else ir.Filled(kind)\n",
         "    is_it = ir.Filled(kind)\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/writing.py",
        "test_stream_numbered_texts",
        ("for kind, text in self._grown.items()}\n", "for kind, text in ()}\n"),
        ("in (self._texts | calls).items()", "in calls.items()"),
        ("frozenset(set[str]().union(*tags) if types[1:] else ())", "frozenset()"),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_stream_numbered_texts",
        ("            part.address = {**only(w, framing.told_by), **part.address}\n", ""),
        ("if self.reader.format in metadata and part.word in self.framing.grown:", "if False:"),
        ("if self.reader.format in metadata and part.word in self.framing.grown:",
         "if metadata and part.word in self.framing.grown:"),
    ),
    *rows(
        f"{RUNTIME}/showing.py",
        "test_stream_numbered_texts",
        ("in without(all_beside(item, deep), named).items()", "in without(item, named).items()"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/chunks.py",
        "test_stream_numbered_texts",
        ("own = self.wire.tags(record) if record and not path else {}", "own = {}"),
        ("alone = len(records(tuple(items_of(lists)))) < 2\n", "alone = True\n"),
        ("        outer.add(*body if demanded else [ir.if_((ir.Filled(part), body))])\n",
         "        outer.add(ir.if_((ir.Filled(part), body)))\n"),
        ("        outer.add(*body if demanded else [ir.if_((ir.Filled(part), body))])\n",
         "        outer.add(*body)\n"),
        ("        if len(found) < len(group):\n", "        if False:\n"),
        ("            found += {*self.wire.properties(inner)} - {*self.wire.properties(record)}\n",
         "            found += {*self.wire.properties(inner)}\n"),
    ),
    *rows(
        f"{COMPILER}/plan/passes/mirror_pieces.py",
        "test_stream_numbered_texts",
        ("if len(row.source) == 1 and row.place]", "if len(row.source) == 1]"),
    ),
    *rows(
        f"{COMPILER}/check/stream_inside.py",
        "test_stream_numbered_texts",
        (" or numbered_text(one.row, one.slot)\n", "\n"),
    ),
]
