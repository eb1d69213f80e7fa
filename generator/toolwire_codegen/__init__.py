"""The toolwire compiler: schemas and transforms in, typed adapter code out.

Stages, each importing only those before it: ``load`` → ``check`` → ``plan`` → ``render`` →
``publish``. The command line (``cli``) joins them.
"""
