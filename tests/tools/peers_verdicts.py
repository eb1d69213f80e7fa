"""What three frameworks say to each case of ``signatures.py``, as JSON on stdout.

Runs where they are installed: ``peers.py`` sees to that.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

from tools.signatures import CASES

Check = Callable[[dict[str, Any]], Any]


def toolwire(function: Callable[..., Any]) -> Check:
    tool = import_module("toolwire.tools.tool").define_tool(execute=function)
    bound: Check = tool.input.bound
    return bound


def pydantic_ai(function: Callable[..., Any]) -> Check:
    tool = import_module("pydantic_ai").Tool(function, takes_ctx=False)
    validator = tool.function_schema.validator
    return lambda arguments: validator.validate_json(json.dumps(arguments))


def agents_sdk(function: Callable[..., Any]) -> Check:
    """Not strict: its strict mode changes what the model is told, and refuses some types for it."""
    made = import_module("agents.function_schema").function_schema(
        function, strict_json_schema=False
    )
    return lambda arguments: made.params_pydantic_model(**json.loads(json.dumps(arguments)))


FRAMEWORKS = {"toolwire": toolwire, "pydantic_ai": pydantic_ai, "agents_sdk": agents_sdk}


def verdicts(framework: Callable[..., Check], name: str) -> list[str]:
    """For each input ``yes`` or ``no``; ``undefined`` where there is no tool."""
    function, inputs = CASES[name]
    try:
        check = framework(function)
    except Exception:
        return ["undefined"] * len(inputs)
    return ["yes" if _passes(check, arguments) else "no" for arguments in inputs]


def _passes(check: Check, arguments: dict[str, Any]) -> bool:
    try:
        check(arguments)
    except Exception:
        return False
    return True


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print(
        json.dumps(
            {
                case: {peer: verdicts(make, case) for peer, make in FRAMEWORKS.items()}
                for case in CASES
            }
        )
    )
