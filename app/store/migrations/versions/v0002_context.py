"""What the model no longer sees of a branch, and what to do when a conversation grows too long."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("conversations", sa.Column("context_strategy", sa.Text))
    op.create_table(
        "marks",
        sa.Column("message", sa.Text, primary_key=True),
        sa.Column("first_seen", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["message"], ["messages.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["first_seen"], ["messages.id"], ondelete="CASCADE"),
        sqlite_strict=True,
    )
