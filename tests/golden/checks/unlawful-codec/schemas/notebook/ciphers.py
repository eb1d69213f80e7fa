class Upper:
    """Loses what was upper case before."""

    inter = {"type": "string"}
    wire = {"type": "string"}
    samples = [("tea", "TEA"), ("Tea", "TEA")]

    @staticmethod
    def decode(raw):
        return raw.lower() if isinstance(raw, str) else None

    @staticmethod
    def encode(value):
        return value.upper()


class Careless(Upper):
    """Does not look at what it is given."""

    samples = [("tea", "TEA")]

    @staticmethod
    def decode(raw):
        return raw.lower()


class Sampled(Upper):
    """Has a sample that is none of its own."""

    samples = [("tea", 5)]
