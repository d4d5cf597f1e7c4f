"""Plain Python about conversations: no Qt, no SQL."""
