"""The replay's conversation: a small tree of messages, edited and walked by the steps."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.errors import BadRequest
from engine.types import Message, Part, Role, Round, Text, ToolCall


@dataclass(slots=True)
class Node:
    parent: int | None
    message: Message


@dataclass(slots=True)
class Conversation:
    """Nodes are numbered in the order they were made; `head` is the leaf shown."""

    system: str = ""
    nodes: list[Node] = field(default_factory=list)
    head: int | None = None

    def add(self, role: Role, parts: tuple[Part, ...], round: Round | None = None) -> None:
        message = Message(role, parts, round, key=str(len(self.nodes)))
        self.nodes.append(Node(self.head, message))
        self.head = len(self.nodes) - 1

    def replace(self, number: int | None, parts: tuple[Part, ...], round: Round) -> None:
        if number is None:
            raise BadRequest("There is no answer to go on with.")
        node = self.nodes[number]
        node.message = Message(node.message.role, parts, round, key=node.message.key)

    def branch(self) -> list[int]:
        path = []
        number = self.head
        while number is not None:
            path.append(number)
            number = self.nodes[number].parent
        return path[::-1]

    def messages(self) -> tuple[Message, ...]:
        """The branch as the engine wants it, system prompt first."""
        branch = [self.nodes[number].message for number in self.branch()]
        if self.system:
            branch.insert(0, Message("system", (Text(self.system),), key="system"))
        return tuple(branch)

    def user(self, index: int) -> int:
        """The node of the index-th user message of the branch shown. Raises IndexError."""
        return [n for n in self.branch() if self.nodes[n].message.role == "user"][index]

    def last_user(self) -> int:
        return self.user(-1)

    def parent(self, number: int) -> int | None:
        return self.nodes[number].parent

    def children(self, number: int | None) -> list[int]:
        return [n for n, node in enumerate(self.nodes) if node.parent == number]

    def siblings(self, number: int) -> list[int]:
        return self.children(self.parent(number))

    def show(self, number: int) -> None:
        """Show the branch through a node, down to its newest leaf."""
        while children := self.children(number):
            number = children[-1]
        self.head = number

    def waiting_call(self) -> tuple[str, str]:
        """Name and id of the newest tool call of the branch; empty where none was parsed."""
        for number in reversed(self.branch()):
            for part in self.nodes[number].message.parts:
                if isinstance(part, ToolCall):
                    return part.name, part.call_id
        return "", ""
