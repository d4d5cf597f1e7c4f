"""What a template asks of the variables it reads: literals it compares them with, and defaults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from jinja2 import nodes

_Scalar = str | bool | int
Kind = TypeVar("Kind", bound=nodes.Node)


@dataclass(slots=True)
class Asked:
    """`literals` in the order they stand in; `tested`: it is also asked whether it is true."""

    literals: list[_Scalar] = field(default_factory=list)
    defaults: list[_Scalar] = field(default_factory=list)
    tested: bool = False

    def add(self, values: Iterator[Any], *, default: bool = False) -> None:
        known = self.defaults if default else self.literals
        for value in values:
            if isinstance(value, _Scalar) and not any(_same(value, one) for one in known):
                known.append(value)


def asked_of(syntax: nodes.Template, names: frozenset[str]) -> dict[str, Asked]:
    """What the template asks of each of these variables, or of names it gives them."""
    aliases = {name: {name} for name in names}
    for assign in syntax.find_all(nodes.Assign):
        target = assign.target
        read = _names(assign.node) & names
        if isinstance(target, nodes.Name) and len(read) == 1 and _is_passed_on(assign.node):
            aliases.setdefault(target.name, set()).update(read)
    found = {name: Asked() for name in names}
    for node in syntax.find_all((nodes.Compare, nodes.Filter, nodes.If, nodes.CondExpr)):
        for name, of in aliases.items():
            for each in of:
                _look(node, name, found[each])
    return found


def _look(node: nodes.Node, name: str, asked: Asked) -> None:
    match node:
        case nodes.Compare():
            sides = [node.expr, *(operand.expr for operand in node.ops)]
            if any(_stands_for(side, name) for side in sides):
                asked.add(value for side in sides for value in _constants(side))
        case nodes.Filter(name="default" | "d", args=[fallback, *_]):
            if node.node is not None and _stands_for(node.node, name):
                asked.add(_constants(fallback), default=True)
        case nodes.If() | nodes.CondExpr():
            asked.tested = asked.tested or _is_tested(node.test, name)
            if _asks_if_defined(node.test, name):
                asked.add(_assigned(node, name), default=True)


def _assigned(node: nodes.If | nodes.CondExpr, name: str) -> Iterator[Any]:
    """Constants that stand in for the variable in either branch."""
    if isinstance(node, nodes.CondExpr):
        yield from _constants(node.expr1)
        if node.expr2 is not None:
            yield from _constants(node.expr2)
        return
    for statement in (*node.body, *node.else_):
        if isinstance(statement, nodes.Assign) and _stands_for(statement.target, name):
            yield from _constants(statement.node)


def _is_tested(test: nodes.Node, name: str) -> bool:
    """Whether a condition asks for the truth of the variable itself."""
    match test:
        case nodes.Name():
            return test.name == name
        case nodes.Not():
            return _is_tested(test.node, name)
        case nodes.And() | nodes.Or():
            return _is_tested(test.left, name) or _is_tested(test.right, name)
        case nodes.Test(name="true" | "false"):
            return _stands_for(test.node, name)
    return False


def _asks_if_defined(test: nodes.Node, name: str) -> bool:
    asks = (one for one in _self_and_all(test, nodes.Test) if one.name in ("defined", "undefined"))
    return any(_stands_for(one.node, name) for one in asks)


def _is_passed_on(value: nodes.Node) -> bool:
    """Whether an expression may have the value of the variable in it."""
    return isinstance(value, nodes.Name | nodes.Filter | nodes.CondExpr | nodes.Or)


def _stands_for(node: nodes.Node, name: str) -> bool:
    """Whether an expression is the variable, or the variable through filters such as `lower`."""
    while isinstance(node, nodes.Filter) and node.node is not None:
        node = node.node
    return isinstance(node, nodes.Name) and node.name == name


def _constants(node: nodes.Node) -> Iterator[Any]:
    if isinstance(node, nodes.Const):
        # Jinja may have made constants of whole lists already.
        yield from node.value if isinstance(node.value, list | tuple) else [node.value]
    if isinstance(node, nodes.List | nodes.Tuple):
        for item in node.items:
            yield from _constants(item)


def _names(node: nodes.Node) -> set[str]:
    return {one.name for one in _self_and_all(node, nodes.Name)}


def _self_and_all(node: nodes.Node, kind: type[Kind]) -> Iterator[Kind]:
    if isinstance(node, kind):
        yield node
    yield from node.find_all(kind)


def _same(left: _Scalar, right: _Scalar) -> bool:
    return type(left) is type(right) and left == right
