"""The catalogue of translations, kept in step with the source: resources/translations/*.ts.

English stands in the code. In `app/ui` the texts are what is given to `tr` and `mark`; below the
window they are the sentences, and what settings are labelled with. A value inside a sentence
becomes a numbered place: f"{path.name} is not a GGUF file." is “{1} is not a GGUF file.”.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from xml.etree import ElementTree

FOLDER = Path("resources") / "translations"
WINDOW, BELOW = "window", "below"

_MARKERS = {"tr", "mark"}
_SENTENCE = re.compile(r"[“A-Z{].*\s.*[.?!…]", re.DOTALL)
_WORDS = re.compile(r"[A-Za-z]{2,}")
_NOT_SHOWN = ("engine/cli/", "engine/prompt/habits.py", "app/ui/", "app/smoke.py")
"""Texts for developers and for probing templates."""


def window_texts(root: Path) -> set[str]:
    """What `tr` and `mark` are given as literals in app/ui."""
    return {
        node.args[0].value
        for tree in _trees(root, "app/ui")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in _MARKERS
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def below_texts(root: Path) -> set[str]:
    """Sentences, labels and units of the rooms below the window."""
    found: set[str] = set()
    for folder in ("app", "engine"):
        for tree in _trees(root, folder, leave_out=_NOT_SHOWN):
            found.update(_texts_of(tree))
    return found


def _trees(root: Path, folder: str, leave_out: tuple[str, ...] = ()) -> Iterator[ast.Module]:
    for path in sorted((root / folder).rglob("*.py")):
        if not path.relative_to(root).as_posix().startswith(leave_out or ("\0",)):
            yield ast.parse(path.read_bytes())


def _texts_of(tree: ast.Module) -> Iterator[str]:
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    pieces = {
        id(piece)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for piece in ast.walk(node)
        if piece is not node and isinstance(piece, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "setting":
            yield from _labels(node)
        elif id(node) not in docstrings | pieces:
            text = pattern(node)
            if text and _SENTENCE.fullmatch(text) and _WORDS.search(text):
                yield text


def _labels(call: ast.Call) -> Iterator[str]:
    """Label, unit and the names of values in a declared setting; its help is a sentence anyway."""
    described = {keyword.arg: keyword.value for keyword in call.keywords}
    yield from _words(call.args[1] if len(call.args) > 1 else None)
    yield from _words(described.get("unit"))
    names = described.get("names")
    for value in names.values if isinstance(names, ast.Dict) else ():
        yield from _words(value)


def _words(node: ast.expr | None) -> Iterator[str]:
    text = pattern(node) if node is not None else None
    if text and _WORDS.search(text):
        yield text


def pattern(node: ast.AST) -> str | None:
    """A literal with numbered places for what is filled in, or None for other nodes."""
    numbers = count(1)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.sub(r"\{\w*\}", lambda _: f"{{{next(numbers)}}}", node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else f"{{{next(numbers)}}}"
            for part in node.values
        )
    return None


def update(root: Path, language: str) -> int:
    """Write the catalogue anew with what the source says; returns how many have no translation.

    Translations of texts that are still there stay.
    """
    path = root / FOLDER / f"{language}.ts"
    known = translations(path)
    document = ElementTree.Element("TS", version="2.1", language=language, sourcelanguage="en")
    missing = 0
    for name, texts in ((WINDOW, window_texts(root)), (BELOW, below_texts(root))):
        context = ElementTree.SubElement(document, "context")
        ElementTree.SubElement(context, "name").text = name
        for source in sorted(texts):
            message = ElementTree.SubElement(context, "message")
            ElementTree.SubElement(message, "source").text = source
            translation = ElementTree.SubElement(message, "translation")
            if translated := known.get((name, source)):
                translation.text = translated
            else:
                translation.set("type", "unfinished")
                missing += 1
    ElementTree.indent(document, " " * 2)
    written = ElementTree.tostring(document, encoding="unicode")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n{written}\n', encoding="utf-8")
    return missing


def translations(path: Path) -> dict[tuple[str, str], str]:
    """Context and source to translation; empty when there is no such file."""
    if not path.exists():
        return {}
    return {
        (context.findtext("name") or "", message.findtext("source") or ""): text
        for context in ElementTree.parse(path).getroot().iter("context")
        for message in context.iter("message")
        if (text := message.findtext("translation"))
    }
