"""The prompt library keeps what the user made of it."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.placeholders import names_in
from app.domain.prompts import Prompt, PromptsError, PromptsFile
from app.domain.starting_prompts import CHINESE, ENGLISH


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "prompts.json"


def library(path: Path) -> PromptsFile:
    prompts = PromptsFile(path)
    prompts.built_in = ENGLISH[:3]
    return prompts


def names(prompts: PromptsFile) -> list[str]:
    return [one.name for one in prompts.all]


def test_both_languages_have_the_same_prompts_with_something_to_fill_in() -> None:
    assert [one.id for one in ENGLISH] == [one.id for one in CHINESE]
    assert all(names_in(one.text) for one in (*ENGLISH, *CHINESE))


def test_prompts_are_added_where_wanted_and_come_back(path: Path) -> None:
    prompts = library(path)
    prompts.add("  My   own ", "Say {{what}}.", after="explain")
    prompts.add("Last", "Bye.")

    assert names(library(path)) == ["Explain", "My own", "Summarise", "Translate", "Last"]
    assert library(path).all[1].text == "Say {{what}}."


def test_a_name_that_is_taken_gets_a_number(path: Path) -> None:
    prompts = library(path)
    prompts.add("Explain", "a")
    prompts.add("Explain", "b")

    assert names(prompts)[3:] == ["Explain 2", "Explain 3"]


def test_a_changed_built_in_prompt_stays_changed_in_every_language(path: Path) -> None:
    prompts = library(path)
    prompts.change(replace(ENGLISH[0], text="Explain it."))

    again = PromptsFile(path)
    again.built_in = CHINESE[:3]

    assert again.all[0].text == "Explain it."
    assert names(again) == ["Explain", "总结", "翻译"]
    assert again.lacks_built_in
    again.restore_built_in()
    assert names(again) == ["解释", "总结", "翻译"]
    assert not again.lacks_built_in


def test_a_deleted_prompt_comes_back_in_its_place(path: Path) -> None:
    prompts = library(path)
    own = prompts.add("Mine", "x", after="explain")
    prompts.delete(own.id)
    prompts.delete("explain")
    assert names(library(path)) == ["Summarise", "Translate"]

    prompts.put_back(ENGLISH[0], 0)
    prompts.put_back(own, 1)

    assert names(library(path)) == ["Explain", "Mine", "Summarise", "Translate"]
    assert not prompts.lacks_built_in


def test_the_order_is_the_users(path: Path) -> None:
    library(path).arrange(["translate", "explain", "summarise"])

    assert names(library(path)) == ["Translate", "Explain", "Summarise"]


def test_what_is_exported_can_be_imported_elsewhere(path: Path, tmp_path: Path) -> None:
    first = library(path)
    first.add("Mine", "京都 {{x}}")
    first.export(tmp_path / "out.json")
    other = PromptsFile(tmp_path / "other.json")

    assert other.import_from(tmp_path / "out.json") == 4
    assert [(one.name, one.text) for one in other.all] == [(o.name, o.text) for o in first.all]
    assert other.import_from(tmp_path / "out.json") == 0


@pytest.mark.parametrize(
    "written",
    [
        [{"command": "/fix", "title": "Fix", "content": "Fix it."}, {"title": "no text"}, 3],
        {"prompts": [{"name": "Fix", "text": "Fix it."}]},
        {"name": "Fix", "prompt": "Fix it."},
    ],
)
def test_files_of_other_programs_are_understood(
    path: Path, tmp_path: Path, written: object
) -> None:
    (tmp_path / "in.json").write_text(json.dumps(written))
    prompts = library(path)

    assert prompts.import_from(tmp_path / "in.json") == 1
    assert (prompts.all[-1].name, prompts.all[-1].text) == ("Fix", "Fix it.")


@pytest.mark.parametrize("text", ["", "no json", "3", "[]", '[{"a": 1}]', "[" * 100_000])
def test_a_file_without_prompts_is_said(path: Path, tmp_path: Path, text: str) -> None:
    (tmp_path / "in.json").write_text(text)

    with pytest.raises(PromptsError, match=r"“in\.json” holds no prompts"):
        library(path).import_from(tmp_path / "in.json")


def test_a_file_that_is_not_there_is_said(path: Path, tmp_path: Path) -> None:
    with pytest.raises(PromptsError, match="cannot be read"):
        library(path).import_from(tmp_path / "gone.json")
    with pytest.raises(PromptsError, match="cannot be written"):
        library(path).export(tmp_path / "nowhere" / "out.json")


@pytest.mark.parametrize("text", ["broken", "[]", '{"prompts": 3, "order": [1], "deleted": {}}'])
def test_a_broken_file_leaves_the_built_in_prompts(
    path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_text(text)
    with caplog.at_level(logging.CRITICAL):
        assert names(library(path)) == ["Explain", "Summarise", "Translate"]


def test_what_is_no_prompt_in_the_file_is_passed_over(path: Path) -> None:
    good = {"id": "a", "name": "A", "text": "a"}
    path.write_text(json.dumps({"prompts": [good, {"id": "b"}, 3, good | {"text": None}]}))

    assert PromptsFile(path).all == [Prompt("a", "A", "a")]
