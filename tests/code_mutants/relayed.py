"""Mutants of what a gateway's clients make of the replies that it writes."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, rows

MUTANTS = [
    *rows(
        f"{COMPILER}/plan/streams/reading.py",
        "sdk/test_streams_gemini",
        ("                found |= self._given_around(event, source)\n", "                pass\n"),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "sdk/test_streams_gemini test_stream_writing",
        ("                self.around.append((parents, key, value))\n", "                pass\n"),
        ("if around and path not in self.lacking:", "if around:"),
    ),
    *rows(
        f"{RUNTIME}/items.py",
        "test_stream_last_item",
        ("        self._let_out()\n        super().put", "        super().put"),
        ("        self._let_out()\n        super().pass_on", "        super().pass_on"),
        ("        self._let_out()\n        super().unrecorded", "        super().unrecorded"),
        ("        self._final.append(event)\n", ""),
        ("self._unsent or self._empty_piece()", "self._unsent"),
        ("self._unsent or self._empty_piece()", "self._empty_piece()"),
        ("grows = part.kind in TEXTS and ", "grows = "),
        ("== self.own_metadata(part)\n", "== {}\n"),
        ("self._growing = part if grows else None", "self._growing = part"),
        ("self._growing = part if grows else None", "self._growing = None"),
        ('"text": "", "metadata": self.own_metadata(part)}', '"text": ""}'),
        ("        if not grows:\n", "        if True:\n"),
        ("[_together(w[0], more[0]), *w[1:], *more[1:]]", "[_together(w[0], more[0])]"),
        ("    return w if type(w) is list and w else more", "    return more"),
    ),
    *rows(
        f"{RUNTIME}/retold.py",
        "test_stream_last_item",
        ("Items if framing.ends_with_item else Chunks", "Chunks"),
    ),
    *rows(
        f"{RUNTIME}/retold.py",
        "test_stream_runs",
        ("Items if framing.ends_with_item else Chunks", "Items"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/writing.py",
        "test_stream_last_item",
        ("any(ENDS in row.args[1:] for", "any(False for"),
    ),
    *rows(
        f"{COMPILER}/check/stream_texts.py",
        "test_stream_last_item",
        ("{*flow.row.args[:1]} - {OPENS}", "{*flow.row.args} - {OPENS}"),
        ("    if at is not None or not listed or view.stream.ending:",
         "    if at is not None or not listed:"),
        ("    if at is not None or not listed or view.stream.ending:",
         "    if view.stream.ending:"),
        ("    elif not any(brings(view, flow.rows, end) for end in over):", "    elif False:"),
    ),
    *rows(
        f"{COMPILER}/check/stream.py",
        "test_stream_last_item",
        ('    "run": (OPENS, ENDS),\n', '    "run": (OPENS,),\n'),
        ('"run": row.args[:1]}', '"run": row.args}'),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "sdk/test_streams_mistral test_stream_writing",
        ('return own or part.text != "" or', "return own or"),
        ('return own or part.text != "" or', 'return part.text != "" or'),
        ('return own or part.text != "" or part.word not in self.framing.entire', "return True"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/writing.py",
        "sdk/test_streams_mistral",
        ("if whole or (apart and", "if (apart and"),
    ),
    *rows(
        f"{COMPILER}/check/stream_so_far.py",
        "test_stream_constants",
        ("if about_elements or not calls & _kinds(view, flow.row):", "if about_elements:"),
        ("if about_elements or not calls & _kinds(view, flow.row):",
         "if not calls & _kinds(view, flow.row):"),
    ),
    *rows(
        f"{RUNTIME}/elements.py",
        "test_convert_stream test_stream_blocks",
        ("for event in [self.event_of(part, text)] if", "for event in () if"),
        ("        waits = part.loose or part.kind", "        waits = part.kind"),
        ("elif final and spelled and not built(", "elif final and spelled or not built("),
    ),
    *rows(
        f"{RUNTIME}/absence.py",
        "test_stream_writing",
        ('if type(holder) is list and parent == "0":', "if False:"),
    ),
    *rows(
        f"{RUNTIME}/chunks.py",
        "test_convert_stream",
        ("        framing = self.framing\n        self._say_none()\n",
         "        framing = self.framing\n"),
        ("not part.ended or self.reader.format in", "self.reader.format in"),
        ("not part.ended or self.reader.format in part.metadata", "not part.ended"),
    ),
    *rows(
        f"{RUNTIME}/elements.py",
        "test_stream_done",
        ("            if streamed != text and", "            if False and"),
        ("value is not None and same(value, arguments_in(text))", "value is not None"),
    ),
    *rows(
        f"{RUNTIME}/values.py",
        "test_numbered",
        ("crc32(id_.encode(\"utf-8\", \"surrogatepass\")) * 1000", "len(id_) * 1000"),
    ),
    *rows(
        f"{RUNTIME}/sending.py",
        "test_numbered",
        ("        self.outlet.first = first_number(head.get(\"id\"))\n", ""),
    ),
    *rows(
        f"{COMPILER}/plan/read/state.py",
        "test_numbered",
        ("        first = first_in(self.lens, self.object(()), True)\n", "        first = None\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/chunks.py",
        "test_convert_stream",
        ("            and \"string\" in types(", "            and \"array\" in types("),
        ("                least.setdefault(text, \"\")\n", "                pass\n"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/shown.py",
        "test_convert_stream",
        ("            if leaf.wire_required:\n                found.demanded.add(path)\n", ""),
    ),
    *rows(
        f"{COMPILER}/plan/streams/mirror.py",
        "test_convert_stream",
        ("in self.shown.marks.keys() | self.shown.demanded:", "in self.shown.marks:"),
    ),
    *rows(
        f"{COMPILER}/plan/passes/text_pieces.py",
        "test_convert_stream",
        ("        if place not in self.shown.demanded:\n", "        if place:\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_sent.py",
        "test_checks",
        ("    if _grows(rows, path):\n        return True\n", ""),
        ("    grows = _grows(rows, (*row.source, key))\n",
         "    grows = False\n"),
    ),
    *rows(
        f"{COMPILER}/check/stream_sent.py",
        "test_stream_begins",
        ("row.operator == \"append\" and row.source == path for", "row.source == path for"),
    ),
]  # fmt: skip
