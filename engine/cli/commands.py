"""What each command does, from parsed arguments to lines on stdout."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from engine.backends.llama.vocabulary import open_vocabulary
from engine.cli.client import ScriptEngine
from engine.cli.inputs import Settings, doubts, read_json, read_settings
from engine.cli.replay import Replay
from engine.errors import BadRequest
from engine.gguf import LongArray, estimate_memory, read_header
from engine.health import examine
from engine.models import LoadOptions
from engine.output.formats import format_named
from engine.prompt.assemble import assemble
from engine.prompt.messages import from_openai
from engine.prompt.own_templates import replacement
from engine.prompt.plain import render_text
from engine.prompt.render import read_clock
from engine.prompt.template import ChatTemplate
from engine.prompt.tokens import prompt_tokens
from engine.types import PromptRequest


def chat(wanted: argparse.Namespace) -> None:
    settings = _settings(wanted)
    request = _request(wanted, settings)
    with ScriptEngine() as engine:
        engine.load(wanted.model, settings.options, trace=wanted.trace)
        for event in engine.generate(
            conversation="chat",
            prompt=request,
            sampling=settings.sampling,
            max_tokens=settings.max_tokens,
            stop=settings.stop,
            tool_choice=wanted.tool_choice,
            json_schema=read_json(wanted.schema, dict) if wanted.schema else None,
        ):
            _print({"event": type(event).__name__, **asdict(event)})


def render(wanted: argparse.Namespace) -> None:
    settings = _settings(wanted)
    with _template(wanted) as template:
        sys.stdout.write(_rendering(wanted, settings, template))


def tokens(wanted: argparse.Namespace) -> None:
    settings = _settings(wanted)
    with open_vocabulary(wanted.model) as vocabulary:
        request = _request(wanted, settings)
        source = settings.options.template or replacement(wanted.model)
        template = ChatTemplate.of(
            source or vocabulary.template_for(with_tools=bool(request.tools)),
            vocabulary.tokenizer,
            format=settings.options.format,
        )
        prompt = assemble(request, template=template, tokenizer=vocabulary.tokenizer)
        for token in prompt_tokens(prompt.ids, prompt.spans, vocabulary.tokenizer):
            _print(asdict(token))


def replay(wanted: argparse.Namespace) -> None:
    Replay(
        model=wanted.model,
        scenario=read_json(wanted.scenario, dict),
        open_engine=ScriptEngine,
        report=_print,
        template=_text(wanted.template),
        format=wanted.format,
        flash_attention=wanted.flash_attention,
        snapshots=wanted.snapshots,
        trace=wanted.trace,
    ).run()


def inspect(wanted: argparse.Namespace) -> None:
    header = read_header(Path(wanted.file))
    estimate = estimate_memory(header, context_tokens=LoadOptions().context_tokens)
    facts = asdict(header) | {"path": str(header.path)}
    facts["metadata"] = {name: _shown(value) for name, value in header.metadata.items()}
    facts["memory_bytes"] = asdict(estimate) | {
        "total": estimate.total,
        "context_tokens": LoadOptions().context_tokens,
    }
    _print(facts)


def detect(wanted: argparse.Namespace) -> None:
    if wanted.template:
        source = _text(wanted.template) or ""
        format = format_named(wanted.format) if wanted.format else None
        template = ChatTemplate(source, bos="bos_token", eos="eos_token", format=format)
        _print(asdict(examine(template, None)))
        return
    with open_vocabulary(wanted.model) as vocabulary:
        source = replacement(wanted.model) or vocabulary.template
        main, other = (
            ChatTemplate.of(text, vocabulary.tokenizer, format=wanted.format)
            for text in (source, vocabulary.tool_template)
        )
        for_tools = other if vocabulary.tool_template else None
        _print(asdict(examine(main, vocabulary.tokenizer, for_tools=for_tools)))


def host(_wanted: argparse.Namespace) -> None:
    from engine.child import main

    main()


def _settings(wanted: argparse.Namespace) -> Settings:
    """`--set` and, where the command has them, `--template` and `--format`."""
    settings = read_settings(wanted.set)
    for sentence in doubts(settings):
        sys.stderr.write(f"{sentence}\n")
    options = replace(settings.options, template=_text(wanted.template))
    if vars(wanted).get("format"):
        options = replace(options, format=wanted.format)
    return replace(settings, options=options)


def _request(wanted: argparse.Namespace, settings: Settings) -> PromptRequest:
    tools = read_json(wanted.tools, list) if wanted.tools else []
    return PromptRequest(
        messages=from_openai(read_json(wanted.messages, list)),
        tools=tuple(tools),
        template_settings=settings.template,
    )


def _rendering(wanted: argparse.Namespace, settings: Settings, template: ChatTemplate) -> str:
    add_generation_prompt = not wanted.no_generation_prompt
    if not wanted.raw:
        request = _request(wanted, settings)
        return render_text(request, template=template, add_generation_prompt=add_generation_prompt)
    tools = read_json(wanted.tools, list) if wanted.tools else None
    messages = read_json(wanted.messages, list)
    return template.render(
        messages, tools, settings.template, read_clock(""), add_generation_prompt
    )


@contextmanager
def _template(wanted: argparse.Namespace) -> Iterator[ChatTemplate]:
    """From a file, with empty BOS and EOS texts, or the one a model brings."""
    if wanted.template:
        yield ChatTemplate(_text(wanted.template) or "", bos="", eos="")
        return
    with open_vocabulary(wanted.model) as vocabulary:
        own = vocabulary.template_for(with_tools=bool(wanted.tools))
        source = replacement(wanted.model) or own
        yield ChatTemplate.of(source, vocabulary.tokenizer)


def _text(path: str | None) -> str | None:
    if path is None:
        return None
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRequest(f"{path} cannot be read: {error}.") from None


def _shown(value: Any) -> Any:
    """Long lists (vocabularies) as their length."""
    return f"{value.count:,} values" if isinstance(value, LongArray) else value


def _print(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, default=str) + "\n")
    sys.stdout.flush()
