"""What tests must know of Chat Completions."""
