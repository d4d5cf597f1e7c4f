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
