"""What is open in a prompt is found, and filled in where it can be."""

from __future__ import annotations

from app.domain.placeholders import filled_in, names_in, placeholders, unfilled

TRANSLATE = "Translate into {{language|French}}:\n{{ text }}\n{{text}}"


def test_names_and_usual_values_are_found() -> None:
    found = [
        (one.name, one.usual, TRANSLATE[one.start : one.end]) for one in placeholders(TRANSLATE)
    ]

    assert found == [
        ("language", "French", "{{language|French}}"),
        ("text", "", "{{ text }}"),
        ("text", "", "{{text}}"),
    ]
    assert names_in(TRANSLATE) == ("language", "text")


def test_braces_of_other_kinds_are_text() -> None:
    assert placeholders("{a} {{}} {{a\nb}} {{{ }}} {% x %} ${{") == []


def test_names_may_be_chinese() -> None:
    assert names_in("请翻译成{{语言|英文}}：{{文字}}") == ("语言", "文字")


def test_usual_values_stand_in_the_text_and_open_names_stay_open() -> None:
    filled = filled_in(TRANSLATE, {})

    assert filled.text == "Translate into French:\n{{ text }}\n{{text}}"
    assert [filled.text[a:b] for a, b in filled.usual] == ["French"]
    assert filled.names == {"text"}
    assert [one.name for one in unfilled(filled.text, filled.names)] == ["text", "text"]


def test_what_is_known_is_filled_in_and_no_field_any_more() -> None:
    filled = filled_in("On {{date}}: {{selection}} {{x|1}}", {"date": "1 May", "selection": ""})

    assert filled.text == "On 1 May: {{selection}} 1"
    assert [filled.text[a:b] for a, b in filled.usual] == ["1"]
    assert filled.names == {"selection"}


def test_what_is_filled_in_is_not_looked_through_again() -> None:
    filled = filled_in("{{clipboard}}", {"clipboard": "{{name|x}}"})

    assert (filled.text, filled.usual, filled.names) == ("{{name|x}}", (), frozenset())
    assert unfilled(filled.text, filled.names) == []
