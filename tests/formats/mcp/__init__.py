"""What tests must know of the Model Context Protocol."""
