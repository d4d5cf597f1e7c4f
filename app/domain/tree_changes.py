"""What a user does to the tree besides asking: delete and take that back, insert, edit an answer,
branch off into a conversation of its own.

    question ─── answer ─── question ─── answer
        └─ delete one: what follows moves up ─┘      delete a branch: what follows goes, too
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.domain.conversation import Conversation, Mark, Message, MessageRole, new_id
from app.domain.tool_calls import by_round
from engine.parts import Part, Text, ToolResult

BRANCH_SUFFIX = " (branch)"


@dataclass(frozen=True, slots=True)
class Deletion:
    """All that is needed to take a deletion back.

    `moved` are kept messages as they were before; `order` names all messages in the order they
    were made, `head` the leaf that was shown.
    """

    removed: tuple[Message, ...]
    moved: tuple[Message, ...]
    order: tuple[str, ...]
    head: str | None


def delete_branch(conversation: Conversation, message_id: str) -> Deletion:
    """Take out a message with all that follows it."""
    gone = {message_id}
    waiting = [message_id]
    while waiting:
        below = [child.id for child in conversation.children(waiting.pop())]
        gone.update(below)
        waiting += below
    return _delete(conversation, message_id, gone, {})


def delete_one(conversation: Conversation, message_id: str) -> Deletion:
    """Take out a message only; what follows it moves up to its parent."""
    gone = conversation.messages[message_id]
    moved = {
        message.id: after
        for message in conversation.messages.values()
        if (after := _without(conversation, gone, message)) != message
    }
    return _delete(conversation, message_id, {message_id}, moved)


def undo(conversation: Conversation, deletion: Deletion) -> list[Message]:
    """Put back what was taken out, siblings in their old order; the messages that moved again.

    What was written since the deletion stays. Only the newest deletion can be taken back.
    """
    moved = {
        before.id: replace(conversation.messages[before.id], parent=before.parent, mark=before.mark)
        for before in deletion.moved
    }
    back = {message.id: message for message in deletion.removed}
    now = conversation.messages | back | moved
    order = dict.fromkeys((*deletion.order, *conversation.messages))
    conversation.rebuild({id: now[id] for id in order if id in now}, conversation.head)
    if deletion.head in back:
        conversation.show(deletion.head)
    return list(moved.values())


def insert_below(conversation: Conversation, message: Message) -> list[Message]:
    """Put a message between its parent and what follows that; the messages that moved."""
    below = [child for child in conversation.children(message.parent) if message.parent]
    moved = {child.id: replace(child, parent=message.id) for child in below}
    head = conversation.head if moved else message.id
    now = conversation.messages | moved | {message.id: message}
    conversation.rebuild(now, head)
    return list(moved.values())


def new_message(role: MessageRole, text: str, parent: str | None, *, created_ms: int) -> Message:
    """A message that nobody asked a model for."""
    return Message(new_id(), parent, role, (Text(text),), created_ms)


def editable_text(message: Message) -> str:
    """What of a message is edited: the words of a question, the last words of an answer."""
    place = _last_text(message)
    return "" if place is None else _text_at(message, place)


def edited_answer(message: Message, text: str, *, created_ms: int) -> Message:
    """A sibling of an answer in which its last words are others.

    The round of these words and all after it lose their ids: the model did not write them so.
    """
    place = _last_text(message)
    if place is None:
        parts: tuple[Part, ...] = (*message.parts, Text(text))
        number = len(by_round(parts)) - 1
    else:
        parts = (*message.parts[:place], Text(text), *message.parts[place + 1 :])
        number = len(by_round(parts[: place + 1])) - 1
    kept = [part for round in by_round(parts)[:number] for part in round]
    id = new_id()
    return replace(
        message,
        id=id,
        parts=(*kept, *map(_unwritten, parts[len(kept) :])),
        rounds=message.rounds[:number],
        problems=tuple(problem for problem in message.problems if problem.round < number),
        created_ms=created_ms,
        status="complete",
        notice="",
        mark=message.mark and message.mark.carried(message.id, id),
    )


def was_edited(message: Message) -> bool:
    """Whether somebody else than a model wrote the last words of an answer."""
    if message.role != "assistant" or message.status != "complete":
        return False
    return bool(message.parts) and len(message.rounds) < len(by_round(message.parts))


def branch_off(conversation: Conversation, message_id: str, *, created_ms: int) -> Conversation:
    """A conversation of its own with a copy of the path to a message.

    The ids that were sampled go along, and so does all that decides the prompt, so that nothing
    need be read again.
    """
    path = conversation.path_to(message_id)
    ids = {message.id: new_id() for message in path}
    title = conversation.title.removesuffix(BRANCH_SUFFIX) + BRANCH_SUFFIX
    result = replace(
        conversation,
        id=new_id(),
        title=title.strip(),
        created_ms=created_ms,
        draft="",
        draft_attachments=(),
        queued=(),
        head=None,
        messages={},
        _children={},
    )
    for message in path:
        parent = ids[message.parent] if message.parent else None
        mark = message.mark and replace(message.mark, first_seen=ids[message.mark.first_seen])
        result.add(replace(message, id=ids[message.id], parent=parent, mark=mark))
    return result


# ---- inside


def _delete(
    conversation: Conversation, message_id: str, gone: set[str], moved: dict[str, Message]
) -> Deletion:
    """Take out `gone`, with `message_id` at their top, and put `moved` in place."""
    before = conversation.messages
    deletion = Deletion(
        removed=tuple(message for message in before.values() if message.id in gone),
        moved=tuple(before[id] for id in moved),
        order=tuple(before),
        head=conversation.head,
    )
    head = (
        conversation.head if conversation.head not in gone else _neighbour(conversation, message_id)
    )
    kept = {id: moved.get(id, message) for id, message in before.items() if id not in gone}
    conversation.rebuild(kept, head)
    return deletion


def _neighbour(conversation: Conversation, message_id: str) -> str | None:
    """The leaf to show when a message is gone: of the version before or after it, or its parent."""
    siblings = [message.id for message in conversation.siblings(message_id)]
    place = siblings.index(message_id)
    others = [*siblings[:place][::-1], *siblings[place + 1 :]]
    if others:
        return conversation.newest_leaf(others[0])
    return conversation.messages[message_id].parent


def _without(conversation: Conversation, gone: Message, message: Message) -> Message:
    """A message when another is gone: with another parent, and another first message seen."""
    if message.id == gone.id:
        return message
    parent, mark = message.parent, message.mark
    if parent == gone.id:
        parent, mark = gone.parent, mark or gone.mark
    if mark and mark.first_seen == gone.id:
        path = [one.id for one in conversation.path_to(message.id)]
        mark = Mark(path[path.index(gone.id) + 1], mark.summary)
    return replace(message, parent=parent, mark=mark)


def _last_text(message: Message) -> int | None:
    places = [place for place, part in enumerate(message.parts) if isinstance(part, Text)]
    return places[-1] if places else None


def _text_at(message: Message, place: int) -> str:
    part = message.parts[place]
    assert isinstance(part, Text), "the place of a text"
    return part.text if message.role == "assistant" else message.text


def _unwritten(part: Part) -> Part:
    return part if isinstance(part, ToolResult) else replace(part, written=None)
