"""A slow, obvious interpreter of the transforms, to hold the generated adapters against.

It walks the rows of a ``transform.yaml`` at run time, both ways. It shares the reading of the
files with the compiler, and the functions on single values (JSON text, tables, data URLs) with
the runtime; what rows, cases, unions, sequences, overlays and forms mean is said here once more.
"""

from .adapter import Interpreter, interpreters

__all__ = ["Interpreter", "interpreters"]
