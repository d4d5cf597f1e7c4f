"""The transcript in many states, for tests that read every text in it.

What a person or a model wrote in them has no Latin letters: what has is the window's own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.domain.attachments import Attachment
from app.domain.conversation import Mark, Message, Problem
from app.domain.turn import Phase, Turn
from app.ui.transcript.context_menu import ContextMenu
from app.ui.transcript.row import Toggle, Unfold
from app.ui.window import MainWindow
from engine.types import Part, Reasoning, Receipt, Round, Text, ToolCall, ToolResult
from tests.app.cards import THINKER
from tests.app.ui.fakes import FakeChat, FakeSession, ready

Scene = Callable[[MainWindow, FakeSession], list[QWidget]]
"""Brings the window into a state; what is to be read in it."""

_CALL = ToolCall("a", "计算", '{"算式": "12.5 + 30"}')
RECEIPT = Receipt(
    prompt=1000,
    reused=600,
    restored=300,
    read=100,
    written=41,
    cause="message 3 was edited",
    seconds_to_first_token=0.52,
    prefill_seconds=0.5,
    decode_seconds=0.8,
    seed=7,
    model="",
    read_ahead=200,
    sampling='{"temperature":0}',
)
_PROBLEMS = (
    Problem("tool_call_malformed", "The model wrote a tool call that cannot be read.", "{", 0),
    Problem("tool_call_repaired", "The answer ended inside a tool call.", "{", 0, "a"),
    Problem(
        "tool_call_in_reasoning", "A tool call inside the reasoning was not carried out.", "{", 0
    ),
    Problem("stray_marker", "A stray 《 was left out.", "《", 0),
)


def conversation(window: MainWindow, session: FakeSession) -> FakeChat:
    """A question with its answer on screen, and a model that thinks."""
    session.become(replace(ready(), card=THINKER))
    chat = session.chat
    assert chat is not None
    chat.add("user", "天空为什么是蓝色的？")
    chat.add("assistant", "因为散射。")
    window.resize(1300, 900)
    return chat


def become(chat: FakeChat, number: int, **changes: object) -> Message:
    """A message of the branch is another, and all who look are told."""
    message = replace(chat.branch[number], **changes)  # type: ignore[arg-type]
    chat.conversation.update(message)
    chat.message_changed.emit(message.id)
    chat.branch_changed.emit()
    return message


def _answer(window: MainWindow, session: FakeSession, *parts: Part, **changes: object) -> FakeChat:
    chat = conversation(window, session)
    become(chat, -1, parts=parts, **changes)
    return chat


def _opened(window: MainWindow) -> list[QWidget]:
    """The transcript with all that folds unfolded."""
    view = window.pane.transcript
    QApplication.processEvents()
    view.grab()
    assert len(view.column.items) > 1
    for item in view.column.items:
        item.build(view.column.width)
        for row in list(item.stack.rows):
            spots = [spot for spot in row.spots(view.column.width) if spot.open is False]
            for spot in spots:
                assert isinstance(spot.target, Toggle | Unfold)
                view._upkeep.toggle(item, row, spot.target)
    view.grab()
    return [view]


def tool_calls(window: MainWindow, session: FakeSession) -> list[QWidget]:
    """One in each state that a finished answer can have."""
    calls = [replace(_CALL, call_id=str(number)) for number in range(4)]
    results = [
        ToolResult("0", "计算", "42.5", seconds=0.44),
        ToolResult("1", "计算", "错", is_error=True),
        ToolResult("2", "计算", '{"城市": ["甲", "乙"], "多": {"一": 1}}'),
    ]
    _answer(window, session, *calls, *results, rounds=(Round((1,), "t", "tool_calls", RECEIPT),))
    return _opened(window)


def _running(phase: Phase, *, awaiting: tuple[str, ...] = (), parts: tuple[Part, ...]) -> Scene:
    def scene(window: MainWindow, session: FakeSession) -> list[QWidget]:
        chat = _answer(window, session, *parts, status="running")
        chat.set_turn(Turn(1, chat.branch[-1], phase=phase, awaiting=awaiting, to_read=90))
        _opened(window)
        return [window.pane.transcript, window.pane.composer, window.pane.approval_bar]

    return scene


def approval_out_of_sight(window: MainWindow, session: FakeSession) -> list[QWidget]:
    parts = (Text("长\n\n" * 60), _CALL)
    found = _running("running_tools", awaiting=("a",), parts=parts)(window, session)
    window.pane.transcript.verticalScrollBar().setValue(0)
    QApplication.processEvents()
    return found


def problems(window: MainWindow, session: FakeSession) -> list[QWidget]:
    _answer(
        window,
        session,
        *(Reasoning("想一想", seconds=72), Text("嗯。"), _CALL),
        problems=_PROBLEMS,
        rounds=(Round((1,), "t", "tool_calls", RECEIPT),),
    )
    return _opened(window)


def failures(window: MainWindow, session: FakeSession) -> list[QWidget]:
    notice = "The model's process was ended by signal 9."
    chat = _answer(window, session, Text("嗯。"), status="failed", notice=notice)
    chat.add("user", "再试")
    chat.add("assistant", "好")
    become(chat, -1, status="interrupted", notice="")
    return _opened(window)


def receipts(window: MainWindow, session: FakeSession) -> list[QWidget]:
    rounds = [
        Round((1,), "t", ending, RECEIPT)
        for ending in ("tool_calls", "length", "stop_string", "stopped", "context_full")
    ]
    chat = _answer(window, session, Text("嗯。"), model="甲", rounds=tuple(rounds))
    chat.add("user", "再试")
    chat.add("assistant", "好")
    become(chat, -1, rounds=(Round((1,), "t", "end_of_turn", RECEIPT),))
    return _opened(window)


def rich_answer(window: MainWindow, session: FakeSession) -> list[QWidget]:
    """Code, a table, a formula, an image that is not loaded, a question with files."""
    code = "\n".join("1 + 1" for _ in range(60))
    text = (
        f"## 题\n\n```\n{code}\n```\n\n| 甲 | 乙 |\n|---|---|\n| 1 | 2 |\n\n"
        "$$1$$\n\n![图](https://例.中国/图)\n"
    )
    chat = _answer(window, session, Text(text))
    become(chat, 0, attachments=(Attachment("页", "pdf", "字", 9),))
    return _opened(window)


def marks(window: MainWindow, session: FakeSession) -> list[QWidget]:
    chat = conversation(window, session)
    for mark in (Mark("", "从前的事"), Mark("")):
        question = chat.add("user", "再说")
        chat.add("assistant", "好")
        become(chat, -2, mark=replace(mark, first_seen=question.id))
    return _opened(window)


def find_bar(window: MainWindow, session: FakeSession) -> list[QWidget]:
    conversation(window, session)
    window.actions_by_id["find"].trigger()
    window.pane.transcript.findChild(QWidget, "find_bar")
    return [window.pane.transcript]


def editors(window: MainWindow, session: FakeSession) -> list[QWidget]:
    chat = conversation(window, session)
    view = window.pane.transcript
    view.edit_message(chat.branch[0].id)
    view.show_edit_cost("将读")
    return [view]


def insertion(window: MainWindow, session: FakeSession) -> list[QWidget]:
    chat = conversation(window, session)
    window.pane.transcript.insert_below(chat.branch[0].id, "assistant")
    return [window.pane.transcript]


def branches(window: MainWindow, session: FakeSession) -> list[QWidget]:
    conversation(window, session)
    window.actions_by_id["branch_map"].trigger()
    return _popups(window)


def message_menu(window: MainWindow, session: FakeSession) -> list[QWidget]:
    chat = _answer(window, session, Reasoning("想", seconds=1), Text("嗯"))
    view = window.pane.transcript
    QApplication.processEvents()
    menus: list[QWidget] = []
    for message in chat.branch:
        view.acted.emit(message.id, "more", "")
        menus += [menu for menu in view.findChildren(QMenu) if menu.isVisible()]
    view.grab()
    item = view.column.items[-1]
    item.build(view.column.width)
    return [*menus, ContextMenu(view.commands, item, view)]


def retry(window: MainWindow, session: FakeSession) -> list[QWidget]:
    chat = conversation(window, session)
    view = window.pane.transcript
    view.acted.emit(chat.branch[-1].id, "more", "")
    menu = next(menu for menu in view.findChildren(QMenu) if menu.isVisible())
    menu.actions()[0].trigger()
    menu.close()
    return _popups(window)


def _popups(window: MainWindow) -> list[QWidget]:
    found = [one for one in window.findChildren(QWidget) if one.isWindow() and one.isVisible()]
    assert found, "something has opened"
    return found


TRANSCRIPT: dict[str, Scene] = {
    scene.__name__: scene
    for scene in (
        *(tool_calls, approval_out_of_sight, problems, failures, receipts, rich_answer, marks),
        *(find_bar, editors, insertion, branches, message_menu, retry),
    )
} | {
    "reading": _running("reading", parts=()),
    "summarising": _running("summarising", parts=()),
    "loading": _running("loading", parts=()),
    "thinking": _running("answering", parts=(Reasoning("想"),)),
    "writing a call": _running("calling", parts=(_CALL,)),
    "a call that waits": _running("running_tools", awaiting=("a",), parts=(_CALL,)),
    "a call that runs": _running("running_tools", parts=(_CALL,)),
}
