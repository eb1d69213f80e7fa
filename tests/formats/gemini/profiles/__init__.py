"""What services that speak Gemini's wire answer with an error, each by its own documents."""
