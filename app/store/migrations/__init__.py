"""Brings a database to the newest schema. Alembic is imported only when it differs."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine, inspect

from app.store.errors import NewerSchema
from app.store.schema import NEWEST_VERSION


def stored_version(engine: Engine) -> str | None:
    """The migration a database has come to, None for one without any."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        return None if version is None else str(version)


def refuse_newer(version: str | None, path: Path) -> None:
    """Raise NewerSchema when a later program wrote the database `path`."""
    if version is not None and version > NEWEST_VERSION:
        raise NewerSchema(
            f"{path} was written by a newer version of Parley, so nothing is read from it or saved "
            "there. Update Parley, or start it with another --data-dir."
        )


def migrate(engine: Engine) -> None:
    """Run every migration that is due, all in one transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    folder = str(Path(__file__).parent)
    config.set_main_option("script_location", folder.replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
