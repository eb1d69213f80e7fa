"""All cases: three frameworks read them, toolwire, pydantic-ai and the OpenAI Agents SDK."""

from tools import signatures_constrained, signatures_models, signatures_odd, signatures_plain
from tools.cases import CASES

MODULES = (signatures_plain, signatures_models, signatures_constrained, signatures_odd)
__all__ = ["CASES", "MODULES"]
