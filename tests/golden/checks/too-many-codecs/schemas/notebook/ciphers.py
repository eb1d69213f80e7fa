"""Codecs of the notebook."""

import codecs


class Rot13:
    """Letters, thirteen places on."""

    inter = {"type": "string"}
    wire = {"type": "string"}
    samples = [("tea", "grn"), ("", ""), ("42!", "42!")]

    @staticmethod
    def decode(raw):
        return codecs.encode(raw, "rot13") if isinstance(raw, str) else None

    @staticmethod
    def encode(value):
        return codecs.encode(value, "rot13")


class Rot1(Rot13):
    """One of several."""


class Rot2(Rot13):
    """One of several."""


class Rot3(Rot13):
    """One of several."""


class Rot4(Rot13):
    """One of several."""
