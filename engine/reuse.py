"""What a prompt takes from the cache, and why not more: the words of forecasts and receipts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cache.causes import Cause, answers_held, difference, joined, nothing_live, rewound
from engine.cache.ledger import CachedSequence, Ledger, common_prefix
from engine.cache.origins import Origins
from engine.cache.plan import Reuse, Source, closest_of_conversation
from engine.models import ModelInfo
from engine.prompt.assemble import Prompt
from engine.types import PromptRequest


@dataclass(slots=True)
class Search:
    """A prompt that looks for its best source. `damaged`: a snapshot failed on the way."""

    prompt: Prompt
    request: PromptRequest
    conversation: str
    use_disk: bool = True
    damaged: bool = False

    @property
    def ids(self) -> Sequence[int]:
        return self.prompt.ids


class Accounting:
    """Looks at one model's ledger; changes nothing."""

    def __init__(self, ledger: Ledger, origins: Origins, info: ModelInfo) -> None:
        self._ledger = ledger
        self._origins = origins
        self._info = info

    def reuse(self, search: Search, source: Source) -> Reuse:
        own = closest_of_conversation(
            search.ids, ledger=self._ledger, conversation=search.conversation
        )
        if own is None and any(answers_held(search.request, search.prompt, source.shared)):
            own = source.sequence  # of the conversation this one was branched off
        difference_at = None
        if source.tokens < len(search.ids) - 1 and own is not None:
            difference_at = _first_difference(own.ids, search.ids)
        from_disk = source.snapshot is not None
        return Reuse(
            reused=0 if from_disk else source.tokens,
            restored=source.tokens if from_disk else 0,
            read_ahead=self._read_ahead(source),
            first_difference=difference_at,
            cause=self._cause(search, source, own, difference_at),
        )

    def _read_ahead(self, source: Source) -> int:
        origin = None if source.sequence is None else self._origins.of(source.sequence)
        if origin is None or origin.ahead_from is None:
            return 0
        return max(0, source.tokens - origin.ahead_from)

    def _cause(
        self,
        search: Search,
        source: Source,
        own: CachedSequence | None,
        difference_at: int | None,
    ) -> str:
        if source.snapshot is not None:
            return str(Cause.RESTORED)
        if search.damaged:
            return str(Cause.DAMAGED)
        if source.tokens >= len(search.ids) - 1:
            return ""
        back = rewound(source.tokens) if source.went_back else ""
        return joined(self._change(search, source, own, difference_at), back)

    def _change(
        self,
        search: Search,
        source: Source,
        own: CachedSequence | None,
        difference_at: int | None,
    ) -> str:
        evicted = self._origins.longest_evicted(search.conversation, search.ids)
        if min(evicted, len(search.ids) - 1) > source.shared:
            return str(Cause.EVICTED)
        own_here = own is not None and own.conversation == search.conversation
        if not own_here and all(answers_held(search.request, search.prompt, source.shared)):
            return ""
        origin = None if own is None else self._origins.of(own)
        if origin is None:
            info = self._info
            return nothing_live(search.request, tokenizer=info.tokenizer, model=info.name)
        if difference_at is None:
            return ""
        return difference(origin, search.request, search.prompt, difference_at)


def _first_difference(held: Sequence[int], ids: Sequence[int]) -> int | None:
    """None where one of them is a prefix of the other."""
    shared = common_prefix(held, ids)
    return None if shared in (len(held), len(ids)) else shared
