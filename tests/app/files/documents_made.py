"""Tiny PDF and Word files, made with the libraries that read them."""

from __future__ import annotations

from io import BytesIO

import docx
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject


def pdf(*pages: str, password: str = "") -> bytes:
    """A page for each text; a page with an empty text has nothing on it."""
    writer = PdfWriter()
    for text in pages:
        page = writer.add_blank_page(width=300, height=200)
        if text:
            content = DecodedStreamObject()
            content.set_data(f"BT /F1 12 Tf 20 100 Td ({text}) Tj ET".encode())
            page[NameObject("/Contents")] = content
            page[NameObject("/Resources")] = _resources()
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    return _written(writer)


def word(*paragraphs: str, table: tuple[tuple[str, ...], ...] = ()) -> bytes:
    document = docx.Document()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if table:
        made = document.add_table(rows=len(table), cols=len(table[0]))
        for row, cells in zip(made.rows, table, strict=True):
            for cell, text in zip(row.cells, cells, strict=True):
                cell.text = text
    return _written_word(document)


def _resources() -> DictionaryObject:
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    fonts = DictionaryObject({NameObject("/F1"): font})
    return DictionaryObject({NameObject("/Font"): fonts})


def _written(writer: PdfWriter) -> bytes:
    stream = BytesIO()
    writer.write(stream)
    return stream.getvalue()


def _written_word(document: docx.document.Document) -> bytes:
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()
