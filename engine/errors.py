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
├── SnapshotDamaged     a snapshot on disk cannot be gone on from (caught in the cache: read again)
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
    """Tells the numbers (tokens), or says again the sentence that came from another process."""

    def __init__(self, message: str = "", *, needed: int = 0, available: int = 0) -> None:
        super().__init__(
            message
            or f"The prompt has {needed:,} tokens, but the context holds {available:,}. "
            "Shorten the message, start a new conversation or load the model with a larger context."
        )


class Unsupported(EngineError): ...


class BadRequest(EngineError): ...


class SnapshotDamaged(EngineError): ...


class NoModel(EngineError): ...


class HostDied(EngineError): ...
