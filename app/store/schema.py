"""The tables. A change here needs a new migration; a test compares the two.

conversations ──< messages ──┬──< rounds   token ids as sampled, the truth of what was written
      └─ head, parent ─┘     ├──< parts    what is shown; points into a round by byte range
                             ├──< problems what could not be read, or was repaired
                             └─── marks    from this question on the model sees less
conversations ──< tags
"""

from __future__ import annotations

from sqlalchemy import (
    REAL,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

NEWEST_VERSION = "0004"
"""The last migration; versions sort as text."""


class PlainText(TypeDecorator[str]):
    """TEXT for what people and models write: lone surrogates, which UTF-8 lacks, become U+FFFD."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        if value is None:
            return None
        try:
            value.encode()
        except UnicodeEncodeError:
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return value


metadata = MetaData()

conversations = Table(
    "conversations",
    metadata,
    Column("id", Text, primary_key=True, nullable=False),
    Column("title", PlainText, nullable=False),
    Column("system_prompt", PlainText, nullable=False),
    Column("draft", PlainText, nullable=False),
    Column("clock", Text, nullable=False),
    Column(
        "head",
        Text,
        ForeignKey(
            "messages.id", name="head", deferrable=True, initially="DEFERRED", use_alter=True
        ),
    ),
    Column("created_ms", Integer, nullable=False),
    Column("updated_ms", Integer, nullable=False),
    Column("trashed_ms", Integer),
    Column("context_strategy", Text),  # NULL: as the preferences say
    Column("draft_attachments", PlainText),  # JSON; NULL: none
    Column("pinned", Integer, nullable=False, server_default="0"),
    Column("folder", PlainText, nullable=False, server_default=""),  # empty: in none
    Column("settings", PlainText),  # JSON; NULL: all as the preferences say
    sqlite_strict=True,
)

tags = Table(
    "tags",
    metadata,
    Column(
        "conversation", Text, ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True
    ),
    Column("name", PlainText, primary_key=True),
    sqlite_strict=True,
)
Index("tags_name", tags.c.name)

messages = Table(
    "messages",
    metadata,
    Column("id", Text, primary_key=True, nullable=False),
    Column(
        "conversation", Text, ForeignKey("conversations.id", ondelete="CASCADE"), nullable=False
    ),
    Column("parent", Text, ForeignKey("messages.id", deferrable=True, initially="DEFERRED")),
    # The order in which the messages of a conversation were made, hence that of siblings.
    Column("sequence", Integer, nullable=False),
    Column("role", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("notice", PlainText, nullable=False),
    Column("model", PlainText, nullable=False),
    Column("created_ms", Integer, nullable=False),
    Column("deleted_ms", Integer),  # NULL: part of the tree
    UniqueConstraint("conversation", "sequence"),
    sqlite_strict=True,
)
# With these and that of the marks, removing a message for good reads no whole table.
Index("conversations_head", conversations.c.head)
Index("messages_parent", messages.c.parent)
Index("messages_running", messages.c.status, sqlite_where=messages.c.status == "running")

rounds = Table(
    "rounds",
    metadata,
    Column("message", Text, ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("ids", LargeBinary, nullable=False),  # int32, little-endian
    Column("tokenizer", Text, nullable=False),
    Column("ending", Text),
    Column("receipt", PlainText),  # JSON
    Column("choices", PlainText),  # JSON
    sqlite_strict=True,
)

parts = Table(
    "parts",
    metadata,
    Column("message", Text, ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("text", PlainText, nullable=False),  # of a tool call: its arguments
    Column("seconds", REAL, nullable=False),
    Column("call_id", PlainText, nullable=False),
    Column("name", PlainText, nullable=False),
    Column("is_error", Integer, nullable=False),
    Column("round", Integer),
    Column("start_byte", Integer),
    Column("end_byte", Integer),
    Column("file", PlainText),  # JSON, of an attachment
    Column("data", LargeBinary),  # of an image
    sqlite_strict=True,
)

problems = Table(
    "problems",
    metadata,
    Column("message", Text, ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("sentence", PlainText, nullable=False),
    Column("raw", PlainText, nullable=False),
    Column("round", Integer, nullable=False),
    Column("call_id", PlainText, nullable=False),
    sqlite_strict=True,
)

search_rows = Table(
    "search_rows",
    metadata,
    # The number of the message in the full-text tables; unlike a rowid it never changes.
    Column("id", Integer, primary_key=True, nullable=False),
    Column(
        "message", Text, ForeignKey("messages.id", ondelete="CASCADE"), nullable=False, unique=True
    ),
    sqlite_strict=True,
)

marks = Table(
    "marks",
    metadata,
    Column("message", Text, ForeignKey("messages.id", ondelete="CASCADE"), primary_key=True),
    Column("first_seen", Text, ForeignKey("messages.id", ondelete="CASCADE"), nullable=False),
    Column("summary", PlainText, nullable=False),  # empty: left out without one
    sqlite_strict=True,
)
Index("marks_first_seen", marks.c.first_seen)
