"""The right side: system prompt, sampling, context, memory, and the newest answer's figures."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.chat import Chat
from app.domain.preferences import PreferencesFile
from app.domain.presets import PresetsFile
from app.inspection import Inspected
from app.session import Session
from app.ui.icons import Icons
from app.ui.inspector.behaviour import BehaviourSection
from app.ui.inspector.choices_view import ChoicesView
from app.ui.inspector.context_section import ContextSection
from app.ui.inspector.last_answer import LastAnswerSection
from app.ui.inspector.memory_section import MemorySection, machine_memory_bytes
from app.ui.inspector.prompt_view import PromptView
from app.ui.inspector.sampling import SamplingSection
from app.ui.inspector.scope import Scope
from app.ui.inspector.section import hairline
from app.ui.inspector.style import inspector_style
from app.ui.inspector.system_prompt import SystemPromptSection
from app.ui.language import mark, tr
from app.ui.theme import INSPECTOR_WIDTH, Theme

_MARGIN = 14
_NO_MODEL = mark("A prompt shows here when a model is loaded.")
_DRAFT_DELAY_MS = 300
"""Typing goes on for so long before its prompt is looked at."""


class Inspector(QFrame):
    """Follows the session's open chat; asks for prompts only while they can be seen.

    Signals:
        close_wanted(): the inspector is to be hidden
        message_wanted(str): id of a message the transcript is to show
    """

    close_wanted = Signal()
    message_wanted = Signal(str)

    def __init__(
        self,
        *,
        session: Session,
        preferences: PreferencesFile,
        presets: PresetsFile,
        theme: Theme,
        icons: Icons,
    ) -> None:
        super().__init__()
        self._session = session
        self._icons = icons
        self._chat: Chat | None = None
        self._lines: list[tuple[QWidget, QWidget]] = []
        """A line above each section that may be hidden."""
        self._title = QLabel(tr("Inspector"))
        self.close_button = QToolButton()
        self.system_prompt = SystemPromptSection()
        self.scope = Scope(session, preferences, presets, self)
        self.sampling = SamplingSection(self.scope, theme)
        self.behaviour = BehaviourSection(session, self.scope, theme)
        self.context = ContextSection(theme)
        self.memory = MemorySection(theme, machine_bytes=machine_memory_bytes())
        self.last_answer = LastAnswerSection()
        self.prompt_view = PromptView(theme, icons, self)
        self.choices_view = ChoicesView(theme, self)
        self.scroll_area = QScrollArea()
        self._draft_timer = QTimer(self, singleShot=True, interval=_DRAFT_DELAY_MS)
        self._build()
        self._connect()
        self.set_theme(theme)

    def _build(self) -> None:
        self.setObjectName("inspector")
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedWidth(INSPECTOR_WIDTH)
        self.close_button.setAccessibleName(tr("Hide the inspector"))
        self.close_button.setToolTip(tr("Hide the inspector"))
        self.close_button.setIconSize(QSize(18, 18))
        head = QHBoxLayout()
        head.setContentsMargins(_MARGIN, 10, 8, 4)
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self.close_button)
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll_area.setWidget(self._sections())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.scroll_area, 1)

    def _sections(self) -> QWidget:
        sections = QWidget()
        sections.setObjectName("sections")
        column = QVBoxLayout(sections)
        column.setContentsMargins(_MARGIN, 6, _MARGIN, 20)
        column.setSpacing(14)
        column.addWidget(self.system_prompt)
        for section in (self.sampling, self.behaviour, self.context, self.memory, self.last_answer):
            line = hairline()
            self._lines.append((line, section))
            column.addWidget(line)
            column.addWidget(section)
        column.addStretch(1)
        return sections

    def _connect(self) -> None:
        session = self._session
        session.chat_opened.connect(self._on_chat_opened)
        session.model_changed.connect(self._on_model_changed)
        session.inspection.inspected.connect(self._on_inspected)
        session.inspection.failed.connect(self._on_inspection_failed)
        self.close_button.clicked.connect(self.close_wanted)
        self.system_prompt.cost_wanted.connect(self._on_cost_wanted)
        self.system_prompt.saved.connect(self._on_system_prompt)
        self.context.message_wanted.connect(self.message_wanted)
        self.context.prompt_wanted.connect(self.show_prompt)
        self.prompt_view.wanted.connect(self.refresh)
        self._draft_timer.timeout.connect(self._ask_for_draft)
        self.choices_view.fork_wanted.connect(self._on_fork_wanted)
        if session.chat is not None:
            self._on_chat_opened(session.chat)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(inspector_style(theme))
        self._title.setFont(theme.fonts.ui(15, QFont.Weight.DemiBold))
        self.close_button.setIcon(self._icons.icon("x", theme.secondary, 18))
        self.sampling.set_theme(theme, self._icons)
        self.behaviour.set_theme(theme, self._icons)
        for part in (self.system_prompt, self.context, self.memory, self.last_answer):
            part.set_theme(theme)
        self.prompt_view.set_theme(theme)
        self.choices_view.set_theme(theme)

    # ---- what the window asks

    def show_prompt(self) -> None:
        """Open the window with the prompt, or bring it to the front."""
        self.prompt_view.show()
        self.prompt_view.activateWindow()
        self.refresh()

    def on_acted(self, message_id: str, action: str, _subject: str) -> None:
        """What was wanted of a message; one thing is done here: to show its probabilities."""
        if action == "probabilities" and self._chat is not None:
            self.choices_view.show_message(self._chat.conversation.messages[message_id])
            self.choices_view.show()
            self.choices_view.activateWindow()

    def apply_preset(self, name: str) -> None:
        """In the conversation shown, also while the inspector is not."""
        if self._chat is not None:
            self._chat.setup.apply(name, self.scope.presets.all[name])
            self._chat.forecast("settings")

    def show_values(self) -> None:
        """The preferences may be others."""
        self.scope.changed.emit()

    def refresh(self) -> None:
        """Bring everything in line with the chat and the model; nothing is asked unseen."""
        self.memory.show_model(self._session.model.info)
        if self._session.model.info is None:
            self.context.clear()
            self.system_prompt.show_tokens(None)
            self.prompt_view.show_problem(self.prompt_view.moment, tr(_NO_MODEL))
        if self._chat is not None:
            self.last_answer.show_branch(self._chat.branch)
        for line, section in self._lines:
            line.setVisible(not section.isHidden())
        if self._chat is None:
            return
        if self._chat.turn is not None:
            self.context.wait_for_answer()
            return
        conversation, inspection = self._chat.conversation, self._session.inspection
        if self.isVisible():
            inspection.ask(conversation, "answered")
        moment = self.prompt_view.moment
        if self.prompt_view.isVisible() and not (self.isVisible() and moment == "answered"):
            inspection.ask(conversation, moment)

    # ---- what the session tells

    def _on_chat_opened(self, chat: Chat) -> None:
        if self._chat is not None:
            self.system_prompt.save()
            self._chat.turn_changed.disconnect(self._on_turn_changed)
            self._chat.branch_changed.disconnect(self.refresh)
            self._chat.setup.changed.disconnect(self._on_setup_changed)
            self._chat.forecasted.disconnect(self._on_forecasted)
            self._chat.draft_changed.disconnect(self._draft_timer.start)
            self._draft_timer.stop()
        self._chat = chat
        chat.turn_changed.connect(self._on_turn_changed)
        chat.branch_changed.connect(self.refresh)
        chat.setup.changed.connect(self._on_setup_changed)
        chat.forecasted.connect(self._on_forecasted)
        chat.draft_changed.connect(self._draft_timer.start)
        self.system_prompt.show_text(chat.conversation.system_prompt)
        self.system_prompt.show_tokens(None)
        self.scope.set_chat(chat)
        self.context.clear()
        self.choices_view.hide()
        self.refresh()

    def _on_model_changed(self) -> None:
        self.behaviour.show_values()
        self.refresh()

    def _on_setup_changed(self) -> None:
        """What is half written stays; an undone system prompt is shown as it is now."""
        if self._chat is not None:
            self.system_prompt.take_back(self._chat.setup.now.system_prompt)
            self.refresh()

    def _on_turn_changed(self) -> None:
        if self._chat is not None and self._chat.turn is None:
            self.refresh()

    def _ask_for_draft(self) -> None:
        """The prompt of the next message changes while that is typed."""
        shown = self.prompt_view.isVisible() and self.prompt_view.moment == "next"
        if shown and self._chat is not None and self._chat.turn is None:
            self._session.inspection.ask(self._chat.conversation, "next")

    def _on_forecasted(self, kind: str, sentence: str) -> None:
        if kind == "system_prompt":
            self.system_prompt.show_cost(sentence)

    def _on_inspected(self, inspected: Inspected) -> None:
        """Of a conversation that is no longer shown, nothing is."""
        if self._chat is None or inspected.conversation != self._chat.conversation.id:
            return
        conversation = self._chat.conversation
        self.prompt_view.show_prompt(inspected, conversation)
        if inspected.moment == "answered":
            info = self._session.model.info
            window = info.context_tokens if info else 0
            self.context.show_prompt(inspected, conversation, window)
            self.system_prompt.show_tokens(_system_tokens(inspected))

    def _on_inspection_failed(self, moment: str, sentence: str) -> None:
        self.prompt_view.show_problem(moment, sentence)
        if moment == "answered":
            self.context.show_problem(sentence)

    # ---- what the user does

    def _on_cost_wanted(self, text: str) -> None:
        if self._chat is not None:
            self._chat.forecast("system_prompt", text=text)

    def _on_system_prompt(self, text: str) -> None:
        if self._chat is not None:
            self._chat.setup.set_system_prompt(text)

    def _on_fork_wanted(self, message_id: str, round: int, token: int, id: int) -> None:
        if self._chat is not None:
            self.choices_view.hide()
            self._chat.fork_at(message_id, round, token, id)

    # ---- Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_values()
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.scope.undo()
        elif event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.sampling.presets.name_edit.isVisible():
            self.sampling.presets.name_edit.hide()
        else:
            self.close_wanted.emit()


def _system_tokens(inspected: Inspected) -> int:
    """Of the prompt's own words, without what the template writes around them."""
    tokens = inspected.prompt.tokens
    return sum(1 for token in tokens if token.message == "system" and token.part is not None)
