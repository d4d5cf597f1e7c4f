"""Says which settings the loaded model does not follow yet, with the button that changes that."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from app.domain.preferences import Preferences
from app.domain.setting import declared
from app.ui.form import Wrapped
from app.ui.icons import Icons
from app.ui.language import listed, said, tr
from app.ui.theme import Theme


class WaitingBar(QFrame):
    """Hidden while there is nothing to wait for."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("waiting")
        self.sentence = Wrapped()
        self.button = QPushButton(tr("Load again"))
        self.button.setAutoDefault(False)
        self._titles = {one.name: one.setting.title for one in declared(Preferences)}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(24, 10, 24, 10)
        layout.setSpacing(12)
        layout.addWidget(self.sentence, 1)
        layout.addWidget(self.button)

    def set_theme(self, theme: Theme, _icons: Icons) -> None:
        self.sentence.setFont(theme.fonts.ui())

    def show_waiting(self, names: tuple[str, ...]) -> None:
        titles = listed([tr("“{title}”", title=said(self._titles[name])) for name in names])
        if len(names) == 1:
            sentence = tr("{title} holds when the model is loaded again.", title=titles)
        else:
            sentence = tr("{titles} hold when the model is loaded again.", titles=titles)
        self.sentence.setText(sentence)
        self.setVisible(bool(names))
