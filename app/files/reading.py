"""From a file, or what was pasted, to an attachment. What it is, its bytes tell, not its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from app.domain.attachments import Attachment
from app.files.decoding import decoded, one_line_end
from app.files.documents import EMPTY, is_word, pdf_text, word_text
from app.files.errors import NoText, NotReadable, TooLarge

MOST_BYTES = 50_000_000
MOST_TEXT_BYTES = 10_000_000
"""Of a file of text, and of the text of a document."""

TOO_LARGE = "{} is too large: at most 50 MB can be attached, and 10 MB of text."
NOT_READABLE = "{} cannot be read: the system refuses it, or it is no longer there."
NO_FILE = "{} is no file: attach the files in it one by one."

_PDF_WITHIN = 1024
"""A PDF may have other bytes before its mark."""
_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")


def read_file(path: Path, abandoned: Callable[[], bool]) -> Attachment:
    """The attachment made of a file. Raises FileError.

    Ends early with part of the text once `abandoned` says so.
    """
    name = " ".join(path.name.split())
    if path.is_dir():
        raise NotReadable(NO_FILE, name)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise TooLarge(TOO_LARGE, name)
        data = path.read_bytes()
    except OSError as error:
        raise NotReadable(NOT_READABLE, name) from error
    return attachment_from(data, name, abandoned)


def attachment_from(data: bytes, name: str, abandoned: Callable[[], bool]) -> Attachment:
    """The attachment made of these bytes. Raises FileError."""
    if b"%PDF-" in data[:_PDF_WITHIN]:
        text = pdf_text(data, name, abandoned)
        return Attachment(name, "pdf", _checked(text, name), len(data))
    if is_word(data):
        return Attachment(name, "word", _checked(word_text(data, name), name), len(data))
    if _is_image(data):
        return Attachment(name, "image", "", len(data), data=data)
    if len(data) > MOST_TEXT_BYTES:
        raise TooLarge(TOO_LARGE, name)
    return Attachment(name, "text", _checked(decoded(data, name), name), len(data))


def attachment_of_text(text: str, name: str) -> Attachment:
    """The attachment made of a text that was pasted. Raises FileError."""
    text = one_line_end(text)
    size_bytes = len(text.encode("utf-8", "replace"))
    return Attachment(name, "text", _checked(text, name), size_bytes)


def _checked(text: str, name: str) -> str:
    if not text.strip():
        raise NoText(EMPTY, name)
    if len(text) > MOST_TEXT_BYTES:
        raise TooLarge(TOO_LARGE, name)
    return text


def _is_image(data: bytes) -> bool:
    is_webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    is_bitmap = data[:2] == b"BM" and data[2:6] == len(data).to_bytes(4, "little")
    return data.startswith(_IMAGES) or is_webp or is_bitmap
