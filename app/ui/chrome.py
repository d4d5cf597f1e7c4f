"""The style sheet of everything around the transcript.

It is set on the chrome widgets one by one, never on the window: a style sheet above the transcript
would slow every polish of it.
"""

from __future__ import annotations

from app.ui.theme import Theme, style_sheet

ICON_GAP = "\N{EN SPACE}"
"""Put before a button's text: Qt leaves 4 px after the icon and no style sheet can change that."""


def chrome_style(theme: Theme) -> str:
    """The theme's common sheet, then our own widgets by object name; focus rings are 2 px."""
    return style_sheet(theme) + _buttons(theme) + _surfaces(theme)


def _buttons(theme: Theme) -> str:
    accent, bubble, text = theme.accent.name(), theme.bubble.name(), theme.text.name()
    secondary, hint = theme.secondary.name(), theme.hint.name()
    return f"""
QPushButton {{ border-width: 1px; padding: 6px 14px; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 5px 13px; }}
QPushButton[primary="true"] {{ font-weight: 600; }}
QPushButton[primary="true"]:hover {{ background: {accent}; }}
QPushButton[primary="true"]:focus {{ border-color: {text}; }}
QPushButton[primary="true"]:disabled {{ background: {bubble}; color: {hint};
  border-color: {bubble}; }}
QPushButton[danger="true"]:enabled {{ color: {theme.error.name()}; }}
QPushButton#newConversation {{ text-align: left; padding: 7px 12px; font-weight: 500; }}
QPushButton#newConversation:focus {{ padding: 6px 11px; }}
QPushButton#modelButton {{ background: transparent; border: none; padding: 5px 8px;
  font-size: 15px; font-weight: 600; text-align: left; }}
QPushButton#modelButton:hover {{ background: {bubble}; }}
QPushButton#modelButton:focus {{ border: 2px solid {accent}; padding: 3px 6px; }}
QPushButton[row="true"] {{ background: transparent; border: none; padding: 7px 10px;
  text-align: left; }}
QPushButton[row="true"][tone="secondary"] {{ color: {secondary}; }}
QPushButton[row="true"]:hover {{ background: {bubble}; color: {text}; }}
QPushButton[row="true"]:focus {{ border: 2px solid {accent}; padding: 5px 8px; }}
QToolButton:focus {{ border: 2px solid {accent}; padding: 3px; }}
QToolButton:disabled {{ color: {hint}; }}
QToolButton#send {{ background: {accent}; border: none; border-radius: 18px; padding: 0; }}
QToolButton#send:disabled {{ background: {bubble}; }}
QToolButton#send:focus {{ border: 2px solid {text}; }}
QToolButton#chip {{ background: transparent; border: 1px solid {theme.border.name()};
  border-radius: 13px; padding: 3px 2px 3px 10px; color: {secondary}; font-size: 12px; }}
QToolButton#chip[compact="true"] {{ padding: 3px 7px; }}
QToolButton#chip:hover {{ background: {bubble}; }}
QToolButton#chip:checked {{ background: {theme.accent_soft.name()}; border-color: {accent};
  color: {accent}; }}
QToolButton#chip:focus {{ border: 2px solid {accent}; padding: 2px 1px 2px 9px; }}
QToolButton#chip[compact="true"]:focus {{ padding: 2px 6px; }}
QLabel {{ background: transparent; color: {text}; }}
QLabel#pickerHeading {{ padding: 6px 10px 4px 10px; }}
QLabel[tone="secondary"] {{ color: {secondary}; }}
QLabel[tone="hint"] {{ color: {hint}; }}
QLabel[tone="warning"] {{ color: {theme.warning.name()}; }}
QLabel[tone="error"] {{ color: {theme.error.name()}; }}
"""


def _surfaces(theme: Theme) -> str:
    border, raised, accent = theme.border.name(), theme.raised.name(), theme.accent.name()
    return f"""
QFrame#sidebar {{ background: {theme.sidebar.name()}; border: none;
  border-right: 1px solid {theme.border_soft.name()}; }}
QListView {{ background: transparent; border: none; outline: none; }}
QLineEdit:focus {{ border: 2px solid {accent}; padding: 0 6px; }}
QFrame#card, QFrame#picker {{ background: {raised}; border: 1px solid {border};
  border-radius: 10px; }}
QFrame#attachment {{ background: {theme.window.name()}; border: 1px solid {border};
  border-radius: 10px; }}
QFrame#notice {{ background: {raised}; border: 1px solid {border}; border-radius: 10px; }}
QFrame#notice[tone="error"] {{ border-color: {theme.error.name()}; }}
QFrame#line {{ background: {theme.border_soft.name()}; border: none; }}
QPlainTextEdit {{ background: transparent; border: none; color: {theme.text.name()};
  selection-background-color: {theme.selection.name()};
  selection-color: {theme.text.name()}; }}
QProgressBar {{ background: {theme.border_soft.name()}; border: none; border-radius: 2px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 2px; }}
QProgressBar#hairline {{ background: transparent; border-radius: 0; }}
QProgressBar#hairline::chunk {{ border-radius: 0; }}
"""
