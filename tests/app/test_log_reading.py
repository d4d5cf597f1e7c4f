"""The end of the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.log_reading import LevelChoice, LogTail, chosen, last_lines, records

LINES = """\
2026-11-30 12:00:00,001 INFO app.log [MainThread] window usable after 400 ms
2026-11-30 12:00:01,001 WARNING qt [MainThread] no such 字体
2026-11-30 12:00:02,001 ERROR app [store] uncaught
Traceback (most recent call last):
KeyError: 'Seven'
2026-11-30 12:00:03,001 INFO app [MainThread] went on
"""


def test_a_traceback_belongs_to_the_line_above() -> None:
    found = records(LINES)

    assert [one.level for one in found] == ["INFO", "WARNING", "ERROR", "INFO"]
    assert found[2].text.endswith("KeyError: 'Seven'")


@pytest.mark.parametrize(
    ("level", "words", "count"),
    [
        ("all", "", 4),
        ("warnings", "", 2),
        ("errors", "", 1),
        ("all", "seven", 1),
        ("all", "app WINDOW", 1),
        ("errors", "字体", 0),
        ("all", "字体", 1),
    ],
)
def test_lines_are_chosen_by_level_and_words(level: LevelChoice, words: str, count: int) -> None:
    assert len(chosen(records(LINES), level, words)) == count


def test_only_what_is_new_is_read(tmp_path: Path) -> None:
    path = tmp_path / "parley.log"
    path.write_text(LINES, encoding="utf-8")
    tail = LogTail(path)
    assert tail.read() == (LINES, True)
    assert tail.read() == ("", False)

    with path.open("a", encoding="utf-8") as file:
        file.write("one more\nand a half")
    assert tail.read() == ("one more\n", False)
    with path.open("a", encoding="utf-8") as file:
        file.write(" line\n")
    assert tail.read() == ("and a half line\n", False)


def test_a_log_that_began_anew_is_read_from_its_start(tmp_path: Path) -> None:
    path = tmp_path / "parley.log"
    path.write_text(LINES, encoding="utf-8")
    tail = LogTail(path)
    tail.read()
    path.write_text("anew\n", encoding="utf-8")

    assert tail.read() == ("anew\n", True)


def test_of_a_long_log_whole_lines_of_its_end_are_read(tmp_path: Path) -> None:
    path = tmp_path / "parley.log"
    path.write_text("字" * 100 + "\n" + "a\n" * 40, encoding="utf-8")
    tail = LogTail(path, most_bytes=101)

    text, _ = tail.read()

    assert text == "a\n" * 40
    assert tail.skipped_bytes == path.stat().st_size - 101


def test_a_log_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert LogTail(tmp_path / "missing.log").read() == ("", True)
    assert last_lines(tmp_path / "missing.log", 5) == []


def test_the_last_lines(tmp_path: Path) -> None:
    path = tmp_path / "parley.log"
    path.write_text(LINES, encoding="utf-8")

    assert last_lines(path, 2) == LINES.splitlines()[-2:]
