"""What tests must know of the GitHub Copilot SDK's sessions."""
