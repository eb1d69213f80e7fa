"""A slow, obvious interpreter of the transforms, to hold the generated adapters against.

It walks the rows of a ``transform.yaml`` at run time, both ways. It shares the reading of the
files (``load/``) with the compiler, and nothing else: what rows, operators, cases, unions,
sequences, overlays, forms and streams mean is said here once more, as plainly as can be. Each
operator has a file, in ``operators/`` or ``streams/operators/``, and is found by it.
"""

from .adapter import Interpreter, interpreters
from .spec import REFUSALS

__all__ = ["REFUSALS", "Interpreter", "interpreters"]
