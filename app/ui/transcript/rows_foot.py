"""What stands under a message: icon buttons, `‹ 2/3 ›` between siblings, and the receipt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from app.ui.language import mark, tr
from app.ui.theme import SIZE_META
from app.ui.transcript.look import Look
from app.ui.transcript.row import Act, Action, Canvas, Row, Spot, Target, Tip, Toggle

FOOT_HEIGHT = 26
BUTTON = 26
ICON = 16
CHEVRON = 16
"""Its icon and the space before it."""

ICON_NAMES: dict[Action, str] = {
    "copy": "copy",
    "retry": "rotate-cw",
    "edit": "pencil",
    "continue": "step-forward",
    "previous": "chevron-left",
    "next": "chevron-right",
    "probabilities": "chart-no-axes-column",
    "branch": "git-branch",
    "more": "ellipsis",
}
TIPS: dict[Action, str] = {
    "copy": mark("Copy"),
    "retry": mark("Answer again"),
    "edit": mark("Edit"),
    "continue": mark("Continue"),
    "previous": mark("Previous version"),
    "next": mark("Next version"),
    "probabilities": mark("Show how likely each token was"),
    "undo": mark("Let the model see all of it again"),
    "branch": mark("Branch into a new conversation"),
    "branch_map": mark("All branches"),
    "more": mark("More"),
    "approve": mark("Run the tool (Ctrl+Enter)"),
    "deny": mark("Do not run it and tell the model so (Ctrl+Backspace)"),
    "always": mark("Run it now, and this tool without asking from now on"),
    "ask_again": mark("Let the model write it once more"),
    "repair": mark("Change the arguments, then run the tool"),
    "run_edited": mark("Run the tool with the changed arguments"),
}


@dataclass(frozen=True, slots=True)
class Foot:
    """`number` of `count` versions of the message (from 1) are shown when there are several.

    `tip` says more about the receipt, which `opens` to its details, or is `open`.
    """

    actions: tuple[Action, ...]
    number: int = 1
    count: int = 1
    receipt: str = ""
    tip: str = ""
    opens: bool = False
    open: bool = False
    right: bool = False
    """Under a question, everything stands at the right."""


class FootRow(Row):
    """Always as high, whether its buttons show or not."""

    gap = 6

    def __init__(self, look: Look, foot: Foot) -> None:
        super().__init__()
        self._look = look
        self._foot = foot

    @property
    def actions(self) -> tuple[Action, ...]:
        """What can be done with the message."""
        return self._foot.actions

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        for action, area in self._areas(canvas.width):
            if canvas.active or action in ("previous", "next"):
                self._paint_button(painter, canvas, action, area)
        self._paint_count(painter, canvas)
        self._paint_receipt(painter, canvas)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        for action, area in self._areas(width):
            if area.contains(point) and self._enabled(action):
                return Act(action)
        if self._count_area(width).contains(point):
            return Act("branch_map")
        if self._foot.receipt and point.x() >= width - self._receipt_width(width):
            return self._receipt_target()
        return None

    def spots(self, width: int) -> Sequence[Spot]:
        spots = []
        for action, area in self._areas(width):
            if self._enabled(action):
                inner = area.adjusted(1, 1, -1, -1)
                spots.append(Spot(Act(action), inner, tr(TIPS[action])))
            if action == "previous":
                name = tr(
                    "Version {number} of {count}, All branches",
                    number=self._foot.number,
                    count=self._foot.count,
                )
                spots.append(Spot(Act("branch_map"), self._count_area(width), name))
        if self._foot.opens:
            wide = self._receipt_width(width)
            area = QRect(width - wide - 6, 2, wide + 6, FOOT_HEIGHT - 4)
            target = Toggle(self._foot.tip or tr("Details"))
            name = tr("Receipt: {receipt}", receipt=self._foot.receipt)
            spots.append(Spot(target, area, name, self._foot.open))
        return spots

    def area_of(self, wanted: Action, width: int) -> QRect:
        """Where a button is; empty when it is not there."""
        return next((area for action, area in self._areas(width) if action == wanted), QRect())

    def _receipt_target(self) -> Target | None:
        foot = self._foot
        if foot.opens:
            return Toggle(foot.tip or tr("Details"))
        return Tip(foot.tip) if foot.tip else None

    def _measure(self, width: int) -> int:  # noqa: ARG002
        return FOOT_HEIGHT

    def _enabled(self, action: Action) -> bool:
        foot = self._foot
        return not (
            (action == "previous" and foot.number == 1)
            or (action == "next" and foot.number == foot.count)
        )

    def _areas(self, width: int) -> Iterator[tuple[Action, QRect]]:
        """Where each button is; siblings at the outer edge, so that they never move."""
        left = width - self._total_width() if self._foot.right else -5
        for action in self._order():
            area = QRect(left, 0, _button_width(action), BUTTON)
            yield action, area
            left += area.width() + (self._count_width() if action == "previous" else 2)

    def _order(self) -> tuple[Action, ...]:
        siblings: tuple[Action, ...] = ("previous", "next") if self._foot.count > 1 else ()
        actions = self._foot.actions
        return (*actions, *siblings) if self._foot.right else (*siblings, *actions)

    def _total_width(self) -> int:
        buttons = sum(_button_width(action) + 2 for action in self._order())
        return buttons + (self._count_width() - 2 if self._foot.count > 1 else 0)

    def _count_width(self) -> int:
        return self._text_width(self._count) + 4

    def _count_area(self, width: int) -> QRect:
        previous = self.area_of("previous", width)
        if previous.isEmpty():
            return previous
        return QRect(previous.right() + 1, 0, self._count_width(), FOOT_HEIGHT)

    def _receipt_width(self, width: int) -> int:
        chevron = CHEVRON if self._foot.opens else 0
        return self._text_width(self._receipt_shown(width)) + chevron

    def _receipt_shown(self, width: int) -> str:
        """As much of the receipt as fits beside the buttons."""
        buttons = max((area.right() for _, area in self._areas(width)), default=0)
        room = width - buttons - 12 - (CHEVRON if self._foot.opens else 0)
        metrics = QFontMetrics(self._look.theme.fonts.ui(SIZE_META))
        return metrics.elidedText(self._foot.receipt, Qt.TextElideMode.ElideRight, room)

    def _text_width(self, text: str) -> int:
        return QFontMetrics(self._look.theme.fonts.ui(SIZE_META)).horizontalAdvance(text)

    @property
    def _count(self) -> str:
        return f"{self._foot.number}/{self._foot.count}"

    def _paint_button(self, painter: QPainter, canvas: Canvas, action: Action, area: QRect) -> None:
        theme = self._look.theme
        hovered = canvas.hovered == Act(action)
        done = canvas.done == Act(action)
        if hovered:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.bubble)
            painter.drawRoundedRect(QRectF(area), 6, 6)
            painter.restore()
        color = theme.ok if done else theme.text if hovered else theme.secondary
        if not self._enabled(action):
            color = theme.border
        icon = self._look.icon("check" if done else ICON_NAMES[action], color, painter, size=ICON)
        corner = QRectF(area).center() - QPointF(ICON / 2, ICON / 2)
        painter.drawPixmap(corner.toPoint(), icon)

    def _paint_count(self, painter: QPainter, canvas: Canvas) -> None:
        if self._foot.count == 1:
            return
        theme = self._look.theme
        hovered = canvas.hovered == Act("branch_map")
        painter.setFont(theme.fonts.ui(SIZE_META))
        painter.setPen(theme.text if hovered else theme.secondary)
        area = self._count_area(canvas.width)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, self._count)

    def _paint_receipt(self, painter: QPainter, canvas: Canvas) -> None:
        theme, foot = self._look.theme, self._foot
        color = theme.text if isinstance(canvas.hovered, Toggle) else theme.hint
        painter.setFont(theme.fonts.ui(SIZE_META))
        painter.setPen(color)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        right = canvas.width - (CHEVRON if foot.opens else 0)
        receipt = self._receipt_shown(canvas.width)
        painter.drawText(QRect(0, 0, right, FOOT_HEIGHT), flags, receipt)
        if foot.opens:
            name = "chevron-up" if foot.open else "chevron-down"
            icon = self._look.icon(name, color, painter, size=CHEVRON - 2)
            painter.drawPixmap(QPoint(right + 2, (FOOT_HEIGHT - CHEVRON + 2) // 2), icon)


def _button_width(action: Action) -> int:
    return BUTTON - 6 if action in ("previous", "next") else BUTTON
