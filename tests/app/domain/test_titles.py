"""Titles: the first words of the question, or what the model wrote when it is one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.titles import LONGEST_TITLE, is_chinese, title_from, title_written

QUESTION = "Why is the sky blue?"


@given(st.text(), st.integers(8, 60))
def test_a_title_is_one_line_within_its_limit(text: str, limit: int) -> None:
    title = title_from(text, limit)

    assert len(title) <= limit
    assert "\n" not in title


def test_a_long_title_is_cut_at_a_word() -> None:
    assert title_from("Explain the tides of the North Sea", 20) == "Explain the tides…"


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("Rayleigh scattering", "Rayleigh scattering"),
        ('"The Colour of the Sky."', "The Colour of the Sky"),
        ("\n\n**Title: Blue light**\nand more", "Blue light"),
        ("标题：天空的颜色。", "天空的颜色"),
        ('"Title: The “Blue” Sky"', "The Blue Sky"),
        ("**Chat title:** 'Blue light'", "Blue light"),
        ("Here is a possible title: Blue light", "Blue light"),
        ("Subject: Blue light", "Blue light"),
        ("The sky’s colour", "The sky’s colour"),
        ("《红楼梦》里的天空", "《红楼梦》里的天空"),
        ("《天空》", "天空"),
        ("Here and there", "Here and there"),
        ("Topic models", "Topic models"),
    ],
)
def test_a_title_is_freed_of_what_models_put_around_it(written: str, title: str) -> None:
    assert title_written(written, QUESTION) == title


@pytest.mark.parametrize(
    "written",
    [
        "",
        " \n ",
        "…!?",
        "x" * (LONGEST_TITLE + 1),
        "why is the sky blue",
        "Why is the sky",
        "Why is the sky blue? Because",
    ],
)
def test_nothing_a_paragraph_and_the_question_itself_are_no_titles(written: str) -> None:
    assert title_written(written, QUESTION) == ""


@given(st.text(), st.text())
def test_whatever_a_model_writes_a_title_is_one_line_within_its_limit(
    written: str, question: str
) -> None:
    title = title_written(written, question)

    assert len(title) <= LONGEST_TITLE
    assert len(title.splitlines()) <= 1


def test_words_that_introduce_a_title_are_none() -> None:
    written = "Here's a possible title:\n\n**Adding Two Numbers**"

    assert title_written(written, QUESTION) == "Adding Two Numbers"


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("天空为什么是蓝色的？", True),
        ("用 Python 写一个 HTTP 服务器", True),
        ("What does 你好 mean in English, please?", False),
        ("空はなぜ青いのですか", False),
        ("Why?", False),
        ("", False),
    ],
)
def test_a_text_is_chinese_for_the_better_part(text: str, chinese: bool) -> None:
    assert is_chinese(text) == chinese


def test_an_english_title_of_a_chinese_question_is_none() -> None:
    assert title_written("The Colour of the Sky", "天空为什么是蓝色的？") == ""
    assert title_written("Python 服务器", "用 Python 写一个 HTTP 服务器") == "Python 服务器"
