"""The style sheet of the settings window."""

from __future__ import annotations

from app.ui.chrome import chrome_style
from app.ui.form import form_style
from app.ui.theme import Theme


def settings_style(theme: Theme) -> str:
    """That of chrome and forms, then the parts that are only here."""
    soft, accent, bubble = theme.border_soft.name(), theme.accent.name(), theme.bubble.name()
    return f"""{chrome_style(theme)}{form_style(theme)}
QDialog {{ background: {theme.window.name()}; }}
QWidget#side {{ background: {theme.sidebar.name()}; }}
QWidget#pages {{ background: {theme.window.name()}; }}
QFrame#settingRow {{ border: none; border-bottom: 1px solid {soft}; }}
QFrame#settingRow[last="true"] {{ border-bottom: none; }}
QFrame#waiting {{ background: {theme.accent_soft.name()}; border: none; }}
QListWidget::item {{ color: {theme.text.name()}; padding: 7px 8px; border-radius: 8px;
  border: 2px solid transparent; }}
QListWidget::item:hover {{ background: {bubble}; }}
QListWidget::item:selected {{ background: {bubble}; color: {theme.text.name()}; }}
QListWidget::item:selected:focus {{ border-color: {accent}; }}
QToolButton#reset {{ border: none; padding: 0; border-radius: 7px; }}
QToolButton#reset:focus {{ border: 2px solid {accent}; padding: 0; }}
"""
