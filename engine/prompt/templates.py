"""The chat templates of a loaded model, and which of them a request is rendered with."""

from __future__ import annotations

from engine.backends.base import Tokenizer
from engine.models import ModelInfo
from engine.prompt.template import ChatTemplate
from engine.types import PromptRequest


class Templates:
    """One for every request, and where the model brings it another for those with tools.

    Nothing is compiled before it is used, so that a model with a broken template still opens.
    `format`: the key of a format, instead of the one each template shows. Raises BadRequest for a
    key that is none.
    """

    def __init__(self, info: ModelInfo, tokenizer: Tokenizer, *, format: str | None) -> None:
        self.main = ChatTemplate.of(info.template, tokenizer, format=format)
        self._for_tools = self.main
        if info.tool_template:
            self._for_tools = ChatTemplate.of(info.tool_template, tokenizer, format=format)

    @property
    def for_tools(self) -> ChatTemplate | None:
        """The one for requests with tools, if it is another."""
        return None if self._for_tools is self.main else self._for_tools

    def of(self, request: PromptRequest) -> ChatTemplate:
        return self._for_tools if request.tools else self.main
