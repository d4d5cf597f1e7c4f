r"""Where formulas are in Markdown: `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and amsmath environments.

Own rules, because amounts of money must stay text, and because a formula on lines of its own may
interrupt a paragraph, as models write them. Tokens are "formula" (inline) and "formula_block";
`content` is the formula, `markup` the source with its delimiters.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

UNCLOSED = "unclosed_formula"
"""Key in a parser's `env`: the first line of a formula that the end of the text cut off."""

ENVIRONMENTS = (
    r"(?:equation|multline|gather|align|alignat|flalign|eqnarray|aligned|gathered|split|cases"
    r"|dcases|array|matrix|pmatrix|bmatrix|Bmatrix|vmatrix|Vmatrix|smallmatrix)\*?"
)
_OPENER = re.compile(rf"\$\$|\\\[|\\begin\{{({ENVIRONMENTS})\}}")
_AFTER = re.compile(r"[ \t]*([.,;:!?。，；：！？]?)[ \t]*$")
_AMOUNT = re.compile(
    r"\d[\d.,]*\s?(?:[kKMB]|bn)?\+?(?:[\s,;:)]+|/|-)(?:a )?[^\W\d_]{2,}"
    r"|\d[\d.,]*(?:\*\*|~~|__)|[A-Z_]{3,}[/:]",
    re.UNICODE,
)
_INLINE = (
    re.compile(r"\$\$(?P<content>(?:[^$\\]|\\.)+)\$\$", re.DOTALL),
    re.compile(
        r"\$(?P<content>(?![\s$])(?:[^$\\]|\\.)*?(?:[^\s\\$]|\\[^\s$]|\\\$))\$(?!\d)", re.DOTALL
    ),
    re.compile(r"\\\((?P<content>.+?)\\\)", re.DOTALL),
    re.compile(r"\\\[(?P<content>.+?)\\\]", re.DOTALL),
    re.compile(
        rf"(?P<content>\\begin\{{(?P<name>{ENVIRONMENTS})\}}.+?\\end\{{(?P=name)\}})", re.DOTALL
    ),
)


def formulas(markdown: MarkdownIt) -> None:
    """Teach the parser formulas; use it after other plugins."""
    markdown.block.ruler.before(
        "fence", "formula_block", _block, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    markdown.inline.ruler.before("escape", "formula", _inline)


def closer_of(opener: re.Match[str]) -> str:
    """What ends the formula that begins so."""
    if opener[0] == "$$":
        return "$$"
    return r"\]" if opener[0] == r"\[" else rf"\end{{{opener[1]}}}"


def opener_at(text: str, position: int = 0) -> re.Match[str] | None:
    """The beginning of a formula on lines of its own."""
    return _OPENER.match(text, position)


def _block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A formula from the start of a line to the end of one; no blank line is in it."""
    start = state.bMarks[start_line] + state.tShift[start_line]
    opener = opener_at(state.src, start)
    if opener is None or state.is_code_block(start_line):
        return False
    closer = closer_of(opener)
    lines = []
    for line in range(start_line, end_line):
        first = line == start_line
        if not first and (state.isEmpty(line) or state.sCount[line] < state.blkIndent):
            return False
        text = _line(state, line)[len(opener[0]) if first else 0 :]
        before, found, after = text.partition(closer)
        if not found:
            lines.append(text)
            continue
        if state.eMarks[line] >= len(state.src):
            state.env.setdefault(UNCLOSED, start_line)  # more may come on this line
        punctuation = _AFTER.match(after)
        content = "\n".join([*lines, before])
        if punctuation is None or not content.strip():
            return False
        if not silent:
            _push(state, opener, content, closer, punctuation[1], start_line, line + 1)
        return True
    if end_line >= len(state.bMarks) - 1:
        state.env.setdefault(UNCLOSED, start_line)
    return False


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _push(
    state: StateBlock,
    opener: re.Match[str],
    content: str,
    closer: str,
    punctuation: str,
    first: int,
    after: int,
) -> None:
    state.line = after
    token = state.push("formula_block", "", 0)
    token.block = True
    token.map = [first, after]
    token.markup = opener[0] + content + closer + punctuation
    content = opener[0] + content + closer if opener[1] else content.strip()
    if punctuation:
        content += punctuation if punctuation.isascii() else rf"\text{{{punctuation}}}"
    token.content = content


def inline_at(text: str, position: int, end: int | None = None) -> re.Match[str] | None:
    """The closed formula in running text that begins at `position`, with its `content`."""
    if text[position] == "$" and is_amount(text, position):
        return None
    for pattern in _INLINE:
        match = pattern.match(text, position, len(text) if end is None else end)
        if match and match["content"].strip():
            return match
    return None


def is_amount(text: str, position: int) -> bool:
    """Whether the `$` there belongs to a sum of money, a shell variable or a word (US$30)."""
    before = text[position - 1] if position else ""
    return (before.isascii() and before.isalnum()) or bool(_AMOUNT.match(text, position + 1))


def _inline(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] not in "$\\":
        return False
    match = inline_at(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push("formula", "", 0)
        token.content = match["content"].strip()
        token.markup = match[0]
        token.info = "display" if match[0].startswith(("$$", r"\[", r"\begin")) else ""
    state.pos = match.end()
    return True
