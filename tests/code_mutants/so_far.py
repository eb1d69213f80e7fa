"""Mutants of texts that come so far, and of ends of elements that bring more, or come twice."""

from __future__ import annotations

from .mutant import COMPILER, RUNTIME, Mutant, rows

MUTANTS: list[Mutant] = [
    *rows(
        f"{RUNTIME}/pieces.py",
        "test_stream_so_far test_golden_adapter",
        ("    pieces.text = text or pieces.text\n", "    pieces.text = text\n"),
        ("text[len(shown) :] if text.startswith(shown) else \"\"", "text[len(shown) :]"),
        ("    pieces[:] = (shown + more,)\n", "    pieces[:] = (text,)\n"),
        ("more[:-1] if \"\\ud800\" <= more[-1:]", "more[:-1] if \"\\udc00\" <= more[-1:]"),
        ("    return \"\".join(pieces) if first else pieces.news\n", "    return pieces.news\n"),
        ("    if type(pieces) is not SoFar or text is None:", "    if type(pieces) is not SoFar:"),
        ("        if type(pieces) is Settled:\n", "        if False:\n"),
    ),
    *rows(
        f"{RUNTIME}/retold.py",
        "test_stream_so_far test_golden_adapter",
        ("        return self._place(part, texts) if part.kind in texts else id(part)\n",
         "        return id(part)\n"),
        ("            self._as_spelled(body)\n", "            pass\n"),
        ("before = built(part.metadata.get(format_, EMPTY))", "before = EMPTY"),
        ("            discard(news, path)  # which", "            pass  # which"),
        ("self._so_far(part) if self._is_retold(part) else text", "self._so_far(part)"),
    ),
    *rows(
        f"{RUNTIME}/closing.py",
        "test_stream_said_last",
        ("if value is not None and not (value in", "if not (value in"),
        (" and not (value in (\"\", []) and inside(w, *path)):", ":"),
    ),
    *rows(
        f"{COMPILER}/plan/streams/spelling.py",
        "test_stream_said_last test_golden_adapter",
        ("        taken += self.told_last(rows, row)\n", "        pass\n"),
        ("            if at_begin and not must_be_there(", "            if not must_be_there("),
    ),
    *rows(
        f"{COMPILER}/plan/streams/spelled.py",
        "test_stream_two_ends test_golden_adapter",
        ("        if row.record:\n            return others\n", ""),
        ("    return [*others, ir.if_((ir.and_(*again), [settle, *close]))]\n",
         "    return others\n"),
    ),
    *rows(
        f"{COMPILER}/resolve/spelled.py",
        "test_stream_two_ends test_golden_adapter",
        ("        and row.record in (\"\", rows.event) and is_element(",
         "        and is_element("),
    ),
    *rows(
        f"{COMPILER}/check/stream_spelled.py",
        "test_stream_said_last",
        ("    if lacking and must_be_there(", "    if must_be_there("),
    ),
    *rows(
        f"{RUNTIME}/matching.py",
        "test_stream_so_far",
        ("wholes or sort in so_far", "wholes"),
    ),
    *rows(
        f"{COMPILER}/check/stream_so_far.py",
        "test_stream_so_far test_checks",
        ("other.row.place[-1].name == key or ", ""),
        (" or kinds & _kinds(view, other.row):", ":"),
        ("*_under(view, place)):", "):"),
        ("place in texts:", "texts:"),
    ),
]
