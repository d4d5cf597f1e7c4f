"""Problems, token choices, deleted messages, pinned conversations, attachments, and the search."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from app.store.indexing import number_all
from app.store.search import CREATE

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("rounds", sa.Column("choices", sa.Text))
    op.add_column("messages", sa.Column("deleted_ms", sa.Integer))
    op.add_column("parts", sa.Column("file", sa.Text))
    op.add_column("parts", sa.Column("data", sa.LargeBinary))
    op.add_column("conversations", sa.Column("draft_attachments", sa.Text))
    pinned = sa.Column("pinned", sa.Integer, nullable=False, server_default="0")
    op.add_column("conversations", pinned)
    op.create_index("conversations_head", "conversations", ["head"])
    op.create_index("messages_parent", "messages", ["parent"])
    op.create_index("marks_first_seen", "marks", ["first_seen"])
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
    number_all(op.get_bind())
