"""What tests must know of Messages."""
