"""Every way the engine can fail. The text of each is one sentence, fit to show.

EngineError
├── BadModelFile        the file is no model that can be opened here
├── LoadFailed          the model was read but could not be started
├── OutOfMemory         no room for weights, cache or work buffers
├── ComputeFailed       the backend could not carry out a step
├── TemplateFailed      the chat template could not be read or raised an error
├── ContextTooLong      the prompt does not fit into the context
├── Unsupported         the model or the backend cannot do what was asked
├── BadRequest          the request itself makes no sense (nothing to answer, unknown role…)
├── NoModel             a request came while no model was loaded
└── HostDied            the engine process ended
"""

from __future__ import annotations


class EngineError(Exception):
    """Base of all failures the user can be told about."""

    @property
    def kind(self) -> str:
        return type(self).__name__


class BadModelFile(EngineError): ...


class LoadFailed(EngineError): ...


class OutOfMemory(EngineError): ...


class ComputeFailed(EngineError): ...


class TemplateFailed(EngineError): ...


class ContextTooLong(EngineError):
    """`needed` and `available` are tokens."""

    def __init__(self, needed: int, available: int) -> None:
        super().__init__(needed, available)
        self.needed = needed
        self.available = available

    def __str__(self) -> str:
        return (
            f"The prompt has {self.needed:,} tokens, but the context holds {self.available:,}. "
            "Shorten the message, start a new conversation or load the model with a larger context."
        )


class Unsupported(EngineError): ...


class BadRequest(EngineError): ...


class NoModel(EngineError): ...


class HostDied(EngineError): ...
