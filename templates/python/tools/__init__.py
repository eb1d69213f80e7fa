"""Tools that run: from a Python function to an answered tool call, with any provider.

Everything is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

_PLACES = {
    "blocking": ("run",),
    "cache": ("OutputCache",),
    "calling": ("failed",),
    "context": ("Call", "Cancellation", "Cancelled", "ToolContext"),
    "dependencies": ("DependencyError", "DependencyKey", "Depends", "Scope", "override"),
    "execution": ("Execution", "execute"),
    "inputs": ("Input", "InvalidArguments", "Mistake"),
    "ledger": ("Ledger", "MemoryLedger", "SqliteLedger"),
    "limits": ("UsageLimits",),
    "loop": ("arun",),
    "outcome": ("CallRecord", "Outcome"),
    "parameters": ("Parameter",),
    "replies": ("reply", "text"),
    "results": ("ToolError",),
    "review": ("Approve", "DecisionError", "Later", "Reject"),
    "defining": ("Tool", "ToolDefinitionError", "define_tool", "tool"),
    "sqlite_store": ("SqliteStore",),
    "standard": ("done", "tool_output_cache", "tool_output_cache_grep", "write_todos"),
    "store": ("FolderStore", "Store"),
    "toolbox": ("Toolbox",),
}
_HOMES = {name: module for module, names in _PLACES.items() for name in names}

if TYPE_CHECKING:
    from .blocking import run as run
    from .cache import OutputCache as OutputCache
    from .calling import failed as failed
    from .context import Call as Call
    from .context import Cancellation as Cancellation
    from .context import Cancelled as Cancelled
    from .context import ToolContext as ToolContext
    from .defining import Tool as Tool
    from .defining import ToolDefinitionError as ToolDefinitionError
    from .defining import define_tool as define_tool
    from .defining import tool as tool
    from .dependencies import DependencyError as DependencyError
    from .dependencies import DependencyKey as DependencyKey
    from .dependencies import Depends as Depends
    from .dependencies import Scope as Scope
    from .dependencies import override as override
    from .execution import Execution as Execution
    from .execution import execute as execute
    from .inputs import Input as Input
    from .inputs import InvalidArguments as InvalidArguments
    from .inputs import Mistake as Mistake
    from .ledger import Ledger as Ledger
    from .ledger import MemoryLedger as MemoryLedger
    from .ledger import SqliteLedger as SqliteLedger
    from .limits import UsageLimits as UsageLimits
    from .loop import arun as arun
    from .outcome import CallRecord as CallRecord
    from .outcome import Outcome as Outcome
    from .parameters import Parameter as Parameter
    from .replies import reply as reply
    from .replies import text as text
    from .results import ToolError as ToolError
    from .review import Approve as Approve
    from .review import DecisionError as DecisionError
    from .review import Later as Later
    from .review import Reject as Reject
    from .sqlite_store import SqliteStore as SqliteStore
    from .standard import done as done
    from .standard import tool_output_cache as tool_output_cache
    from .standard import tool_output_cache_grep as tool_output_cache_grep
    from .standard import write_todos as write_todos
    from .store import FolderStore as FolderStore
    from .store import Store as Store
    from .toolbox import Toolbox as Toolbox
else:

    def __getattr__(name):
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
        # A name may be that of its module: what is imported later must not hide it again.
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *_HOMES})
