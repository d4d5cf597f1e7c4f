"""What the loaded model takes of the machine's memory, as estimated when it was loaded."""

from __future__ import annotations

import psutil
from PySide6.QtWidgets import QLabel

from app.ui.inspector.parts_bar import BarPart, PartsBar
from app.ui.inspector.section import Section
from app.ui.language import number, tr
from app.ui.sizes import size_text
from app.ui.theme import SIZE_META, Theme
from engine.models import ModelInfo


def machine_memory_bytes() -> int:
    return int(psutil.virtual_memory().total)


class MemorySection(Section):
    """Hidden while no model is loaded."""

    def __init__(self, theme: Theme, *, machine_bytes: int) -> None:
        self.used_label = QLabel()
        self.used_label.setProperty("tone", "secondary")
        super().__init__(tr("Memory"), self.used_label)
        self._theme = theme
        self._machine_bytes = machine_bytes
        self._info: ModelInfo | None = None
        self.bar = PartsBar(theme)
        self.legend = QLabel()
        self.legend.setWordWrap(True)
        self.body.addWidget(self.bar)
        self.body.addWidget(self.legend)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.set_heading_font(theme)
        self.bar.set_theme(theme)
        self.legend.setFont(theme.fonts.ui(SIZE_META))
        self.used_label.setFont(theme.fonts.ui(SIZE_META))
        self.show_model(self._info)

    def show_model(self, info: ModelInfo | None) -> None:
        self._info = info
        self.setVisible(info is not None and bool(info.weights_bytes))
        if info is None:
            return
        theme = self._theme
        parts = [
            (tr("Weights"), info.weights_bytes, theme.accent),
            (tr("Cache"), info.cache_bytes, theme.ok),
            (tr("Other"), info.buffer_bytes, theme.hint),
        ]
        total = sum(amount for _, amount, _ in parts)
        tips = [f"{name}: {size_text(amount)}" for name, amount, _ in parts]
        cached, window = size_text(info.cache_bytes), number(info.context_tokens)
        tips[1] = tr("Cache ({count} tokens): {size}", count=window, size=cached)
        used, whole = size_text(total), size_text(self._machine_bytes)
        self.used_label.setText(tr("{used} of {whole}", used=used, whole=whole))
        self.bar.show_parts(
            [BarPart(n, color, tip) for (_, n, color), tip in zip(parts, tips, strict=True)],
            self._machine_bytes,
        )
        self.legend.setText(
            "&nbsp;&nbsp; ".join(
                f'<span style="color:{color.name()}">●</span>&nbsp;'
                f'<span style="color:{theme.secondary.name()}">{name}&nbsp;'
                f"{size_text(amount).replace(' ', '&nbsp;')}</span>"
                for name, amount, color in parts
                if amount
            )
        )
