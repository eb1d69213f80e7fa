"""Wire keys that no row speaks of and that the wire demands: they ride in the overlay."""

from __future__ import annotations

from typing import Any

from ..resolve.lenses import overlay_keys, overlay_places, overlay_places_inside
from ..resolve.paths import Path
from .bound import BoundLens
from .resolve import Resolver


def required_overlay_keys(resolver: Resolver, bound: BoundLens) -> list[str]:
    """Wire keys that always ride in the overlay of what a lens reads."""
    return overlay_keys(resolver.wire, bound.lens)


def deeper_overlay_places(resolver: Resolver, bound: BoundLens) -> list[Path]:
    """Places inside of objects where the overlay of a lens's own value always has something."""
    return overlay_places_inside(resolver.wire, bound.lens)


def shown_overlay(resolver: Resolver) -> dict[str, Any] | None:
    """The overlay of others' thoughts in replies: what this wire reads where it has none itself.

    None where replies show no others' thoughts.
    """
    lens = next((one for one in resolver.transform.lenses if one.shown), None)
    if lens is None:
        return None
    found: dict[str, Any] = {}
    stands = {given.path: given.values[0] for given in lens.stands}
    absents = {absent.path: absent.value for absent in lens.absents}
    missing = []
    for path in overlay_places(resolver.wire, lens):
        if path not in stands:
            missing.append(".".join(path))
        if path in stands or len(path) > 1:  # what is not read itself is missing, and no more
            holder = found
            for key in path[:-1]:
                holder = holder.setdefault(key, {})
            holder[path[-1]] = stands.get(path, absents.get(path))
    if missing:
        found["$"] = {"absent": missing}
    return found or {"$": {"own": True}}


def unread_absents(resolver: Resolver, bound: BoundLens) -> dict[str, Any]:
    """Keys that may be missing and that no row reads, with what stands for them.

    They ride in the overlay: that they were missing is noted, and nothing is put in their place.
    """
    keys = required_overlay_keys(resolver, bound)
    single = [absent for absent in bound.lens.absents if len(absent.path) == 1]
    return {absent.path[0]: absent.value for absent in single if absent.path[0] in keys}
