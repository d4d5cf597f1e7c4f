"""A store of 100,000 messages in 2,000 conversations: search, list, open, save, delete, migrate.

One JSON value on stdout. Times of searches and steps are of the store alone, which has a thread of
its own in the program: median and worst of several runs, and the processor's time of the median.
Then the program with that store: its start, switching, memory, what is written while an answer
streams. `--quick` takes a tenth of the conversations.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import accumulate
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from sqlalchemy import Connection, insert

from app.domain.conversation import Conversation, Message, new_id
from app.domain.search import Query
from app.paths import Paths
from app.store.indexing import index_everything
from app.store.library import Library
from app.store.messages import insert_messages
from app.store.schema import conversations
from benchmarks import _program
from benchmarks._starting import starts
from engine.types import Text

CONVERSATIONS = 2_000
AT_ONCE = 100
"""Conversations written in one transaction."""
MESSAGES = 50
"""Messages in each."""
QUESTION_WORDS, ANSWER_WORDS = 14, 180
CHINESE_SHARE = 0.2
RUNS = 5
DAY_MS = 24 * 60 * 60 * 1000
NEWEST_MS = 1_790_000_000_000

COMMON = ("the", "of", "and", "to", "in", "is", "that", "for", "it", "as", "was", "with", "on")
ENDINGS = ("", "s", "ing", "ed", "er", "tion", "ly", "ness")
SEARCHES = {
    "English word": "zebra crossing",
    "rare word": "xylophone",
    "beginning of a word": "xyloph",
    "common word": "the",
    "common beginning": "tha",
    "Chinese, three characters": "数据库",
    "Chinese, two characters": "港口",
    "Chinese, one character": "鹬",
    "two letters": "th",
    "two letters, nowhere": "q7",
    "one character, nowhere": "§",
    "no hit": "quokkas and wombats",
    "no hit, Chinese": "鹬蚌相争",
    "no hit of common words": "the of and to in that is it",
}


class Author:
    """Writes texts whose words are as unevenly common as in a language. Always the same ones."""

    def __init__(self) -> None:
        self._random = random.Random(7)
        stems = ["".join(self._random.choices("aeioubcdfglmnprstv", k=5)) for _ in range(4_000)]
        self._words = [*COMMON, *(stem + end for stem in stems for end in ENDINGS)]
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(len(self._words))))
        self._characters = [chr(0x4E00 + self._random.randrange(6_000)) for _ in range(2_500)]
        self._character_weights = list(accumulate(1 / (rank + 20) for rank in range(2_500)))

    def text(self, words: int) -> str:
        if self._random.random() < CHINESE_SHARE:
            return self._chinese(words * 2) + self._aside(0.02, "数据库", "港口")
        chosen = self._random.choices(self._words, cum_weights=self._weights, k=words)
        return " ".join(chosen) + "." + self._aside(0.002, " A xylophone.", " A zebra crossing.")

    def _chinese(self, characters: int) -> str:
        chosen = self._random.choices(
            self._characters, cum_weights=self._character_weights, k=characters
        )
        return "，".join("".join(chosen[start : start + 9]) for start in range(0, characters, 9))

    def _aside(self, share: float, *asides: str) -> str:
        return self._random.choice(asides) if self._random.random() < share else ""

    def conversation(self, number: int, created_ms: int) -> Conversation:
        title = f"{number}: {self.text(4)[:60]}"
        conversation = Conversation(new_id(), title, created_ms, "2026-11-30T10:00:00")
        for index in range(MESSAGES):
            is_question = index % 2 == 0
            words = QUESTION_WORDS if is_question else ANSWER_WORDS
            message = Message(
                id=new_id(),
                parent=conversation.head,
                role="user" if is_question else "assistant",
                parts=(Text(self.text(words)),),
                created_ms=created_ms + index,
                model="" if is_question else f"model-{number % 4}",
            )
            conversation.add(message)
        return conversation


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as folder:
        path = Paths.prepare(Path(folder)).database
        filled = fill(path, CONVERSATIONS // 10 if "--quick" in sys.argv else CONVERSATIONS)
        opened = timed(lambda: Library(path).close())
        with closing(Library(path)) as library:
            result = {
                **filled,
                "open the store": opened,
                "searches": {name: searched(library, words) for name, words in SEARCHES.items()},
                "filtered": {
                    "role": searched(library, "the", role="user"),
                    "nothing passes": searched(library, "the", model="nobody"),
                },
                "steps": steps(library),
            }
        result |= program_with(Path(folder))
    sys.stdout.write(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    sys.stdout.flush()
    os._exit(0)  # the window's Python objects need not be taken apart


def program_with(folder: Path) -> dict[str, Any]:
    """The program with the filled store; without one, for comparison."""
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as empty:
        without = starts(Path(empty))
    return {
        "start without conversations": without,
        "start with all of them": starts(folder, stored=True),
        **_program.measure(folder),
    }


def fill(path: Path, number_of_conversations: int) -> dict[str, float]:
    """In a few transactions; the search is made at the end, as for an old store."""
    author = Author()
    with closing(Library(path)) as library:
        start_s = time.perf_counter()
        for first in range(0, number_of_conversations, AT_ONCE):
            with library._engine.begin() as connection:
                for number in range(first, first + AT_ONCE):
                    at_ms = NEWEST_MS - (number_of_conversations - number) * DAY_MS // 4
                    insert_conversation(connection, author.conversation(number, at_ms))
        filled_s = time.perf_counter()
        with library._engine.begin() as connection:
            index_everything(connection)
        indexed_s = time.perf_counter()
    return {
        "conversations": number_of_conversations,
        "messages": number_of_conversations * MESSAGES,
        "size_mb": path.stat().st_size / 2**20,
        "write_and_fill_s": filled_s - start_s,
        "index_everything_s": indexed_s - filled_s,
    }


def insert_conversation(connection: Connection, conversation: Conversation) -> None:
    values = {
        "id": conversation.id,
        "title": conversation.title,
        "system_prompt": "",
        "draft": "",
        "clock": conversation.clock,
        "head": conversation.head,
        "created_ms": conversation.created_ms,
        "updated_ms": conversation.created_ms,
    }
    connection.execute(insert(conversations), values)
    insert_messages(connection, conversation.id, conversation.messages.values())


def searched(library: Library, words: str, **filters: Any) -> dict[str, float]:
    query = Query(words, **filters)
    return timed(lambda: library.search(query)) | {"hits": len(library.search(query))}


def steps(library: Library) -> dict[str, dict[str, float]]:
    """What the window waits for, and what is done while an answer is saved."""
    summaries = library.summaries()
    ids = iter(summary.id for summary in summaries)
    doomed = [summary.id for summary in summaries[-2 * RUNS :]]
    messages = saved_messages(library, summaries[0].id)
    return {
        "list": timed(library.summaries),
        "open": timed(lambda: library.load(next(ids))),
        "save a message": timed(lambda: save_next(library, summaries[0].id, messages)),
        "trash": timed(lambda: library.trash(next(ids))),
        "delete for good": timed(lambda: library.remove(doomed.pop())),
        "models": timed(library.models),
    }


def saved_messages(library: Library, conversation_id: str) -> Iterator[Message]:
    author, parent = Author(), library.load(conversation_id).head
    while True:
        text = author.text(ANSWER_WORDS)
        yield Message(new_id(), parent, "assistant", (Text(text),), NEWEST_MS, model="m")


def save_next(library: Library, conversation_id: str, messages: Iterator[Message]) -> None:
    message = next(messages)
    library.save_message(conversation_id, message, message.id)


def timed(step: Callable[[], object], runs: int = RUNS) -> dict[str, float]:
    times_ms, busy_ms = [], []
    for _ in range(runs):
        start_s, start_busy_s = time.perf_counter(), time.process_time()
        step()
        times_ms.append((time.perf_counter() - start_s) * 1000)
        busy_ms.append((time.process_time() - start_busy_s) * 1000)
    return {
        "median_ms": statistics.median(times_ms),
        "worst_ms": max(times_ms),
        "processor_ms": statistics.median(busy_ms),
    }


if __name__ == "__main__":
    main()
