class Codec:
    wire = {}["type"]
