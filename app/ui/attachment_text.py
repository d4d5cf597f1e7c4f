"""Attachments in words, and the icon of each kind."""

from __future__ import annotations

from app.domain.attachments import Attachment, AttachmentKind
from app.ui.language import followed, number, tr
from app.ui.sizes import size_text

ICONS: dict[AttachmentKind, str] = {
    "text": "file-text",
    "pdf": "file-type",
    "word": "file-type",
    "image": "image",
}


def kind_text(kind: AttachmentKind) -> str:
    return {
        "text": tr("Text"),
        "pdf": tr("PDF"),
        "word": tr("Word"),
        "image": tr("Image"),
    }[kind]


def detail_text(attachment: Attachment, tokens: int | None = None) -> str:
    """The kind, and the price when the `tokens` of the whole file are known: such as
    "PDF · 1,204 tokens".
    """
    kind = kind_text(attachment.kind)
    if attachment.kind == "image":
        return tr("{kind} · not seen by the model", kind=kind)
    if attachment.kept is not None:
        kept = tr("first {percent} %", percent=attachment.percent_kept)
        return " · ".join((kind, kept, *_part_price(attachment, tokens)))
    if tokens is None:
        return f"{kind} · {size_text(attachment.size_bytes)}"
    return tr("{kind} · {tokens} tokens", kind=kind, tokens=number(tokens))


def _part_price(attachment: Attachment, tokens: int | None) -> tuple[str, ...]:
    """About so many of the whole file's `tokens` are sent."""
    if tokens is None:
        return ()
    sent = tokens * (attachment.kept or 0) // max(len(attachment.text), 1)
    return (tr("{sent} of {tokens} tokens", sent=number(sent), tokens=number(tokens)),)


def notes_on(attachments: tuple[Attachment, ...]) -> str:
    """What is to be known before these are sent: one sentence each about pictures and cuts."""
    notes = []
    cut = [one for one in attachments if one.kept is not None]
    if len(cut) == 1:
        first, percent = cut[0].name, cut[0].percent_kept
        notes.append(
            tr(
                "“{name}” does not fit into the context: only its first {percent} % is sent.",
                name=first,
                percent=percent,
            )
        )
    elif cut:
        notes.append(
            tr(
                "{count} files do not fit into the context: only their beginnings are sent.",
                count=number(len(cut)),
            )
        )
    if any(one.kind == "image" for one in attachments):
        notes.append(tr("The model sees no images: it is told only that there is one."))
    return followed(notes)
