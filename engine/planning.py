"""From a request to a sequence that holds the first part of its prompt, and what the rest costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from engine.backends.base import Backend
from engine.beginning import Beginning, beginning_of
from engine.cache.branches import cells_held
from engine.cache.ledger import CachedSequence, Ledger
from engine.cache.origins import Origins
from engine.cache.plan import Reuse, Source, best_source, carry_out, plan
from engine.cache.room import Room
from engine.cache.snapshots import SnapshotMatch, SnapshotStore
from engine.constraint.constraint import Constraint
from engine.errors import ContextTooLong, Unsupported
from engine.events import Forecast, PromptInspected
from engine.prompt.assemble import Prompt, assemble
from engine.prompt.inspected import inspected
from engine.prompt.spans import Span
from engine.prompt.templates import Templates
from engine.reuse import Accounting, Search
from engine.types import CountTokens, Generate, InspectPrompt, PromptRequest

NO_SIDE_SEQUENCE = (
    "There is no cache sequence beside the conversation's own. Load the model with more sequences."
)


@dataclass(slots=True)
class WaitingRequest:
    """A request that has not started; its prompt is made once, whenever it starts.

    `prompt` includes the ids of `beginning`.
    """

    command: Generate
    asked_at_s: float
    prompt: Prompt | None = None
    beginning: Beginning = field(default_factory=Beginning)
    constraint: Constraint | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A prompt's sequence, which holds its first `reuse.reused + reuse.restored` ids."""

    target: CachedSequence
    reuse: Reuse


class Planner:
    """Plans and carries out, over one model's ledger and snapshots."""

    def __init__(
        self,
        *,
        backend: Backend,
        ledger: Ledger,
        origins: Origins,
        room: Room,
        store: SnapshotStore | None,
        templates: Templates,
    ) -> None:
        self._backend = backend
        self._ledger = ledger
        self._accounting = Accounting(ledger, origins, backend.info)
        self._room = room
        self._store = store
        self._templates = templates

    def prompt(self, request: PromptRequest) -> Prompt:
        """Raises BadRequest, TemplateFailed."""
        template = self._templates.of(request)
        return assemble(request, template=template, tokenizer=self._backend.tokenizer)

    def prompt_of(self, waiting: WaitingRequest) -> Prompt:
        """The prompt of a request; raises ContextTooLong when it can never fit.

        Raises BadRequest, TemplateFailed.
        """
        if waiting.prompt is None:
            beginning = beginning_of(waiting.command, self._backend.tokenizer)
            prompt = self.prompt(waiting.command.prompt)
            waiting.beginning = beginning
            waiting.prompt = replace(
                prompt, ids=prompt.ids + beginning.ids, text=prompt.text + beginning.text
            )
        length = len(waiting.prompt.ids)
        if length >= self._backend.cells:
            raise ContextTooLong(needed=length, available=self._backend.cells)
        return waiting.prompt

    def source_of(self, waiting: WaitingRequest) -> Source:
        """What the prompt could start from now."""
        return self._source(_search(waiting.command, self.prompt_of(waiting)))

    def place(self, waiting: WaitingRequest) -> Placed | None:
        """Find a sequence and bring it to a prefix of the prompt; None while all are busy.

        Raises Unsupported for a side job that would have to change its conversation's sequence.
        """
        command, search = waiting.command, _search(waiting.command, self.prompt_of(waiting))
        forks = self._backend.info.capabilities.forks
        while True:
            source = self._source(search)
            chosen = plan(source, room=self._room, forks=forks, keep_source=command.side)
            if chosen is None:
                if command.side:
                    raise Unsupported(NO_SIDE_SEQUENCE)
                return None
            reuse = self._accounting.reuse(search, source)
            if source.snapshot is None:
                kept = carry_out(chosen, search.ids, ledger=self._ledger, room=self._room)
                return Placed(chosen.target, replace(reuse, reused=kept))
            if self._restore(search, source.snapshot, chosen.target):
                return Placed(chosen.target, reuse)

    def forecast(self, command: CountTokens, seconds: Callable[[int], float]) -> Forecast:
        """What a prompt would cost now; nothing changes. `seconds` are those to read tokens."""
        prompt = self.prompt(command.prompt)
        search = _search(command, prompt)
        reuse = self._accounting.reuse(search, self._source(search))
        to_read = len(prompt.ids) - reuse.reused - reuse.restored
        return Forecast(
            request=command.request,
            prompt=len(prompt.ids),
            reused=reuse.reused,
            restored=reuse.restored,
            to_read=to_read,
            seconds=seconds(to_read),
            first_difference=reuse.first_difference,
            cause=reuse.cause,
            tokens_by_message=tokens_by_message(prompt.spans),
        )

    def inspect(self, command: InspectPrompt) -> PromptInspected:
        """A prompt token by token; nothing changes. Raises BadRequest, TemplateFailed."""
        prompt = self.prompt(command.prompt)
        search = _search(command, prompt)
        reuse = self._accounting.reuse(search, self._source(search))
        return PromptInspected(
            request=command.request,
            tokens=inspected(prompt, command.prompt.messages, self._backend.tokenizer),
            text=prompt.text,
            reused=reuse.reused,
            restored=reuse.restored,
        )

    def _source(self, search: Search) -> Source:
        on_disk = self._store.best(search.ids) if self._store and search.use_disk else None
        return best_source(
            search.ids,
            ledger=self._ledger,
            conversation=search.conversation,
            snapshot=on_disk,
        )

    def _restore(self, search: Search, match: SnapshotMatch, target: CachedSequence) -> bool:
        """Bring a snapshot into the target. False: the search has to go on without snapshots."""
        assert self._store is not None
        self._room.clear(target)
        needed = len(match.header.ids)
        while cells_held(self._ledger.sequences) + needed > self._backend.cells:
            if not self._room.evict():
                break
        while self._store.restore(match, self._ledger, target.number) != match.usable:
            self._ledger.clear(target.number)
            search.damaged = not match.path.exists()
            held = sum(len(sequence.ids) for sequence in self._ledger.sequences)
            no_room = held + needed > self._backend.cells
            if search.damaged or not no_room or not self._room.evict():
                search.use_disk = False
                return False
        return True


def tokens_by_message(spans: Sequence[Span]) -> tuple[tuple[str, int], ...]:
    """Tokens by message key, in the order of the prompt; what belongs to none is under ""."""
    counts: dict[str, int] = {}
    for span in spans:
        counts[span.key] = counts.get(span.key, 0) + span.end - span.start
    return tuple(counts.items())


def _search(command: Generate | CountTokens | InspectPrompt, prompt: Prompt) -> Search:
    return Search(prompt, command.prompt, command.conversation)
