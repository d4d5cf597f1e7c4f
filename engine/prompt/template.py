"""A model's chat template: Jinja text that turns messages into one string."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property, partial
from typing import Any

from jinja2 import Template, nodes
from jinja2.exceptions import TemplateError, TemplateSyntaxError
from jinja2.meta import find_undeclared_variables

from engine.backends.base import Tokenizer
from engine.errors import TemplateFailed
from engine.output.formats import Format, detect, format_named
from engine.prompt.adapt import adapt
from engine.prompt.clock import format_date
from engine.prompt.limits import Budget, LimitExceeded
from engine.prompt.sandbox import Sandbox, TemplateRefusal
from engine.prompt.traits import Traits, probe

TIME_LIMIT_SECONDS = 2.0
PROBE_LIMIT_SECONDS = 0.2
MAX_SOURCE_CHARACTERS = 1_000_000

# What code compiled from a template can raise; anything else is a bug of ours.
_FAILURES = (
    TemplateError,
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    MemoryError,
)

Variables = tuple[list[dict[str, Any]], dict[str, Any], datetime]
"""Tools, settings and clock of a request."""


class ChatTemplate:
    """One template, compiled at its first use; renders from one thread at a time.

    `bos` and `eos` are the texts of those tokens, empty when the model has none. `format` is what
    models write that use it; it is told from the source unless it is given.
    """

    def __init__(self, source: str, *, bos: str, eos: str, format: Format | None = None) -> None:
        self.source = source
        self.format = format or detect(source)
        self._defaults = {"bos_token": bos, "eos_token": eos, "documents": None}
        self._sandbox = Sandbox()
        self._generation: tuple[Variables, str] | None = None

    @classmethod
    def of(cls, source: str, tokenizer: Tokenizer, *, format: str | None = None) -> ChatTemplate:
        """A template with the token texts of a vocabulary, and perhaps the key of its format.

        Raises BadRequest for a key that is none.
        """
        pieces = tokenizer.special_pieces()
        bos, eos = (
            pieces.get(-1 if id is None else id, "") for id in (tokenizer.bos, tokenizer.eos)
        )
        chosen = format_named(format) if format else detect(source, pieces.values())
        return cls(source, bos=bos, eos=eos, format=chosen)

    def render(
        self,
        messages: list[dict[str, Any]],
        tools: list[dict[str, Any]] | None,
        settings: dict[str, Any],
        clock: datetime,
        add_generation_prompt: bool,
    ) -> str:
        """The prompt's text. Raises TemplateFailed, also when limits of time or size are hit."""
        names = {
            "messages": messages,
            "tools": tools or self._no_tools,
            "add_generation_prompt": add_generation_prompt,
            "strftime_now": partial(format_date, clock),
        }
        return self._run(settings | names, seconds=TIME_LIMIT_SECONDS)

    def generation_text(
        self, tools: list[dict[str, Any]], settings: dict[str, Any], clock: datetime
    ) -> str:
        """What `add_generation_prompt` adds after one question; empty when it cannot be told.

        The newest answer is remembered, as requests seldom differ in this.
        """
        asked = (tools, settings, clock)
        if self._generation is None or self._generation[0] != asked:
            self._generation = (asked, self._generation_text(tools, settings, clock))
        return self._generation[1]

    def _generation_text(
        self, tools: list[dict[str, Any]], settings: dict[str, Any], clock: datetime
    ) -> str:
        question = adapt([{"role": "user", "content": "question"}], self.traits)
        try:
            without = self.render(question, tools, settings, clock, False)
            full = self.render(question, tools, settings, clock, True)
        except TemplateFailed:
            return ""
        return full.removeprefix(without) if full != without else ""

    @cached_property
    def traits(self) -> Traits:
        """What the template can do with roles and contents, found by trying once."""
        return probe(self.source, self._try)

    @cached_property
    def variables(self) -> frozenset[str]:
        """Names the template reads from outside. Raises TemplateFailed when it has an error."""
        return frozenset(find_undeclared_variables(self.syntax))

    @cached_property
    def syntax(self) -> nodes.Template:
        """The template as Jinja reads it. Raises TemplateFailed when it has an error."""
        assert self._compiled
        return self._sandbox.parse(self.source)

    @cached_property
    def _no_tools(self) -> list[dict[str, Any]] | None:
        """What stands for no tools: an empty list only where nothing else is taken."""
        question = [{"role": "user", "content": "question"}]
        needs_list = self._try_with(None, question) is None
        return [] if needs_list and self._try_with([], question) is not None else None

    def _try(self, messages: list[dict[str, Any]]) -> str | None:
        """The rendering, or None when the template refuses these messages."""
        return self._try_with(self._no_tools, messages)

    def _try_with(self, tools: list[Any] | None, messages: list[dict[str, Any]]) -> str | None:
        names = {
            "messages": messages,
            "tools": tools,
            "add_generation_prompt": True,
            "strftime_now": partial(format_date, datetime(2026, 1, 1)),
        }
        try:
            return self._run(names, seconds=PROBE_LIMIT_SECONDS)
        except TemplateFailed:
            return None

    def _run(self, names: dict[str, Any], *, seconds: float) -> str:
        compiled = self._compiled  # that takes its time once, and is no fault of what is rendered
        self._sandbox.begin(Budget(seconds=seconds), given=names)
        try:
            return compiled.render(self._defaults | names)
        except TemplateRefusal as error:
            raise TemplateFailed(f"The chat template refused: {error}") from error
        except LimitExceeded as error:
            raise TemplateFailed(f"The chat template was stopped because {error}.") from error
        except _FAILURES as error:
            raise TemplateFailed(f"The chat template failed: {error}") from error

    @cached_property
    def _compiled(self) -> Template:
        if len(self.source) > MAX_SOURCE_CHARACTERS:
            raise TemplateFailed(
                f"The chat template has {len(self.source):,} characters, "
                f"more than the {MAX_SOURCE_CHARACTERS:,} allowed."
            )
        self._sandbox.begin(Budget(seconds=TIME_LIMIT_SECONDS), given=())
        try:
            return self._sandbox.from_string(self.source)
        except TemplateSyntaxError as error:
            raise TemplateFailed(
                f"The chat template has an error in line {error.lineno}: {error.message}"
            ) from error
        except (SyntaxError, RecursionError, MemoryError) as error:
            raise TemplateFailed("The chat template is nested too deeply to be read.") from error
