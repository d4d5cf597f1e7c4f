"""The rows of a tool's result: text, a tree, a table or pictures, whatever it is."""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Literal, cast

from PySide6.QtGui import QImage

from app.ui.language import number, tr
from app.ui.transcript.blocks import Span, Table
from app.ui.transcript.folding import RowState
from app.ui.transcript.look import Look
from app.ui.transcript.row import CopyCode, Row, Unfold
from app.ui.transcript.rows_buttons import CaptionRow, MoreRow, Word
from app.ui.transcript.rows_fields import FieldsRow
from app.ui.transcript.rows_json import MOST_LINES as MOST_TREE_LINES
from app.ui.transcript.rows_json import Json, JsonTreeRow
from app.ui.transcript.rows_picture import PictureRow
from app.ui.transcript.rows_table import TableRow

MOST_LINES = 12
"""More of a result is shown when the user asks for it."""
FIRST_CHARACTERS = 1200
MOST_CHARACTERS = 50_000
MOST_COLUMNS = 8
MOST_TABLE_LINES = 500
LONGEST_CELL = 200
LARGEST_JSON = 2_000_000
LARGEST_PICTURE = 20_000_000
"""Characters of base64."""

ALL = "all"
RAW = "raw result"
_PICTURE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|bmp));base64,([A-Za-z0-9+/=\s]+)\Z")


def rows_of_result(look: Look, text: str, state: RowState, *, label: str) -> list[Row]:
    """`label` stands above; what the user opened is in `state`."""
    value = parsed_json(text) if len(text) <= LARGEST_JSON else None
    pictures = _pictures(text, value)
    structured = isinstance(value, dict | list) and bool(value)
    raw = RAW in state.unfolded
    words = [Word(CopyCode(text), tr("Copy"))] if text else []
    if pictures or structured:
        words.insert(0, Word(Unfold(RAW), tr("Formatted") if raw else tr("Raw")))
    caption = CaptionRow(look, label, tuple(words))
    if pictures and not raw:
        texts = _texts(value)
        said = rows_of_text(look, texts, state) if texts else []
        return [caption, *(PictureRow(look, picture) for picture in pictures), *said]
    if structured and not raw:
        return [caption, *_structured(look, value, state)]
    return [caption, *rows_of_text(look, text, state)]


def rows_of_text(look: Look, text: str, state: RowState, part: str = ALL) -> list[Row]:
    """The first lines of it, and a line that shows the others."""
    text = text.rstrip("\n")
    shown = text[:MOST_CHARACTERS] if part in state.unfolded else _first(text)
    rows: list[Row] = [FieldsRow(look, (("", shown or tr("(empty)")),), framed=True)]
    if part in state.unfolded:
        if len(text) > MOST_CHARACTERS:
            left = number(len(text) - len(shown))
            label = tr("{count} more characters: copy them", count=left)
            rows.append(CaptionRow(look, label))
        rows.append(MoreRow(look, Unfold(part), tr("Show less")))
    elif len(shown) < len(text):
        rows.append(MoreRow(look, Unfold(part), _show_all(text)))
    return rows


def _show_all(text: str) -> str:
    lines = text.count("\n") + 1
    if lines > MOST_LINES:
        return tr("Show all {count} lines", count=number(lines))
    return tr("Show all {count} characters", count=number(len(text)))


def parsed_json(text: str) -> Json:
    """None also for what is no JSON."""
    try:
        return cast(Json, json.loads(text))
    except (ValueError, RecursionError):
        return None


def _first(text: str) -> str:
    lines = text.split("\n", MOST_LINES)
    return "\n".join(lines[:MOST_LINES])[:FIRST_CHARACTERS]


def _structured(look: Look, value: Json, state: RowState) -> list[Row]:
    everything = ALL in state.unfolded
    if table := _table(value):
        count = len(table.lines) - 1
        most = MOST_TABLE_LINES if everything else MOST_LINES
        shown = Table(table.columns, table.lines[: most + 1])
        return [TableRow(shown, look, look.small), *_more(look, count, everything=everything)]
    most = MOST_TREE_LINES if everything else MOST_LINES
    tree = JsonTreeRow(look, value, flipped=state.unfolded.__contains__, most_lines=most)
    return [tree, *_more(look, tree.count, everything=everything)]


def _more(look: Look, count: int, *, everything: bool) -> list[Row]:
    if count <= MOST_LINES:
        return []
    label = tr("Show less")
    if not everything:
        label = tr("Show all {count} lines", count=number(count))
    return [MoreRow(look, Unfold(ALL), label)]


def _table(value: Json) -> Table | None:
    """A list of flat objects as a table; None for everything else."""
    if not isinstance(value, list) or not value:
        return None
    lines: list[dict[str, Json]] = [item for item in value if isinstance(item, dict)]
    names = list(dict.fromkeys(name for line in lines for name in line))
    flat = all(not isinstance(cell, dict | list) for line in lines for cell in line.values())
    if len(lines) < len(value) or not flat or not 0 < len(names) <= MOST_COLUMNS:
        return None
    header = tuple((Span(name),) for name in names)
    cells = [tuple((Span(_cell(line.get(name))),) for name in names) for line in lines]
    return Table(tuple(_alignment(lines, name) for name in names), (header, *cells))


def _alignment(lines: list[dict[str, Json]], name: str) -> Literal["left", "right"]:
    return "right" if all(_is_number(line.get(name)) for line in lines) else "left"


def _cell(value: Json) -> str:
    text = "" if value is None else value if isinstance(value, str) else json.dumps(value)
    return " ".join(text[:LONGEST_CELL].split())


def _is_number(value: Json) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


# ---- pictures


def _pictures(text: str, value: Json) -> list[QImage]:
    """A data URI, or the pictures among the content blocks that a tool returned."""
    text = value if isinstance(value, str) else text
    addresses = [text.strip()] if text.lstrip().startswith("data:image/") else []
    addresses += [_address(block) for block in _blocks(value)]
    images = [_decoded(address) for address in addresses if address]
    return [image for image in images if not image.isNull()]


def _blocks(value: Json) -> list[dict[str, Json]]:
    inside = value.get("content", [value]) if isinstance(value, dict) else value
    items = inside if isinstance(inside, list) else []
    return [item for item in items if isinstance(item, dict)]


def _address(block: dict[str, Json]) -> str:
    if block.get("type") == "image":
        return f"data:{block.get('mimeType')};base64,{block.get('data')}"
    linked = block.get("image_url")
    address = linked.get("url") if isinstance(linked, dict) else linked
    return address if isinstance(address, str) else ""


def _texts(value: Json) -> str:
    texts = [block.get("text") for block in _blocks(value) if block.get("type") == "text"]
    return "\n\n".join(text for text in texts if isinstance(text, str))


def _decoded(address: str) -> QImage:
    """A null image for what cannot be shown."""
    match = _PICTURE.match(address) if len(address) <= LARGEST_PICTURE else None
    if match is None:
        return QImage()
    try:
        data = base64.b64decode("".join(match[2].split()), validate=True)
    except binascii.Error:
        return QImage()
    return QImage.fromData(data)
