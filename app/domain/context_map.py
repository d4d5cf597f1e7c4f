"""What a prompt is made of: which tokens are whose, told from a prompt token by token.

The parts add up to the prompt. What the template writes around a message counts with the message;
a stretch of it that names an offered tool is the tools' description.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any, Literal

from app.domain.attachments import is_file
from app.domain.conversation import Conversation
from app.domain.prompt import Tools, draft_question, prompt_request
from engine.events import PromptToken
from engine.types import Part, PromptRequest, Reasoning, Role, Text

Kind = Literal["system", "tools", "files", "reasoning", "history"]
KINDS: tuple[Kind, ...] = ("system", "tools", "files", "reasoning", "history")
Moment = Literal["answered", "next"]
"""Which prompt is looked at: that of the newest answer, or that of the next message."""

DRAFT_KEY = "draft"


@dataclass(frozen=True, slots=True)
class Piece:
    """So many tokens of one kind, one after the other, of the message with this key.

    Tools belong to no message.
    """

    kind: Kind
    message: str
    tokens: int


# ---- which prompt


def request_at(conversation: Conversation, moment: Moment, *, tools: Tools = ()) -> PromptRequest:
    """The prompt of the newest answer's last round, as it would be made now; else of what the
    draft would ask. A conversation without an answer has only the latter.
    """
    asked = _asked(conversation, tools) if moment == "answered" else None
    if asked is not None:
        return asked
    request = prompt_request(conversation, conversation.branch(), tools=tools)
    question = draft_question(conversation, key=DRAFT_KEY)
    return replace(request, messages=(*request.messages, question))


def _asked(conversation: Conversation, tools: Tools) -> PromptRequest | None:
    branch = conversation.branch()
    if not branch or branch[-1].role != "assistant":
        return None
    request = prompt_request(conversation, branch, tools=tools)
    rounds = [
        number
        for number, message in enumerate(request.messages)
        if (message.key, message.role) == (branch[-1].id, "assistant")
    ]
    return replace(request, messages=request.messages[: rounds[-1]] if rounds else request.messages)


# ---- what it is made of


def pieces(tokens: Sequence[PromptToken], request: PromptRequest) -> list[Piece]:
    """The prompt from its start to its end; neighbours of one kind and message are one piece."""
    runs = [_Run(*place, list(run)) for place, run in groupby(tokens, _PLACE)]
    owned = zip(_kinds(runs, request), _owners(runs), map(len, runs), strict=True)
    found: list[Piece] = []
    for kind, owner, length in owned:
        if kind == "tools":
            owner = ""
        last = found[-1] if found else None
        if last is not None and (last.kind, last.message) == (kind, owner):
            found[-1] = replace(last, tokens=last.tokens + length)
        else:
            found.append(Piece(kind, owner, length))
    return found


def totals(found: Sequence[Piece]) -> dict[Kind, int]:
    """Tokens of each kind; all kinds are there, and they add up to the prompt."""
    sums: dict[Kind, int] = dict.fromkeys(KINDS, 0)
    for piece in found:
        sums[piece.kind] += piece.tokens
    return sums


def by_message(found: Sequence[Piece]) -> dict[str, int]:
    """Tokens of each message, in the order of the prompt."""
    sums: dict[str, int] = {}
    for piece in found:
        sums[piece.message] = sums.get(piece.message, 0) + piece.tokens
    return sums


_PLACE = attrgetter("message", "role", "part")


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring tokens from one place: a part, or what stands around the parts of a message."""

    message: str
    role: Role | None
    part: int | None
    tokens: list[PromptToken]

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def is_template(self) -> bool:
        """Whether the template wrote this, and not into an answer or a result."""
        return self.part is None and self.role in (None, "system", "developer", "user")


def _owners(runs: Sequence[_Run]) -> Iterator[str]:
    """The message each run counts with: template text between two counts with the one before."""
    owner = next((run.message for run in runs if run.message), "")
    for run in runs:
        owner = run.message or owner
        yield owner


def _kinds(runs: Sequence[_Run], request: PromptRequest) -> list[Kind]:
    messages = _Messages(request)
    kinds: list[Kind] = []
    current: Kind = "system"
    for run in runs:
        if run.role is not None:
            current = messages.kind(run)
        kinds.append(current)
    _mark_tools(runs, kinds, [_name(tool) for tool in request.tools])
    return kinds


def _mark_tools(runs: Sequence[_Run], kinds: list[Kind], names: Sequence[str]) -> None:
    """Call "tools" what the template writes about them, in place."""
    start = 0
    for is_template, group in groupby(runs, lambda run: run.is_template):
        stretch = list(group)
        end = start + len(stretch)
        if names and is_template:
            text = "".join(token.text for run in stretch for token in run.tokens)
            if any(f'"{name}"' in text for name in names):
                kinds[start:end] = ["tools"] * len(stretch)
        start = end


def _name(tool: dict[str, Any]) -> str:
    return str(tool.get("function", tool).get("name", ""))


class _Messages:
    """Follows the prompt through the messages: the rounds of an answer share its key."""

    def __init__(self, request: PromptRequest) -> None:
        self._messages = request.messages
        self._place = 0

    def kind(self, run: _Run) -> Kind:
        if run.message == "summary":
            return "history"
        if run.role in ("system", "developer"):
            return "system"
        part = self._part(run)
        if run.role == "user" and isinstance(part, Text) and is_file(part.text):
            return "files"
        return "reasoning" if isinstance(part, Reasoning) else "history"

    def _part(self, run: _Run) -> Part | None:
        order = (*range(self._place, len(self._messages)), *range(self._place))
        wanted = (run.message, run.role)
        found = (n for n in order if (self._messages[n].key, self._messages[n].role) == wanted)
        self._place = next(found, self._place)
        parts = self._messages[self._place].parts if self._messages else ()
        return parts[run.part] if run.part is not None and run.part < len(parts) else None
