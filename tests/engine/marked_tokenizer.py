"""The fake tokenizer with more markers, as families of models have them."""

from __future__ import annotations

from collections.abc import Sequence

from tests.engine.fake_tokenizer import FIRST_MERGE, FakeTokenizer


class MarkedTokenizer(FakeTokenizer):
    """Bytes, the fake's own markers and some more."""

    def __init__(self, markers: Sequence[str]) -> None:
        super().__init__(merges=markers)
        self._added = dict(enumerate(markers, FIRST_MERGE))

    def special_pieces(self) -> dict[int, str]:
        return super().special_pieces() | self._added
