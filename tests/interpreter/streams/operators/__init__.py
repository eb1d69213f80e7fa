"""The operators of stream rows, one a module: a new one is a new file here."""
