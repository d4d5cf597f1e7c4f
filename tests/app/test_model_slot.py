"""The one place for a model, as the session shows it; only the engine is a fake."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.domain.model import STARTER_FILE
from app.model_slot import MODEL_GONE
from engine.events import (
    Failed,
    HostExited,
    Loaded,
    Loading,
    Unloaded,
)
from engine.models import CacheOptions
from engine.types import LoadModel, UnloadModel
from tests.app.fakes import World, model_info

CAUSE = "The model's process crashed."


def test_a_model_is_loaded_with_the_snapshots_of_the_data_folder(world: World) -> None:
    world.session.load_model(Path("/models/tiny.gguf"))

    assert world.host.last(LoadModel).cache == CacheOptions(
        snapshots=str(world.folder / "snapshots")
    )


def test_a_model_that_fails_says_why(world: World) -> None:
    world.session.load_model(Path("/models/tiny.gguf"))
    request = world.host.last(LoadModel).request

    world.host.deliver(Failed(request=request, kind="BadModelFile", message="It is no model."))

    assert (world.session.model.phase, world.session.model.problem) == ("failed", "It is no model.")


def test_only_the_model_asked_for_last_counts(world: World) -> None:
    world.session.load_model(Path("/models/first.gguf"))
    first = world.host.last(LoadModel).request
    world.session.load_model(Path("/models/second.gguf"))

    world.host.deliver(Loaded(request=first, model=model_info("/models/first.gguf")))

    assert (world.session.model.phase, world.session.model.name) == ("loading", "second")


def test_after_a_crash_the_state_says_that_the_model_is_loaded_again(ready: World) -> None:
    states = [ready.session.model]
    ready.session.model_changed.connect(lambda: states.append(ready.session.model))
    again = ready.host.next_request()

    ready.host.deliver(HostExited(message=CAUSE))
    ready.host.deliver(Loading(request=again, fraction=0.0))
    ready.host.deliver(Loaded(request=again, model=model_info()))

    assert [state.phase for state in states] == ["ready", "ready", "loading", "ready"]
    assert [bool(state.problem) for state in states] == [False, True, False, False]


def test_unloading_ends_without_a_model_and_the_next_start_loads_none(ready: World) -> None:
    ready.session.unload_model()
    ready.host.deliver(Unloaded(request=ready.host.last(UnloadModel).request))

    assert ready.session.model.phase == "none"
    assert ready.preferences.current.last_model == ""
    assert ready.preferences.current.recent_models == ("/models/tiny.gguf",)


@pytest.fixture
def used(qapp: QApplication, tmp_path: Path) -> World:
    """Not yet started; a model was loaded the last time."""
    world = World(tmp_path, qapp)
    path = str(tmp_path / "last.gguf")
    world.preferences.change(replace(world.preferences.current, last_model=path))
    return world


def test_start_loads_the_last_model(used: World) -> None:
    path = used.folder / "last.gguf"
    path.touch()

    used.session.start(None)

    assert used.host.last(LoadModel).path == str(path)
    used.close()


def test_start_loads_the_model_asked_for_instead(used: World) -> None:
    used.session.start(used.folder / "other.gguf")

    assert [load.path for load in used.host.all(LoadModel)] == [str(used.folder / "other.gguf")]
    used.close()


def test_a_last_model_that_is_gone_is_said(used: World) -> None:
    used.session.start(None)

    assert used.host.all(LoadModel) == []
    assert (used.session.model.phase, used.session.model.problem) == ("failed", MODEL_GONE)
    used.close()


def test_known_models_are_those_of_the_folder_and_those_opened_before(used: World) -> None:
    folder = used.folder / "models"
    folder.mkdir()
    starter, other = folder / STARTER_FILE, used.folder / "other.gguf"
    starter.write_bytes(b"123")
    other.write_bytes(b"1")
    recent = (str(starter), str(other), str(used.folder / "gone.gguf"))
    used.preferences.change(replace(used.preferences.current, recent_models=recent))

    known = used.session.known_models()

    assert [(model.path, model.size_bytes, model.is_starter) for model in known] == [
        (starter, 3, True),
        (other, 1, False),
    ]
    used.close()


def test_a_model_waits_for_settings_until_it_is_loaded_again(ready: World) -> None:
    waiting = []
    before = ready.preferences.current
    ready.preferences.change(replace(before, context_tokens=2048, temperature=0.1))
    waiting.append(ready.session.waiting_settings)

    ready.session.load_model(Path("/models/tiny.gguf"))
    waiting.append(ready.session.waiting_settings)

    assert waiting == [("context_tokens",), ()]


def test_without_a_model_no_setting_waits(ready: World) -> None:
    ready.preferences.change(replace(ready.preferences.current, context_tokens=2048))
    ready.session.unload_model()
    ready.host.deliver(Unloaded(request=ready.host.last(UnloadModel).request))

    assert ready.session.waiting_settings == ()
