"""Commands that fail in one line, and whose help ends with an example that works as it stands."""

from __future__ import annotations

from typing import Any

import click

from ..publish.manifest import read_manifest
from .inputs import Problem, package_folder


class Command(click.Command):
    """A command with an ``example``; ``{a}`` and ``{b}`` there stand for formats there are."""

    def __init__(self, *args: Any, example: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.example = example

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise Problem(f"{error.filename or 'i/o'}: {error.strerror or error}") from None

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        names = _formats()
        filled = self.example.format(a=names[0], b=names[-1])
        with formatter.section("Example"):
            formatter.write_text(f"toolwire {filled}")


def _formats() -> tuple[str, ...]:
    try:
        manifest = read_manifest(package_folder(None))
    except Problem:
        manifest = None
    return manifest.formats if manifest and manifest.formats else ("FORMAT",)
