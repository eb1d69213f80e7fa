"""Talks."""

from __future__ import annotations

import json
import urllib.request

import httpx
from yaml.nodes import Node

from . import notebook
