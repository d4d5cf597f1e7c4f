"""`python -m engine parse` reads raw output as the engine would."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

TOOLS = [{"name": "now", "parameters": {"type": "object", "properties": {}}}]
RAW = 'Hm.\n</think>\n\nWait 🦔\n<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'


def parse(raw: bytes, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "engine", "parse", *map(str, arguments)]
    return subprocess.run(command, input=raw, capture_output=True, timeout=60, check=False)


def test_parts_and_calls_come_as_one_line_whatever_the_chunks(tmp_path: Path) -> None:
    tools = tmp_path / "tools.json"
    tools.write_text(json.dumps(TOOLS), encoding="utf-8")
    expected: dict[str, Any] = {
        "reasoning": "Hm.",
        "content": "Wait 🦔",
        "tool_calls": [{"name": "now", "arguments": {}}],
        "diagnoses": [],
        "finish": "tool_calls",
    }
    options = ("--format", "hermes", "--prefilled-reasoning", "--tools", tools)
    for chunk in ((), ("--chunk", "1"), ("--chunk", "7")):
        done = parse(RAW.encode(), *options, *chunk)
        assert (done.stderr, json.loads(done.stdout)) == (b"", expected)


def test_a_cut_output_says_so() -> None:
    done = parse(b"Hm", "--format", "hermes", "--prefilled-reasoning", "--finish", "length")
    found = json.loads(done.stdout)
    assert (found["finish"], [one["kind"] for one in found["diagnoses"]]) == (
        "length",
        ["reasoning_unclosed"],
    )


def test_bad_input_is_one_sentence() -> None:
    for options, problem in (
        (("--format", "nope"), "There is no format named nope. Known are: apertus"),
        (("--format", "hermes", "--chunk", "0"), "--chunk must be at least 1 byte."),
        (("--format", "hermes", "--tools", "missing.json"), "missing.json cannot be read"),
    ):
        done = parse(b"", *options)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.decode().startswith(problem)
        assert done.stderr.count(b"\n") == 1
