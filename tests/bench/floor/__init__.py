"""Conversions by hand, written for speed, that lose nothing either: the floor of the benchmark."""
