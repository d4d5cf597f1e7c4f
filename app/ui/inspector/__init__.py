"""The right side of the window: what decides an answer, and what the model saw."""
