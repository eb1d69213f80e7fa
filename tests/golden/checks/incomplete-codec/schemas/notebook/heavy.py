import json

import pydantic

from . import other


class Codec:
    pass
