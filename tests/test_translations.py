"""The catalogue of translations is whole and in step, and every text for people goes through it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from devtools import translations
from devtools.translations import BELOW, FOLDER, LANGUAGES, WINDOW

ROOT = Path(__file__).parents[1]
PLACE = re.compile(r"\{\w*\}")
SHOWN_BY = {
    *("setText", "setToolTip", "setAccessibleName", "setAccessibleDescription", "setWindowTitle"),
    *("setPlaceholderText", "setSpecialValueText", "setStatusTip", "setWhatsThis", "setSuffix"),
    *("QLabel", "QPushButton", "QCheckBox", "QRadioButton", "QAction", "QListWidgetItem"),
    *("addAction", "addMenu", "addItem", "addRow", "setTitle", "Wrapped", "Row", "Notice"),
    *("push_button", "insertItem", "setHeaderLabels", "getOpenFileName", "warning", "question"),
}
DOORS = {"tr", "mark", "said"}
NOT_SHOWN = {"tone", "subject", "icon", "id"}
"""Arguments of these names are no text."""
NAMES = {"Parley"}
NOT_YET = ()

UI = [
    path
    for path in sorted((ROOT / "app" / "ui").rglob("*.py"))
    if not path.relative_to(ROOT).as_posix().startswith(NOT_YET)
]


def known(language: str) -> dict[tuple[str, str], str]:
    return translations.translations(ROOT / FOLDER / f"{language}.ts")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_is_in_step_with_the_source(language: str) -> None:
    """`python3 dev.py texts` brings it in step."""
    written, _ = translations.in_step(ROOT, language)

    assert (ROOT / FOLDER / f"{language}.ts").read_text(encoding="utf-8") == written


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    texts = {(WINDOW, text) for text in translations.window_texts(ROOT)}
    texts |= {(BELOW, text) for text in translations.below_texts(ROOT)}

    assert sorted(texts - known(language).keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_places_of_its_text(language: str) -> None:
    wrong = [
        (source, text)
        for (_, source), text in known(language).items()
        if sorted(PLACE.findall(source)) != sorted(PLACE.findall(text))
    ]

    assert wrong == []


def test_what_people_read_goes_through_the_door() -> None:
    assert [found for path, tree in parsed(UI) for found in undoored(path, tree)] == []


def test_the_door_gets_whole_literals() -> None:
    """An f-string would be looked up with its values in it, and never be found."""
    glued = [
        f"{path}:{node.lineno}"
        for path, tree in parsed(sorted((ROOT / "app" / "ui").rglob("*.py")))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and called(node) in {"tr", "mark"} and node.args
        if isinstance(node.args[0], ast.JoinedStr | ast.BinOp)
    ]

    assert glued == []


def parsed(paths: list[Path]) -> Iterator[tuple[str, ast.Module]]:
    for path in paths:
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_bytes())


def undoored(path: str, tree: ast.Module) -> Iterator[str]:
    """Place and text of literals that look like texts for people, but are given to no door."""
    apart = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if is_call_of(node, DOORS) or in_program_only(node):
            apart.update(id(inside) for inside in ast.walk(node) if inside is not node)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in SHOWN_BY:
            shown = [one.value for one in node.keywords if one.arg not in NOT_SHOWN]
            for argument in [*node.args, *shown]:
                yield from texts(path, argument, apart, at_least="word")
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr):
            yield from texts(path, node, apart, at_least="sentence")


def texts(path: str, node: ast.expr, apart: set[int], *, at_least: str) -> Iterator[str]:
    text = translations.pattern(node)
    if id(node) in apart or text is None or text in NAMES:
        return
    bare = PLACE.sub("", text)
    words = r"[A-Za-z]{2,}" if at_least == "word" else r"(?s)[“]?[A-Z][a-z]+ [a-z].*"
    if re.search(words, bare) if at_least == "word" else re.fullmatch(words, bare):
        apart.update(id(inside) for inside in ast.walk(node))
        yield f"{path}:{node.lineno}: {text}"


def is_call_of(node: ast.AST, names: set[str]) -> bool:
    return isinstance(node, ast.Call) and called(node) in names and bool(node.args)


def in_program_only(node: ast.AST) -> bool:
    """The log, errors for developers, promises of ours, style sheets."""
    if isinstance(node, ast.Call):
        function = node.func
        if (
            isinstance(function, ast.Attribute)
            and getattr(function.value, "id", "").strip("_") == "log"
        ):
            return True
        return called(node) in {"setObjectName", "setProperty", "setStyleSheet", "Template"}
    return isinstance(node, ast.Assert | ast.Raise)


def called(node: ast.Call) -> str:
    function = node.func
    return getattr(function, "attr", "") or getattr(function, "id", "")
