"""The transcript as a screen reader finds it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript import accessible
from app.ui.transcript.accessible_nodes import RowNode
from app.ui.transcript.view import TranscriptView
from engine.types import Reasoning, Text
from tests.app.ui.transcript.conversations import StagedChat
from tests.app.ui.transcript.panels_in_view import CALL, RESULT, stage

Role, Kind = QAccessible.Role, QAccessible.Text
NAME, VALUE = Kind.Name, Kind.Value

SPOKEN = "1 over 2"
ANSWER = """A [link](https://example.org/page) in **prose**.

# Heading

```python
x = 1
```

| Name | Size |
|---|---|
| a | 1 |

$$\\frac{1}{2}$$

![Cat](cat.png)
"""


def interface(widget: QWidget) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(widget)


def children(node: QAccessibleInterface) -> list[QAccessibleInterface]:
    return [node.child(index) for index in range(node.childCount())]


def named(nodes: list[QAccessibleInterface]) -> list[tuple[QAccessible.Role, str]]:
    return [(node.role(), node.text(NAME)) for node in nodes]


def below(node: QAccessibleInterface, name: str) -> QAccessibleInterface:
    """The first node with this name, in the order of reading."""
    for child in children(node):
        if child.text(NAME) == name:
            return child
        try:
            return below(child, name)
        except LookupError:
            continue
    raise LookupError(name)


def press(node: QAccessibleInterface) -> None:
    action = node.actionInterface()
    action.doAction(action.actionNames()[0])


@pytest.fixture
def chat(view: TranscriptView) -> StagedChat:
    chat = StagedChat()
    chat.ask("First question")
    chat.answer(ANSWER, reasoning="Because.")
    view.resize(820, 1200)
    view.set_chat(chat)
    view.grab()
    return chat


def messages(view: TranscriptView) -> list[QAccessibleInterface]:
    return [node for node in children(interface(view.viewport())) if node.role() == Role.ListItem]


def test_the_viewport_is_a_list_of_messages(view: TranscriptView, chat: StagedChat) -> None:
    """Each has a name that says whose it is and where it stands, its text, its place on screen."""
    assert chat.branch
    root = interface(view.viewport())
    question, answer = messages(view)

    assert (root.role(), root.text(NAME)) == (Role.List, "Messages")
    assert question.text(NAME) == "You, message 1 of 2"
    assert answer.text(NAME) == "Assistant, message 2 of 2"
    assert question.text(VALUE) == "First question"
    assert SPOKEN in answer.text(VALUE)
    assert root.indexOfChild(answer) == 1
    assert answer.parent() is root
    corner = view.viewport().mapToGlobal(view.viewport().rect().topLeft())
    assert answer.rect().top() > question.rect().top() > corner.y()
    assert root.childAt(answer.rect().center().x(), answer.rect().center().y()) is answer


def test_rows_are_what_they_are(view: TranscriptView, chat: StagedChat) -> None:
    """Panels are buttons, tables tables, formulas are spoken, images named; a rule is silent."""
    assert chat.branch
    found = named(children(messages(view)[1]))

    assert found == [
        (Role.Paragraph, "Model, 1970-01-01 00:00"),
        (Role.Button, "Reasoning, Thought for 12 s"),
        (Role.Paragraph, "A link in prose."),
        (Role.Heading, "Heading"),
        (Role.Grouping, "Code, python"),
        (Role.Table, "Table, 2 rows, 2 columns"),
        (Role.Equation, SPOKEN),
        (Role.Graphic, "Image: Cat"),
        (Role.ToolBar, "What can be done with the message"),
    ]


def test_links_and_buttons_are_below_their_rows(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    answer = messages(view)[1]
    foot = below(answer, "What can be done with the message")

    assert named(children(below(answer, "A link in prose."))) == [(Role.Link, "link")]
    assert named(children(below(answer, "Code, python"))) == [(Role.Button, "Copy code")]
    assert below(answer, "Code, python").text(VALUE) == "x = 1"
    assert named(children(below(answer, "Image: Cat"))) == [(Role.Button, "Load image")]
    assert [name for _, name in named(children(foot))] == [
        *("Copy", "Answer again", "Edit", "Branch into a new conversation", "More"),
        foot.child(5).text(NAME),
    ]
    assert foot.child(5).text(NAME).startswith("Receipt: ")


def test_a_table_is_read_by_line_and_by_cell(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    table = below(messages(view)[1], "Table, 2 rows, 2 columns")
    lines = children(table)
    header, cells = (children(line) for line in lines)

    assert named(lines) == [(Role.Row, "row 1: Name, Size"), (Role.Row, "row 2: a, 1")]
    assert named(header) == [
        (Role.ColumnHeader, "row 1, column 1: Name"),
        (Role.ColumnHeader, "row 1, column 2: Size"),
    ]
    assert named(cells) == [
        (Role.Cell, "row 2, column Name: a"),
        (Role.Cell, "row 2, column Size: 1"),
    ]
    assert all(table.rect().contains(line.rect()) for line in lines)
    assert all(lines[1].rect().contains(cell.rect()) for cell in cells)
    assert header[0].rect().right() <= header[1].rect().left() + 1
    assert header[0].rect().bottom() <= cells[0].rect().top() + 1


def test_the_rows_of_a_long_table_are_counted_through(view: TranscriptView) -> None:
    chat = StagedChat()
    chat.ask("?")
    lines = "\n".join(f"| {number} |" for number in range(120))
    chat.answer(f"| Size |\n|---|\n{lines}")
    view.resize(820, 9000)
    view.set_chat(chat)
    view.grab()
    tables = [node for node in children(messages(view)[1]) if node.role() == Role.Table]
    names = [
        cell.text(NAME) for table in tables for line in children(table) for cell in children(line)
    ]

    assert len(tables) > 1
    assert names[1:] == [f"row {number + 2}, column Size: {number}" for number in range(120)]


def test_pressing_does_what_a_click_does(view: TranscriptView, chat: StagedChat) -> None:
    """A link opens, a panel opens and says so, Copy copies, an action reaches the window."""
    answer = messages(view)[1]
    opened: list[str] = []
    acted: list[tuple[str, str]] = []
    view.link_activated.connect(opened.append)
    view.acted.connect(lambda message_id, action, _: acted.append((message_id, action)))
    panel = below(answer, "Reasoning, Thought for 12 s")
    was_open = panel.state().expanded
    press(below(answer, "link"))
    press(below(answer, "Copy code"))
    press(below(answer, "Answer again"))
    press(panel)

    assert opened == ["https://example.org/page"]
    assert QGuiApplication.clipboard().text() == "x = 1"
    assert acted == [(chat.branch[1].id, "retry")]
    assert (bool(was_open), bool(panel.state().expanded)) == (False, True)
    assert named(children(panel)) == [(Role.Paragraph, "Because.")]


def test_a_call_that_waits_can_be_decided_on(view: TranscriptView) -> None:
    stage(view, CALL, phase="awaiting_approval", awaiting=("a",))
    acted: list[tuple[str, str]] = []
    view.acted.connect(lambda _, action, subject: acted.append((action, subject)))
    card = below(messages(view)[1], "Tool call Calculator · 12.5 + 30, Needs approval")
    for name in ("Always allow", "Deny", "Approve"):
        button = below(card, name)
        assert card.rect().contains(button.rect())
        press(button)

    assert (card.role(), bool(card.state().expanded)) == (Role.Button, True)
    assert acted == [("always", "a"), ("deny", "a"), ("approve", "a")]


def test_text_can_be_read_by_character(view: TranscriptView, chat: StagedChat) -> None:
    """Positions count as Qt counts them; a formula is read in words, which have none."""
    assert chat.branch
    answer = messages(view)[1]
    prose = below(answer, "A link in prose.")
    text = prose.textInterface()
    place = text.characterRect(2)

    assert text.text(2, 6) == "link"
    assert text.characterCount() == len("A link in prose.")
    assert prose.rect().contains(place)
    assert text.offsetAtPoint(place.center()) in (2, 3)
    assert below(answer, SPOKEN).textInterface() is None


def test_the_caret_and_the_selection_are_those_of_the_transcript(
    view: TranscriptView, chat: StagedChat
) -> None:
    """A screen reader moves them too; elsewhere there is no caret."""
    assert chat.branch
    answer = messages(view)[1]
    prose = below(answer, "A link in prose.")
    text, other = prose.textInterface(), below(answer, "Heading").textInterface()
    text.setSelection(0, 2, 6)

    assert isinstance(prose, RowNode)
    assert view.selected_text() == "link"
    assert (text.cursorPosition(), other.cursorPosition()) == (6, -1)
    assert prose.selected == (2, 6)

    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert text.cursorPosition() == 7

    text.setCursorPosition(3)
    assert (view.selected_text(), text.cursorPosition()) == ("", 3)
    text.addSelection(0, 1)
    assert view.selected_text() == "A"
    text.removeSelection(0)
    assert (view.selected_text(), text.cursorPosition()) == ("", -1)


def test_text_inside_a_card_is_selected_too(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    panel = below(messages(view)[1], "Reasoning, Thought for 12 s")
    press(panel)
    inner = below(panel, "Because.")
    inner.textInterface().setSelection(0, 2, 7)

    assert view.selected_text() == "cause"
    assert inner.textInterface().cursorPosition() == 7


def test_what_is_scrolled_away_says_so(view: TranscriptView) -> None:
    """And a message that was never near the screen has no rows, but its text."""
    chat = StagedChat()
    for number in range(120):
        chat.ask(f"Question {number}")
        chat.answer("Word. " * 300)
    view.set_chat(chat)
    view.grab()
    nodes = messages(view)

    assert [bool(node.state().offscreen) for node in (nodes[0], nodes[-1])] == [True, False]
    assert (nodes[0].childCount(), nodes[0].text(VALUE)) == (0, "Question 0")
    assert nodes[-1].childCount() > 0


def test_the_ring_of_the_keyboard_is_the_focus(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    view.setFocus()
    root = interface(view.viewport())
    names = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Escape):
        QTest.keyClick(view, key)
        node = root.focusChild()
        names.append(node.text(NAME))
        assert node.state().focused

    assert names == [
        *("Assistant, message 2 of 2", "Reasoning, Thought for 12 s", "link"),
        "Assistant, message 2 of 2",
    ]


def test_a_message_can_be_given_the_ring(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    press(messages(view)[0])

    assert view.message_focus.item is view.column.items[0]


def test_what_is_gone_is_no_longer_valid_and_then_let_go(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    assert chat.branch
    answer = messages(view)[1]
    code = below(answer, "Code, python")
    copy = below(code, "Copy code")
    identifier = QAccessible.uniqueId(copy)
    view.set_chat(None)

    assert [node.isValid() for node in (answer, code, copy)] == [False, False, False]
    assert [node.childCount() for node in (answer, code)] == [0, 0]
    qtbot.waitUntil(lambda: not isValid(answer) and not isValid(copy))
    assert QAccessible.accessibleInterface(identifier) is None


def test_widgets_over_the_messages_are_found_too(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    view.open_find()
    root = interface(view.viewport())
    last = root.child(root.childCount() - 1)

    assert last.object() is view.find_bar
    assert root.indexOfChild(last) == root.childCount() - 1


def test_nothing_is_made_before_somebody_asks(theme: Theme, icons: Icons, qtbot: QtBot) -> None:
    view = TranscriptView(theme, icons)
    qtbot.addWidget(view)
    view.resize(600, 400)
    stage(view, CALL, RESULT, Reasoning("Because."), Text("Done."))
    viewport = view.viewport()

    assert isinstance(viewport, accessible.TranscriptViewport)
    assert viewport.list is None
