"""The prompt library: texts under a name, those that come with the program and the user's own."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.domain.conversation import new_id
from app.domain.preferences import write_json

log = logging.getLogger(__name__)

NO_PROMPTS = "{} holds no prompts: it should be a JSON list of objects with a name and a text."
MOST_IMPORT_BYTES = 10_000_000
_NAMES = ("name", "title", "command", "act")
_TEXTS = ("text", "content", "prompt")
"""What other programs call the two."""


class PromptsError(Exception):
    """Why a file of prompts cannot be read or written; fit to show."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """`text` may have placeholders (`app.domain.placeholders`)."""

    id: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is on disk: changed or added prompts, built-in ones that were deleted, and the order."""

    own: dict[str, Prompt] = field(default_factory=dict)
    deleted: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()


class PromptsFile:
    """The library on disk, read when it is first asked for. Used on the main thread.

    `built_in` are the prompts in the language of the window; one that the user has changed is the
    user's own.
    """

    def __init__(self, path: Path) -> None:
        self.built_in: Sequence[Prompt] = ()
        self._path = path
        self._read: _Kept | None = None

    @property
    def _kept(self) -> _Kept:
        if self._read is None:
            self._read = _read(self._path)
        return self._read

    @property
    def all(self) -> list[Prompt]:
        """In the user's order; what is in none comes last."""
        kept = self._kept
        found = {one.id: one for one in self.built_in if one.id not in kept.deleted} | kept.own
        ordered = [found.pop(id) for id in kept.order if id in found]
        return [*ordered, *found.values()]

    @property
    def lacks_built_in(self) -> bool:
        """Whether a built-in prompt was deleted or changed."""
        changed = self._kept.deleted | self._kept.own.keys()
        return any(one.id in changed for one in self.built_in)

    def add(self, name: str, text: str, *, after: str = "") -> Prompt:
        """Keep a new prompt, right after another or at the end."""
        prompt = Prompt(new_id(), _free(name, [one.name for one in self.all]), text)
        order = [one.id for one in self.all]
        order.insert(order.index(after) + 1 if after in order else len(order), prompt.id)
        self._become(own=self._kept.own | {prompt.id: prompt}, order=tuple(order))
        return prompt

    def change(self, prompt: Prompt) -> None:
        """Keep a prompt of the library in other words."""
        self._become(own=self._kept.own | {prompt.id: prompt})

    def delete(self, id: str) -> None:
        own = {key: one for key, one in self._kept.own.items() if key != id}
        built_in = {one.id for one in self.built_in}
        self._become(own=own, deleted=self._kept.deleted | ({id} & built_in))

    def put_back(self, prompt: Prompt, place: int) -> None:
        """Undo a deletion."""
        order = [one.id for one in self.all]
        order.insert(place, prompt.id)
        own = self._kept.own if prompt in self.built_in else self._kept.own | {prompt.id: prompt}
        self._become(own=own, deleted=self._kept.deleted - {prompt.id}, order=tuple(order))

    def arrange(self, ids: Sequence[str]) -> None:
        self._become(order=tuple(ids))

    def restore_built_in(self) -> None:
        """The built-in prompts are there again, and as they were."""
        ids = {one.id for one in self.built_in}
        own = {key: one for key, one in self._kept.own.items() if key not in ids}
        self._become(own=own, deleted=self._kept.deleted - ids)

    # ---- files of prompts

    def export(self, path: Path) -> None:
        """Raises PromptsError."""
        listed = [{"name": one.name, "text": one.text} for one in self.all]
        try:
            text = json.dumps(listed, ensure_ascii=False, indent=2)
            path.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise PromptsError(
                f"“{path.name}” cannot be written: choose another place for it."
            ) from error

    def import_from(self, path: Path) -> int:
        """Add the prompts of a file, without those that are there; returns how many were added.

        Raises PromptsError.
        """
        found = _imported(path)
        known = {(one.name, one.text) for one in self.all}
        new = [pair for pair in dict.fromkeys(found) if pair not in known]
        for name, text in new:
            self.add(name, text)
        return len(new)

    # ---- inside

    def _become(self, **changed: Any) -> None:
        """A file that cannot be written costs a line in the log."""
        self._read = kept = replace(self._kept, **changed)
        own = [{"id": one.id, "name": one.name, "text": one.text} for one in kept.own.values()]
        written = {"prompts": own, "deleted": sorted(kept.deleted), "order": list(kept.order)}
        try:
            write_json(self._path, written)
        except OSError as error:
            log.warning("prompts not saved: %s", error)


def _free(name: str, taken: Sequence[str]) -> str:
    """The name, with a number when there is one like it already."""
    name = " ".join(name.split()) or "…"
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name} {number}"
    return free


def _read(path: Path) -> _Kept:
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return _Kept()
    except (OSError, ValueError) as error:
        log.warning("prompts cannot be read, there are only the built-in ones: %s", error)
        return _Kept()
    if not isinstance(written, dict):
        return _Kept()
    own = {one.id: one for one in map(_prompt, _list(written, "prompts")) if one is not None}
    deleted = frozenset(id for id in _list(written, "deleted") if isinstance(id, str))
    order = tuple(id for id in _list(written, "order") if isinstance(id, str))
    return _Kept(own, deleted, order)


def _list(written: dict[str, Any], key: str) -> list[Any]:
    found = written.get(key)
    return found if isinstance(found, list) else []


def _prompt(written: object) -> Prompt | None:
    """None for what is no prompt."""
    if not isinstance(written, dict):
        return None
    id, name, text = (written.get(key) for key in ("id", "name", "text"))
    if isinstance(id, str) and isinstance(name, str) and isinstance(text, str) and id:
        return Prompt(id, name, text)
    return None


def _imported(path: Path) -> list[tuple[str, str]]:
    """Names and texts."""
    try:
        if path.stat().st_size > MOST_IMPORT_BYTES:
            raise PromptsError(NO_PROMPTS.format(f"“{path.name}”"))
        written = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise PromptsError(f"“{path.name}” cannot be read: choose another file.") from error
    except (ValueError, RecursionError) as error:
        raise PromptsError(NO_PROMPTS.format(f"“{path.name}”")) from error
    if isinstance(written, dict):
        written = written.get("prompts", [written])
    found = [pair for one in written if (pair := _pair(one))] if isinstance(written, list) else []
    if not found:
        raise PromptsError(NO_PROMPTS.format(f"“{path.name}”"))
    return found


def _pair(written: object) -> tuple[str, str] | None:
    if not isinstance(written, dict):
        return None
    names = [written[key] for key in _NAMES if isinstance(written.get(key), str)]
    texts = [written[key] for key in _TEXTS if isinstance(written.get(key), str)]
    name = next((" ".join(name.split()) for name in names if name.strip()), "")
    text = next((text for text in texts if text.strip()), "")
    return (name, text) if name and text else None
