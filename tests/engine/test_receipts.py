"""What a receipt keeps of how its round was asked for."""

from __future__ import annotations

import pytest

from engine.events import Finished
from engine.types import Generate, PromptRequest, Sampling
from tests.engine.driven import Engine, receipt, user


@pytest.mark.parametrize(
    ("sampling", "kept"),
    [
        (Sampling(), "{}"),
        (Sampling(seed=7), "{}"),
        (Sampling(temperature=0.2, top_k=0), '{"temperature":0.2,"top_k":0}'),
    ],
)
def test_the_sampling_that_is_not_the_default_is_in_the_receipt(
    sampling: Sampling, kept: str
) -> None:
    engine = Engine()
    request = engine.next()
    prompt = PromptRequest(messages=(user("hi"),))

    engine.loop.handle(
        Generate(request=request, conversation="a", prompt=prompt, sampling=sampling)
    )
    engine.run()

    assert receipt(engine.one(Finished, request)).sampling == kept
