"""A branch of a conversation as one Markdown text, to be pasted somewhere else."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.conversation import Message


def as_markdown(title: str, branch: Sequence[Message], *, you: str, model: str) -> str:
    """What was asked and answered, each under the name of who wrote it. `you` is the user's name,
    `model` that of answers which do not tell theirs. Reasoning and tool calls are left out.
    """
    pieces = [f"# {' '.join(title.split())}"] if title.strip() else []
    for message in branch:
        name = you if message.role == "user" else message.model or model
        files = [f"- {attachment.name}" for attachment in message.attachments]
        body = "\n\n".join(filter(None, ("\n".join(files), message.text.strip())))
        if body:
            pieces.append(f"## {name}\n\n{body}")
    return "\n\n".join(pieces) + "\n" if pieces else ""
