"""Settings: declared once, kept in a file that forgives."""

from __future__ import annotations

import json
import logging
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from app.domain.preferences import Preferences, PreferencesFile
from app.domain.setting import Setting, declared
from engine.models import CacheOptions, LoadOptions
from engine.types import Sampling


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "preferences.json"


def read(path: Path, **values: Any) -> Preferences:
    path.write_text(json.dumps(values), encoding="utf-8")
    return PreferencesFile(path).current


def test_without_a_file_all_settings_have_their_default(path: Path) -> None:
    assert PreferencesFile(path).current == Preferences()


def test_the_defaults_are_the_engines_own() -> None:
    assert Preferences().load_options() == LoadOptions()
    assert Preferences().sampling() == Sampling()
    assert Preferences().cache_options(Path("kept")) == CacheOptions(snapshots="kept")


def test_snapshots_may_take_so_many_gigabytes_or_none() -> None:
    some = replace(Preferences(), snapshot_budget_gb=1.5, read_ahead=False)
    none = replace(Preferences(), snapshot_budget_gb=0)

    assert some.cache_options(Path("kept")) == CacheOptions(
        snapshots="kept", snapshot_budget_bytes=1_500_000_000, read_ahead=False
    )
    assert none.cache_options(Path("kept")).snapshots is None


def test_what_is_changed_is_there_at_the_next_start(path: Path) -> None:
    changed = replace(
        Preferences(),
        read_ahead=False,
        theme="dark",
        threads=3,
        max_tokens=None,
        temperature=0,
        recent_models=("a",),
    )

    PreferencesFile(path).change(changed)

    assert PreferencesFile(path).current == changed


def test_a_setting_of_an_older_name_keeps_its_value(path: Path) -> None:
    path.write_text('{"snapshot_budget_gib": 1.5}', encoding="utf-8")
    file = PreferencesFile(path)
    assert file.current.snapshot_budget_gb == 1.5

    file.change(replace(file.current, theme="dark"))

    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["snapshot_budget_gb"] == 1.5
    assert "snapshot_budget_gib" not in written


def test_unknown_settings_are_kept(path: Path) -> None:
    path.write_text('{"theme": "dark", "from_the_future": [1, 2]}', encoding="utf-8")
    file = PreferencesFile(path)

    file.change(replace(file.current, context_tokens=2048))

    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["from_the_future"] == [1, 2]
    assert (written["theme"], written["context_tokens"]) == ("dark", 2048)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "pink"),
        ("theme", ["dark"]),
        ("context_tokens", 1),
        ("context_tokens", "100"),
        ("context_tokens", True),
        ("context_tokens", None),
        ("context_tokens", 4096.5),
        ("temperature", -1),
        ("temperature", float("nan")),
        ("recent_models", "one"),
        ("recent_models", [1]),
        ("threads", 0),
        ("read_ahead", 1),
        ("read_ahead", "yes"),
        ("context_strategy", "shift"),
        ("context_share_kept", 100),
        ("snapshot_budget_gb", -1),
    ],
)
def test_a_wrong_value_falls_back_to_the_default_with_a_log_line(
    path: Path, caplog: pytest.LogCaptureFixture, name: str, value: object
) -> None:
    with caplog.at_level(logging.WARNING):
        current = read(path, **{name: value, "top_k": 7})

    assert current == replace(Preferences(), top_k=7)
    assert [name in record.getMessage() for record in caplog.records] == [True]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("top_p", 7, "top_p is 7 but must be a number from 0 to 1; the default, 0.95, is used"),
        (
            "seed",
            -5,
            "seed is -5 but must be a whole number from 0 to 2147483647 or null; "
            "the default, null, is used",
        ),
        ("trace", "ja", 'trace is "ja" but must be true or false; the default, false, is used'),
        (
            "theme",
            "mauve",
            'theme is "mauve" but must be one of "system", "light", "dark"; '
            'the default, "system", is used',
        ),
    ],
)
def test_the_log_names_the_value_what_is_allowed_and_what_is_used(
    path: Path, caplog: pytest.LogCaptureFixture, *, name: str, value: object, sentence: str
) -> None:
    with caplog.at_level(logging.WARNING):
        read(path, **{name: value})

    assert [record.getMessage() for record in caplog.records] == [f"preferences: {sentence}"]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"null"])
def test_a_damaged_file_means_defaults(path: Path, content: bytes) -> None:
    path.write_bytes(content)

    assert PreferencesFile(path).current == Preferences()


def test_a_file_that_cannot_be_written_does_not_stop_the_program(tmp_path: Path) -> None:
    file = PreferencesFile(tmp_path / "missing" / "preferences.json")

    file.change(replace(file.current, context_tokens=2048))

    assert file.current.context_tokens == 2048


def test_the_newest_models_head_the_list_each_once() -> None:
    preferences = Preferences()
    for path in ("a", "b", "a", *map(str, range(8)), "c"):
        preferences = preferences.with_model(path)

    assert preferences.last_model == "c"
    assert preferences.recent_models == ("c", "7", "6", "5", "4", "3", "2", "1", "0", "a")


def test_every_setting_has_a_label() -> None:
    described = [entry.metadata["setting"] for entry in fields(Preferences)]

    assert all(isinstance(one, Setting) and one.label for one in described)


def test_whoever_watches_is_told_of_a_change_with_the_values_before(path: Path) -> None:
    file = PreferencesFile(path)
    told: list[tuple[int, int]] = []
    file.watch(lambda before, now: told.append((before.top_k, now.top_k)))

    file.change(replace(file.current, top_k=7))
    file.change(file.current)

    assert told == [(40, 7)]


def test_keys_are_kept_by_the_id_of_their_action(path: Path) -> None:
    changed = replace(Preferences(), shortcuts={"find": "Ctrl+G", "quit": ""})

    PreferencesFile(path).change(changed)

    assert PreferencesFile(path).current == changed


@pytest.mark.parametrize("keys", [["Ctrl+G"], {"find": 1}, "Ctrl+G"])
def test_keys_of_a_wrong_shape_fall_back(
    path: Path, caplog: pytest.LogCaptureFixture, keys: object
) -> None:
    assert read(path, shortcuts=keys) == Preferences()
    assert "shortcuts" in caplog.text


def test_a_model_waits_only_for_settings_that_hold_when_it_is_loaded() -> None:
    loaded = Preferences()

    assert replace(loaded, threads=3, top_k=7, trace=True).waiting(loaded) == ("threads", "trace")


def test_every_setting_says_where_it_is_shown_and_what_it_changes() -> None:
    unsaid = [
        one.name
        for one in declared(Preferences)
        if one.setting.page is None or not one.setting.help.endswith(".")
    ]

    assert unsaid == []


def test_every_value_of_a_choice_has_a_name() -> None:
    choices = [one for one in declared(Preferences) if get_origin(one.kind) is Literal]

    assert [(one.name, tuple(one.setting.names)) for one in choices] == [
        (one.name, get_args(one.kind)) for one in choices
    ]
