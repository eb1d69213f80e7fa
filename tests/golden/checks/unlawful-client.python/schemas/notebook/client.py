"""Talks."""

def send(:
