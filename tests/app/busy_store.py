"""A store at work on one long task, to be killed in the middle of it.

    python -m tests.app.busy_store migrate|copy|compact PATH

`old_store` makes what is migrated; the others write a message after each round, and say which.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

import app.store.migrations
from app.domain.conversation import Conversation, Message
from app.store.backup import weekly_folder
from app.store.library import Library
from app.store.weekly import copy_if_due
from engine.types import Text

CONVERSATIONS, MESSAGES = 200, 10


def old_store(path: Path) -> None:
    """As the first release stored it, with enough in it for the migrations to take a while."""
    config = Config()
    [folder] = app.store.migrations.__path__
    config.set_main_option("script_location", folder)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    with closing(sqlite3.connect(path)) as database:
        database.executemany(
            "INSERT INTO conversations (id, title, system_prompt, draft, clock, created_ms,"
            " updated_ms) VALUES (?, 'Old', '', '', '', 1, 1)",
            [(f"c{number}",) for number in range(CONVERSATIONS)],
        )
        ids = [(c, m) for c in range(CONVERSATIONS) for m in range(MESSAGES)]
        database.executemany(
            "INSERT INTO messages VALUES (?, ?, ?, ?, 'user', 'complete', '', '', 1)",
            [(f"{c}-{m}", f"c{c}", f"{c}-{m - 1}" if m else None, m) for c, m in ids],
        )
        database.executemany(
            "INSERT INTO parts VALUES (?, 0, 'text', ?, 0, '', '', 0, NULL, NULL, NULL)",
            [(f"{c}-{m}", f"words of {c} {m} " * 20) for c, m in ids],
        )
        database.execute("UPDATE conversations SET head = substr(id, 2) || '-9'")
        database.commit()


def new_store(path: Path) -> None:
    with closing(Library(path)) as library:
        for c in range(CONVERSATIONS):
            conversation = Conversation(f"c{c}", "New", 1, "")
            for m in range(MESSAGES):
                text = Text(f"words of {c} {m} " * 20)
                conversation.add(Message(f"{c}-{m}", conversation.head, "user", (text,), 1))
            library.create(conversation)
        library.remove(*(f"c{c}" for c in range(0, CONVERSATIONS, 2)))


def copies(path: Path) -> None:
    """Copies for ever, each as if a week had gone by."""
    never = threading.Event()

    def again() -> None:
        for copy in weekly_folder(path).glob("*.db"):
            copy.unlink()
        copy_if_due(path, lambda: never.wait(0.002))

    _between_writes(Library(path), again)


def compacts(path: Path) -> None:
    library = Library(path)
    _between_writes(library, lambda: time.sleep(1), library.compaction.run)


def _between_writes(
    library: Library, aside: Callable[[], object], between: Callable[[], object] = lambda: None
) -> None:
    def run() -> None:
        while True:
            aside()

    threading.Thread(target=run, daemon=True).start()
    library.create(Conversation("new", "New", 2, ""))
    for number in range(100_000):
        message = Message(f"n{number}", None, "user", (Text("word " * 500),), number)
        library.save_message("new", message, message.id)
        sys.stdout.write(f"{message.id}\n")
        sys.stdout.flush()
        between()


if __name__ == "__main__":
    path = Path(sys.argv[2])
    match sys.argv[1]:
        case "migrate":
            Library(path)
        case "copy":
            copies(path)
        case "compact":
            compacts(path)
