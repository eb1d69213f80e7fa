"""What tests must know of Mistral chat."""
