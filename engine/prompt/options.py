"""The options of a chat template: variables a request may set, their values, what they do.

Names and values are read off the template; whether it takes them, and which of them it means when
none is given, is found by rendering.
"""

from __future__ import annotations

from typing import Any

from engine.models import OptionEffect, TemplateOption
from engine.prompt.habits import KEEPS_REASONING, THINKING_ON, Habits, thinking_settings
from engine.prompt.template import ChatTemplate
from engine.prompt.variables import Asked, asked_of

_EFFORTS = ("reasoning_effort", "thinking_effort", "reasoning_strength")
_USUAL_EFFORTS = ("low", "medium", "high")
_RISING = ("none", "no_think", "off", "minimal", "low", "medium", "high", "xhigh", "max")
_GIVEN = frozenset(
    {
        *("messages", "tools", "add_generation_prompt", "documents", "strftime_now", "functions"),
        *("bos_token", "eos_token", "pad_token", "unk_token", "raise_exception", "namespace"),
        *("range", "dict", "cycler", "joiner", "date_string", "tool_choice", "chat_template"),
    }
)
"""What is handed to every template, or means something else than a choice."""


def template_options(template: ChatTemplate) -> tuple[TemplateOption, ...]:
    """Those of known effect first. Raises TemplateFailed when the template has an error."""
    names = template.variables - _GIVEN
    asked = asked_of(template.syntax, names)
    known = [*THINKING_ON, *_EFFORTS, *KEEPS_REASONING]
    ordered = sorted(names, key=lambda name: (known.index(name) if name in known else 99, name))
    found = (_option(template, name, asked[name]) for name in ordered)
    return tuple(option for option in found if option is not None)


def _option(template: ChatTemplate, name: str, asked: Asked) -> TemplateOption | None:
    effect = _effect(name)
    others = {} if effect == "thinking" else thinking_settings(template)
    others.pop(name, None)
    without = _printed(template, others)
    printed = [
        (value, _printed(template, others | {name: value})) for value in _values(asked, effect)
    ]
    taken = [(value, text) for value, text in printed if text is not None]
    if not taken or (effect == "other" and not _is_choice(taken, without or "")):
        return None
    like_none = [value for value, text in taken if text == without]
    said = [value for value in like_none if value in asked.defaults]
    return TemplateOption(
        name=name,
        values=tuple(value for value, _ in taken),
        default=next(iter([*said, *reversed(like_none)]), None),
        effect=effect,
    )


def _is_choice(taken: list[tuple[Any, str]], without: str) -> bool:
    """Whether the values make a difference, and are not just printed."""
    is_text = any(value is True and "True" in text.replace(without, "") for value, text in taken)
    return len({text for _, text in taken} | {without}) > 1 and not is_text


def _effect(name: str) -> OptionEffect:
    if name in _EFFORTS:
        return "effort"
    if name in THINKING_ON:
        return "thinking"
    return "keep_reasoning" if name in KEEPS_REASONING else "other"


def _values(asked: Asked, effect: OptionEffect) -> list[Any]:
    """What the template compares the variable with; true and false where it asks for no more."""
    words = [value for value in asked.literals if isinstance(value, str) and value]
    if effect == "effort":
        words += [value for value in asked.defaults if isinstance(value, str) and value]
        efforts = dict.fromkeys(words if len(set(words)) > 1 else _few(words, asked))
        return sorted(efforts, key=lambda word: _RISING.index(word) if word in _RISING else 99)
    numbers = [value for value in asked.literals if isinstance(value, int)]
    is_switch = asked.tested or any(isinstance(value, bool) for value in asked.defaults)
    if words:
        return words
    if is_switch or effect != "other" or any(isinstance(value, bool) for value in numbers):
        return [True, False]
    return numbers


def _few(words: list[Any], asked: Asked) -> tuple[Any, ...]:
    """Where the template names one effort or none: it prints whatever it is given, or knows one."""
    return (*words,) if asked.literals else _USUAL_EFFORTS


def _printed(template: ChatTemplate, settings: dict[str, Any]) -> str | None:
    """All conversations that may show a difference, in one text; None when one is refused."""
    texts = list(Habits(template, settings).samples())
    return None if texts[0] is None else "\0".join(text or "" for text in texts)
