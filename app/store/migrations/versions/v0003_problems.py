"""What could not be read of an answer, what stood to choose from, and deleted messages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("rounds", sa.Column("choices", sa.Text))
    op.add_column("messages", sa.Column("deleted_ms", sa.Integer))
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
