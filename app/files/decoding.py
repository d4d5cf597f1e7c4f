"""From bytes to text: Unicode in any of its forms, and nothing guessed."""

from __future__ import annotations

import codecs

from app.files.errors import NotText, UnknownEncoding

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Those of UTF-32 first: the little one begins like UTF-16."""

NOT_TEXT = "{} holds no text that could be read: attach text, code, PDF, Word (docx) or an image."
UNKNOWN = "{} is not in Unicode: save it as UTF-8 and attach it again."


def decoded(data: bytes, name: str) -> str:
    """The text with its line ends as newlines. Raises NotText or UnknownEncoding."""
    encoding = next((known for mark, known in _MARKS if data.startswith(mark)), "utf-8")
    if encoding == "utf-8" and b"\0" in data:
        raise NotText(NOT_TEXT, name)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnknownEncoding(UNKNOWN, name) from error
    return one_line_end(text)


def one_line_end(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
