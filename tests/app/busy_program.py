"""A program without a window that changes a conversation without end, to be killed while it does.

    python -m tests.app.busy_program FOLDER SEED [--long-answers | --typing]

It answers its own questions, and tells on lines of JSON which messages there are after each step
(`now`), which of them a deletion is about to take (`takes`), when all is on disk (`safe`), and how
many characters of an answer have come by what time of the clock (`came`). Or it only types in a
new conversation, and tells how much of that is on disk (`drafted`).
"""

from __future__ import annotations

import json
import random
import sys
import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QTimer

from app.bridge import Bridge
from app.chat import Chat
from app.collecting import Collecting
from app.domain.conversation import Conversation
from app.domain.preferences import PreferencesFile
from app.domain.tree_changes import delete_branch
from app.paths import Paths
from app.session import Session
from app.store.thread import StoreThread
from app.tools.builtin import BuiltinTools
from app.tools.offered import OfferedTools
from engine.events import ContentDelta, Finished, Loaded
from engine.types import Generate, LoadModel, Receipt, Round, Text, Written
from tests.app.fakes import TOKENIZER, FakeHost, model_info


class BusyProgram:
    """Makes one step of a random kind in each turn of the event loop."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        application: QCoreApplication,
        *,
        long_answers: bool,
        typing: bool,
    ) -> None:
        self._ends = 0.002 if long_answers else 0.5
        self._random = random.Random(seed)
        bridge = Bridge()
        self._host = FakeHost(bridge, application)
        bridge.attach(self._host)
        preferences = PreferencesFile(folder / "preferences.json")
        self.session = Session(
            bridge=bridge,
            store=StoreThread(folder / "parley.db", bridge.post),
            preferences=preferences,
            tools=OfferedTools(BuiltinTools(lambda: datetime.now().astimezone()), preferences),
            paths=Paths(folder, default=folder),
        )
        self._answered: set[int] = set()
        self._words = 0
        self._rests = False
        self._timer = QTimer(interval=1)
        self._timer.timeout.connect(self._type if typing else self._step)

    def start(self) -> None:
        self.session.start(None)
        self.session.load_model(Path("/models/tiny.gguf"))
        request = self._host.last(LoadModel).request
        self._host.deliver(Loaded(request=request, model=model_info()))
        self._timer.start()

    @property
    def _chat(self) -> Chat:
        assert self.session.chat is not None
        return self.session.chat

    def _step(self) -> None:
        chat = self._chat
        if self._rests and chat.turn is None and not chat.at_rest:
            return
        if chat.at_rest:
            self._tell("safe", chat)
        self._rests = chat.turn is None and self._random.random() < 0.2
        if chat.turn is not None:
            self._go_on(chat)
        elif not chat.branch:
            chat.send(self._text())
        else:
            self._change(chat)
        self._tell("now", self._chat)

    def _type(self) -> None:
        chat = self._chat
        if self._rests and not chat.at_rest:
            return
        if self._rests:
            self._say({"drafted": [chat.conversation.id, chat.conversation.draft]})
        self._rests = self._random.random() < 0.1
        chat.set_draft(f"{chat.conversation.draft} {self._text()}")

    def _go_on(self, chat: Chat) -> None:
        """The model writes some more, or all of it; the user queues something now and then."""
        asked = [one for one in self._host.all(Generate) if one.request not in self._answered]
        if not asked:
            return
        request, text = asked[0].request, self._text()
        if self._random.random() < min(0.3, self._ends):
            chat.queue(self._text())
        self._host.deliver(ContentDelta(request=request, text=text, ids=(1, 2)))
        self._tell_length(chat)
        if self._random.random() < self._ends:
            self._answered.add(request)
            receipt = Receipt(prompt=9, reused=0, restored=0, read=9, written=2)
            sampled = Round((1, 2), TOKENIZER, "end_of_turn", receipt)
            parts = (Text(text, Written(0, 0, len(text))),)
            self._host.deliver(
                Finished(request=request, ending="end_of_turn", round=sampled, parts=parts)
            )

    def _tell_length(self, chat: Chat) -> None:
        if chat.turn is not None:
            answer = chat.turn.message
            now_ms = str(time.monotonic_ns() // 1_000_000)
            self._say({"came": [answer.id, str(len(answer.text)), now_ms]})

    def _change(self, chat: Chat) -> None:
        message = self._random.choice(chat.branch)
        match self._random.randrange(9):
            case 0 | 1:
                chat.send(self._text())
            case 2:
                edit = chat.edit if message.role == "user" else chat.edit_answer
                edit(message.id, self._text())
            case 3:
                chat.retry(message.id)
            case 4:
                self._delete(chat, message.id, following=True)
            case 5:
                self._delete(chat, message.id, following=False)
                if self._random.random() < 0.5:
                    chat.undo_delete()
            case 6:
                chat.insert(message.role, self._text(), below=message.id)
            case 7:
                chat.show_sibling(message.id, self._random.choice((-1, 1)))
            case 8:
                chat.branch_off(message.id)

    def _delete(self, chat: Chat, message_id: str, *, following: bool) -> None:
        gone = {message_id}
        if following:
            tree = chat.conversation
            gone = {message.id for message in delete_branch(_copy(tree), message_id).removed}
        self._say({"takes": sorted(gone)})
        chat.delete(message_id, following=following)

    def _text(self) -> str:
        self._words += 1
        return f"words {self._words}"

    def _tell(self, what: str, chat: Chat) -> None:
        self._say({what: [chat.conversation.id, *chat.conversation.messages]})

    def _say(self, told: dict[str, list[str]]) -> None:
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


def _copy(conversation: Conversation) -> Conversation:
    """To see on it what a change would do."""
    result = replace(conversation, messages={}, _children={})
    result.rebuild(conversation.messages, conversation.head)
    return result


if __name__ == "__main__":
    application = QCoreApplication([])
    Collecting(application)  # on the store's thread, garbage would be the end of Qt objects
    program = BusyProgram(
        Path(sys.argv[1]),
        int(sys.argv[2]),
        application,
        long_answers="--long-answers" in sys.argv,
        typing="--typing" in sys.argv,
    )
    program.start()
    application.exec()
