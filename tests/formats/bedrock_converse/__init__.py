"""What tests must know of `bedrock_converse`."""
