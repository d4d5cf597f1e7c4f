"""Tools the model may call: the contract, checks of what it asks for, and two of our own."""
