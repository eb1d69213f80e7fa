"""Regular expressions in schemas: those that may never end are known, all others are let be."""

from __future__ import annotations

import re

import pytest

from toolwire_codegen.resolve.patterns import MOST, TooLongError, endless

EXPONENTIAL = (
    *("(a+)+", "(a*)*b", "(a|a)*", "(a|aa)+$", "(a|b|ab)*c", "(.|[abc])+z", "^(.+)+$"),
    *(r"^(\w+\s?)*$", "(x+x+)+y", "(a?b?)*c", "((ab)*|b)*", "(b(a*)?)*c", "(a(b?|c?))*d"),
    *("((x|)*y)*z", "([a-z]*|1)*!", "(a{1,3}){1,100}b", "([a-z]{1,8}-?){1,8}$", "(?!(a+)+b)c"),
)
POLYNOMIAL = (
    *("a*a*a*a*b", r"\s+\s+x", "(.*)(.*)x", ".*foo.*bar", r"^\d*5\w*$", r"\s*,?\s*$"),
    *(
        "(?=a*a*b)",
        "a{0,5000}a{0,5000}b",
        "(?i)a*A*b",
        "^([a-z]*)([a-z0-9]*)$",
        "(?:a*|b)(?:a*|c)d",
    ),
)
SOON_DONE = (
    *("", "^$", "a.b", "^[a-z]+$", "(x|y)*", "(ab|c)*", "(a|ab)*c", r"^\d{4}-\d{2}-\d{2}$"),
    *(r"^(\d+)(\.\d+)?$", "^(https?|data):.*$", "^[a-zA-Z0-9_-]{1,64}$", "^([a-z]+,)*[a-z]+$"),
    *("^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$", "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"),
    *(r"^\s*\S.*$", "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", "(a?)*b"),
    *(r"\w+@\w+\.com", "^[^/]+/[^/]+$", r"^[^@]+@[^@.]+(\.[^@.]+)+$", "(foo|bar|baz)+"),
    *(r"^(?:[01]\d|2[0-3]):[0-5]\d$", r"^[\x00-\x7f]*$", r"(\d{2}){1,40}", "a{0,50}a{0,50}b"),
    *(r"^(?!\s)[^\n]*$", r"(a)\1*", "(?i)(a|A)*b", "|".join(f"word{n}" for n in range(30))),
)


@pytest.mark.parametrize("pattern", [*EXPONENTIAL, *POLYNOMIAL])
def test_patterns_that_may_never_end_are_known(pattern: str) -> None:
    assert endless(pattern)


@pytest.mark.parametrize("pattern", SOON_DONE)
def test_patterns_that_read_a_text_in_few_ways_are_let_be(pattern: str) -> None:
    assert not endless(pattern)


def test_what_is_no_pattern_is_an_error() -> None:
    with pytest.raises(re.error):
        endless("(a")


def test_a_pattern_without_measure_is_not_looked_at() -> None:
    with pytest.raises(TooLongError):
        endless("a" * (MOST + 1))
