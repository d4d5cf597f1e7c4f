"""A user and a model who do anything at any time: whatever happens, the rules below hold."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.domain.conversation import Conversation, Message
from app.domain.tool_calls import by_round, open_calls, state_of
from engine.events import ContentDelta, Diagnosis, Failed, HostExited, ReasoningDelta
from engine.types import Generate, ToolCall, ToolResult
from tests.app.fakes import World
from tests.app.steps import (
    CAUSE,
    call,
    enable_tools,
    finish,
    finish_unreadable,
    finish_with_calls,
)

STEPS = 120


class RandomUser:
    """Every step is one that a user, a model or a tool can take."""

    def __init__(self, world: World, seed: int) -> None:
        self._world = world
        self._random = random.Random(seed)
        self._number = 0
        self._ended: set[int] = set()
        self._steps: list[Callable[[], None]] = [
            *(self.send, self.send, self.queue, self.stop, self.retry, self.edit, self.delete),
            *(self.go_on, self.go_on, self.ask_again, self.approve, self.approve, self.deny),
            *(self.always, self.run_edited, self.show_sibling, self.new_conversation),
            *(self.other_conversation, self.undo, self.die),
            *[self.model_writes] * 4,
            *[self.model_calls] * 6,
            *[self.model_ends] * 3,
            *[self.tool_answers] * 5,
        ]

    def step(self) -> None:
        self._random.choice(self._steps)()

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _message(self, role: str) -> Message | None:
        found = [message for message in self._world.chat.branch if message.role == role]
        return self._random.choice(found) if found else None

    def _waiting(self) -> str:
        turn = self._world.chat.turn
        return self._random.choice(turn.awaiting) if turn and turn.awaiting else "none"

    # ---- the user

    def send(self) -> None:
        self._world.chat.send(f"Question {self._next()}")

    def queue(self) -> None:
        self._world.chat.queue(f"Later {self._next()}")

    def stop(self) -> None:
        self._world.chat.stop()

    def retry(self) -> None:
        if message := self._message("assistant"):
            self._world.chat.retry(message.id)

    def edit(self) -> None:
        if message := self._message("user"):
            self._world.chat.edit(message.id, f"Otherwise {self._next()}")

    def delete(self) -> None:
        if message := self._message(self._random.choice(("user", "assistant"))):
            self._world.chat.delete(message.id, following=self._random.random() < 0.7)

    def undo(self) -> None:
        self._world.chat.undo_delete()

    def go_on(self) -> None:
        if message := self._message("assistant"):
            self._world.chat.continue_answer(message.id)

    def ask_again(self) -> None:
        if message := self._message("assistant"):
            self._world.chat.calls.ask_again(message.id)

    def approve(self) -> None:
        self._world.chat.calls.approve(self._waiting())

    def deny(self) -> None:
        self._world.chat.calls.deny(self._waiting())

    def always(self) -> None:
        self._world.chat.calls.always_allow(self._waiting())

    def run_edited(self) -> None:
        arguments = self._random.choice(('{"entry": "Edited"}', '{"wrong": 1}', "no JSON"))
        self._world.chat.calls.run_edited(self._waiting(), arguments)

    def show_sibling(self) -> None:
        if message := self._message("assistant"):
            self._world.chat.show_sibling(message.id, self._random.choice((-1, 1)))

    def new_conversation(self) -> None:
        self._world.session.new_conversation()

    def other_conversation(self) -> None:
        stored = [summary.id for summary in self._world.session.summaries]
        if stored:
            self._world.session.open_conversation(self._random.choice(stored))

    # ---- the model

    def _asked(self) -> int | None:
        """The request of the turn that is shown, once the engine knows it."""
        turn = self._world.chat.turn
        asked = self._world.host.all(Generate)
        ready = turn is not None and not turn.in_tools and asked
        return turn.request if turn and ready and asked[-1].request == turn.request else None

    def model_writes(self) -> None:
        if request := self._asked():
            kind = self._random.choice((ContentDelta, ReasoningDelta))
            self._world.host.deliver(kind(request=request, text="Some ", ids=(self._next(),)))

    def model_calls(self) -> None:
        if (request := self._asked()) is None:
            return
        self._ended.add(request)
        ids = [f"c{self._next()}" for _ in range(self._random.randint(1, 3))]
        calls = [self._call(id) for id in ids]
        broken = tuple(id for id in ids if self._random.random() < 0.2)
        finish_with_calls(self._world, *calls, incomplete=broken)

    def _call(self, call_id: str) -> ToolCall:
        name, arguments = self._random.choice(
            (
                ("calculator", f'{{"expression": "{self._number % 3}"}}'),
                ("diary", f'{{"entry": "{self._number % 3}"}}'),
                ("nothing", "{}"),
                ("clock", "no JSON"),
            )
        )
        return call(call_id, arguments, name)

    def model_ends(self) -> None:
        if (request := self._asked()) is None:
            return
        self._ended.add(request)
        match self._random.choice(("words", "length", "stopped", "unreadable", "failed", "silent")):
            case "words":
                finish(self._world, "An answer.", self._next())
            case "length":
                finish(self._world, "An answ", self._next(), ending="length")
            case "stopped":
                finish(self._world, "An", self._next(), ending="stopped")
            case "unreadable":
                finish_unreadable(self._world, self._next())
            case "failed":
                self._world.host.deliver(Failed(request=request, kind="X", message=CAUSE))
            case "silent":
                kind = "empty_answer"
                told = Diagnosis(request=request, kind=kind, message="Nothing.", raw="")
                self._world.host.deliver(told)
                finish(self._world, "", self._next())

    def die(self) -> None:
        """The engine ends what runs and dies; it loads its model anew by itself."""
        running = {asked.request for asked in self._world.host.all(Generate)} - self._ended
        for request in sorted(running):
            failed = Failed(request=request, kind="Killed", message=CAUSE)
            self._world.host.deliver(failed)
        self._ended |= running
        self._world.host.deliver(HostExited(message=CAUSE))
        self._world.load_model()

    def tool_answers(self) -> None:
        tools = self._world.tools
        if tools.running:
            tools.finish(self._random.choice(list(tools.running)), f"Result {self._next()}")


# ---- the rules


def check(world: World) -> None:
    chat = world.chat
    running = [m for m in chat.conversation.messages.values() if m.status == "running"]
    assert [m.id for m in running] == ([chat.turn.message.id] if chat.turn else [])
    for message in chat.conversation.messages.values():
        check_message(message, in_making=chat.turn is not None and message in running)


def check_message(message: Message, *, in_making: bool) -> None:
    rounds = by_round(message.parts)
    for number, parts in enumerate(rounds):
        calls = [part.call_id for part in parts if isinstance(part, ToolCall)]
        answered = [part.call_id for part in parts if isinstance(part, ToolResult)]
        assert len(calls) == len(set(calls)), "ids are unique in a round"
        assert set(answered) <= {*calls, ""}, "results belong to calls of their round"
        if number < len(rounds) - 1:
            assert set(calls) <= set(answered), "a round that was gone on from has its results"
    if message.status == "complete" and not in_making:
        told = message.problems or message.can_continue
        assert not open_calls(message.parts) or told, "an open call is explained"
    if message.status in ("interrupted", "failed"):
        assert message.notice, "why it ended is said"
    assert all(state_of(call, None, None) == "waiting" for call in open_calls(message.parts))


def check_stored(world: World, conversation: Conversation) -> None:
    """What a restart would find is what is shown."""
    stored = world.library.load(conversation.id)
    shown = {m.id: (m.status, m.parts, m.notice) for m in conversation.messages.values()}
    assert {m.id: (m.status, m.parts, m.notice) for m in stored.messages.values()} == shown


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_the_rules_hold(qapp: QApplication, tmp_path: Path, seed: int) -> None:
    world = World(tmp_path, qapp)
    world.session.start(None)
    world.load_model(format="dsml_v4" if seed % 2 else "")
    enable_tools(world)
    user = RandomUser(world, seed)

    for _ in range(STEPS):
        user.step()
        check(world)

    world.chat.close()
    check(world)
    if world.chat.conversation.messages:
        check_stored(world, world.chat.conversation)
    world.close()
