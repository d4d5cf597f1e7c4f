"""Which tools the model is told of, and how."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.domain.conversation import Conversation
from app.domain.conversation_settings import ConversationSettings
from app.domain.preferences import PreferencesFile
from app.tools.offered import OfferedTools
from tests.app.fakes import FakeTools, tool


def test_tools_are_offered_only_when_they_are_switched_on(tmp_path: Path) -> None:
    preferences = PreferencesFile(tmp_path / "preferences.json")
    offered = OfferedTools(FakeTools(), preferences)
    assert offered.definitions() == ()

    preferences.change(replace(preferences.current, tools_enabled=True))

    names = [definition["function"]["name"] for definition in offered.definitions()]
    assert names == ["calculator", "clock", "diary"]


def test_a_tool_without_a_description_gets_an_empty_one(tmp_path: Path) -> None:
    """In the place where it is usual: templates print definitions as they are."""
    preferences = PreferencesFile(tmp_path / "preferences.json")
    preferences.change(replace(preferences.current, tools_enabled=True))

    (definition, *_) = OfferedTools(FakeTools(), preferences).definitions()

    told = tool("calculator", "expression")
    assert definition["function"] == told["function"] | {"description": ""}
    assert list(definition["function"]) == ["name", "description", "parameters"]


def test_a_conversation_may_have_other_tools_and_they_follow_it(tmp_path: Path) -> None:
    preferences = PreferencesFile(tmp_path / "preferences.json")
    conversation = Conversation("c", "", 0, "")
    tools = OfferedTools(FakeTools(), preferences)
    here = tools.of(conversation)
    assert here.definitions() == ()

    conversation.settings = ConversationSettings(tools_enabled=True, tool_names=("clock", "gone"))
    assert [one["function"]["name"] for one in here.definitions()] == ["clock"]
    assert tools.definitions() == ()
