class Nothing:
    samples = []


class Untyped:
    inter = {"minLength": 1}
    wire = {"type": "strong"}
    samples = ["tea"]
    decode = "upper"

    @staticmethod
    def encode(value):
        return value
