"""The rows of mutants speak of the code there is; whether each is noticed, ``run.py`` asks."""

from __future__ import annotations

from code_mutants.mutant import Mutant
from code_mutants.run import MUTANTS, ROOT, out_of_date
from mutants import run as legitimate

FILE = "tests/code_mutants/mutant.py"


def test_every_row_stands_once_in_the_code() -> None:
    assert out_of_date(MUTANTS) == []


def test_every_row_names_tests_that_there_are() -> None:
    named = {name for mutant in MUTANTS for name in mutant.tests}
    assert {name for name in named if not (ROOT / "tests" / f"{name}.py").is_file()} == set()


def test_a_row_of_other_code_is_told() -> None:
    gone = Mutant("tests/no_such.py", "old", "new", ())
    lost = Mutant(FILE, "no such" + " text", "", ())
    twice = Mutant(FILE, "return", "", ())
    broken = Mutant(FILE, "@dataclass(frozen=True)\n", "@\n", ())
    found = out_of_date([gone, lost, twice, broken])
    assert [line.rpartition(": ")[2] for line in found] == [
        "tests/no_such.py is gone",
        "found 0 times",
        f"found {(ROOT / FILE).read_text(encoding='utf-8').count('return')} times",
        "is no Python any more",
    ]


def test_every_reason_of_the_legitimate_mutants_has_some() -> None:
    found = legitimate.reasons()
    assert found
    assert [reason for reason, patterns in found if not patterns] == []
