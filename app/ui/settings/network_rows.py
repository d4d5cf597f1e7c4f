"""What goes over the network and what is stored: sentences, as there is nothing to switch yet."""

from __future__ import annotations

from app.paths import Paths
from app.ui.language import tr
from app.ui.settings.buttons import folder_button
from app.ui.settings.row import Row


def network_rows() -> tuple[Row, ...]:
    return (
        Row(
            tr("What Parley connects to"),
            tr(
                "Nothing. Models run on this machine, and everything here works without a "
                "network: no account, no telemetry, no check for updates."
            ),
        ),
        Row(
            tr("Links and images in answers"),
            tr(
                "A link is opened by your browser when you click it. Images on the network are "
                "never fetched; their address is shown instead."
            ),
        ),
        Row(
            tr("Only when you ask"),
            tr(
                "Downloads of models, tool servers (MCP) and engines on other machines are not "
                "part of this version. Each will have its own switch here, off at first."
            ),
        ),
    )


def privacy_rows(paths: Paths) -> tuple[Row, ...]:
    return (
        Row(
            tr("What Parley tells others"),
            tr(
                "Nothing leaves this machine: no telemetry, no account, no check for updates. "
                "See the page Network."
            ),
        ),
        Row(
            tr("What is stored"),
            tr(
                "Conversations, drafts and settings lie unencrypted in the data folder; whoever "
                "can read your files can read them. The log never holds what was said."
            )
            + f"\n{paths.root}",
            beside=(folder_button(paths.root),),
        ),
        Row(
            tr("What is not stored"),
            tr(
                "A temporary chat is never written to disk. Deleted conversations stay in the "
                "trash for 30 days and are then gone for good."
            ),
        ),
    )
