"""Files that go with a question: what is kept of each, and what of it the model reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

AttachmentKind = Literal["text", "pdf", "word", "image"]

MOST_CHARACTERS_PER_TOKEN = 8
"""Of nearly all texts a token holds less; what is beyond need not even be counted."""
_DENSITY = 0.95
"""The beginning of a text may have more tokens per character than the rest."""
_LINE_LENGTH = 400
"""So far back from a cut, the end of a line is looked for."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """`text` is all that was read of the file, of which the model gets the first `kept`
    characters; None means all of it. `data` is an image as it stands in its file, of
    `size_bytes`; a model reads no more than its name.
    """

    name: str
    kind: AttachmentKind
    text: str
    size_bytes: int
    kept: int | None = None
    data: bytes = b""

    @property
    def whole(self) -> Attachment:
        return replace(self, kept=None)

    @property
    def percent_kept(self) -> str:
        """Such as "36", or "0.6" where there is little."""
        if self.kept is None:
            return "100"
        percent = self.kept * 100 / max(len(self.text), 1)
        return f"{percent:.0f}" if percent >= 1 or not self.kept else f"{max(percent, 0.1):.1f}"


# ---- what the model reads


def for_model(attachment: Attachment) -> str:
    """The content between two plain lines with the name, as a part of its own in the question."""
    name = attachment.name.replace('"', "'")
    if attachment.kind == "image":
        return f'File "{name}": an image, which cannot be shown to you.\n\n'
    text = attachment.text[: attachment.kept]
    beginning = "" if attachment.kept is None else f" (only the first {attachment.percent_kept} %)"
    return f'File "{name}"{beginning}:\n{text}\nEnd of file "{name}".\n\n'


def is_file(text: str) -> bool:
    """Whether a part of a prompt is what `for_model` makes."""
    head = _HEAD.match(text)
    if head is None:
        return False
    return head["image"] is not None or text.endswith(f'End of file "{head["name"]}".\n\n')


_HEAD = re.compile(
    r'File "(?P<name>[^"\n]*)"'
    r"(?:(?P<image>: an image, which)|(?: \(only the first [\d.]+ %\))?:\n)"
)


# ---- what fits


def to_count(attachment: Attachment, window: int) -> Attachment:
    """As much of a file as is worth counting for a context of `window` tokens."""
    most = MOST_CHARACTERS_PER_TOKEN * max(window, 1)
    return replace(attachment, kept=None if len(attachment.text) <= most else most)


def tokens_of(attachment: Attachment, counted: Attachment, tokens: int) -> int:
    """The tokens of a whole file, when those of a beginning of it were `counted`."""
    if counted.kept is None:
        return tokens
    return tokens * len(attachment.text) // max(counted.kept, 1)


def cut_to_fit(
    attachments: Sequence[Attachment], tokens: Sequence[int], room: int
) -> tuple[Attachment, ...]:
    """The files with no more of each than fits into `room`: small ones whole, the rest alike."""
    shares = _shares(tokens, room)
    return tuple(map(_cut, attachments, tokens, shares))


def _shares(tokens: Sequence[int], room: int) -> list[int]:
    shares = [0] * len(tokens)
    left = max(room, 0)
    ascending = sorted(range(len(tokens)), key=lambda index: tokens[index])
    for place, index in enumerate(ascending):
        shares[index] = min(tokens[index], left // (len(tokens) - place))
        left -= shares[index]
    return shares


def _cut(attachment: Attachment, tokens: int, share: int) -> Attachment:
    if share >= tokens:
        return attachment.whole
    end = int(len(attachment.text) * share / tokens * _DENSITY)
    line_end = attachment.text.rfind("\n", max(end - _LINE_LENGTH, 0), end)
    return replace(attachment, kept=line_end + 1 if line_end >= 0 else end)
