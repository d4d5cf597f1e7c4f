"""The text of PDF and Word files. The libraries are imported with the first such file."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from app.files.errors import Damaged, Locked, NoText, TooLarge

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import Table
    from pypdf import PdfReader

MOST_UNPACKED_BYTES = 200_000_000

DAMAGED = "{} cannot be read: it is damaged, or no {kind} file."
LOCKED = "{} asks for a password: save a copy without one and attach that."
SCANNED = "{} holds pictures of pages and no text: put it through text recognition first."
EMPTY = "{} has no text in it."
UNPACKED = "{} is too large: unpacked it has more than 200 MB."

_BROKEN = (
    AttributeError,
    KeyError,
    IndexError,
    TypeError,
    ValueError,
    OSError,
    RecursionError,
    struct.error,
    zlib.error,
)
"""What the libraries raise for files that are not as they should be, beside their own errors."""


def pdf_text(data: bytes, name: str, abandoned: Callable[[], bool]) -> str:
    """The pages one below the other; ends early once `abandoned` says so.

    Raises Damaged, Locked or NoText.
    """
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, PyPdfError

    try:
        reader = PdfReader(BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise Locked(LOCKED, name)
        pages = _pages(reader, abandoned)
    except DependencyError as error:
        raise Locked(LOCKED, name) from error
    except (PyPdfError, *_BROKEN) as error:
        raise Damaged(DAMAGED.replace("{kind}", "PDF"), name) from error
    if not any(page.strip() for page in pages):
        raise NoText(SCANNED, name)
    return "\n\n".join(page.strip() for page in pages if page.strip())


def _pages(reader: PdfReader, abandoned: Callable[[], bool]) -> list[str]:
    pages: list[str] = []
    for page in reader.pages:
        if abandoned():
            break
        pages.append(page.extract_text())
    return pages


def is_word(data: bytes) -> bool:
    """Whether these bytes are an archive with a Word document in it."""
    if not data.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return "word/document.xml" in archive.namelist()
    except zipfile.BadZipFile:
        return False


def word_text(data: bytes, name: str) -> str:
    """Paragraphs and tables in their order. Raises Damaged, NoText or TooLarge."""
    import docx
    from docx.opc.exceptions import OpcError

    with zipfile.ZipFile(BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > MOST_UNPACKED_BYTES:
            raise TooLarge(UNPACKED, name)
    try:
        blocks = list(_blocks(docx.Document(BytesIO(data))))
    except (OpcError, SyntaxError, zipfile.BadZipFile, *_BROKEN) as error:
        raise Damaged(DAMAGED.replace("{kind}", "Word"), name) from error
    if not any(block.strip() for block in blocks):
        raise NoText(EMPTY, name)
    return "\n\n".join(block for block in blocks if block.strip())


def _blocks(document: Document) -> Iterator[str]:
    from docx.text.paragraph import Paragraph

    for block in document.iter_inner_content():
        yield block.text if isinstance(block, Paragraph) else _rows(block)


def _rows(table: Table) -> str:
    return "\n".join(" | ".join(cell.text for cell in row.cells) for row in table.rows)
