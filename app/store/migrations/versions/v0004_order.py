"""Folders and tags of conversations, and the settings a conversation has of its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    folder = sa.Column("folder", sa.Text, nullable=False, server_default="")
    op.add_column("conversations", folder)
    op.add_column("conversations", sa.Column("settings", sa.Text))
    op.create_table(
        "tags",
        sa.Column("conversation", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.ForeignKeyConstraint(["conversation"], ["conversations.id"], ondelete="CASCADE"),
        sqlite_strict=True,
    )
    op.create_index("tags_name", "tags", ["name"])
