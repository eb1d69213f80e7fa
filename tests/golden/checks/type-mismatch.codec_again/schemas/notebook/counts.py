class Words:
    """A number in words, where the wire has a number."""

    inter = {"type": "integer"}
    wire = {"type": "string"}
    samples = [(1, "one"), (2, "two")]
    words = ["none", "one", "two"]

    @staticmethod
    def decode(raw):
        known = isinstance(raw, str) and raw in Words.words
        return Words.words.index(raw) if known else None

    @staticmethod
    def encode(value):
        return Words.words[value]
