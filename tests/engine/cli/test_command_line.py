"""The command line as a user meets it: real processes, real files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.engine.cli.processes import engine, lines, saved


@pytest.fixture
def messages(tmp_path: Path) -> Path:
    return saved(tmp_path / "messages.json", [{"role": "user", "content": "Hi <|im_end|> 你好"}])


@pytest.fixture
def template(tmp_path: Path) -> Path:
    path = tmp_path / "template.jinja"
    path.write_text(
        "{% for m in messages %}[{{ m.role }}] {{ m.content }}\n{% endfor %}"
        "{% if add_generation_prompt %}[{{ name or 'assistant' }}]{% endif %}",
        encoding="utf-8",
    )
    return path


def test_render_prints_what_the_template_makes(messages: Path, template: Path) -> None:
    done = engine("render", "--template", template, "--messages", messages)

    assert (done.returncode, done.stdout) == (0, "[user] Hi <|im_end|> 你好\n[assistant]")


def test_render_without_generation_prompt_and_with_a_setting(
    messages: Path, template: Path
) -> None:
    source = ("render", "--template", template, "--messages", messages)

    assert engine(*source, "--no-generation-prompt").stdout == "[user] Hi <|im_end|> 你好\n"
    assert engine(*source, "--set", 'name="bot"').stdout.endswith("[bot]")


def test_detect_prints_the_health_card_of_a_template(template: Path) -> None:
    done = engine("detect", "--template", template)

    card = json.loads(done.stdout)
    assert (done.returncode, card["format"], card["reasoning"]) == (0, "think_prefilled", "none")
    assert card["sentences"][1] == "The template prints no reasoning."


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read"),
        ("{", "is not valid JSON"),
        ("{}", "must hold a JSON list"),
        ("[]", "no message to answer"),
        ('[{"role": "wizard", "content": "x"}]', "unknown role 'wizard'"),
    ],
)
def test_bad_messages_are_one_line_and_status_2(
    tmp_path: Path, template: Path, content: str | None, sentence: str
) -> None:
    path = tmp_path / "messages.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    done = engine("render", "--template", template, "--messages", path)

    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert sentence in done.stderr


@pytest.mark.parametrize(
    "setting", ['max_tokens="abc"', 'temperature="hot"', "top_k=1.5", "flash_attention=maybe"]
)
def test_a_setting_of_a_wrong_type_is_named(messages: Path, template: Path, setting: str) -> None:
    done = engine("render", "--template", template, "--messages", messages, "--set", setting)

    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert setting.partition("=")[0] in done.stderr


def test_a_misspelt_setting_is_doubted_and_passed_on(messages: Path, template: Path) -> None:
    source = ("render", "--template", template, "--messages", messages)
    done = engine(*source, "--set", "temprature=0", "--set", "enable_thinking=false")
    assert done.returncode == 0
    assert done.stderr == (
        "--set temprature: there is no such setting, so it goes to the template. "
        "Is temperature meant?\n"
    )


def test_settings_of_the_right_types_pass(messages: Path, template: Path) -> None:
    settings = ("temperature=0", "top_k=4", "seed=null", "logit_bias=[[1, -2]]", "memory_map=false")
    more = [word for setting in settings for word in ("--set", setting)]

    assert engine("render", "--template", template, "--messages", messages, *more).returncode == 0


@pytest.mark.parametrize("tools", [["x"], [{"type": "function"}], [{"function": {"name": 1}}]])
def test_a_tool_that_is_none_is_refused(tiny_llama: Path, messages: Path, tools: object) -> None:
    path = saved(messages.with_name("tools.json"), tools)
    done = engine("chat", "--model", tiny_llama, "--messages", messages, "--tools", path)

    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "function that has a name" in done.stderr


def test_a_step_that_is_no_object_is_named(tiny_llama: Path, tmp_path: Path) -> None:
    scenario = saved(tmp_path / "s.json", {"steps": ["x"]})
    done = engine("replay", "--model", tiny_llama, "--scenario", scenario)

    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "Step 0" in done.stderr


def test_wrong_usage_is_one_line_and_status_2() -> None:
    done = engine("render", "--messages", "x")

    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_a_model_file_that_is_none_is_refused(tmp_path: Path, messages: Path) -> None:
    text = tmp_path / "notes.gguf"
    text.write_text("only words", encoding="utf-8")
    done = engine("chat", "--model", text, "--messages", messages)

    assert done.returncode == 2
    assert "notes.gguf" in done.stderr


@pytest.mark.model
def test_tokens_names_the_part_of_every_token(smollm2: Path, messages: Path) -> None:
    tokens = lines(engine("tokens", "--model", smollm2, "--messages", messages))
    question = [token for token in tokens if token["part"] == 0]

    assert "".join(token["piece"] for token in question) != ""
    assert not any(token["special"] for token in question)
    assert [token["piece"] for token in tokens if token["special"]][:2] == [
        "<|im_start|>",
        "<|im_end|>",
    ]


@pytest.mark.model
def test_chat_streams_events_and_ends_with_the_receipt(smollm2: Path, messages: Path) -> None:
    done = engine(
        *("chat", "--model", smollm2, "--messages", messages),
        *("--set", "temperature=0", "--set", "max_tokens=8"),
    )
    *_, finished = lines(done)

    assert (finished["event"], finished["ending"]) == ("Finished", "length")
    assert finished["round"]["receipt"]["written"] == 8


@pytest.mark.model
def test_a_message_longer_than_the_context_is_one_line_with_the_numbers(
    smollm2: Path, tmp_path: Path
) -> None:
    long = saved(tmp_path / "long.json", [{"role": "user", "content": "word " * 600}])
    done = engine("chat", "--model", smollm2, "--messages", long, "--set", "context_tokens=512")

    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert "tokens, but the context holds 512" in done.stderr
