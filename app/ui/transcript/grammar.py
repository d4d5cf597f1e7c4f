"""What our Markdown is: CommonMark with tables, strike, task lists, footnotes and formulas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore, block, normalize
from markdown_it.rules_inline.state_inline import Delimiter, StateInline
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from app.ui.transcript.blocks import LONGEST_INLINE
from app.ui.transcript.math.rules import formulas

_HAN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]")
_REFERENCE = re.compile(r"\[\^([^\s\]]+)\]")
_NUMBER = re.compile(r"\d{1,3}$")
_MARKED = re.compile(r"[\n&*<\[\\\]_`~$]")
"""What any rule for running text begins with; without one of these it is text and nothing else."""
_LINKS = 1000


def parser() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    markdown.core.ruler.at("inline", _inline)
    markdown.inline.ruler.at("emphasis", _emphasis)
    markdown.use(footnote_plugin, inline=False, move_to_end=False)
    markdown.inline.ruler.at("footnote_ref", _reference)
    # The same links are read again and again while a text grows.
    markdown.normalizeLink = lru_cache(_LINKS)(markdown.normalizeLink)  # type: ignore[method-assign]
    return markdown.use(tasklists_plugin).use(formulas)


def structure(markdown: MarkdownIt, source: str, env: dict[str, Any]) -> list[Token]:
    """The blocks of a text, their lines of text unread: a small part of the work."""
    state = StateCore(source, markdown, env)
    normalize(state)
    block(state)
    return state.tokens


def read_lines(
    markdown: MarkdownIt, tokens: Sequence[Token], source: str, env: dict[str, Any]
) -> list[Token]:
    """The rest of the work, for as many tokens of `structure` as are needed."""
    state = StateCore(source, markdown, env, list(tokens))
    for rule in markdown.core.ruler.getRules(""):
        if rule not in (normalize, block):
            rule(state)
    return state.tokens


def _inline(state: StateCore) -> None:
    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = token.children or []
        content = token.content
        if content and (len(content) > LONGEST_INLINE or not _MARKED.search(content)):
            token.children.append(Token("text", "", 0, content=content))
        else:
            state.md.inline.parse(content, state.md, state.env, token.children)


def _reference(state: StateInline, silent: bool) -> bool:
    """A reference to a footnote. A number counts also while its note is not written yet."""
    match = _REFERENCE.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    defined = state.env.get("footnotes", {}).get("refs", {})
    if not _NUMBER.match(match[1]) and f":{match[1]}" not in defined:
        return False
    if not silent:
        state.push("footnote_ref", "", 0).meta = {"label": match[1]}
    state.pos = match.end()
    return True


def _emphasis(state: StateInline, silent: bool) -> bool:
    """CommonMark's emphasis, except that Chinese punctuation beside a marker does not spoil it.

    By the letter of the rules the second `**` of `**注意：**请` closes nothing.
    """
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    scanned = state.scanDelims(state.pos, marker == "*")
    opens, closes = scanned.can_open, scanned.can_close
    before = state.src[state.pos - 1 : state.pos]
    after = state.src[state.pos + scanned.length : state.pos + scanned.length + 1]
    if marker == "*" and _HAN.search(before + after):
        opens, closes = bool(after.strip()), bool(before.strip())
    for _ in range(scanned.length):
        state.push("text", "", 0).content = marker
        state.delimiters.append(
            Delimiter(ord(marker), scanned.length, len(state.tokens) - 1, -1, opens, closes)
        )
    state.pos += scanned.length
    return True
