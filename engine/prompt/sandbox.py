"""The Jinja environment of chat templates: what Hugging Face's offers, within limits.

Loops and macros get a call to `tick` as the first statement of their body, string concatenation
becomes a call to `concatenate`, and every printed value passes `printed`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any

from jinja2 import nodes
from jinja2.exceptions import TemplateError
from jinja2.ext import Extension
from jinja2.filters import make_attrgetter
from jinja2.parser import Parser
from jinja2.runtime import Context, LoopContext, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace, pass_environment
from jinja2.visitor import NodeTransformer

from engine.prompt.limits import Budget, check_counts, check_format, check_operands

_COUNTS_ALLOWED = ("default", "d", "int", "float")
_PRINTING: tuple[str, ...] = ("string", "tojson", "upper", "lower", "title", "capitalize", "trim")
_PRINTING += ("replace", "indent", "center", "wordwrap", "truncate", "pprint", "urlencode")
_PRINTING += ("escape", "e", "forceescape")
_JINJAS_OWN = ("_loop_vars", "_block_vars")
_DICT_ATTRIBUTES = frozenset(dir(dict))
_HARMLESS: dict[type, frozenset[str]] = {
    str: frozenset(name for name in dir(str) if name[0] != "_" and "format" not in name),
    LoopContext: frozenset(["index", "index0", "first", "last", "length", "previtem", "nextitem"]),
}
_OWN_CHANGES = ("append", "pop")
_GLOBALS = ("range", "dict", "cycler", "joiner", "namespace")


class TemplateRefusal(TemplateError):
    """What a template says through `raise_exception`."""


class Sandbox(ImmutableSandboxedEnvironment):
    """Call `begin` before each rendering; one thread at a time.

    Templates may change lists that they made themselves, but nothing they were given.
    """

    intercepted_binops = frozenset(["*", "**", "+", "%"])

    def __init__(self) -> None:
        super().__init__(
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            optimized=False,
            extensions=["jinja2.ext.loopcontrols", Generation],
            finalize=self.printed,
        )
        self.begin(Budget(seconds=1.0), given=())
        self.globals = {name: self.globals[name] for name in _GLOBALS}
        self.globals["raise_exception"] = _refuse
        self.filters |= {"tojson": _to_json, "join": _join, "items": _items}
        self.filters = {name: self._guarded(name, run) for name, run in self.filters.items()}

    def begin(self, budget: Budget, *, given: object) -> None:
        """`given` is all that the template is handed."""
        self.budget = budget
        self._given = given
        self._given_lists: set[int] | None = None

    def tick(self, characters: int = 0) -> str:
        self.budget.spend(characters)
        return ""

    def printed(self, value: Any) -> Any:
        self.budget.spend_printed(value)
        return value

    def concatenate(self, *values: Any) -> str:
        for value in values:
            self.budget.spend_printed(value)
        return "".join(map(str, values))

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What templates ask for thousands of times, without the checks that the rest needs."""
        kind = type(obj)
        if kind is dict and attribute in obj and attribute not in _DICT_ATTRIBUTES:
            return obj[attribute]
        if attribute in _HARMLESS.get(kind, ()):
            return getattr(obj, attribute)
        if kind is Namespace and attribute[0] != "_" and hasattr(obj, attribute):
            return getattr(obj, attribute)
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        if type(obj) is list and attr in _OWN_CHANGES:
            if self._given_lists is None:
                self._given_lists = set(_lists_in(self._given))
            return id(obj) not in self._given_lists
        return super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if operator == "+" and type(left) is str and type(right) is str:
            self.budget.spend(len(left) + len(right))
            return left + right
        check_operands(operator, left, right, self.budget)
        return super().call_binop(context, operator, left, right)

    # The names are private, or they would shadow keyword arguments of the template's call.
    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        owner = getattr(__obj, "__self__", None)
        if isinstance(owner, str):
            if __obj.__name__ == "join" and args:
                args = (list(args[0]),)
            check_counts([*args, *kwargs.values()])
            __self.budget.spend_text(__obj.__name__, owner, [*args, *kwargs.values()])
            if __obj.__name__ in _HARMLESS[str]:
                given = {name: kwargs[name] for name in kwargs if name not in _JINJAS_OWN}
                return __obj(*args, **given)
        return super().call(__context, __obj, *args, **kwargs)

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        wrapped = super().wrap_str_format(value)
        if wrapped is None:
            return None

        def limited(*args: Any, **kwargs: Any) -> str:
            check_format(value.__self__)
            self.budget.spend_printed([value.__self__, args, kwargs])
            return wrapped(*args, **kwargs)

        return limited

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = _Instrument().visit(Parser(self, source, name, filename).parse())
        return tree

    def _guarded(self, name: str, run: Callable[..., Any]) -> Callable[..., Any]:
        """Spend budget around a filter; Jinja's mark for passing the context is kept by `wraps`."""
        subject = 1 if hasattr(run, "jinja_pass_arg") else 0

        @wraps(run)
        def limited(*args: Any, **kwargs: Any) -> Any:
            value, extra = args[subject], [*args[subject + 1 :], *kwargs.values()]
            if name not in _COUNTS_ALLOWED:
                check_counts(extra)
            if name in _PRINTING:
                self.budget.spend_printed(value)
                self.budget.spend_text(name, str(value), extra)
            if name == "format":
                check_operands("%", value, tuple(extra), self.budget)
            self.budget.spend()
            return run(*args, **kwargs)

        return limited


class Generation(Extension):
    """`{% generation %}…{% endgeneration %}`: marks training targets; the body passes through."""

    tags = {"generation"}  # noqa: RUF012 -- declared so by Jinja

    def parse(self, parser: Parser) -> list[nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class _Instrument(NodeTransformer):
    """Puts calls to the budget where a template can spend time or memory."""

    def visit_For(self, node: nodes.For) -> nodes.For:
        self.generic_visit(node)
        node.body.insert(0, _tick(node))
        return node

    def visit_Macro(self, node: nodes.Macro) -> nodes.Macro:
        self.generic_visit(node)
        node.body.insert(0, _tick(node))
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:
        self.generic_visit(node)
        return _call("concatenate", node.nodes, node)


def _tick(block: nodes.For | nodes.Macro) -> nodes.Node:
    """A statement that spends as much text as one pass through the block's own data prints."""
    size = sum(len(data.data) for data in block.find_all(nodes.TemplateData))
    statement = nodes.ExprStmt(_call("tick", [nodes.Const(size)], block))
    return statement.set_lineno(block.lineno)


def _call(method: str, arguments: list[nodes.Expr], origin: nodes.Node) -> nodes.Node:
    """A call of a method of the environment, at the place of `origin`."""
    assert origin.environment is not None
    call = nodes.Call(nodes.EnvironmentAttribute(method), arguments, [], None, None)
    return call.set_lineno(origin.lineno).set_environment(origin.environment)


def _lists_in(value: object) -> Iterator[int]:
    """The identities of all lists in a value."""
    if isinstance(value, list):
        yield id(value)
    if isinstance(value, (Mapping, list, tuple)):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _lists_in(one)


def _refuse(message: str) -> None:
    raise TemplateRefusal(message)


def _to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    """JSON as templates were trained on: insertion order, no HTML escapes."""
    return json.dumps(
        value,
        ensure_ascii=ensure_ascii,
        indent=indent,
        separators=separators,
        sort_keys=sort_keys,
    )


@pass_environment
def _join(
    environment: Sandbox, value: Iterable[Any], d: str = "", attribute: str | int | None = None
) -> str:
    if attribute is not None:
        value = map(make_attrgetter(environment, attribute), value)
    values = list(value)
    environment.budget.spend_printed(values)
    environment.budget.spend(len(d) * len(values))
    return d.join(map(str, values))


def _items(value: Any) -> Iterable[tuple[Any, Any]]:
    """Pairs of a mapping; of arguments that were no JSON object, what they have instead."""
    if isinstance(value, Undefined):
        return ()
    if isinstance(value, Mapping) or hasattr(value, "items"):
        pairs: Iterable[tuple[Any, Any]] = value.items()
        return pairs
    raise TypeError("only a mapping has items")
