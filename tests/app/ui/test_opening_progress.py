"""While the conversations are being saved, the window says so where they would be listed."""

from __future__ import annotations

from app.opening_store import Progress
from app.store.recovery import SAVING
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession


def test_an_empty_list_is_not_taken_for_lost_conversations(
    window: MainWindow, session: FakeSession
) -> None:
    sidebar, notices = window.sidebar, window.pane.notices
    session.opening.become(Progress(SAVING, 0.0))
    session.opening.become(Progress(SAVING, 0.34))
    assert sidebar.opening.label.text() == "Your conversations: 34 % is saved."
    assert (sidebar.opening.isVisible(), sidebar._empty.isVisible()) == (True, False)
    assert sidebar.opening.bar.value() == 340
    bar = notices.bar("opening")
    assert bar is not None
    assert bar.notice.sentence == SAVING

    bar.close_button.click()
    session.opening.become(Progress(SAVING, 0.5))
    assert notices.bar("opening") is None, "it was read"

    session.opening.become(None)
    assert (sidebar.opening.isVisible(), sidebar._empty.isVisible()) == (False, True)


def test_the_notice_leaves_when_it_is_done(window: MainWindow, session: FakeSession) -> None:
    session.opening.become(Progress("It is being checked.", None))
    assert window.sidebar.opening.label.text() == "Your conversations will be here in a moment."
    assert not window.sidebar.opening.bar.isVisible()
    session.opening.become(None)

    assert window.pane.notices.bar("opening") is None
