"""Problems of answers, what stood to choose from, deleted messages, the search, and attachments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.store.search import CREATE, index_text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("rounds", sa.Column("choices", sa.Text))
    op.add_column("messages", sa.Column("deleted_ms", sa.Integer))
    op.add_column("parts", sa.Column("file", sa.Text))
    op.add_column("parts", sa.Column("data", sa.LargeBinary))
    op.add_column("conversations", sa.Column("draft_attachments", sa.Text))
    op.create_table(
        "problems",
        sa.Column("message", sa.Text, primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.Column("raw", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("call_id", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["message"], ["messages.id"], ondelete="CASCADE"),
        sqlite_strict=True,
    )
    op.create_table(
        "search_rows",
        sa.Column("id", sa.Integer, primary_key=True, nullable=False),
        sa.Column("message", sa.Text, nullable=False, unique=True),
        sa.ForeignKeyConstraint(["message"], ["messages.id"], ondelete="CASCADE"),
        sqlite_strict=True,
    )
    for statement in CREATE:
        op.execute(statement)
    _index_everything(op.get_bind())


def _index_everything(connection: sa.Connection) -> None:
    said = sa.text(
        "SELECT message, group_concat(text, char(10)) AS said FROM"
        " (SELECT parts.message, parts.text, messages.created_ms FROM parts"
        "  JOIN messages ON messages.id = parts.message"
        "  WHERE kind IN ('text', 'reasoning') ORDER BY parts.message, position)"
        " GROUP BY message ORDER BY min(created_ms)"
    )
    for row in connection.execute(said).all():
        index_text(connection, row.message, row.said)
