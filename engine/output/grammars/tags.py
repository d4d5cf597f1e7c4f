"""Opening and closing tags that are no XML."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.output.failures import Malformed
from engine.output.source import Pattern, Source, Steps

_MAX_TAG = 400
_ATTRIBUTE = re.compile(r"""([\w.\-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_NAME = re.compile(r"[^\s<>\"'=][^<>\"'\n=]*")
_TAG_END = frozenset(" \t｜|")


def read_tag(source: Source) -> Steps[str | None]:
    """The rest of an opening tag, its end taken; None when the output ended inside it.

    Raises Malformed when the tag does not end on its line.
    """
    tag, quote = "", ""
    while (symbol := (yield from source.peek())) is not None:
        text = source.take().text
        if text == ">" and not quote:
            return tag
        if text in "<\n" or len(tag) > _MAX_TAG:
            raise Malformed("a tag without end")
        if text == quote:
            quote = ""
        elif text in "\"'" and not quote and tag.rstrip().endswith("="):
            quote = symbol.text
        tag += text
    return None


def skip_close(source: Source, closes: Sequence[Pattern]) -> Steps[bool]:
    """Take a closing tag (`closes` without their `>`), also with blanks or a bar before its end.

    Takes nothing if there is none.
    """
    start = source.position
    if (yield from source.skip(closes)):
        with source.frame():
            while (symbol := (yield from source.peek())) is not None:
                if symbol.text == ">":
                    source.take()
                    return True
                if symbol.text not in _TAG_END:
                    break
                source.take()
    source.position = start
    return False


def tag_name(tag: str) -> str:
    """The name in `=NAME` or ` name="NAME"`; empty when there is none that can be one."""
    name = tag[1:].strip(" \"'") if tag.startswith("=") else attributes_of(tag).get("name", "")
    return name.strip() if _NAME.fullmatch(name.strip()) else ""


def attributes_of(tag: str) -> dict[str, str]:
    return {
        match[1]: next((value for value in match.groups()[1:] if value is not None), "")
        for match in _ATTRIBUTE.finditer(tag)
    }
