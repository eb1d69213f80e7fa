"""Its place makes the modules beside it importable from every test below."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write expected outputs of golden cases")
