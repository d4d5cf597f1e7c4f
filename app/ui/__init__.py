"""The only place with widgets."""
