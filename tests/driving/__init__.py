"""Conversations and streams as apps drive them, and independent readers of what is written."""
