"""Where messages are written: the text box, and Send that becomes Stop while an answer runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QToolButton, QVBoxLayout

from app.domain.attachments import Attachment
from app.ui.attachment_chips import AttachmentChips
from app.ui.attachment_files import choose_files
from app.ui.attachment_text import notes_on
from app.ui.chrome import ICON_GAP, chrome_style
from app.ui.composer_foot import ComposerFoot
from app.ui.composing import Composing
from app.ui.context_ring import ContextRing
from app.ui.elided import elided
from app.ui.icons import Icons, stop_icon
from app.ui.keys_hint import KeysHint
from app.ui.language import said, tr
from app.ui.menu import Menu
from app.ui.message_edit import MessageEdit
from app.ui.note_line import NoteLine
from app.ui.prompt_fields import PromptFields
from app.ui.recall import Recall
from app.ui.suggesting import Suggesting
from app.ui.theme import COMPOSER_WIDTH, RADIUS_COMPOSER, Theme
from app.ui.think_chip import ThinkChip

if TYPE_CHECKING:
    from app.chat import Chat

_SEND_SIZE = 36
_ICON_SIZE = 18
_AROUND_HINT = 12
_LEAST_NAME_WIDTH = 60
_INDENT = 6
"""Of the text from the buttons, whose icons have so much room around them."""


class Composer(QFrame):
    """Writes into one chat at a time; each conversation keeps its own draft.

    Signals:
        tools_toggled(bool): the person wants the model to have tools, or not
        draft_changed(): the text, or what is attached to it, is another
        choose_model_requested(): another model is to be chosen
    """

    tools_toggled = Signal(bool)
    draft_changed = Signal()
    choose_model_requested = Signal()

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._theme = theme
        self._icons = icons
        self._chat: Chat | None = None
        self.setMaximumWidth(COMPOSER_WIDTH)
        self.chips = AttachmentChips(theme, icons)
        self.edit = MessageEdit(theme)
        self.note_label = NoteLine()
        self.attach_button = QToolButton()
        self.prompts_button = QToolButton()
        self.prompts_menu = Menu(self)
        """Filled by whom the prompts belong to, when it is about to show."""
        self.send_button = QToolButton()
        self.think_chip = ThinkChip(theme, icons)
        self.tools_button = QToolButton()
        self.keys_hint = KeysHint()
        self.context_ring = ContextRing(theme)
        self.suggesting = Suggesting(self.edit, theme, icons, above=self)
        self.fields = PromptFields(self.edit, theme)
        Composing(self.edit)
        self._warned = False
        self._model_name = ""
        self._recall = Recall()
        self._build()
        self._connect()
        self.set_model_name("")
        self.set_theme(theme)

    def _connect(self) -> None:
        self.edit.submitted.connect(self._send)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.focus_changed.connect(self.update)
        self.edit.recall_wanted.connect(self._on_recall_wanted)
        self.edit.files_given.connect(self.attach_files)
        self.edit.image_given.connect(self._on_image_given)
        self.edit.long_text_given.connect(self._on_long_text_given)
        self.chips.opened.connect(self._on_chip_opened)
        self.chips.removed.connect(self._on_chip_removed)
        self.attach_button.clicked.connect(lambda: self.attach_files(choose_files(self)))
        self.prompts_button.clicked.connect(self._open_prompts)
        self.tools_button.clicked.connect(self._on_tools_clicked)
        self.send_button.clicked.connect(self._on_button)

    def _build(self) -> None:
        self.edit.setAccessibleName(tr("Message"))
        self.send_button.setObjectName("send")
        self.send_button.setFixedSize(_SEND_SIZE, _SEND_SIZE)
        self.send_button.setIconSize(QSize(_ICON_SIZE, _ICON_SIZE))
        self.keys_hint.setProperty("tone", "hint")
        self.attach_button.setToolTip(tr("Attach files"))
        self.attach_button.setAccessibleName(tr("Attach files"))
        self.prompts_button.setToolTip(tr("Prompts"))
        self.prompts_button.setAccessibleName(tr("Prompts"))
        self.tools_button.setObjectName("chip")
        self.tools_button.setText(ICON_GAP + tr("Tools"))
        self.tools_button.setAccessibleName(tr("Tools"))
        self.tools_button.setCheckable(True)
        self.tools_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.tools_button.setToolTip(tr("Let the model use a calculator and a clock"))
        self.foot = ComposerFoot(
            self.attach_button,
            self.prompts_button,
            think_chip=self.think_chip,
            tools_chip=self.tools_button,
            keys_hint=self.keys_hint,
            context_ring=self.context_ring,
            send_button=self.send_button,
        )
        above = QVBoxLayout()  # begins where the transcript's column does
        above.setContentsMargins(_INDENT, 0, 0, 0)
        above.setSpacing(6)
        for widget in (self.chips, self.edit, self.note_label):
            above.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16 - _INDENT, 12, 10, 10)
        layout.setSpacing(6)
        layout.addLayout(above)
        layout.addWidget(self.foot)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setStyleSheet(chrome_style(theme))
        self.edit.set_theme(theme)
        self.keys_hint.setFont(theme.fonts.ui(12))
        self.note_label.setFont(theme.fonts.ui(12))
        for button, icon in ((self.attach_button, "plus"), (self.prompts_button, "library")):
            button.setIcon(self._icons.icon(icon, theme.secondary, _ICON_SIZE))
            button.setIconSize(QSize(_ICON_SIZE, _ICON_SIZE))
        self.prompts_menu.setFont(theme.fonts.ui())
        self.suggesting.set_theme(theme)
        self.fields.set_theme(theme)
        self.chips.set_theme(theme)
        self.context_ring.set_theme(theme)
        self.think_chip.set_theme(theme)
        self._show_tools_icon()
        self._show_button()
        self.update()

    def set_model_name(self, name: str) -> None:
        """An empty name means that no model is there to answer."""
        self._model_name = name
        self._show_placeholder()

    def _show_placeholder(self) -> None:
        """In one line: what does not fit would be cut off below it."""
        if not self._model_name:
            self.edit.setPlaceholderText(tr("Write a message"))
            return
        metrics, room = self.edit.fontMetrics(), self.edit.viewport().width() - _AROUND_HINT
        rest = metrics.horizontalAdvance(tr("Message {model}", model=""))
        name = elided(metrics, self._model_name, max(room - rest, _LEAST_NAME_WIDTH))
        self.edit.setPlaceholderText(tr("Message {model}", model=name))

    def set_tools_enabled(self, enabled: bool) -> None:
        self.tools_button.setChecked(enabled)
        self._show_tools_icon()

    def _on_tools_clicked(self, enabled: bool) -> None:
        self._show_tools_icon()
        self.tools_toggled.emit(enabled)

    def _show_tools_icon(self) -> None:
        theme = self._theme
        color = theme.accent if self.tools_button.isChecked() else theme.secondary
        self.tools_button.setIcon(self._icons.icon("wrench", color))

    def set_chat(self, chat: Chat | None) -> None:
        """Show this conversation's draft; what was typed before any chat was open is kept."""
        kept = self.edit.toPlainText() if self._chat is None else ""
        if self._chat is not None:
            self._chat.turn_changed.disconnect(self._show_button)
            self._chat.queue_changed.disconnect(self._on_queue_changed)
            self._chat.attaching.changed.disconnect(self._on_attachments_changed)
            self._chat.attaching.refused.disconnect(self._on_refused)
        self._chat = chat
        self.suggesting.close()
        if chat is not None:
            self.fields.show_conversation(chat.conversation.id)
            chat.turn_changed.connect(self._show_button)
            chat.queue_changed.connect(self._on_queue_changed)
            chat.attaching.changed.connect(self._on_attachments_changed)
            chat.attaching.refused.connect(self._on_refused)
            self.chips.set_attaching(chat.attaching)
            self._show_text(chat.conversation.draft or kept)
        self._on_text_changed()
        self._on_attachments_changed()

    def take_over(self, old: Composer) -> None:
        """Go on with what was being written in another window; the text is the conversation's."""
        if self.edit.toPlainText() == old.edit.toPlainText():
            self.fields.take_over(old.fields)
        self._warned = old._warned

    @property
    def running(self) -> bool:
        """Whether an answer is in the making in the chat shown."""
        return self._chat is not None and self._chat.turn is not None and not self._chat.turn.over

    def _show_text(self, text: str) -> None:
        if text != self.edit.toPlainText():
            self.edit.setPlainText(text)
            self.edit.moveCursor(self.edit.textCursor().MoveOperation.End)

    def write_again(self, text: str) -> None:
        """Put a text that was not sent into the box, before what is there."""
        self._show_text("\n\n".join(filter(None, (text, self.edit.toPlainText()))))
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_queue_changed(self) -> None:
        """What was queued may be the draft again."""
        if self._chat is not None:
            self._show_text(self._chat.conversation.draft)

    def _on_text_changed(self) -> None:
        text = self.edit.toPlainText()
        if self._chat is not None and text != self._chat.conversation.draft:
            self._chat.set_draft(text)
            self.draft_changed.emit()
        self._show_button()

    def _on_button(self) -> None:
        if self.running and self._chat is not None:
            self._chat.stop()
        else:
            self._send()

    def _send(self) -> None:
        """While an answer runs, the message is queued; one that is refused stays in the box."""
        if self._chat is None:
            return
        if hindrance := self._chat.attaching.hindrance():
            self._show_refusal(said(hindrance))
            return
        if self._lacks_words():
            return
        send = self._chat.queue if self.running else self._chat.send
        if send(self.edit.toPlainText()):
            self.fields.forget()
            self.edit.clear()

    # ---- prompts

    def put_prompt(self, text: str, known: Mapping[str, str]) -> None:
        """Write a prompt of the library at the cursor; its first field is selected."""
        self._warned = False
        self.fields.put(text, known)

    def _lacks_words(self) -> bool:
        """Whether something is open in a prompt, which is said once before it is sent so."""
        left = self.fields.unfilled()
        if not left or self._warned:
            self._warned = False
            return False
        self._warned = True
        self.fields.select(left[0])
        name = left[0].name
        sentence = tr(
            "“{name}” is still to be filled in. Enter once more sends it as it is.", name=name
        )
        self.note_label.say(sentence, tone="warning")
        return True

    def _open_prompts(self) -> None:
        self.prompts_menu.aboutToShow.emit()  # filled before it is measured
        height = self.prompts_menu.sizeHint().height()
        corner = self.prompts_button.mapToGlobal(QPoint(0, -height - 6))
        self.prompts_menu.popup(corner)

    # ---- files

    def attach_files(self, paths: list[Path]) -> None:
        if self._chat is not None:
            self._chat.attaching.attach_files(paths)

    def _on_image_given(self, data: bytes) -> None:
        if self._chat is not None:
            self._chat.attaching.attach_image(data)

    def _on_long_text_given(self, text: str) -> None:
        if self._chat is not None:
            self._chat.attaching.attach_text(text)

    def _on_chip_opened(self, attachment: Attachment) -> None:
        from app.ui.attachment_dialog import AttachmentDialog

        AttachmentDialog(attachment, self._theme, self).show()

    def _on_chip_removed(self, number: int) -> None:
        assert self._chat is not None, "it has the file"
        self._chat.attaching.remove(number)
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_attachments_changed(self) -> None:
        attachments = self._chat.attaching.attachments if self._chat is not None else ()
        self.note_label.say(notes_on(attachments), tone="hint")
        self._show_button()
        self.draft_changed.emit()

    def show_problem(self, sentence: str) -> None:
        """One from below the window."""
        self._on_refused(sentence)

    def _on_refused(self, sentence: str) -> None:
        self._show_refusal(said(sentence))

    def _show_refusal(self, sentence: str) -> None:
        """Stays until other files are attached."""
        self.note_label.say(sentence, tone="error")

    # ---- what stands at the foot

    @property
    def _has_something(self) -> bool:
        if self._chat is None:
            return False
        return bool(self.edit.toPlainText().strip() or self._chat.attaching.attachments)

    def _on_recall_wanted(self, step: int) -> None:
        """Earlier questions of the branch shown, the newest first."""
        branch = self._chat.branch if self._chat is not None else []
        earlier = [message.text for message in branch if message.role == "user" and message.text]
        text = self._recall.step(earlier, shown=self.edit.toPlainText(), by=step)
        if text is not None:
            self._show_text(text)

    def _show_button(self) -> None:
        running = self.running
        name = tr("Stop") if running else tr("Send")
        keys = tr("Esc") if running else tr("Enter")
        enabled = running or self._has_something
        color = self._theme.on_accent if enabled else self._theme.hint
        icon = (
            stop_icon(color, _ICON_SIZE)
            if running
            else self._icons.icon("arrow-up", color, _ICON_SIZE)
        )
        self.keys_hint.setText(self._keys(running=running))
        self.send_button.setIcon(icon)
        self.send_button.setAccessibleName(name)
        self.send_button.setToolTip(f"{name} ({keys})")
        self.send_button.setEnabled(enabled)
        self.context_ring.show_written(self._has_something)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_placeholder()

    def _keys(self, *, running: bool) -> str:
        if running:
            return tr("Enter queues it for after this answer")
        return tr("Enter sends · Shift+Enter starts a new line")

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The card, with a 2 px ring while the text box has the keyboard."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.edit.hasFocus()
        width = 2.0 if focused else 1.0
        painter.setPen(QPen(self._theme.accent if focused else self._theme.border, width))
        painter.setBrush(self._theme.raised)
        half = width / 2
        area = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.drawRoundedRect(area, RADIUS_COMPOSER, RADIUS_COMPOSER)
