"""What can be read of a file becomes an attachment; what cannot is said in one sentence."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from app.domain.attachments import Attachment
from app.files.errors import (
    Damaged,
    FileError,
    Locked,
    NoText,
    NotReadable,
    NotText,
    TooLarge,
    UnknownEncoding,
)
from app.files.reading import MOST_BYTES, MOST_TEXT_BYTES, attachment_of_text, read_file
from tests.app.files.documents_made import pdf, word

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20


def never() -> bool:
    return False


def read(folder: Path, name: str, data: bytes) -> Attachment:
    path = folder / name
    path.write_bytes(data)
    return read_file(path, never)


def test_code_is_text_with_newlines_at_its_line_ends(tmp_path: Path) -> None:
    found = read(tmp_path, "sum.py", "def f():\r\n\treturn 'é'\r".encode())

    assert found == Attachment("sum.py", "text", "def f():\n\treturn 'é'\n", 23)


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
    ],
)
def test_every_form_of_unicode_with_its_mark_is_read(
    tmp_path: Path, mark: bytes, encoding: str
) -> None:
    assert read(tmp_path, "a.txt", mark + "京都 é".encode(encoding)).text == "京都 é"


def test_a_pdf_is_its_pages_whatever_its_name(tmp_path: Path) -> None:
    data = pdf("First page", "", "Third page")

    found = read(tmp_path, "report.bin", data)

    assert found == Attachment("report.bin", "pdf", "First page\n\nThird page", len(data))


def test_a_word_file_is_its_paragraphs_and_tables(tmp_path: Path) -> None:
    data = word("正则表达式", "", "Second", table=(("a", "b"), ("1", "2")))

    found = read(tmp_path, "notes.docx", data)

    assert found == Attachment(
        "notes.docx", "word", "正则表达式\n\nSecond\n\na | b\n1 | 2", len(data)
    )


def test_an_image_is_kept_as_it_is(tmp_path: Path) -> None:
    assert read(tmp_path, "p.png", PNG) == Attachment("p.png", "image", "", 28, data=PNG)


def test_words_that_begin_like_a_bitmap_are_words(tmp_path: Path) -> None:
    assert read(tmp_path, "cars.txt", b"BMW and others").kind == "text"


@pytest.mark.parametrize(
    ("data", "kind", "sentence"),
    [
        (pdf("Secret", password="x"), Locked, "asks for a password"),
        (pdf("", ""), NoText, "holds pictures of pages and no text"),
        (pdf("A page")[:200], Damaged, "is damaged, or no PDF file"),
        (word("A paragraph")[:-200] + b"PK", NotText, "holds no text"),
        (word(), NoText, "has no text in it"),
        (b"", NoText, "has no text in it"),
        (b"\x81\xfe\x8d \x90\x9d\xff", UnknownEncoding, "save it as UTF-8"),
        (b"\x7fELF\0\0\1", NotText, "holds no text"),
    ],
)
def test_each_refusal_has_a_sentence_with_the_name(
    tmp_path: Path, data: bytes, kind: type[FileError], sentence: str
) -> None:
    with pytest.raises(kind) as refusal:
        read(tmp_path, "my file", data)

    assert str(refusal.value).startswith("“my file” ")
    assert sentence in str(refusal.value)


def test_a_file_over_the_limit_is_not_even_opened(tmp_path: Path) -> None:
    path = tmp_path / "big"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)

    with pytest.raises(TooLarge):
        read_file(path, never)


def test_a_text_over_the_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TooLarge):
        read(tmp_path, "big.txt", b"a" * (MOST_TEXT_BYTES + 1))


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NotReadable, match="no longer there"):
        read_file(tmp_path / "gone.txt", never)
    with pytest.raises(NotReadable, match="one by one"):
        read_file(tmp_path, never)


def test_reading_a_pdf_ends_when_it_is_abandoned(tmp_path: Path) -> None:
    looks = iter((False, True))
    path = tmp_path / "two.pdf"
    path.write_bytes(pdf("One", "Two"))

    assert read_file(path, lambda: next(looks)).text == "One"


def test_a_pasted_text_is_kept_but_for_its_line_ends() -> None:
    assert attachment_of_text("a\0b\r\nc", "x") == Attachment("x", "text", "a\0b\nc", 5)
