"""What tests must know of Cohere chat."""
