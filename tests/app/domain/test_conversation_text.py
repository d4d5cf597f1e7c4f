"""A branch as one Markdown text."""

from __future__ import annotations

from app.domain.attachments import Attachment
from app.domain.conversation import Message
from app.domain.conversation_text import as_markdown
from engine.types import Reasoning, Text


def test_each_message_stands_under_its_writer() -> None:
    notes = Attachment("notes.txt", "text", "Buy milk.", 9)
    branch = [
        Message("1", None, "user", (Text("Why?"),), 0, attachments=(notes,)),
        Message("2", "1", "assistant", (Reasoning("Hm."), Text("**So.**")), 0, model="Tiny"),
        Message("3", "2", "assistant", (), 0),
    ]

    assert as_markdown("On  milk", branch, you="You", model="Model") == (
        "# On milk\n\n## You\n\n- notes.txt\n\nWhy?\n\n## Tiny\n\n**So.**\n"
    )


def test_nothing_said_is_nothing_to_copy() -> None:
    assert as_markdown("", [], you="You", model="Model") == ""
