"""What tests must know of OpenAI Responses."""
