"""The style sheet of the inspector and of the windows it opens."""

from __future__ import annotations

from app.ui.chrome import chrome_style
from app.ui.theme import Theme


def inspector_style(theme: Theme) -> str:
    """The chrome's sheet, then what only stands here."""
    return chrome_style(theme) + _surfaces(theme) + _values(theme)


def _surfaces(theme: Theme) -> str:
    soft, sidebar = theme.border_soft.name(), theme.sidebar.name()
    return f"""
QFrame#inspector {{ background: {sidebar}; border: none; border-left: 1px solid {soft}; }}
QDialog {{ background: {theme.window.name()}; }}
QScrollArea, QWidget#sections {{ background: transparent; border: none; }}
QFrame#hairline {{ background: {soft}; border: none; }}
QPlainTextEdit#field {{ background: {theme.raised.name()}; color: {theme.text.name()};
  border: 1px solid {theme.border.name()}; border-radius: 10px; padding: 5px 6px; }}
QPlainTextEdit#field:focus {{ border: 2px solid {theme.accent.name()}; padding: 4px 5px; }}
QPlainTextEdit#raw {{ background: {theme.code.name()}; color: {theme.text.name()}; border: none;
  padding: 12px; }}
QPlainTextEdit#raw:focus {{ border: 2px solid {theme.accent.name()}; padding: 10px; }}
QLineEdit {{ min-height: 28px; padding: 0 8px; }}
"""


def _values(theme: Theme) -> str:
    accent, border, text = theme.accent.name(), theme.border.name(), theme.text.name()
    raised = theme.raised.name()
    return f"""
QAbstractSpinBox {{ background: transparent; }}
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus {{ min-height: 0; padding: 1px 4px;
  background: transparent; border: 1px solid transparent; border-radius: 6px; color: {text}; }}
QAbstractSpinBox QLineEdit:hover {{ border-color: {border}; }}
QSlider {{ min-height: 18px; max-height: 18px; background: transparent; }}
QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {border}; }}
QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {accent}; }}
QSlider::handle:horizontal {{ width: 10px; height: 10px; margin: -5px 0; border-radius: 7px;
  background: {raised}; border: 2px solid {accent}; }}
QSlider::handle:horizontal:focus {{ background: {accent}; }}
QPushButton#quiet {{ background: transparent; border: none; padding: 3px 2px; font-size: 12px;
  color: {theme.secondary.name()}; }}
QPushButton#quiet:hover {{ background: {theme.bubble.name()}; color: {text}; }}
QPushButton#quiet:focus {{ border: 2px solid {accent}; padding: 1px 0; }}
QPushButton#quiet::menu-indicator {{ width: 0; }}
QFrame#scope {{ background: {theme.bubble.name()}; border: none; border-radius: 8px; }}
QPushButton#half {{ background: transparent; border: 1px solid transparent; border-radius: 6px;
  padding: 3px 4px; font-size: 12px; font-weight: 400; color: {theme.secondary.name()}; }}
QPushButton#half:hover {{ color: {text}; }}
QPushButton#half:checked {{ background: {raised}; border-color: {border}; color: {text}; }}
QPushButton#half:focus {{ border: 2px solid {accent}; padding: 2px 3px; }}
QPushButton#undo {{ background: transparent; border: none; padding: 3px 6px; font-size: 12px;
  color: {accent}; }}
QPushButton#undo:hover {{ background: {theme.bubble.name()}; }}
QPushButton#undo:focus {{ border: 2px solid {accent}; padding: 1px 4px; }}
QToolButton#reset {{ border: none; padding: 0; border-radius: 7px; }}
QToolButton#reset:focus {{ border: 2px solid {accent}; padding: 0; }}
"""
