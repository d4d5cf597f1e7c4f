"""Conversations, their messages, and what those are made of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    _create_conversations()
    _create_messages()
    _create_rounds()
    _create_parts()


def _create_conversations() -> None:
    op.create_table(
        "conversations",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("system_prompt", sa.Text, nullable=False),
        sa.Column("draft", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("head", sa.Text),
        sa.Column("created_ms", sa.Integer, nullable=False),
        sa.Column("updated_ms", sa.Integer, nullable=False),
        sa.Column("trashed_ms", sa.Integer),
        sa.ForeignKeyConstraint(
            ["head"], ["messages.id"], name="head", deferrable=True, initially="DEFERRED"
        ),
        sqlite_strict=True,
    )


def _create_messages() -> None:
    op.create_table(
        "messages",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("parent", sa.Text),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("notice", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("created_ms", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["conversation"], ["conversations.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["parent"], ["messages.id"], deferrable=True, initially="DEFERRED"),
        sa.UniqueConstraint("conversation", "sequence"),
        sqlite_strict=True,
    )
    op.create_index(
        "messages_running", "messages", ["status"], sqlite_where=sa.text("status = 'running'")
    )


def _create_rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("message", sa.Text, primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("ids", sa.LargeBinary, nullable=False),
        sa.Column("tokenizer", sa.Text, nullable=False),
        sa.Column("ending", sa.Text),
        sa.Column("receipt", sa.Text),
        sa.ForeignKeyConstraint(["message"], ["messages.id"], ondelete="CASCADE"),
        sqlite_strict=True,
    )


def _create_parts() -> None:
    op.create_table(
        "parts",
        sa.Column("message", sa.Text, primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("seconds", sa.REAL, nullable=False),
        sa.Column("call_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("is_error", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer),
        sa.Column("start_byte", sa.Integer),
        sa.Column("end_byte", sa.Integer),
        sa.ForeignKeyConstraint(["message"], ["messages.id"], ondelete="CASCADE"),
        sqlite_strict=True,
    )
