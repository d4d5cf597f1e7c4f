"""No text of the window that is not translated, and none that is cut off in either language.

For the first, a language is spoken in which every text stands between ⟦ and ⟧.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.domain.preferences import PreferencesFile
from app.domain.starting_prompts import CHINESE, ENGLISH
from app.ui.notices import Notice
from app.ui.settings.page import TITLES
from app.ui.window import MainWindow
from engine.models import WIRE_FORMATS
from tests.app.cards import THINKER
from tests.app.ui.fakes import CODER, STARTER, FakeSession, failed, ready
from tests.app.ui.languages import Pseudo, installed, speaking
from tests.app.ui.scenes import SCENES
from tests.app.ui.visible_texts import cut_off, texts

# The offscreen platform says so of every popup.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

NewWindow = Callable[[], MainWindow]

_INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")
_NAMES = re.compile(
    "|".join(
        [
            r"\(?(Ctrl|Shift|Alt|Esc|F\d+|Return|Backspace)(\+[^\s)]+)*\)?",  # keys
            r"\S*[/\\]\S*",  # paths, also with places to break
            *(re.escape(one.name) for one in (STARTER, CODER, ready(), *ENGLISH)),
            *(re.escape(one) for one in sorted(WIRE_FORMATS, key=len, reverse=True)),
            r"Parley|PySide6|Qt|Python|llama-cpp-python|llama\.cpp|Apache License",
            r"(Linux|Windows|Darwin|macOS) .*",
            r"English|简体中文|GGUF|CPU|GPU|Q\d_\w+|\d+ bytes|JSON|Qwen 3|\b[AP]M\b",
            r"<[^>]*>|&nbsp;",  # of rich text
            *(re.escape(one) for one in ("⟦", "⟧")),
        ]
    )
)
_ALSO_IN_CHINESE = re.compile(
    r"Enter|\b[MG]?B\b|Min-p|Top-[kp]|Markdown|PDF|LM Studio|Jan|Hugging Face|GPT4All|SmolLM2"
    r"|\{\{.*?\}\}|folder:|\bID\b|Python|Qwen\S*|It has switches\."
)
"""Names, and a sentence of a test."""
_WORD = re.compile(r"[A-Za-z]{2,}")


def untranslated(root: QWidget) -> list[str]:
    return sorted(text for text in texts(root) if _WORD.search(_rest(text)))


def _rest(text: str) -> str:
    """Without what is translated; a translated text may have others in it."""
    while (shorter := _INNERMOST.sub("", text)) != text:
        text = shorter
    return _NAMES.sub("", text)


@pytest.fixture
def pseudo() -> Iterator[None]:
    with installed(Pseudo()):
        yield


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("page", TITLES)
def test_a_page_of_the_settings_is_translated(new_window: NewWindow, page: str) -> None:
    settings = new_window().settings
    settings.open_at()
    settings.show_page(page)  # type: ignore[arg-type]

    assert untranslated(settings) == []


@pytest.mark.usefixtures("pseudo")
def test_a_change_and_a_search_in_the_settings_are_translated(
    new_window: NewWindow, session: FakeSession
) -> None:
    session.waiting_settings = ("threads", "gpu_layers")
    settings = new_window().settings
    settings.open_at("threads")
    settings.pages[3].setting_rows[2].changed.emit("threads", 3)
    changed = untranslated(settings)
    settings.side.search.setText("zzzz")

    assert (changed, untranslated(settings)) == ([], [])


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("part", ["sidebar", "top_bar", "picker", "palette_box"])
def test_what_is_around_the_conversation_is_translated(
    new_window: NewWindow, session: FakeSession, part: str
) -> None:
    window = new_window()
    session.prompts.built_in = CHINESE
    session.become(replace(ready(), card=THINKER))
    if part == "picker":
        window.choose_model()
    if part == "palette_box":
        window.open_palette()

    assert untranslated(getattr(window, part)) == []


@pytest.mark.usefixtures("pseudo")
def test_notices_are_translated(new_window: NewWindow, session: FakeSession) -> None:
    window = new_window()
    session.become(failed("The conversations could not be opened. See the log."))
    session.problem.emit("A file is still being read: send the message when it is there.")
    session.become(replace(ready(), card=THINKER))

    assert untranslated(window.pane.notices) == []


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_is_translated(new_window: NewWindow, session: FakeSession, scene: str) -> None:
    roots = SCENES[scene](new_window(), session)

    assert [text for root in roots for text in untranslated(root)] == []


# ---- room


@pytest.fixture(params=["en", "zh_CN"])
def spoken(request: pytest.FixtureRequest, preferences: PreferencesFile) -> Iterator[str]:
    preferences.change(replace(preferences.current, language=request.param))
    with speaking(preferences) as language:
        yield language.spoken


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize("width", [820, 440])
def test_nothing_is_cut_off_in_the_settings(
    *, qtbot: QtBot, new_window: NewWindow, session: FakeSession, width: int
) -> None:
    session.waiting_settings = ("threads", "gpu_layers")
    settings = new_window().settings
    settings.open_at()
    settings.resize(width, 620)

    def has_room() -> None:
        assert cut_off(settings) == []

    for page in TITLES:
        settings.show_page(page)
        qtbot.waitUntil(has_room)  # layouts take a few turns


@pytest.mark.usefixtures("spoken")
def test_nothing_is_cut_off_around_the_conversation(
    qtbot: QtBot, new_window: NewWindow, session: FakeSession
) -> None:
    window = new_window()
    window.resize(1180, 760)
    session.become(replace(ready(), card=THINKER))
    window.pane.notices.show_notice(Notice(subject="one", sentence="One sentence."))
    window.choose_model()
    parts = (window.sidebar, window.top_bar, window.picker, window.pane.notices)

    def all_has_room() -> None:
        assert [text for part in parts for text in cut_off(part)] == []

    qtbot.waitUntil(all_has_room)


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_cut_off_in_a_scene(
    *, qtbot: QtBot, new_window: NewWindow, session: FakeSession, spoken: str, scene: str
) -> None:
    roots = SCENES[scene](new_window(), session)
    english = [text for root in roots for text in texts(root) if _has_english(text)]

    def all_has_room() -> None:
        assert [text for root in roots for text in cut_off(root)] == []

    qtbot.waitUntil(all_has_room)
    assert spoken == "en" or english == []


def _has_english(text: str) -> bool:
    return bool(_WORD.search(_ALSO_IN_CHINESE.sub("", _NAMES.sub("", text))))
