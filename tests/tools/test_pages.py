"""Pages and searches of stored outputs, held to a slow reading of the same lines."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.tools import lines, sqlite_store, tally
from toolwire.tools.grep import Context, grep
from toolwire.tools.literals import literal_of
from toolwire.tools.pages import Unreadable, page
from toolwire.tools.sqlite_store import SqliteStore
from toolwire.tools.store import FolderStore, Store

TEXTS = st.lists(st.sampled_from(["a", "b", "ab", "\n", "\n", "é", "\r", " x"]), max_size=40)
PATTERNS = ["a", "ab", "a+b", "^b", "b$", "^$", r"\Aa", r"b\z", "[^a]b", r"a\sb", "x*", "(?i)AB"]
PATTERNS += ["b?ab", "ab+", "ab$", r"x[ab]* xa", "^ x.*ab"]


@pytest.fixture(params=["folder", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    found: Store = SqliteStore(tmp_path / "s") if request.param == "sqlite" else FolderStore()
    yield found
    found.close()


@pytest.fixture
def small_spans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spans of a few bytes: every line crosses some."""
    for module in (lines, tally, sqlite_store):
        monkeypatch.setattr(module, "SPAN", 4)


def paged(store: Store, text: bytes, offset: int = 1, limit: int = 200, room: int = 16_000) -> str:
    with store.open(store.put(text)) as entry:
        return page(entry, offset, limit, room=room)


def found(
    store: Store, text: bytes, pattern: str, regex: bool = False, *context: int, room: int = 16_000
) -> str:
    with store.open(store.put(text)) as entry:
        return grep(entry, pattern, regex, Context(*context), room=room)


def lines_of(text: str) -> list[str]:
    return text.removesuffix("\n").split("\n") if text else []


@pytest.mark.usefixtures("small_spans")
@settings(
    derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(TEXTS.map("".join), st.integers(1, 12), st.integers(1, 5))
def test_a_page_shows_the_lines_asked_for(store: Store, text: str, first: int, limit: int) -> None:
    every = lines_of(text)
    if every and first > len(every):
        with pytest.raises(Unreadable, match=f"the output has {len(every)} lines"):
            paged(store, text.encode(), first, limit)
        return
    *shown, note = paged(store, text.encode(), first, limit).split("\n")
    asked = list(enumerate(every, 1))[first - 1 : first - 1 + limit]
    assert shown == [f"{number}\t{line.removesuffix(chr(13))}" for number, line in asked]
    if not every:
        assert note == "[the output is empty]"
    elif first + limit > len(every):
        assert note == f"[end of the output: {len(every)} lines]"
    else:
        assert note == f"[more: go on with offset {first + limit} of {len(every)}]"


@pytest.mark.usefixtures("small_spans")
@settings(
    derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    TEXTS.map("".join),
    st.sampled_from(PATTERNS),
    st.booleans(),
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(1, 4)),
)
def test_grep_shows_the_lines_that_match(
    store: Store, text: str, pattern: str, regex: bool, context: tuple[int, int, int]
) -> None:
    before, after, most = context
    every = lines_of(text)
    expression = (pattern if regex else re.escape(pattern)).replace(r"\z", r"\Z")
    matching = [
        number for number, line in enumerate(every, 1) if re.search(expression, line, re.ASCII)
    ][:most]
    wanted: list[str] = []
    last = 0
    for number, line in enumerate(every, 1):
        if any(one - before <= number <= one + after for one in matching):
            if last and number != last + 1 and (before or after):
                wanted.append("--")
            mark = ":" if number in matching else "-"
            wanted.append(f"{number}{mark}{line.removesuffix(chr(13))}")
            last = number
    *shown, note = found(store, text.encode(), pattern, regex, *context).split("\n")
    assert shown == wanted
    if not matching:
        assert note == f"[no match in {len(every)} lines]"
    elif len(matching) == most:
        assert note.startswith(f"[stopped after {most} ")
    else:
        assert note == f"[{len(matching)} matching lines]"


def test_offsets_and_limits_that_make_no_sense_are_taken_for_the_nearest(store: Store) -> None:
    assert paged(store, b"a\nb", -3, 0) == "1\ta\n[more: go on with offset 2 of 2]"
    many = paged(store, b"a\n" * 5_000, 0, 10**9)
    assert many.endswith("[more: go on with offset 2001 of 5,000]")


def test_an_answer_has_a_bounded_length(store: Store) -> None:
    text = b"0123456789\n" * 100
    shown = paged(store, text, room=100)
    assert shown.endswith("\n[more: go on with offset 8 of 100]")
    matches = found(store, text, "5", room=100)
    assert matches.endswith("does not fit into one answer]\n[stopped after 50 matching lines: "
                            "there may be more below]")  # fmt: skip
    assert len(matches) < 300


def test_a_line_without_end_is_shown_by_its_beginning(store: Store) -> None:
    text = "é" * 500_000 + "\nshort"
    first, second, _ = paged(store, text.encode()).split("\n")
    assert first.startswith("1\téé") and first.endswith(" [… a line of 1,000,000 bytes]")
    assert "\ufffd" not in first and len(first) < 1_100
    assert second == "2\tshort"


def test_a_match_within_a_line_without_end_is_shown_with_what_is_around_it(store: Store) -> None:
    text = ("é" * 300_000 + " needle " + "é" * 300_000 + "\n") * 2
    for regex in (False, True):
        one, two, note = found(store, text.encode(), "needle", regex).split("\n")
        assert "é needle é" in one and "\ufffd" not in one and len(one) < 1_200
        assert (one[:2], two[:2]) == ("1:", "2:")
        assert note == "[2 matching lines]"


def test_a_match_across_two_pieces_of_a_long_line_is_found(store: Store) -> None:
    text = b"x" * (tally.SPAN - 3) + b"needle" + b"y" * tally.SPAN
    assert found(store, text, "needle").startswith("1:")
    assert found(store, text, "ne+dle", True).startswith("1:")
    assert found(store, text, "^y", True) == "[no match in 1 lines]"


@pytest.mark.parametrize(
    ("pattern", "regex", "why"),
    [
        ("(", True, "no regular expression"),
        (r"(a)\1", True, "no backreferences"),
        ("(?=a)", True, "no lookaround"),
        ("((a{100}){100}){100}", True, "no regular expression"),
        ("a" * 1_001, True, "longer than 1,000"),
        ("a" * 1_001, False, "longer than 1,000"),
        ("", False, "not empty"),
        ("a\nb", False, "within one line"),
    ],
)
def test_a_pattern_that_cannot_be_searched_for_says_why(
    store: Store, pattern: str, regex: bool, why: str
) -> None:
    with pytest.raises(Unreadable, match=re.escape(why)):
        found(store, b"text", pattern, regex)


@pytest.mark.parametrize("pattern", ["(x+x+)+y", "(x|xx)+$y", "(.*)(.*)(.*)(.*)=", "x*x*x*x*x*y"])
def test_a_pattern_that_hangs_other_engines_does_not_hang(store: Store, pattern: str) -> None:
    assert found(store, b"x" * 1_000_000, pattern, True) == "[no match in 1 lines]"


def test_a_search_that_takes_too_long_stops_and_says_so(store: Store) -> None:
    times = iter([0.0, 1.0, 100.0])
    with store.open(store.put(b"a\n" * 1_000_000)) as entry:
        shown = grep(entry, "b", clock=lambda: next(times))
    assert shown == "[stopped after 20 seconds: the rest was not searched]"


def test_a_plain_text_is_found_without_the_engine(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    assert found(store, b"a\nb.\n", "b.") == "2:b.\n[1 matching lines]"
    with pytest.raises(Unreadable, match="google-re2"):
        found(store, b"a", "a", True)


@pytest.mark.parametrize(
    "text", [b"\xff\xfe\n\x80", b"\x00\n\x00", b"\xe4\xb8\n\xad", b"\xed\xa0\xbd"]
)
def test_bytes_that_are_no_text_are_shown_somehow(store: Store, text: bytes) -> None:
    assert paged(store, text).startswith("1\t")
    assert found(store, text, ".", True).count("\n") >= 0
    assert found(store, text, "é", False).startswith("[no match")
    assert found(store, text, "\ud83d", False).startswith("[no match")


TOKENS = ["a", "b", "ab", "*", "+", "?", "{2}", "{0}", "{", "}", ",", "(", ")", "|", "[", "]", "^",
          "$", ".", r"\w", r"\.", r"\b", "-", "[^", "[]b]", "[[:alpha:]]", "(?i)", r"\Q", r"\E",
          r"\x61", r"\pL", "A", "é", "\\"]  # fmt: skip


@settings(derandomize=True, deadline=None, max_examples=1_500)
@given(
    st.lists(st.sampled_from(TOKENS), min_size=1, max_size=7).map("".join),
    st.lists(st.text("abA.-é{}", min_size=4, max_size=10), min_size=4, max_size=4),
)
def test_the_literal_of_a_pattern_is_in_all_of_its_matches(pattern: str, texts: list[str]) -> None:
    re2 = importlib.import_module("re2")
    options = re2.Options()
    options.log_errors = False
    try:
        compiled = re2.compile(pattern, options)
    except re2.error:
        return
    for text in texts:
        match = compiled.search(text)
        assert match is None or literal_of(pattern) in match.group()


@pytest.mark.parametrize(
    ("pattern", "literal"),
    [
        (r"[A-Z]+R \w+ the", " the"), ("ab+c", "ab"), ("abc?d", "ab"), (r"ab{2}cd", "cd"),
        (r"(ab|c)de", "de"), (r"a\.b", "a.b"), ("[]a]bc", "bc"), ("ab|cd", ""), ("(?i)ab", ""),
        (r"\Qa+\Eb", ""),
    ],
)  # fmt: skip
def test_the_literal_of_a_pattern_is_its_longest_sure_text(pattern: str, literal: str) -> None:
    assert literal_of(pattern) == literal
