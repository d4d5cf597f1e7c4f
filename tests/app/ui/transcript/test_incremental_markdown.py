"""Growing Markdown shows what the whole text shows, and no raw marker before that."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from markdown_it.token import Token

from app.ui.transcript.blocks import Block, Image, Prose, Table
from app.ui.transcript.grammar import parser
from app.ui.transcript.incremental import IncrementalMarkdown
from app.ui.transcript.markdown import parse

PIECES = (
    "Some **bold** and *it* text.\n",
    "line `code` here\n",
    "\n",
    "\n\n",
    "- a\n",
    "- b **x**\n",
    "  - nested\n",
    "    more\n",
    "1. one\n",
    "2. two\n",
    "10. ten\n",
    "   - e\n",
    "# Head\n",
    "```py\nx = 1\n\nprint(x)\n```\n",
    "```\n",
    "~~~\nq\n~~~\n",
    "   ```js\n   y\n   ```\n",
    "| a | b |\n|---|--:|\n| 1 | 2 |\n",
    "| x | y |\n",
    "---\n",
    "> quote\n",
    "> > deep\n",
    ">\n",
    "lazy\n",
    "    indented code\n",
    "- [x] done\n",
    "* star\n",
    "+ plus\n",
    "中文**注意：**请\n",
    "😀 emoji\n",
    "text\n===\n",
    "word",
    "[l](http://a.b) ",
    "![i](http://x)\n",
    "~~s~~ ",
    "_u_ ",
    "2 * 3 ",
    "<b>h</b>\n",
    "\\*esc\n",
    "$x_1 * y$ and $5 ",
    "$$\n",
    "$$\na + b\n$$\n",
    "$$ x $$\n",
    "- $$\n  a\n",
    "  $$\n",
    "> $$\n",
    "> x\n> $$\n",
    "\\[\n",
    "x = 1\n\\]\n",
    "\\[ a \\].\n",
    "\\(c\\) ",
    "\\begin{align}\n",
    "a &= b\n\\end{align}\n",
    "= c\n- d\n",
    "ref[^1] ",
    "ref[^n] ",
    "[^1]: a note\n",
    "    more of it\n",
    "[^n]: other\n",
    "see https://a.b/c。 ",
    "cost $20 and $30\n",
    "| t |\n|---|\n" + "| row |\n" * 52,
    "| r |\n" * 60,
)

ANSWERS = (
    "A **hash map** keeps `key -> value` pairs, see [the article](https://example.org).\n\n"
    "1. **Hash** the key\n2. Find the *bucket*\n\n"
    "```python\ndef get(k):\n    return table[hash(k) % n]\n```\n\n"
    "| op | cost |\n|:---|---:|\n| get | `O(1)` |\n| **put** | 2 |\n\nDone ~~not~~.\n",
    "# Title *with* stress\n\nText with ***both*** and __under__ and _low_.\n\n"
    "- [x] done **now**\n- [ ] later\n  - deep `code`\n\n> quoted **bold**\n> more\n\n---\n\nEnd.",
    "**注意：**请先阅读。\n\n- **第一**：步骤`甲`\n- **第二**：步骤\n\n"
    "![图片](https://x.y/z.png) 结束 [链接](https://a.b)。\n",
    "Use ``a ` b`` here and `x`.\n\n* one\n* two **three `four` five** six\n\n## Next\n\n"
    "1. First:\n   ```bash\n   ls -l\n   ```\n2. Second\n",
    "Nested *it **bold it** it* end. 2 * 3 = 6 and snake_case_name stays.\n\n"
    "**Note:** value is `a*b*c`.\n",
    "### Steps\n\n1. **Do** this\n\n   More text *here*.\n\n2. Then `that`\n\n---\n\n"
    "~~~text\nraw **stars**\n~~~\n",
    "Intro:\n\n* **Item one**: text\n    * sub *item*\n* **Item two**: [link](http://a.b/c?d=e)\n\n"
    "**Bold paragraph**\n\n*Italic paragraph*",
    "Sure! Here's the list:\n\n- *first*\n- __second__\n\n> **Tip:** use `--help`.\n",
    "| 名称 | 价格 |\n|:--|--:|\n| **苹果** | 3 |\n| `梨` | 4 |\n\n以上。",
    "Text\n\n```json\n{\"a\": [1, 2]}\n```\n\n**End** of `it`.",
    "1. a\n2. b\n   1. c **d**\n   2. e\n3. f\n\nLast [one](https://x.y).",
    "Emoji 😀 **bold 🚀** and ~~gone~~ `x` 🎉\n\n---\n",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(50))
def test_growing_in_random_cuts_ends_in_the_full_parse(seed: int) -> None:
    """Ten documents for each seed."""
    chance = random.Random(seed)
    markdown = parser()
    for _ in range(10):
        text = "".join(chance.choice(PIECES) for _ in range(chance.randint(3, 30)))
        growing = IncrementalMarkdown(markdown)
        while text[len(growing.text) :]:
            at = len(growing.text)
            growing.grow(text[at : at + chance.randint(1, 12)])
        growing.finish()

        assert growing.blocks == parse(markdown, text)


@pytest.mark.parametrize("text", ANSWERS)
def test_no_raw_marker_shows_at_any_character(text: str) -> None:
    """At no cut there are more marker characters on screen than the finished text has."""
    markdown = parser()
    allowed = _markers(parse(markdown, text))
    growing = IncrementalMarkdown(markdown)
    for character in text:
        growing.grow(character)
        assert not _markers(growing.blocks) - allowed, growing.text[-30:]


@pytest.mark.parametrize("text", ANSWERS)
def test_a_block_never_changes_its_kind_while_it_grows(text: str) -> None:
    growing = IncrementalMarkdown(parser())
    kinds: list[type] = []
    for character in text:
        growing.grow(character)
        now = [type(block) for block in growing.blocks]
        assert now[: len(kinds)] == kinds[: len(now)]
        kinds = now


def test_late_link_definitions_are_found_at_the_end() -> None:
    text = "See [it].\n\nMore.\n\n[it]: https://example.org\n"
    markdown = parser()
    growing = IncrementalMarkdown(markdown)
    for character in text:
        growing.grow(character)
    growing.finish()

    assert growing.blocks == parse(markdown, text)


def test_closed_blocks_are_not_read_again() -> None:
    """Only the end of a long text costs something."""
    growing = IncrementalMarkdown(parser())
    growing.grow("A paragraph.\n\n" * 500)
    first = growing.grow("The last")

    assert first >= 499


def test_items_of_an_open_list_are_closed_one_by_one() -> None:
    growing = IncrementalMarkdown(parser())
    growing.grow("".join(f"{number}. item\n" for number in range(1, 200)))
    growing.grow("200. la")

    markers = [b.paragraphs[0].marker for b in growing.blocks if isinstance(b, Prose)]
    assert growing.closed >= 198
    assert markers == [f"{number}." for number in range(1, 201)]


def test_full_pieces_of_a_long_table_are_closed() -> None:
    """A row that is added costs as much as one of a short table."""
    rows = "".join(f"| {number} |\n" for number in range(1, 171))
    growing = IncrementalMarkdown(parser())
    growing.grow("| n |\n|---|\n" + rows)
    growing.grow("| 171")

    tables = [block for block in growing.blocks if isinstance(block, Table)]
    assert growing.closed == 3
    assert [len(table.lines) for table in tables] == [51, 50, 50, 21]
    assert [table.continued for table in tables] == [False, True, True, True]


def test_a_paragraph_too_long_to_be_prose_stays_as_it_is() -> None:
    """It is shown in pieces, so that only what is visible is laid out."""
    text = "**a** " * 20_000
    blocks = parse(parser(), text)

    assert len(blocks) == 60
    shown = "".join(b.paragraphs[0].spans[0].text for b in blocks if isinstance(b, Prose))
    assert shown == text.strip()


def test_chinese_punctuation_beside_bold_text_does_not_spoil_it() -> None:
    (block,) = parse(parser(), "**注意：**请先备份")
    assert isinstance(block, Prose)
    first, second = block.paragraphs[0].spans

    assert (first.text, first.bold) == ("注意：", True)
    assert (second.text, second.bold) == ("请先备份", False)


def test_html_stays_text_and_images_are_blocks_of_their_own() -> None:
    prose, image = parse(parser(), "<b>x</b> ![a chart](https://x.y/z.png)")
    assert isinstance(prose, Prose)

    assert prose.paragraphs[0].spans[0].text == "<b>x</b>"
    assert image == Image("a chart", "https://x.y/z.png")


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"])
def test_only_web_and_mail_links_are_links(url: str) -> None:
    (block,) = parse(parser(), f"[label]({url})")
    assert isinstance(block, Prose)

    assert all(not span.link for span in block.paragraphs[0].spans)


def _markers(blocks: list[Block]) -> Counter[str]:
    text = "".join(_visible(block) for block in blocks)
    return Counter(character for character in text if character in "*_`#[]|~!<>-+")


def _visible(block: Block) -> str:
    if isinstance(block, Prose):
        return "".join(
            span.text for paragraph in block.paragraphs for span in paragraph.spans if not span.code
        )
    if isinstance(block, Table):
        return "".join(span.text for line in block.lines for cell in line for span in cell)
    return ""


@pytest.mark.parametrize(
    "line",
    [
        'plain, with 1.5 % (and) more: "quoted" – 中文，😀!',
        "a * b",
        "2*3*4",
        "snake_case_name",
        "AT&amp;T",
        "a < b > c",
        "[x] and ![y]",
        "tick ` tick",
        "back\\slash",
        "~~gone~~",
        "$5 and $x^2$",
        "https://example.org.",
        "two\nlines  \nand a third",
    ],
)
def test_lines_without_a_marker_are_read_as_markdown_it_reads_them(line: str) -> None:
    """Those go past its rules."""
    markdown = parser()
    read = markdown.parseInline(line)[0].children
    tokens: list[Token] = []
    markdown.inline.parse(line, markdown, {}, tokens)

    assert read is not None
    assert "".join(token.content for token in read) == "".join(token.content for token in tokens)
    kinds = {token.type.removesuffix("_special") for token in tokens}
    assert {token.type for token in read} == kinds
