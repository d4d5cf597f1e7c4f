"""Reasoning between <think> and </think>: Qwen, DeepSeek, and many others."""

from __future__ import annotations

from engine.output.formats.format import Format

FORMAT = Format(name="think", reasoning_open="<think>", reasoning_close="</think>")
