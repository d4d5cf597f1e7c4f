"""Tools that tests declare."""

from __future__ import annotations

from typing import Any


def tool(name: str, **types: str) -> dict[str, Any]:
    """A tool with arguments of the given JSON types."""
    properties = {key: {"type": type_name} for key, type_name in types.items()}
    return {"name": name, "parameters": {"type": "object", "properties": properties}}


NOW = tool("now")
TIDE = tool("tide", port="string", day="integer")
NOTE = tool("note", path="string", text="string")
SQL = tool("sql", query="string", limit="integer", options="object")
PYTHON = tool("python", code="string")
TOOLS = [NOW, TIDE, NOTE, SQL, PYTHON]
