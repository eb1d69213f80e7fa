class Codec
