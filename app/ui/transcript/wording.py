"""The short texts around a message: receipt, progress, time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from app.domain.conversation import Message
from app.domain.tree_changes import was_edited
from app.domain.turn import Turn
from app.ui.transcript.rows_message import Progress
from engine.types import Ending, Reasoning, Receipt, ToolResult

_ENDINGS: dict[Ending, str] = {
    "stopped": "Stopped",
    "length": "Length limit reached",
    "context_full": "Context full",
}


def receipt(message: Message) -> str:
    """What the answer cost: "62.1 tok/s · 412 tokens · 38 of 1,204 read, 1,100 from disk · 6.6 s".

    Parts that are 0 are not told. What nobody asked a model for cost nothing.
    """
    if was_edited(message):
        return "Edited" if message.model else "Inserted"
    if not message.rounds:
        return ""
    last = message.rounds[-1]
    pieces = [_ENDINGS[last.ending]] if last.ending in _ENDINGS else []
    if len(message.rounds) > 1:
        pieces.append(f"{len(message.rounds)} rounds")
    if cost := _sum([round.receipt for round in message.rounds if round.receipt]):
        if cost.written_per_second:
            pieces.append(f"{cost.written_per_second:.1f} tok/s")
        pieces.append(f"{cost.written:,} tokens" if cost.written != 1 else "1 token")
        pieces.append(_reading(cost))
        pieces.append(f"{cost.prefill_seconds + cost.decode_seconds:.1f} s")
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
    from_disk = f", {cost.restored:,} from disk" if cost.restored else ""
    ahead = f", {cost.read_ahead:,} read ahead" if cost.read_ahead else ""
    return f"{cost.read:,} of {cost.prompt:,} read{from_disk}{ahead}"


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
    return f"{receipt.cause[0].upper()}{receipt.cause[1:]}."


def progress(turn: Turn) -> Progress | None:
    """What the running answer waits for; None once it is being written."""
    match turn.phase:
        case "loading":
            return Progress("Loading the model…")
        case "summarising":
            return Progress("Summarising the oldest turns to make room…")
        case "reading" if turn.to_read:
            sentence = f"Reading {turn.read:,} of {turn.to_read:,} tokens"
            return Progress(sentence, turn.read / turn.to_read)
        case "waiting" if turn.queued_behind:
            others = "another answer" if turn.queued_behind == 1 else "other answers"
            return Progress(f"Waiting for {others}")
        case "waiting" | "reading":
            return Progress()
    return None


def time_of(created_ms: int, now: datetime) -> str:
    """Hour and minute, with the day when it was another one."""
    then = datetime.fromtimestamp(created_ms / 1000)
    if then.date() == now.date():
        return f"{then:%H:%M}"
    return f"{then.day} {then:%b %H:%M}" if then.year == now.year else f"{then:%Y-%m-%d %H:%M}"
