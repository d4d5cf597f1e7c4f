"""What goes to the clipboard: Markdown as text, and HTML when somebody asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QByteArray, QMetaType, QMimeData

from app.ui.transcript.selection import Piece
from app.ui.transcript.spans import SAFE_SCHEMES

MARKDOWN = "text/markdown"
HTML = "text/html"


class Copied(QMimeData):
    """Only the text is made at once: most places that it is pasted into want nothing else."""

    def __init__(self, text: str, pieces: Sequence[Piece]) -> None:
        super().__init__()
        self._pieces = tuple(pieces)
        self.setText(text)

    def formats(self) -> list[str]:
        return [*super().formats(), MARKDOWN, HTML]

    def hasFormat(self, mimetype: str) -> bool:
        return mimetype in (MARKDOWN, HTML) or super().hasFormat(mimetype)

    def retrieveData(self, mimetype: str, preferred: QMetaType | QMetaType.Type) -> object:
        if mimetype == HTML:
            return as_html(self._pieces)
        if mimetype == MARKDOWN:
            return QByteArray(markdown_of(self._pieces).encode())
        return super().retrieveData(mimetype, preferred)


def markdown_of(pieces: Sequence[Piece]) -> str:
    """One text; items of a tight list follow each other without a blank line."""
    texts: list[str] = []
    for piece in pieces:
        if texts:
            texts.append("\n" if piece.tight else "\n\n")
        texts.append(piece.text)
    return "".join(texts)


def as_html(pieces: Sequence[Piece]) -> str:
    """Links lead to http, https and mailto only; pictures would be fetched, so there are none."""
    from markdown_it import MarkdownIt  # not before the first paint: it takes 60 ms

    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    markdown.disable("image")
    markdown.validateLink = _is_safe  # type: ignore[method-assign]
    return "".join(
        markdown.render(markdown_of(list(group)))
        if is_markdown
        else "".join(_paragraph(piece.text) for piece in group)
        for is_markdown, group in groupby(pieces, lambda piece: piece.markdown)
    )


def _is_safe(url: str) -> bool:
    return url.lower().startswith(SAFE_SCHEMES)


def _paragraph(text: str) -> str:
    from html import escape

    lines = escape(text, quote=False).replace("\n", "<br>\n")
    return f"<p>{lines}</p>\n"
