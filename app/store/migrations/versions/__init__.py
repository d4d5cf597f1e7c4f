"""One module per step of the schema, oldest first. What was released never changes."""
