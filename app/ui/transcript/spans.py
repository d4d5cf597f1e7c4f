"""The text inside a paragraph: markdown-it's inline tokens as spans of one style each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from app.ui.language import tr
from app.ui.transcript.blocks import LINE_BREAK, Span

if TYPE_CHECKING:
    from markdown_it.token import Token

PLAIN = Span("")
SAFE_SCHEMES = ("http://", "https://", "mailto:")

_HTML_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_ADDRESS = re.compile(
    r"(?<![A-Za-z0-9])https?://[A-Za-z0-9\[][A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%|]*"
)
_PUNCTUATION = ".,;:!?'*_~|"


def spans(
    children: Iterable[Token], *, notes: Mapping[str, str], in_table: bool = False
) -> Iterator[Span]:
    """Neighbouring pieces of one style come out as one span; `notes` are the footnotes' texts."""
    for span in _merged(children, notes, in_table):
        if span.link or span.code or span.formula or span.image or span.raised:
            yield span
        else:
            yield from _with_links(span)


def _merged(children: Iterable[Token], notes: Mapping[str, str], in_table: bool) -> Iterator[Span]:
    style = PLAIN
    pending = ""
    for child in children:
        before = style
        text, style = _step(child, style)
        if in_table and child.type == "text":
            text = _HTML_BREAK.sub(LINE_BREAK, text)
        alone = _alone(child, style, notes)
        if pending and (alone or style is not before):
            yield _styled(before, pending)
            pending = ""
        if alone:
            yield alone
        else:
            pending += text
    if pending:
        yield _styled(style, pending)


def _styled(style: Span, text: str) -> Span:
    return Span(text) if style is PLAIN else style._replace(text=text)


def _step(child: Token, style: Span) -> tuple[str, Span]:
    """The text a token adds, and the style of what follows it."""
    match child.type:
        case "text" | "text_special":
            return child.content, style
        case "softbreak" | "hardbreak":
            return LINE_BREAK, style
        case "strong_open" | "strong_close":
            return "", _changed(style, bold=child.nesting > 0)
        case "em_open" | "em_close":
            return "", _changed(style, italic=child.nesting > 0)
        case "s_open" | "s_close":
            return "", _changed(style, strike=child.nesting > 0)
        case "link_open":
            url = str(child.attrs.get("href", ""))
            return "", _changed(style, link=url if url.startswith(SAFE_SCHEMES) else "")
        case "link_close":
            return "", _changed(style, link="")
    return "", style


def _changed(style: Span, **changes: Any) -> Span:
    """The same object when nothing is another, and `PLAIN` when nothing is left."""
    changed = style._replace(**changes)
    return style if changed == style else PLAIN if changed == PLAIN else changed


def _alone(child: Token, style: Span, notes: Mapping[str, str]) -> Span | None:
    """The span of a token that never becomes one with its neighbours."""
    match child.type:
        case "code_inline":
            return style._replace(text=child.content, code=True)
        case "formula":
            display = child.info == "display"
            return style._replace(text=child.markup, formula=child.content, display=display)
        case "image":
            text = image_text(child.content)
            return style._replace(text=text, image=str(child.attrs.get("src", "")))
        case "footnote_ref":
            label = str(child.meta["label"])
            return style._replace(text=label, raised=True, note=notes.get(label, ""))
    return None


def image_text(name: str) -> str:
    """What stands in running text for an image."""
    return tr("[image: {name}]", name=name) if name else tr("[image]")


def image_name(text: str) -> str:
    """The name in what `image_text` made."""
    before, _, after = image_text("\0").partition("\0")
    return "" if text == image_text("") else text.removeprefix(before).removesuffix(after)


def _with_links(span: Span) -> Iterator[Span]:
    """Web addresses in running text become links, without the punctuation that follows them."""
    if "://" not in span.text:
        yield span
        return
    position = 0
    for match in _ADDRESS.finditer(span.text):
        address = _trimmed(match[0])
        if match.start() > position:
            yield span._replace(text=span.text[position : match.start()])
        yield span._replace(text=address, link=address)
        position = match.start() + len(address)
    if position < len(span.text):
        yield span._replace(text=span.text[position:])


def _trimmed(address: str) -> str:
    """A closing bracket belongs to an address only when it was opened there."""
    while True:
        shorter = address.rstrip(_PUNCTUATION)
        for opening, closing in ("()", "[]"):
            if shorter.endswith(closing) and shorter.count(closing) > shorter.count(opening):
                shorter = shorter[:-1]
        if shorter == address:
            return address
        address = shorter
