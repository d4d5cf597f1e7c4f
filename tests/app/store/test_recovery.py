"""Whatever happened to the file: it opens, and no row that can be read is missing."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.domain.conversation import Conversation, Mark, Message, Problem
from app.store.backup import is_sound
from app.store.failures import check_mark
from app.store.library import Library
from app.store.whole import LOST_TEXT, TITLE
from engine.types import Reasoning, Round, Text, ToolCall, Written
from tests.app.store.conftest import OpenLibrary

PAGE_BYTES = 4096
CONVERSATIONS = 300
TABLES = {"conversations": "id", "messages": "id", "parts": "message, position"}
ROWS = {"conversations": 300, "messages": 1_800, "parts": 3_600}


def filled(path: Path) -> None:
    """Conversations of all sorts: branches, long texts, Chinese, calls, marks, deleted messages."""
    author = random.Random(7)
    with closing(Library(path)) as library:
        for number in range(CONVERSATIONS):
            library.create(conversation(author, f"c{number}"))
        library.trash("c5", "c6")
        library.delete_messages("c7", ["c7-5"], [], "c7-4")
        library.remove("c8", "c9")


def conversation(author: random.Random, id: str) -> Conversation:
    made = Conversation(id, f"About {id} 港口", 1, "2026-11-30", system_prompt="Be brief.")
    for number in range(6):
        parent = author.choice([None, *made.messages]) if number == 5 else made.head
        words = f"{id}-{number} 港口 " * author.choice((1, 1, 1, 20, 400))
        made.add(message(f"{id}-{number}", parent, number, words))
    return made


def message(id: str, parent: str | None, number: int, words: str) -> Message:
    if number % 2 == 0:
        mark = Mark(parent, "So far.") if parent and number == 4 else None
        return Message(id, parent, "user", (Text(words),), number, mark=mark)
    parts = (
        Reasoning("Let me think.", Written(0, 0, 9), 0.5),
        ToolCall("call", "clock", "{}", Written(0, 9, 12)),
        Text(words, Written(1, 0, 9)),
    )
    problems = (Problem("cut_off", "It was cut off.", "{", 0),)
    rounds = (Round(tuple(range(300)), "t"), Round((1, 2), "t"))
    return Message(id, parent, "assistant", parts, number, rounds, "smol", problems=problems)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "parley.db"
    filled(path)
    return path


@pytest.fixture
def damaged(whole: Path, path: Path) -> Path:
    """A copy without copies of its own, which is checked when it is opened."""
    shutil.copyfile(whole, path)
    check_mark(path).touch()
    return path


def damage(path: Path, seed: int) -> None:
    chance = random.Random(seed)
    content = bytearray(path.read_bytes())
    count = len(content) // PAGE_BYTES
    kind = seed % 3
    if kind == 2:
        path.write_bytes(content[: chance.randrange(2 * PAGE_BYTES, len(content))])
        return
    for number in chance.sample(range(count), chance.choice((1, 5, count // 10))):
        start = number * PAGE_BYTES
        page = content[start : start + PAGE_BYTES]
        content[start : start + PAGE_BYTES] = (
            bytes(PAGE_BYTES) if kind else bytes(byte ^ 0xFF for byte in page)
        )
    path.write_bytes(content)


def read_by_sqlite(path: Path) -> dict[str, set[tuple[object, ...]]]:
    """The reference: every row that SQLite itself gives when it is asked for each alone."""
    found: dict[str, set[tuple[object, ...]]] = {table: set() for table in TABLES}
    address = f"{path.absolute().as_uri()}?immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        connection.text_factory = lambda text: text.decode(errors="replace")
        for table, keys in TABLES.items():
            for row in range(1, ROWS[table] + 1):
                query = f"SELECT {keys} FROM {table} NOT INDEXED WHERE rowid = ?"
                try:
                    found[table].update(connection.execute(query, (row,)).fetchall())
                except sqlite3.DatabaseError:
                    continue
    return found


@pytest.mark.parametrize("seed", range(6))
def test_what_sqlite_still_reads_is_there_and_every_conversation_opens(
    damaged: Path, open_library: OpenLibrary, seed: int
) -> None:
    damage(damaged, seed)
    content = damaged.read_bytes()
    readable = read_by_sqlite(damaged)
    library = open_library(damaged)

    saved = read_by_sqlite_all(damaged)
    for table, rows in readable.items():
        assert rows <= saved[table]
    for summary in library.summaries():
        opened = library.load(summary.id)
        parents = {one.parent for one in opened.messages.values()} - {None}
        assert parents <= set(opened.messages)
        assert opened.head in opened.messages or not opened.messages
    assert any(file.read_bytes() == content for file in damaged.parent.glob("*.damaged-*")) or (
        library.notice is None
    )
    library.close()
    assert is_sound(damaged)
    assert foreign_keys_broken(damaged) == []


def read_by_sqlite_all(path: Path) -> dict[str, set[tuple[object, ...]]]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        return {
            table: set(connection.execute(f"SELECT {keys} FROM {table}").fetchall())
            for table, keys in TABLES.items()
        }


def foreign_keys_broken(path: Path) -> list[object]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA foreign_key_check").fetchall()


def test_nothing_readable_is_changed_by_recovering(
    damaged: Path, open_library: OpenLibrary, whole: Path
) -> None:
    """Only the root of the search is damaged; every conversation is as it was."""
    flip(damaged, root_of(damaged, "search_pairs_data"))
    recovered = open_library(damaged)
    assert recovered.notice is not None
    assert recovered.notice.startswith(
        "The conversations were damaged. 298 conversations with 1,788 messages were saved"
    )
    with closing(Library(whole)) as before:
        for summary in [*before.summaries(), *before.trashed()]:
            assert recovered.load(summary.id) == before.load(summary.id)
        assert recovered.summaries() == before.summaries()
        assert recovered.trashed() == before.trashed()


def test_what_is_removed_for_good_stays_removed(damaged: Path, open_library: OpenLibrary) -> None:
    flip(damaged, root_of(damaged, "search_pairs_data"))
    recovered = open_library(damaged)
    assert {"c8", "c9"}.isdisjoint(summary.id for summary in recovered.summaries())


def root_of(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        return int(connection.execute(query, (table,)).fetchone()[0])


def flip(path: Path, page: int) -> None:
    content = bytearray(path.read_bytes())
    start = (page - 1) * PAGE_BYTES
    for index in range(start, start + PAGE_BYTES):
        content[index] ^= 0xFF
    path.write_bytes(content)


@pytest.mark.parametrize("table", ["messages", "conversations", "parts"])
def test_a_table_whose_root_is_lost_is_found_page_by_page(
    damaged: Path, open_library: OpenLibrary, table: str, whole: Path
) -> None:
    flip(damaged, root_of(damaged, table))
    recovered = open_library(damaged)
    with closing(Library(whole)) as before:
        assert recovered.load("c3") == before.load("c3")
        assert len(recovered.summaries()) == len(before.summaries())


def test_a_lost_first_page_loses_no_row(
    damaged: Path, open_library: OpenLibrary, whole: Path
) -> None:
    flip(damaged, 1)
    recovered = open_library(damaged)
    with closing(Library(whole)) as before:
        for summary in before.summaries():
            assert recovered.load(summary.id) == before.load(summary.id)


def rows_gone(path: Path, *statements: str) -> None:
    """As if the pages with these rows had been unreadable, and damage elsewhere."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    flip(path, root_of(path, "search_pairs_data"))


def test_messages_without_a_parent_hang_under_the_nearest_one_before(
    damaged: Path, open_library: OpenLibrary
) -> None:
    rows_gone(
        damaged,
        "DELETE FROM parts WHERE message = 'c3-2'",
        "DELETE FROM messages WHERE id = 'c3-2'",
    )
    opened = open_library(damaged).load("c3")
    assert opened.messages["c3-3"].parent == "c3-1"


def test_a_message_of_which_only_the_words_are_left_stays_where_it_was(
    damaged: Path, open_library: OpenLibrary
) -> None:
    rows_gone(damaged, "DELETE FROM messages WHERE id = 'c3-3'")
    opened = open_library(damaged).load("c3")
    found = opened.messages["c3-3"]
    assert (found.role, found.notice) == ("assistant", LOST_TEXT)
    assert found.text.startswith("c3-3 港口")
    assert opened.messages["c3-4"].parent == "c3-3"


def test_messages_of_a_lost_conversation_are_gathered(
    damaged: Path, open_library: OpenLibrary
) -> None:
    rows_gone(damaged, "DELETE FROM conversations WHERE id = 'c3'")
    library = open_library(damaged)
    [gathered] = [one for one in library.summaries() if one.title == TITLE]
    assert len(library.load(gathered.id).messages) == 6


def test_unreadable_choices_are_left_out_and_others_kept(
    damaged: Path, open_library: OpenLibrary
) -> None:
    """They are unpacked only when somebody looks at them, so this is looked at when saving rows."""
    change = "UPDATE rounds SET choices = '{}' WHERE message = 'c3-3' AND position = {}"
    rows_gone(damaged, change.format("[null", 0), change.format("[null,null]", 1))
    first, second = open_library(damaged).load("c3").messages["c3-3"].rounds
    assert (len(first.ids), first.choices) == (300, b"")
    assert (second.ids, second.choices) == ((1, 2), b"[null,null]")


def test_a_message_without_its_words_says_so(damaged: Path, open_library: OpenLibrary) -> None:
    rows_gone(damaged, "DELETE FROM parts WHERE message = 'c3-2'")
    library = open_library(damaged)
    assert library.load("c3").messages["c3-2"].notice == LOST_TEXT
    assert library.notice is not None
    assert "1 message lost text" in library.notice


def test_what_was_saved_is_found_by_searching(damaged: Path, open_library: OpenLibrary) -> None:
    from app.domain.search import Query

    flip(damaged, root_of(damaged, "search_pairs_data"))
    library = open_library(damaged)
    assert not library.is_indexed
    while library.index_some():
        pass

    assert library.is_indexed
    assert {hit.conversation for hit in library.search(Query("c42-"))} == {"c42"}


def test_a_copy_with_more_words_is_offered(
    damaged: Path, whole: Path, open_library: OpenLibrary
) -> None:
    shutil.copyfile(whole, damaged.with_name("parley.db.copy"))
    rows_gone(damaged, "DELETE FROM parts WHERE message = 'c3-2'")
    notice = open_library(damaged).notice
    assert notice is not None
    assert notice.endswith(
        "has more of 1 message; you can go back to it in Settings, Memory and cache."
    )
