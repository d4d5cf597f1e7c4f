"""Dates as templates print them: English and independent of the process's locale."""

from __future__ import annotations

import re
from datetime import datetime

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS: tuple[str, ...] = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
)
_MONTHS += ("September", "October", "November", "December")
_COMPOUND = {"%c": "%a %b %d %H:%M:%S %Y", "%x": "%m/%d/%y", "%X": "%H:%M:%S"}
_DIRECTIVE = re.compile(r"%.", re.DOTALL)


def format_date(clock: datetime, pattern: str) -> str:
    """`clock.strftime(pattern)` as the C locale has it."""
    spelled = _DIRECTIVE.sub(lambda match: _COMPOUND.get(match[0], match[0]), pattern)
    return clock.strftime(_DIRECTIVE.sub(lambda match: _english(clock, match[0]), spelled))


def _english(clock: datetime, directive: str) -> str:
    names = {
        "%A": _DAYS[clock.weekday()],
        "%a": _DAYS[clock.weekday()][:3],
        "%B": _MONTHS[clock.month - 1],
        "%b": _MONTHS[clock.month - 1][:3],
        "%h": _MONTHS[clock.month - 1][:3],
        "%p": "AM" if clock.hour < 12 else "PM",
    }
    return names.get(directive, directive)
