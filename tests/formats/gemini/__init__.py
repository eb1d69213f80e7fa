"""What tests must know of generateContent."""
