"""The trace has one JSON line for each round, however it ended."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.events import Failed, Finished, Loaded
from engine.types import LoadModel, PromptRequest, Stop
from tests.engine.cli.processes import engine, lines, saved
from tests.engine.driven import Engine, answer, receipt, user
from tests.engine.fake_tokenizer import FakeTokenizer


def traced(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_line_has_what_the_model_saw_and_what_it_wrote(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    driven = Engine("hello €", trace=path)
    first = driven.answered(user("hi"), max_tokens=7)
    second = driven.answered(user("hi"), answer(first), user("more"))
    one, two = traced(path)

    prompt = "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n"
    assert one["prompt"] == prompt
    assert one["prompt_ids"] == FakeTokenizer().encode(prompt, special=True)
    assert (one["ids"], one["raw"]) == (list(b"hello \xe2"), "hello \ufffd")
    assert (one["ending"], one["error"], one["conversation"]) == ("length", None, "a")
    assert (one["max_tokens"], one["sampling"]["temperature"]) == (7, 0.8)
    assert (two["reused"], two["read"]) == (receipt(second).reused, receipt(second).read)
    assert (two["ending"], two["raw"]) == ("end_of_turn", "hello €")


def test_what_is_stopped_or_fails_is_traced_as_well(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    driven = Engine("hello", trace=path)
    request = driven.ask(user("hi"))
    for _ in range(3):
        driven.loop.step()
    driven.loop.handle(Stop(request=request))
    driven.ask(user("   "))
    driven.run()
    stopped, refused = traced(path)

    assert stopped["ending"] == driven.one(Finished, request).ending == "stopped"
    assert len(stopped["ids"]) == 3
    assert (refused["ending"], refused["error"]["kind"]) == (None, "BadRequest")


def test_only_what_a_continued_round_adds_is_its_output(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    driven = Engine("hello", trace=path)
    cut = driven.answered(user("hi"), max_tokens=2)
    driven.answered(user("hi"), answer(cut), continues=True)
    driven.answered(user("hi"), begins_with=(*b"hel",))
    lines = traced(path)

    assert [line["raw"] for line in lines] == ["he", "llo", "lo"]
    assert lines[2]["prompt"] == f"{lines[0]['prompt']}hel"
    assert lines[2]["prompt_ids"] == [*lines[0]["prompt_ids"], *b"hel"]


def test_what_is_not_to_be_traced_leaves_no_line(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    driven = Engine("hello", trace=path)
    driven.answered(user("secret"), traced=False)
    driven.ask(user("secret " * 5000), traced=False)
    driven.run()
    driven.answered(user("hi"))

    [line] = traced(path)
    assert "secret" not in path.read_text("utf-8")
    assert line["raw"] == "hello"


def test_a_trace_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    driven = Engine(load=False)
    driven.loop.handle(LoadModel(request=77, path="m", trace=str(tmp_path / "no" / "trace.jsonl")))

    failed = driven.one(Failed, 77)
    assert failed.kind == "BadRequest"
    assert failed.message.endswith("cannot be written: No such file or directory.")
    assert driven.all(Loaded) == []


def test_a_folder_that_goes_away_costs_its_lines_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "traces"
    folder.mkdir()
    driven = Engine("hello", trace=folder / "trace.jsonl")
    driven.answered(user("hi"))
    shutil.rmtree(folder)
    finished = driven.answered(user("hi"))
    folder.mkdir()
    driven.answered(user("hi"))

    assert finished.ending == "end_of_turn"
    assert "could not be written" in caplog.text
    assert len(traced(folder / "trace.jsonl")) == 1


def test_settings_that_are_no_json_do_not_stop_the_engine(tmp_path: Path) -> None:
    circle: dict[str, Any] = {}
    circle["self"] = circle
    settings: Any
    for settings in (circle, {(1, 2): 3}):
        driven = Engine("hello", trace=tmp_path / "trace.jsonl")
        prompt = PromptRequest(messages=(user("hi"),), template_settings=settings)
        request = driven.ask(prompt=prompt)
        driven.run()

        assert len(driven.endings(request)) == 1


def test_the_command_line_writes_one(tiny_llama: Path, tmp_path: Path) -> None:
    messages = saved(tmp_path / "m.json", [{"role": "user", "content": "Hello"}])
    model = ("--model", tiny_llama, "--trace", tmp_path / "trace.jsonl")
    *_, finished = lines(engine("chat", *model, "--messages", messages, "--set", "max_tokens=3"))
    steps = [{"do": "send", "text": "Why?", "max_tokens": 2}, {"do": "retry", "max_tokens": 2}]
    lines(engine("replay", *model, "--scenario", saved(tmp_path / "s.json", {"steps": steps})))
    chat, *replayed = traced(tmp_path / "trace.jsonl")

    assert chat["ids"] == finished["round"]["ids"]
    assert [line["reused"] > 0 for line in replayed] == [False, True]


@pytest.mark.parametrize("command", ["chat", "replay"])
def test_the_command_line_refuses_one_it_cannot_write(
    tiny_llama: Path, tmp_path: Path, command: str
) -> None:
    messages = saved(tmp_path / "m.json", [{"role": "user", "content": "Hello"}])
    scenario = saved(tmp_path / "s.json", {"steps": [{"do": "send", "text": "Why?"}]})
    given = {"chat": ("--messages", messages), "replay": ("--scenario", scenario)}[command]
    done = engine(command, "--model", tiny_llama, "--trace", tmp_path, *given)

    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "cannot be written" in done.stderr
