"""Messages as rows and back."""

from __future__ import annotations

import base64
import json
import struct
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import Row

from app.domain.attachments import Attachment
from app.domain.conversation import Mark, Message, Problem
from engine.types import (
    Part,
    Reasoning,
    Receipt,
    Round,
    Text,
    ToolCall,
    ToolResult,
    Written,
)

Values = dict[str, Any]
StoredPart = Part | Attachment
"""The attachments of a question are stored as its first parts."""

_RECEIPT_FIELDS = {field.name for field in fields(Receipt)}


def message_values(message: Message) -> Values:
    """What of a message's own row may change."""
    return {
        "role": message.role,
        "status": message.status,
        "notice": message.notice,
        "model": message.model,
        "created_ms": message.created_ms,
    }


def mark_values(mark: Mark) -> Values:
    return {"first_seen": mark.first_seen, "summary": mark.summary}


def mark_from(row: Row[Any]) -> Mark:
    return Mark(row.first_seen, row.summary)


def message_from(
    row: Row[Any],
    parts: list[StoredPart],
    rounds: list[Round],
    problems: list[Problem],
    mark: Mark | None,
) -> Message:
    return Message(
        id=row.id,
        parent=row.parent,
        role=row.role,
        parts=tuple(part for part in parts if not isinstance(part, Attachment)),
        created_ms=row.created_ms,
        rounds=tuple(rounds),
        model=row.model,
        status=row.status,
        notice=row.notice,
        mark=mark,
        problems=tuple(problems),
        attachments=tuple(part for part in parts if isinstance(part, Attachment)),
    )


def problem_values(problem: Problem) -> Values:
    return asdict(problem)


def problem_from(row: Row[Any]) -> Problem:
    return Problem(row.kind, row.sentence, row.raw, row.round, row.call_id)


def round_values(round_: Round) -> Values:
    return {
        "ids": struct.pack(f"<{len(round_.ids)}i", *round_.ids),
        "tokenizer": round_.tokenizer,
        "ending": round_.ending,
        "receipt": json.dumps(asdict(round_.receipt)) if round_.receipt else None,
        "choices": round_.choices.decode() or None,
    }


def round_from(row: Row[Any]) -> Round:
    return Round(
        ids=struct.unpack(f"<{len(row.ids) // 4}i", row.ids),
        tokenizer=row.tokenizer,
        ending=row.ending,
        receipt=_receipt_from(row.receipt) if row.receipt else None,
        choices=(row.choices or "").encode(),
    )


def _receipt_from(text: str) -> Receipt:
    """Fields that a receipt had once and no longer has are left out."""
    return Receipt(
        **{key: value for key, value in json.loads(text).items() if key in _RECEIPT_FIELDS}
    )


def stored_parts(message: Message) -> tuple[StoredPart, ...]:
    return (*message.attachments, *message.parts)


def attachments_text(attachments: tuple[Attachment, ...]) -> str | None:
    """The attachments of a draft, as JSON; None when there are none."""
    if not attachments:
        return None
    written = [asdict(one) | {"data": base64.b64encode(one.data).decode()} for one in attachments]
    return json.dumps(written, ensure_ascii=False)


def attachments_from(text: str | None) -> tuple[Attachment, ...]:
    found = json.loads(text) if text else []
    return tuple(Attachment(**one | {"data": base64.b64decode(one["data"])}) for one in found)


def part_values(part: StoredPart) -> Values:
    match part:
        case Attachment():
            about = {"kind": part.kind, "size_bytes": part.size_bytes, "kept": part.kept}
            file = {"name": part.name, "file": json.dumps(about), "data": part.data or None}
            return _part("attachment", part.text, None) | file
        case Text():
            return _part("text", part.text, part.written)
        case Reasoning():
            return _part("reasoning", part.text, part.written) | {"seconds": part.seconds}
        case ToolCall():
            called = {"call_id": part.call_id, "name": part.name}
            return _part("tool_call", part.arguments, part.written) | called
        case ToolResult():
            called = {"call_id": part.call_id, "name": part.name}
            result = _part("tool_result", part.text, None)
            ended = {"is_error": int(part.is_error), "seconds": part.seconds}
            return result | called | ended


def _part(kind: str, text: str, written: Written | None) -> Values:
    return {
        "kind": kind,
        "text": text,
        "seconds": 0.0,
        "call_id": "",
        "name": "",
        "is_error": 0,
        "round": written and written.round,
        "start_byte": written and written.start,
        "end_byte": written and written.end,
        "file": None,
        "data": None,
    }


def part_from(row: Row[Any]) -> StoredPart:
    written = None if row.round is None else Written(row.round, row.start_byte, row.end_byte)
    match row.kind:
        case "text":
            return Text(row.text, written)
        case "reasoning":
            return Reasoning(row.text, written, row.seconds)
        case "tool_call":
            return ToolCall(row.call_id, row.name, row.text, written)
        case "tool_result":
            return ToolResult(row.call_id, row.name, row.text, bool(row.is_error), row.seconds)
        case "attachment":
            return Attachment(
                name=row.name, text=row.text, data=row.data or b"", **json.loads(row.file)
            )
        case kind:
            raise ValueError(f"unknown kind of part {kind}")
