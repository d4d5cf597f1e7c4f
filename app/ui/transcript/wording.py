"""The short texts around a message: receipt, progress, time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale

from app.domain.conversation import Message
from app.domain.tree_changes import was_edited
from app.domain.turn import Turn
from app.ui.language import mark, number, said, tr
from app.ui.transcript.rows_message import Progress
from engine.types import Ending, Reasoning, Receipt, ToolResult

DAY_AND_TIME = mark("d MMM HH:mm")
"""How Qt is to write a day of this year."""
_ENDINGS: dict[Ending, str] = {
    "stopped": mark("Stopped"),
    "length": mark("Length limit reached"),
    "context_full": mark("Context full"),
}


def receipt(message: Message) -> str:
    """What the answer cost: "62.1 tok/s · 412 tokens · 38 of 1,204 read, 1,100 from disk · 6.6 s".

    Parts that are 0 are not told. What nobody asked a model for cost nothing.
    """
    if was_edited(message):
        return tr("Edited") if message.model else tr("Inserted")
    if not message.rounds:
        return ""
    last = message.rounds[-1]
    pieces = [tr(_ENDINGS[last.ending])] if last.ending in _ENDINGS else []
    if len(message.rounds) > 1:
        pieces.append(tr("{count} rounds", count=len(message.rounds)))
    if cost := _sum([round.receipt for round in message.rounds if round.receipt]):
        if cost.written_per_second:
            pieces.append(tr("{speed} tok/s", speed=number(cost.written_per_second, 1)))
        pieces.append(token_count(cost.written))
        pieces.append(_reading(cost))
        seconds = number(cost.prefill_seconds + cost.decode_seconds, 1)
        pieces.append(tr("{seconds} s", seconds=seconds))
    return " · ".join(pieces)


def _sum(receipts: Sequence[Receipt]) -> Receipt | None:
    """What all rounds of an answer cost together: every round has a prompt of its own."""
    if not receipts:
        return None
    return replace(
        receipts[-1],
        prompt=sum(receipt.prompt for receipt in receipts),
        read=sum(receipt.read for receipt in receipts),
        restored=sum(receipt.restored for receipt in receipts),
        read_ahead=sum(receipt.read_ahead for receipt in receipts),
        written=sum(receipt.written for receipt in receipts),
        prefill_seconds=sum(receipt.prefill_seconds for receipt in receipts),
        decode_seconds=sum(receipt.decode_seconds for receipt in receipts),
    )


def _reading(cost: Receipt) -> str:
    pieces = [tr("{read} of {prompt} read", read=number(cost.read), prompt=number(cost.prompt))]
    if cost.restored:
        pieces.append(tr("{count} from disk", count=number(cost.restored)))
    if cost.read_ahead:
        pieces.append(tr("{count} read ahead", count=number(cost.read_ahead)))
    return tr(", ").join(pieces)


def token_count(count: int) -> str:
    return tr("1 token") if count == 1 else tr("{count} tokens", count=number(count))


def reasoning_tokens(message: Message, part: Reasoning) -> int | None:
    """About how many tokens a piece of reasoning has: its share of the bytes of its round.

    None while the round is being written, and when its ids are not kept.
    """
    written = part.written
    if written is None or written.round >= len(message.rounds):
        return None
    ranges = [other.written for other in message.parts if not isinstance(other, ToolResult)]
    last = max(range.end for range in ranges if range and range.round == written.round)
    ids = message.rounds[written.round].ids
    return round(len(ids) * (written.end - written.start) / last) if last and ids else None


def cause(message: Message) -> str:
    """Why something had to be read again, as a sentence."""
    receipt = message.rounds[-1].receipt if message.rounds else None
    if receipt is None or not receipt.cause:
        return ""
    return tr("{cause}.", cause=causes(receipt.cause))


def causes(joined: str) -> str:
    """One or two of them, as a receipt has them."""
    words = tr("; ").join(said(one) for one in joined.split("; "))
    return words[:1].upper() + words[1:]


def progress(turn: Turn) -> Progress | None:
    """What the running answer waits for; None once it is being written."""
    match turn.phase:
        case "loading":
            return Progress(tr("Loading the model…"))
        case "summarising":
            return Progress(tr("Summarising the oldest turns to make room…"))
        case "reading" if turn.to_read:
            read, count = number(turn.read), number(turn.to_read)
            sentence = tr("Reading {read} of {count} tokens", read=read, count=count)
            return Progress(sentence, turn.read / turn.to_read)
        case "waiting" if turn.queued_behind:
            if turn.queued_behind == 1:
                return Progress(tr("Waiting for another answer"))
            return Progress(tr("Waiting for other answers"))
        case "waiting" | "reading":
            return Progress()
    return None


def time_of(created_ms: int, now: datetime) -> str:
    """Hour and minute, with the day when it was another one."""
    then = datetime.fromtimestamp(created_ms / 1000)
    if then.date() == now.date():
        return f"{then:%H:%M}"
    if then.year == now.year:
        return QLocale().toString(QDateTime.fromMSecsSinceEpoch(created_ms), tr(DAY_AND_TIME))
    return f"{then:%Y-%m-%d %H:%M}"
