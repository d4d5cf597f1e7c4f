"""What a user chooses for one model, kept over restarts, and what its template is told of that.

The file is JSON: an object for each model name. What it holds that is unknown here is kept; values
that are wrong fall back to the default, with a line in the log.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from app.domain.preferences import write_json

if TYPE_CHECKING:
    from engine.models import HealthCard, OptionEffect, TemplateOption
    from engine.types import ReasoningBudget

log = logging.getLogger(__name__)

MOST_REASONING_TOKENS = 1_000_000


@dataclass(frozen=True, slots=True)
class ModelChoices:
    """None means: as the model's template has it, no limit, or the format that was detected.

    `thinking` and `effort` are values of the template's options with these effects. `seen`: the
    model has been introduced to the user.
    """

    thinking: bool | str | None = None
    effort: str | None = None
    keep_reasoning: bool = False
    budget: ReasoningBudget | None = None
    format: str | None = None
    seen: bool = False


class ModelChoicesFile:
    """The choices on disk, by model name. Used on the main thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._written = _read(path)

    def of(self, model_name: str) -> ModelChoices:
        written = self._written.get(model_name, {})
        return _from_json(model_name, written if isinstance(written, dict) else {})

    def change(self, model_name: str, choices: ModelChoices) -> None:
        """They hold at once; a file that cannot be written costs a line in the log."""
        before = self._written.get(model_name)
        unknown = before if isinstance(before, dict) else {}
        self._written[model_name] = unknown | asdict(choices)
        try:
            write_json(self._path, self._written)
        except OSError as error:
            log.warning("choices for models not saved: %s", error)


def option_with(card: HealthCard | None, effect: OptionEffect) -> TemplateOption | None:
    """The template's option that has this effect, the first if there are several."""
    options = card.options if card is not None else ()
    return next((option for option in options if option.effect == effect), None)


def template_settings(choices: ModelChoices, card: HealthCard | None) -> dict[str, Any]:
    """What the template is told. Values that it does not have (any more) are left out.

    Some templates have two names for one switch: both get the value.
    """
    if card is None:
        return {}
    chosen = {"thinking": choices.thinking, "effort": choices.effort}
    settings: dict[str, Any] = {
        option.name: chosen[option.effect]
        for option in card.options
        if option.effect in chosen and _offers(option, chosen[option.effect])
    }
    if choices.keep_reasoning:
        settings |= card.keeps_reasoning_with or {}
    return settings


def _offers(option: TemplateOption, value: bool | str | None) -> bool:
    """Whether a value is one of the option's; 1 is not true here."""
    return any(value == one and type(value) is type(one) for one in option.values)


def _read(path: Path) -> dict[str, Any]:
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        log.warning("choices for models cannot be read, none hold: %s", error)
        return {}
    return cast(dict[str, Any], written) if isinstance(written, dict) else {}


def _from_json(model_name: str, written: dict[str, Any]) -> ModelChoices:
    from engine.types import ReasoningBudget

    values: dict[str, Any] = {}
    for entry in fields(ModelChoices):
        if entry.name not in written:
            continue
        value = written[entry.name]
        if _accepts(entry.name, value):
            values[entry.name] = ReasoningBudget(**value) if isinstance(value, dict) else value
        else:
            log.warning("choices for %s: %s is wrong, the default is used", model_name, entry.name)
    return ModelChoices(**values)


def _accepts(name: str, value: Any) -> bool:
    """Whether a JSON value fits a choice."""
    match name:
        case "thinking":
            return value is None or isinstance(value, (bool, str))
        case "effort" | "format":
            return value is None or isinstance(value, str)
        case "budget":
            return value is None or _is_budget(value)
        case _:
            return isinstance(value, bool)


def _is_budget(value: Any) -> bool:
    if not isinstance(value, dict) or set(value) != {"soft", "hard"}:
        return False
    soft, hard = value["soft"], value["hard"]
    are_whole = type(soft) is int and type(hard) is int
    return are_whole and 1 <= soft <= hard <= MOST_REASONING_TOKENS
