"""What lists need of the conversations: titles and times, without a word of what was said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Connection, Row, select
from sqlalchemy.sql.elements import ColumnElement

from app.domain.conversation import Summary
from app.store.order import all_tags
from app.store.schema import conversations, messages

_TABLE = conversations.c
_SHOWN: list[Column[Any]] = [
    _TABLE.id,
    _TABLE.title,
    _TABLE.created_ms,
    _TABLE.updated_ms,
    _TABLE.pinned,
    _TABLE.trashed_ms,
    _TABLE.folder,
]
_COLUMNS = select(*_SHOWN)
_LAST_FIRST: tuple[ColumnElement[int], ...] = (_TABLE.updated_ms.desc(), _TABLE.created_ms.desc())

# Built once: building a statement takes longer than running it.
_LISTED = _COLUMNS.where(_TABLE.trashed_ms.is_(None)).order_by(*_LAST_FIRST, _TABLE.id)
_TRASHED = _COLUMNS.where(_TABLE.trashed_ms.is_not(None)).order_by(
    _TABLE.trashed_ms.desc(), *_LAST_FIRST, _TABLE.id
)
_MODELS = select(messages.c.model).distinct().where(messages.c.model != "").order_by("model")


def listed(connection: Connection) -> list[Summary]:
    """The conversations that are not in the trash, the one changed last first."""
    tags = all_tags(connection)
    return [_summary(row, tags) for row in connection.execute(_LISTED)]


def listed_trash(connection: Connection) -> list[Summary]:
    """The conversations in the trash, the one deleted last first."""
    return [_summary(row, {}) for row in connection.execute(_TRASHED)]


def answering_models(connection: Connection) -> list[str]:
    return list(connection.execute(_MODELS).scalars())


def _summary(row: Row[Any], tags: Mapping[str, tuple[str, ...]]) -> Summary:
    return Summary(
        row.id,
        row.title,
        row.created_ms,
        row.updated_ms,
        pinned=bool(row.pinned),
        trashed_ms=row.trashed_ms,
        folder=row.folder,
        tags=tags.get(row.id, ()),
    )
