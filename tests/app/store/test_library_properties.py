"""Random histories: the library and a plain dictionary of conversations agree at the end."""

from __future__ import annotations

import copy
import itertools
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.conversation import Conversation, Mark, Message, Problem
from app.store.library import Library
from engine.token_choices import Likely, TokenChoice, packed
from engine.types import Reasoning, Round, Text

NAMES = ("one", "two", "three")
statuses = st.sampled_from(["complete", "running", "interrupted", "failed"])
marks = st.none() | st.builds(Mark, st.just("first"), st.sampled_from(["", "A summary."]))
texts = st.text(max_size=8).map(lambda text: text.encode("utf-8", "replace").decode())
parts = st.lists(st.builds(Text, texts) | st.builds(Reasoning, texts), max_size=3).map(tuple)
ids = st.lists(st.integers(-(2**31), 2**31 - 1), max_size=4).map(tuple)
probabilities = st.integers(0, 10**6).map(lambda millionths: millionths / 10**6)
likely = st.builds(Likely, st.integers(0, 2**31 - 1), texts, probabilities)
choices = st.lists(
    st.none() | st.builds(TokenChoice, likely, st.lists(likely, max_size=3).map(tuple)), max_size=3
).map(packed)
rounds = st.lists(st.builds(Round, ids, tokenizer=st.just("t0"), choices=choices), max_size=2).map(
    tuple
)
problems = st.lists(
    st.builds(Problem, texts, texts, texts, st.integers(0, 3), texts), max_size=2
).map(tuple)
names = st.sampled_from(NAMES)
places = st.integers(0, 20)
steps = st.lists(
    st.tuples(st.just("add"), names, places, parts, rounds, statuses, marks, problems)
    | st.tuples(st.just("update"), names, places, parts, rounds, statuses, marks, problems)
    | st.tuples(st.sampled_from(["trash", "restore"]), names)
    | st.tuples(st.just("head"), names, places)
    | st.tuples(st.just("reopen"), names),
    max_size=25,
)


@dataclass
class Model:
    """What the library should hold."""

    conversations: dict[str, Conversation] = field(default_factory=dict)
    updated: dict[str, int] = field(default_factory=dict)
    trashed: set[str] = field(default_factory=set)

    def listed(self) -> list[str]:
        kept = [name for name in NAMES if name not in self.trashed]
        return sorted(kept, key=lambda name: self.updated[name], reverse=True)


@settings(max_examples=30, deadline=None)
@given(steps)
def test_the_library_equals_a_dictionary(history: list[tuple]) -> None:  # type: ignore[type-arg]
    ticks = itertools.count(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "parley.db"
        library = Library(path, now_ms=lambda: next(ticks))
        model = Model()
        for name in NAMES:
            model.conversations[name] = Conversation(name, name, created_ms=1, clock="")
            library.create(copy.deepcopy(model.conversations[name]))
            model.updated[name] = len(model.updated)
        for number, (step, name, *values) in enumerate(history, start=10):
            if step == "reopen":
                library.close()
                library = Library(path, now_ms=lambda: next(ticks))
            else:
                apply(library, model, number, step, name, values)
        try:
            assert [summary.id for summary in library.summaries()] == model.listed()
            for name in NAMES:
                assert library.load(name) == model.conversations[name]
        finally:
            library.close()


def apply(
    library: Library, model: Model, number: int, step: str, name: str, values: list[object]
) -> None:
    conversation = model.conversations[name]
    known: list[str | None] = [None, *conversation.messages]
    match step, values:
        case "trash", _:
            library.trash(name)
            model.trashed.add(name)
        case "restore", _:
            library.restore(name)
            model.trashed.discard(name)
        case "head", [int(place)]:
            conversation.head = known[place % len(known)]
            library.set_head(name, conversation.head)
        case "add", [int(place), parts, rounds, status, mark, problems]:
            parent = known[place % len(known)]
            new = Message(f"m{number}", parent, "user", parts, number, rounds, "", status)  # type: ignore[arg-type]
            new = replace(new, mark=_named(mark, new), problems=problems)  # type: ignore[arg-type]
            conversation.add(new)
            library.save_message(name, conversation.messages[f"m{number}"], conversation.head)
            model.updated[name] = number
        case "update", [int(place), parts, rounds, status, mark, problems] if conversation.messages:
            known = [*conversation.messages]
            message = conversation.messages[known[place % len(known)]]  # type: ignore[index]
            message = replace(
                message,
                parts=parts,  # type: ignore[arg-type]
                rounds=rounds,  # type: ignore[arg-type]
                status=status,  # type: ignore[arg-type]
                mark=_named(mark, message),
                problems=problems,  # type: ignore[arg-type]
            )
            conversation.update(message)
            library.save_message(name, message, conversation.head)
            model.updated[name] = number


def _named(mark: object, message: Message) -> Mark | None:
    """The mark with a message that exists as the first one seen."""
    return replace(mark, first_seen=message.id) if isinstance(mark, Mark) else None
