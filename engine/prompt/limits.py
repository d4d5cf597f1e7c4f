"""Time and size limits for a template that runs in our own thread.

A `Budget` is spent at every loop pass, macro call, filter, output and string operation, so that no
thread has to be interrupted. Its seconds are those this thread computes: what a template prints
must not depend on what else the machine does. What it cannot see is one long step inside C:
comparing two structures nested into each other hundreds of times is the known case.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jinja2.exceptions import SecurityError

MAX_CHARACTERS = 100_000_000
"""Text one rendering may produce in all, intermediate strings included."""
MAX_COUNT = 1_000_000
"""Largest number a template may pass as a width, count or repeat."""
MAX_BITS = 4096
"""Largest integer a template may compute."""

_REPEATING = {"indent": "\n\r\f\v", "expandtabs": "\t"}
"""Methods that put as much text as their arguments say at each of these characters."""
_LONG_NUMBER = re.compile(r"\d{7,}")
_NESTED_FIELD = re.compile(r"\{[^{}]*\{")


class LimitExceeded(SecurityError):
    """The template took too long or made too much text."""


class Budget:
    """What one rendering may still use up: seconds and characters."""

    def __init__(self, *, seconds: float, characters: int = MAX_CHARACTERS) -> None:
        self._deadline_s = time.thread_time() + seconds
        self._characters = characters

    def spend(self, characters: int = 0) -> None:
        """Take note of text about to be made. Raises LimitExceeded."""
        self._characters -= characters
        if self._characters < 0:
            raise LimitExceeded("it produces too much text")
        if time.thread_time() > self._deadline_s:
            raise LimitExceeded("it takes too long")

    def spend_printed(self, value: object) -> None:
        """Spend what `str(value)` will be at least as long as, walking into containers."""
        if isinstance(value, str):
            self.spend(len(value))
        elif isinstance(value, Mapping):
            self.spend(2)
            self._spend_all(value.keys())
            self._spend_all(value.values())
        elif isinstance(value, (list, tuple, set, frozenset)):
            self.spend(2)
            self._spend_all(value)
        else:
            self.spend(1)

    def spend_text(self, method: str, text: str, arguments: Sequence[object]) -> None:
        """Spend what a method or filter of this name can make of a text."""
        self.spend(len(text))
        sizes = [len(one) if isinstance(one, (str, list)) else one for one in arguments]
        counts = [size for size in sizes if isinstance(size, int)]
        if method == "replace" and len(counts) >= 2:
            self.spend(text.count(str(arguments[0])) * counts[1])
        elif method == "join" and counts:
            self.spend_printed(arguments[0])
            self.spend(len(text) * counts[0])
        elif method in _REPEATING:
            self.spend(sum(map(text.count, _REPEATING[method])) * sum(map(abs, counts)))
        elif method == "wordwrap":
            self.spend(len(text) * (sum(map(abs, counts)) + 1))

    def _spend_all(self, values: Iterable[object]) -> None:
        for value in values:
            self.spend_printed(value)


def check_counts(values: Iterable[object]) -> None:
    """Refuse numbers that would make a string or list of absurd length."""
    for value in values:
        if isinstance(value, int) and abs(value) > MAX_COUNT:
            raise LimitExceeded(f"the number {value} is too large")


def check_format(text: str) -> None:
    """Refuse a format string whose width is huge or comes from an argument."""
    if _LONG_NUMBER.search(text) or _NESTED_FIELD.search(text):
        raise LimitExceeded("a format string asks for too wide a field")


def check_operands(operator: str, left: Any, right: Any, budget: Budget) -> None:
    """Refuse an operation whose result would be huge, before it is computed."""
    if isinstance(left, int) and isinstance(right, int):
        _check_integers(operator, left, right)
    elif operator == "*":
        sequence, count = (right, left) if isinstance(left, int) else (left, right)
        if isinstance(count, int) and hasattr(sequence, "__len__"):
            budget.spend(len(sequence) * max(count, 0))
    elif operator == "+" and hasattr(left, "__len__") and hasattr(right, "__len__"):
        budget.spend(len(left) + len(right))
    elif operator == "%" and isinstance(left, str):
        check_format(left)
        check_counts(right if isinstance(right, tuple) else [right] if "*" in left else [])
        budget.spend_printed(right)


def _check_integers(operator: str, left: int, right: int) -> None:
    bits = left.bit_length() + right.bit_length()
    if operator == "**":
        bits = left.bit_length() * abs(right)
    if operator in ("*", "**") and bits > MAX_BITS:
        raise LimitExceeded(f"the result of {operator} is too large")
