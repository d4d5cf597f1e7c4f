"""From a command to load a model to the model at work, with its health card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.backends.base import OpenBackend
from engine.cache.snapshots import open_snapshots
from engine.equipment import Surroundings
from engine.events import Loaded, Loading
from engine.health import examine
from engine.model_runner import ModelRunner
from engine.outbox import Outbox
from engine.output.formats import format_named
from engine.prompt.templates import Templates
from engine.trace import Trace
from engine.types import LoadModel


def open_model(
    command: LoadModel,
    *,
    open_backend: OpenBackend,
    outbox: Outbox,
    clock: Callable[[], float],
) -> ModelRunner:
    """Tells how far it is, and at the end what was loaded.

    Raises what `OpenBackend` does, and BadRequest for an unknown format and for a trace that cannot
    be written.
    """
    options = command.options
    trace = None if command.trace is None else Trace(Path(command.trace))
    if options.format is not None:
        format_named(options.format)

    def progress(fraction: float) -> None:
        outbox.add(Loading(request=command.request, fraction=fraction))
        outbox.flush_if_due()

    outbox.add(Loading(request=command.request, fraction=0.0))
    outbox.flush()
    backend = open_backend(command.path, options, progress)
    templates = Templates(backend.info, backend.tokenizer, format=options.format)
    surroundings = Surroundings(
        cache=command.cache,
        store=open_snapshots(backend, options, command.cache),
        templates=templates,
        outbox=outbox,
        clock=clock,
        trace=trace,
    )
    runner = ModelRunner(backend, surroundings)
    card = examine(templates.main, backend.tokenizer, for_tools=templates.for_tools)
    outbox.add(Loaded(request=command.request, model=backend.info, card=card))
    return runner
