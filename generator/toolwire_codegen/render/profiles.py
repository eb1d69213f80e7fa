"""The profiles of a format as modules of the package, each with all that its service accepts."""

from __future__ import annotations

import ast

import jinja2

from ..load.profile import Profile
from ..operators.services import service_data
from ..resolve.format import ResolvedFormat
from .dialects import dialect_call, literal
from .layout import laid_out
from .modules import HEADER
from .text import docline

FOLDER = "_profiles"


def render_profiles(env: jinja2.Environment, one: ResolvedFormat) -> dict[str, str]:
    """The modules: path → text. Each is imported when its profile is first named."""
    profiles = one.format.profiles
    if not profiles:
        return {}
    title = one.transform.title
    doc = f'"""{docline(f"Services that speak {title or one.name} with other limits.")}"""'
    files = {
        f"{FOLDER}/__init__.py": f'{HEADER}\n"""What services accept that speak a wire."""\n',
        f"{FOLDER}/{one.name}/__init__.py": f"{HEADER}\n{doc}\n",
    }
    for name, profile in sorted(profiles.items()):
        files[f"{FOLDER}/{one.name}/{name}.py"] = _module(env, one, profile)
    return files


def _module(env: jinja2.Environment, one: ResolvedFormat, profile: Profile) -> str:
    words = f"What {profile.title} accepts of {one.transform.title or one.name}."
    dialects = None if profile.dialects is None else profile.dialects.dialects
    words_ = [ast.keyword("profile", ast.Constant(profile.name))]
    if dialects is not None:
        found = ast.Tuple([dialect_call(dialect) for dialect in dialects], ast.Load())
        words_.append(ast.keyword("dialects", found))
    given: list[ast.expr] = [ast.Constant(one.name), literal(service_data(one, profile))]
    return env.get_template("profile.py.jinja").render(
        header=HEADER,
        title=docline(words),
        reference=docline(profile.reference),
        dialects=dialects is not None,
        accepts=laid_out(ast.Call(ast.Name("Accepts", ast.Load()), given, words_), 0, 10),
    )
