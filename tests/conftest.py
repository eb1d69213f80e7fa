"""Its place makes the modules beside it importable from every test below."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def memory_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the compiler remembers between runs is neither taken from the user nor left to him."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("CI", raising=False)
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write expected outputs of golden cases")
