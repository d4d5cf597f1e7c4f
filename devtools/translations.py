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
LANGUAGES = ("zh_CN",)
"""Beside English."""
WINDOW, BELOW = "window", "below"

_MARKERS = {"tr", "mark"}
_SENTENCE = re.compile(r"[“A-Z{].*\s.*[.?!…}]", re.DOTALL)
_PHRASE = re.compile(r".*[a-z]+ .*|.* [a-z]{2,}.*")
_WORDS = re.compile(r"[A-Za-z]{2,}")
_PLACE = re.compile(r"\{\d+\}")
_OTHER_SENTENCE = re.compile(
    r"^\{\d+\} (?=[A-Z“])|(?<=[.?!…]) ?\{\d+\}$|(?<=[.?!…]) \{\d+\} (?=[A-Z“])"
)
_NO_WORDS = re.compile(r"%[ds]|\n|^\W*$|^[A-Z]{5,} ")
"""Patterns of the log, texts of several lines, SQL."""
_FEWEST_LETTERS = 6
"""With fewer of its own, a pattern with places would fit anything."""
_NOT_SHOWN = (  # texts for developers, for probing templates, for the model to read; prompts
    *("app/ui/", "engine/cli/", "engine/prompt/habits.py", "app/smoke.py", "app/arguments.py"),
    *("app/tools/", "app/domain/prompt.py", "app/domain/call_loops.py", "app/titling.py"),
    *("app/domain/attachments.py", "app/domain/starting_prompts.py"),
)


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
    """Sentences wherever they are; phrases where a function returns or a table or a list of names
    holds them.
    """
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    pieces = {
        id(piece)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for piece in ast.walk(node)
        if piece is not node
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "setting":
            yield from _labels(node)
        elif id(node) not in docstrings | pieces:
            yield from (text for text in _shown(pattern(node)) if _SENTENCE.fullmatch(text))
    yield from _phrases(tree)


def _shown(text: str | None) -> Iterator[str]:
    """Nothing for the log or for code; a sentence that comes as a value stands for itself."""
    if text is None or _NO_WORDS.search(text):
        return
    for one in _OTHER_SENTENCE.split(text.strip()):
        letters = len(re.findall(r"[A-Za-z]", _PLACE.sub("", one)))
        if _WORDS.search(one) and (letters >= _FEWEST_LETTERS or not _PLACE.search(one)):
            yield _numbered(one)


def _numbered(text: str) -> str:
    """Places by their order, where a sentence beside it took some."""
    numbers = count(1)
    return _PLACE.sub(lambda _: f"{{{next(numbers)}}}", text)


def _phrases(tree: ast.Module) -> Iterator[str]:
    """Parts of sentences."""
    held: list[ast.expr | None] = [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Return)
    ]
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            held += node.value.values
        if isinstance(node, ast.ClassDef) and any(_name(base) == "StrEnum" for base in node.bases):
            held += [one.value for one in node.body if isinstance(one, ast.Assign)]
    for one in held:
        for choice in _choices(one):
            yield from (text for text in _shown(pattern(choice)) if _PHRASE.fullmatch(text))


def _name(node: ast.expr) -> str:
    return getattr(node, "id", "")


def _choices(node: ast.expr | None) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from _choices(node.body)
        yield from _choices(node.orelse)
    elif node is not None:
        yield node


def _labels(call: ast.Call) -> Iterator[str]:
    """Label with and without its explanation, unit, names of values; the help is a sentence."""
    described = {keyword.arg: keyword.value for keyword in call.keywords}
    label = pattern(call.args[1]) if len(call.args) > 1 else None
    if label is not None:
        yield from (label, label.partition(" (")[0])
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
        return re.sub(r"\{\w*(:[^{}]*)?\}", lambda _: f"{{{next(numbers)}}}", node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else f"{{{next(numbers)}}}"
            for part in node.values
        )
    return None


def update(root: Path, language: str) -> int:
    """Write the catalogue anew with what the source says; returns how many have no translation."""
    path = root / FOLDER / f"{language}.ts"
    written, missing = in_step(root, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(written, encoding="utf-8")
    return missing


def in_step(root: Path, language: str) -> tuple[str, int]:
    """The catalogue as it should be, and how many have no translation.

    Translations of texts that are still there stay.
    """
    known = translations(root / FOLDER / f"{language}.ts")
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
    return f'<?xml version="1.0" encoding="utf-8"?>\n{written}\n', missing


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
