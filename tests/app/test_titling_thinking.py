"""A model that thinks before it answers spends no title on thinking: the job of the app, done by
the engine over a scripted model."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.events import Finished
from engine.models import LoadOptions
from engine.types import Generate, Reasoning
from tests.app.fakes import World
from tests.app.steps import answer
from tests.app.test_titling import jobs, title
from tests.engine.driven import REASONING, Engine
from tests.engine.scripted import CHATML
from tests.engine.test_reasoning_budget import thinks

QUESTION = "Why is the sky blue?"
THOUGHTS = "The user wants a title. Let me think of a good one. " * 9
OPENS_ITSELF = CHATML.replace("assistant\n", "assistant\n<think>\n")


def done(job: Generate, *, template: str, says: str) -> Finished:
    engine = Engine(
        script=thinks(THOUGHTS, then=says),
        template=template,
        options=LoadOptions(context_tokens=4096),
    )
    engine.loop.handle(replace(job, request=engine.next()))
    engine.run()
    (finished,) = engine.all(Finished)
    return finished


@pytest.mark.parametrize("template", [REASONING, OPENS_ITSELF], ids=["model", "template"])
@pytest.mark.parametrize(
    ("said", "expected"),
    [("Scattered light", "Scattered light"), ('Title: "Scattered light"', "Scattered light")],
)
def test_the_title_comes_without_a_thought(
    ready: World, template: str, said: str, expected: str
) -> None:
    """Whoever opens the reasoning."""
    answer(ready, QUESTION, "Light scatters.", 1, 2)
    (job,) = jobs(ready)
    tools_left_out = replace(job, prompt=replace(job.prompt, tools=()))
    finished = done(tools_left_out, template=template, says=said)

    thought = [part.text for part in finished.parts if isinstance(part, Reasoning)]
    assert "".join(thought) == ""
    assert finished.ending == "end_of_turn"
    ready.host.deliver(replace(finished, request=job.request))
    assert title(ready) == expected
