"""A store of 100,000 messages in 2,000 conversations: search, list, open, save, delete, and the
program with it. One JSON value on stdout; how far it is, and a table, on stderr.

Searches and steps are measured in the store alone, which has a thread of its own in the program:
processor time, for other work on the machine makes the clock's useless. Then the program with that
store: its start, what the list and the trash cost the window, switching, memory, what is written
while an answer streams. The store is filled once, see `_filled_store`. `--quick` takes a tenth of
the conversations.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from app.domain.conversation import Message, new_id
from app.domain.search import Query
from app.paths import Paths
from app.store.finding import Looked
from app.store.library import Library
from benchmarks import _filled_store, _program
from benchmarks._author import ANSWER_WORDS, Author
from benchmarks._figures import Figure, tell
from benchmarks._filled_store import DAY_MS, NEWEST_MS
from benchmarks._starting import starts
from engine.types import Text

CONVERSATIONS = 2_000
RUNS = 5
STARTS = 3
MANY = 500
"""Conversations that are deleted, restored and removed at once."""

SEARCHES = {
    "an English word": "zebra crossing",
    "a rare word": "xylophone",
    "the beginning of a word": "xyloph",
    "a common word": "the",
    "a common beginning": "tha",
    "three Chinese characters": "数据库",
    "two Chinese characters": "港口",
    "one Chinese character": "鹬",
    "two letters": "th",
    "two letters, nowhere": "q7",
    "one character, nowhere": "§",
    "nothing": "quokkas and wombats",
    "nothing, in Chinese": "鹬蚌相争",
    "nothing of common words": "the of and to in that is it",
    "common words, side by side": "the the",
    "common words, hardly side by side": "that that that",
    "common words, never side by side": "as as as as",
    "the same, shorter": "is is is",
}
FILTERED: dict[str, tuple[str, dict[str, Any]]] = {
    "by the user": ("the", {"role": "user"}),
    "of the last days": ("the", {"since_ms": NEWEST_MS - 10 * DAY_MS}),
    "by nobody": ("the", {"model": "nobody"}),
    "hardly side by side, by one model": ("that that that", {"model": "model-1"}),
    "a common word, long ago": ("the", {"until_ms": NEWEST_MS - 400 * DAY_MS}),
}
GOAL_MS = 50
_BEGUN_S = time.perf_counter()


def progress(said: str) -> None:
    sys.stderr.write(f"{time.perf_counter() - _BEGUN_S:6.0f} s  {said}\n")
    sys.stderr.flush()


def main() -> None:
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    count = CONVERSATIONS // 10 if "--quick" in sys.argv else CONVERSATIONS
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as folder:
        path = Paths.prepare(Path(folder)).database
        store = _filled_store.put(path, count, progress)
        figures = of_the_start(Path(folder))
        with closing(Library(path)) as library:
            figures |= of_searches(library)
            figures |= of_steps(library)
        progress("the window")
        figures |= _program.measure(Path(folder), progress)
    tell({name: one for name, one in figures.items() if not name.endswith("_hits")})
    result = {
        "load": [load, os.getloadavg()[0] if hasattr(os, "getloadavg") else None],
        "seconds": time.perf_counter() - _BEGUN_S,
        "store": store,
        "figures": {name: figure.told() for name, figure in figures.items()},
        "missed": [name for name, figure in figures.items() if figure.met is False],
    }
    sys.stdout.write(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    sys.stdout.flush()
    os._exit(0)  # the window's Python objects need not be taken apart


def of_the_start(folder: Path) -> dict[str, Figure]:
    """Until the window can be used, and until the newest conversation is shown in it."""
    progress("the start without conversations")
    with tempfile.TemporaryDirectory(prefix="parley-bench-") as empty:
        without = starts(Path(empty), runs=STARTS)
    progress("the start with all of them")
    found = starts(folder, stored=True, runs=STARTS)
    return {
        "start_usable_busy_ms": Figure(found["usable_busy_ms"], 1_000),
        "start_usable_ms": Figure(found["usable_ms"]),
        "start_usable_without_busy_ms": Figure(without["usable_busy_ms"]),
        "start_shown_busy_ms": Figure(found["shown_busy_ms"]),
        "start_shown_ms": Figure(found["shown_ms"]),
    }


def of_searches(library: Library) -> dict[str, Figure]:
    progress("searches")
    figures: dict[str, Figure] = {}
    for name, words in SEARCHES.items():
        figures |= searched(library, f"search {name}", Query(words))
    for name, (words, filters) in FILTERED.items():
        figures |= searched(library, f"search {name}", Query(words, **filters))
    return figures


def searched(library: Library, name: str, query: Query) -> dict[str, Figure]:
    """The longest step, all steps, and those until something was found; medians."""
    runs = [_search(library, query) for _ in range(RUNS)]
    longest = statistics.median(max(steps_ms) for steps_ms, _, _ in runs)
    whole = statistics.median(sum(steps_ms) for steps_ms, _, _ in runs)
    figures = {f"{name}_step_ms": Figure(longest, GOAL_MS), f"{name}_all_ms": Figure(whole)}
    if runs[0][2]:
        first = statistics.median(sum(steps_ms[:steps]) for steps_ms, steps, _ in runs)
        figures[f"{name}_first_ms"] = Figure(first, GOAL_MS)
    return figures | {f"{name}_hits": Figure(runs[0][2])}


def _search(library: Library, query: Query) -> tuple[list[float], int, int]:
    """How long each step took, how many of them were needed for a hit, and all hits."""
    looked: Looked | None = None
    steps_ms: list[float] = []
    first = 0
    while looked is None or not looked.ended:
        begun_s = time.process_time()
        looked = library.look_on(query, looked)
        steps_ms.append((time.process_time() - begun_s) * 1000)
        if looked.hits and not first:
            first = len(steps_ms)
    return steps_ms, first, len(looked.hits)


def of_steps(library: Library) -> dict[str, Figure]:
    """What the window waits for, and what is done while an answer is saved."""
    progress("steps of the store")
    summaries = library.summaries()
    ids = iter(summary.id for summary in summaries)
    copied = iter(summary.id for summary in summaries)
    last = [summary.id for summary in summaries[-MANY:]]
    messages = saved_messages(library, summaries[0].id)
    figures = {
        "list_ms": busy_ms(library.summaries, 50),
        "open_ms": busy_ms(lambda: library.load(next(ids)), 50),
        "save_a_message_ms": busy_ms(lambda: save_next(library, summaries[0].id, messages), 16),
        "models_ms": busy_ms(library.models, 50),
        "duplicate_ms": busy_ms(lambda: library.duplicate(next(copied), "Copy"), 250),
        f"trash_{len(last)}_ms": busy_ms(lambda: library.trash(*last), 50, 1),
        "list_the_trash_ms": busy_ms(library.trashed, 50),
        f"restore_{len(last)}_ms": busy_ms(lambda: library.restore(*last), 50, 1),
    }
    return figures | {"remove_4_ms": busy_ms(lambda: library.remove(*_four(last)), 250)}


def _four(ids: list[str]) -> list[str]:
    return [ids.pop() for _ in range(4)]


def saved_messages(library: Library, conversation_id: str) -> Iterator[Message]:
    author, parent = Author(), library.load(conversation_id).head
    while True:
        text = author.text(ANSWER_WORDS)
        yield Message(new_id(), parent, "assistant", (Text(text),), NEWEST_MS, model="m")


def save_next(library: Library, conversation_id: str, messages: Iterator[Message]) -> None:
    message = next(messages)
    library.save_message(conversation_id, message, message.id)


def busy_ms(step: Callable[[], object], goal_ms: float, runs: int = RUNS) -> Figure:
    """The processor's time for it, the median of several runs."""
    times_ms = []
    for _ in range(runs):
        start_s = time.process_time()
        step()
        times_ms.append((time.process_time() - start_s) * 1000)
    return Figure(statistics.median(times_ms), goal_ms)


if __name__ == "__main__":
    main()
