"""Run by Alembic: the connection, with its transaction, comes from `migrate`."""

from __future__ import annotations

from alembic import context

from app.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
