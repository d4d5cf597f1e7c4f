"""The schema is what the migrations make of nothing, and the old file is kept."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

import app.store.migrations
from app.domain.conversation import Conversation, Message
from app.store.library import Library
from app.store.schema import NEWEST_VERSION, metadata
from engine.types import Receipt, Round, Text, Written
from tests.app.store.conftest import OpenLibrary

OLD_CONVERSATION = (
    "INSERT INTO conversations (id, title, system_prompt, draft, clock, created_ms, updated_ms)"
    " VALUES ('c', 'Sky', 'Be brief.', 'And', '2026-08-22T14:03:00', 1, 2)",
    "INSERT INTO messages VALUES ('q', 'c', NULL, 0, 'user', 'complete', '', '', 1)",
    "INSERT INTO messages VALUES ('a', 'c', 'q', 1, 'assistant', 'complete', '', 'smol', 2)",
    "INSERT INTO rounds VALUES ('a', 0, x'0100000002000000', 't', 'end_of_turn',"
    """ '{"prompt": 9, "reused": 4, "restored": 0, "read": 5, "written": 2}')""",
    "INSERT INTO parts VALUES ('q', 0, 'text', 'Why?', 0, '', '', 0, NULL, NULL, NULL)",
    "INSERT INTO parts VALUES ('a', 0, 'text', 'So.', 0, '', '', 0, 0, 0, 3)",
    "UPDATE conversations SET head = 'a'",
)
OLD_TABLE = "CREATE TABLE note (text TEXT)"


def is_no_full_text(name: str | None, kind: str, _parents: object) -> bool:
    """Full-text tables cannot be declared in the schema; the search's own tests use them."""
    return kind != "table" or name is None or not name.startswith(("search_texts", "search_pairs"))


def test_migrations_lead_to_the_tables_of_the_schema(library: Library) -> None:
    with library._engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "include_name": is_no_full_text}
        )
        assert compare_metadata(context, metadata) == []


def test_every_table_is_strict_and_foreign_keys_are_kept(library: Library) -> None:
    with library._engine.connect() as connection:
        tables = connection.exec_driver_sql("SELECT name, strict FROM pragma_table_list").all()
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    ours = [(name, strict) for name, strict in tables if name in metadata.tables]
    assert sorted(ours) == [(name, 1) for name in sorted(metadata.tables)]


def test_the_newest_version_is_the_last_migration() -> None:
    [folder] = app.store.migrations.__path__
    assert ScriptDirectory(folder).get_current_head() == NEWEST_VERSION


def old_database(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_the_old_file_is_copied_before_a_migration_and_kept(
    path: Path, open_library: OpenLibrary
) -> None:
    old_database(path, OLD_TABLE, "INSERT INTO note VALUES ('old')")
    open_library(path).close()
    open_library(path).close()

    with closing(sqlite3.connect(f"{path}.before-{NEWEST_VERSION}")) as connection:
        assert connection.execute("SELECT * FROM note").fetchall() == [("old",)]
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (1,)


def database_of_version_1(path: Path) -> None:
    """A conversation as the first release stored it."""
    config = Config()
    [folder] = app.store.migrations.__path__
    config.set_main_option("script_location", folder)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for statement in OLD_CONVERSATION:
            connection.exec_driver_sql(statement)
    engine.dispose()


def test_a_database_of_version_1_keeps_every_word_and_has_no_marks(
    path: Path, open_library: OpenLibrary
) -> None:
    database_of_version_1(path)

    conversation = open_library(path).load("c")

    receipt = Receipt(prompt=9, reused=4, restored=0, read=5, written=2)
    round = Round(ids=(1, 2), tokenizer="t", ending="end_of_turn", receipt=receipt)
    assert conversation == Conversation(
        id="c",
        title="Sky",
        created_ms=1,
        clock="2026-08-22T14:03:00",
        system_prompt="Be brief.",
        draft="And",
        head="a",
        messages={
            "q": Message("q", None, "user", (Text("Why?"),), 1),
            "a": Message(
                "a", "q", "assistant", (Text("So.", Written(0, 0, 3)),), 2, (round,), "smol"
            ),
        },
    )


def test_the_database_of_version_1_is_kept_as_it_was(path: Path, open_library: OpenLibrary) -> None:
    database_of_version_1(path)
    open_library(path).close()

    with closing(sqlite3.connect(f"{path}.before-{NEWEST_VERSION}")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [
            ("0001",)
        ]
        assert connection.execute("SELECT text FROM parts ORDER BY message").fetchall() == [
            ("So.",),
            ("Why?",),
        ]
        tables = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'marks'")
        assert tables.fetchone() == (0,)


def test_a_new_database_leaves_no_copy(path: Path, library: Library) -> None:
    assert library.summaries() == []
    assert [found.name for found in path.parent.glob("*before*")] == []


def test_a_migration_that_fails_changes_nothing(path: Path) -> None:
    old_database(path, "CREATE TABLE parts (text TEXT)")
    with pytest.raises(OperationalError):
        Library(path)

    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    assert tables == [("parts",)]


def test_alembic_stays_out_of_a_start_without_migrations(path: Path) -> None:
    Library(path).close()
    script = (
        "import sys; from pathlib import Path; from app.store.library import Library;"
        "Library(Path(sys.argv[1])).close(); sys.exit('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert done.returncode == 0
