"""What to say, and to try, when a search finds nothing."""

from __future__ import annotations

from app.domain.search import Found, Query
from app.ordering import Ordering
from app.ui.language import mark, tr

UNFINISHED = mark("Older messages are still being made ready to be found: later there may be more.")


def words_for_found(found: Found, ordering: Ordering) -> str:
    """What to say above the results; "" when they speak for themselves."""
    if found.looking:
        return ""
    if found.titles or found.hits:
        return tr(UNFINISHED) if found.incomplete else ""
    if found.incomplete:
        return tr("Nothing was found among the newer messages; older ones are being made ready.")
    return words_for_nothing(found.query, ordering)


def words_for_nothing(query: Query, ordering: Ordering) -> str:
    """The likeliest reason first."""
    unknown = [tag for tag in query.tags if tag not in ordering.tags]
    if unknown:
        return tr("No conversation has the tag “{name}”.", name=unknown[0])
    folder = query.folder
    if folder is not None and folder not in {one.name for one in ordering.folders}:
        return tr("There is no folder “{name}”.", name=folder)
    words = query.words.strip()
    if not words:
        return tr("No conversation is there with all of this.")
    if query.tags or folder is not None or _is_filtered(query):
        return tr("Nothing was found with these filters. Without them there may be more.")
    if " " in words:
        return tr(
            "Nothing was found. Words are looked for just as they stand in a text: "
            "try a single one of them."
        )
    return tr(
        "Nothing was found. Words are looked for just as they stand in a text: "
        "try the beginning of the word."
    )


def _is_filtered(query: Query) -> bool:
    chosen = (query.role, query.model, query.since_ms, query.until_ms)
    return any(one is not None for one in chosen)
