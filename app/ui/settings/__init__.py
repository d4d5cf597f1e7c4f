"""The settings window, made from what `app.domain.preferences` declares."""
