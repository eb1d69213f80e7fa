"""What the loaded specs mean: types, lenses, unions and sequences, each answered once."""
