"""What tests must know of Ollama's own chat."""
