"""A branch of a conversation as the request that decides every token of the prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import engine.types
from app.domain.attachments import Attachment, for_model
from app.domain.context import mark_of, seen
from app.domain.conversation import Conversation, Message
from app.domain.problems import INVALID_DSML, unreadable
from app.domain.titles import is_chinese
from app.domain.tool_calls import NOT_RUN, by_round, open_calls, refused
from app.domain.tree_changes import edited_answer
from engine.types import Part, PromptRequest, Text, ToolResult

Tools = tuple[dict[str, Any], ...]
"""Tools as OpenAI defines them."""
Settings = dict[str, Any]
"""What the template is told: values of its options by name."""
ForecastKind = Literal[
    "edit", "edit_answer", "retry", "branch", "system_prompt", "clock", "settings"
]
"""What a user may ask the cost of before doing it."""

SUMMARY_INSTRUCTION = (
    "Summarise our conversation so far, in its own language, so that it can be continued from the "
    "summary alone. Keep names, numbers, decisions and open questions. Write only the summary."
)
SUMMARY_HEADING = "Summary of the conversation so far:"
TITLE_INSTRUCTION = (
    "Write a title for our conversation, in its own language, of at most six words. "
    "Write only the title."
)
TITLE_INSTRUCTION_CHINESE = "请用中文给以上对话起一个标题，不超过十二个字。只写标题。"
"""Small models answer in the language of the instruction."""
_NEXT_QUESTION = "…"


def prompt_request(
    conversation: Conversation,
    branch: Sequence[Message],
    *,
    continues: bool = False,
    tools: Tools = (),
    settings: Settings | None = None,
) -> PromptRequest:
    """The system prompt, then what the model sees of `branch`, and the tools it may call.

    With `continues`, the last answer is gone on with. Answers in which nothing was written (failed,
    or stopped before the first word) are left out.
    """
    mark = mark_of(branch)
    messages = _system(conversation.system_prompt) + _summary(mark.summary if mark else "")
    for message in seen(branch):
        messages.extend(_rounds(message, continues=continues and message is branch[-1]))
    return PromptRequest(
        messages=tuple(messages),
        tools=tools,
        template_settings=settings or {},
        clock=conversation.clock,
        continues=continues,
    )


def summary_request(
    conversation: Conversation,
    forgotten: Sequence[Message],
    earlier: str,
    *,
    tools: Tools = (),
    settings: Settings | None = None,
) -> PromptRequest:
    """Ask for a summary of messages that are about to be left out, and of an `earlier` summary."""
    messages = _system(conversation.system_prompt) + _summary(earlier)
    for message in forgotten:
        messages.extend(_rounds(message))
    messages.append(_instruction(SUMMARY_INSTRUCTION))
    return PromptRequest(
        messages=tuple(messages),
        tools=tools,
        template_settings=settings or {},
        clock=conversation.clock,
    )


def title_request(
    conversation: Conversation,
    branch: Sequence[Message],
    *,
    tools: Tools = (),
    settings: Settings | None = None,
) -> PromptRequest:
    """Ask for a title in the language of the question."""
    request = prompt_request(conversation, branch, tools=tools, settings=settings)
    chinese = bool(branch) and is_chinese(branch[0].text)
    asked = _instruction(TITLE_INSTRUCTION_CHINESE if chinese else TITLE_INSTRUCTION)
    return replace(request, messages=(*request.messages, asked))


def forecast_request(
    conversation: Conversation,
    kind: ForecastKind,
    *,
    message_id: str,
    text: str,
    tools: Tools = (),
) -> PromptRequest | None:
    """The prompt that would follow from what a user may do; None when there would be none.

    "edit" names a question, "edit_answer" an answer, "retry" what the new answer is to follow,
    "branch" any message of the branch to be shown, "clock", "system_prompt" and "settings" go by
    the branch shown; `text` is the new text, prompt or time.
    """
    match kind:
        case "edit":
            edited = replace(conversation.messages[message_id], parts=(Text(text),))
            branch = [*conversation.path_to(edited.parent), edited]
            return prompt_request(conversation, branch, tools=tools) if text.strip() else None
        case "edit_answer":
            answer = edited_answer(conversation.messages[message_id], text, created_ms=0)
            branch = [*conversation.path_to(answer.parent), answer]
            return _next_request(conversation, branch, tools) if text.strip() else None
        case "retry":
            return prompt_request(conversation, conversation.path_to(message_id), tools=tools)
        case "branch":
            leaf = conversation.newest_leaf(message_id)
            return _next_request(conversation, conversation.path_to(leaf), tools)
        case "system_prompt":
            changed = replace(conversation, system_prompt=text, messages={}, _children={})
            return _next_request(changed, conversation.branch(), tools)
        case "clock":
            request = _next_request(conversation, conversation.branch(), tools)
            return replace(request, clock=text) if request else None
        case "settings":
            return _next_request(conversation, conversation.branch(), tools)


def _next_request(
    conversation: Conversation, branch: Sequence[Message], tools: Tools
) -> PromptRequest | None:
    """What the next question would make the model read: the draft, or next to nothing."""
    if not branch:
        return None
    request = prompt_request(conversation, branch, tools=tools)
    return replace(request, messages=(*request.messages, draft_question(conversation)))


def draft_question(conversation: Conversation, *, key: str = "instruction") -> engine.types.Message:
    """What would be asked now: the draft and its files, or next to nothing."""
    text = conversation.draft.strip()
    if not text and not conversation.draft_attachments:
        text = _NEXT_QUESTION
    parts = _asked(conversation.draft_attachments, (Text(text),))
    return engine.types.Message("user", parts, key=key)


def _asked(attachments: Sequence[Attachment], parts: Sequence[Part]) -> tuple[Part, ...]:
    """The files before the words, each a part of its own; files may go without words."""
    files = [Text(for_model(attachment)) for attachment in attachments]
    return (*files, *(part for part in parts if part != Text("") or not files))


def _system(text: str) -> list[engine.types.Message]:
    if not text.strip():
        return []
    return [engine.types.Message("system", (Text(text),), key="system")]


def _summary(text: str) -> list[engine.types.Message]:
    """A system message of its own; where a template takes but one, the engine joins the two."""
    if not text:
        return []
    return [engine.types.Message("system", (Text(f"{SUMMARY_HEADING}\n{text}"),), key="summary")]


def _instruction(text: str) -> engine.types.Message:
    return engine.types.Message("user", (Text(text),), key="instruction")


def _rounds(message: Message, *, continues: bool = False) -> list[engine.types.Message]:
    """A question as it is; an answer as one message per round, tool results between them.

    Templates want a result for each call; only an answer that is gone on with may end in calls.
    """
    if message.role == "user":
        asked = _asked(message.attachments, message.parts)
        return [engine.types.Message("user", asked, key=message.id)]
    rounds = by_round(message.parts) if message.parts else []
    found: list[engine.types.Message] = []
    for number, parts in enumerate(rounds):
        gone_on_with = continues and number == len(rounds) - 1
        if not all(isinstance(part, ToolResult) for part in parts):
            found.append(_round(message, number, parts, gone_on_with=gone_on_with))
        results = [part for part in parts if isinstance(part, ToolResult)]
        if not gone_on_with:
            results += [refused(call, NOT_RUN) for call in open_calls(parts)]
        found += _results(results, message.id)
    return found


def _round(
    message: Message, number: int, parts: Sequence[Part], *, gone_on_with: bool
) -> engine.types.Message:
    """What the model wrote; of a call that it is told was unreadable, the text as it stood.

    What tokens were chosen from takes more room than all else, and only who goes on needs it.
    """
    sampled = message.rounds[number] if number < len(message.rounds) else None
    if sampled is not None and sampled.choices and not gone_on_with:
        sampled = replace(sampled, choices=b"")
    written = [part for part in parts if not isinstance(part, ToolResult) and part != Text("")]
    if any(isinstance(part, ToolResult) and not part.call_id for part in parts):
        written += [Text(problem.raw) for problem in unreadable(message.problems, number)]
    return engine.types.Message("assistant", tuple(written), sampled, message.id)


def _results(results: Sequence[ToolResult], key: str) -> list[engine.types.Message]:
    """Results as templates take them: one that answers no call is a question, but for models of
    the DSML family, which know it as a result."""
    for_calls = [r for r in results if r.call_id or r.text.startswith(INVALID_DSML)]
    others = [Text(result.text) for result in results if result not in for_calls]
    found = [engine.types.Message("tool", tuple(for_calls), key=key)] if for_calls else []
    return found + [engine.types.Message("user", (text,), key=key) for text in others]
