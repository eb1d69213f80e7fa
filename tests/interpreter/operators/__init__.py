"""The operators of rows, one a module: a new one is a new file here."""
