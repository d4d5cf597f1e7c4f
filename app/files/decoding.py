"""From bytes to text: Unicode in any of its forms, else the older encoding that fits best."""

from __future__ import annotations

import codecs

from app.files.errors import NotText, UnknownEncoding
from app.files.older_encodings import told_apart

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Those of UTF-32 first: the little one begins like UTF-16."""

NOT_TEXT = "{} holds no text that could be read: attach text, code, PDF, Word (docx) or an image."
UNKNOWN = "{} is in an encoding that cannot be told: save it as UTF-8 and attach it again."
NOT_WHOLE = "{} begins like Unicode and is damaged further on: save it again and attach that."


def decoded(data: bytes, name: str) -> str:
    """The text with its line ends as newlines. Raises NotText or UnknownEncoding."""
    marked = next((known for mark, known in _MARKS if data.startswith(mark)), "")
    if marked:
        return one_line_end(_marked(data, marked, name))
    if b"\0" not in data:
        try:
            return one_line_end(data.decode("utf-8"))
        except UnicodeDecodeError:
            pass  # an older encoding, or UTF-16 without a single ASCII character
    text = told_apart(data)
    if text is None and b"\0" in data:
        raise NotText(NOT_TEXT, name)
    if text is None:
        raise UnknownEncoding(UNKNOWN, name)
    return one_line_end(text)


def _marked(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnknownEncoding(NOT_WHOLE, name) from error


def one_line_end(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
