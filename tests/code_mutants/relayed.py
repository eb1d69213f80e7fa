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
]  # fmt: skip
