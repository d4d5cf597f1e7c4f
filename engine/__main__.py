"""The command line: `python -m engine chat | render | tokens | replay | parse | inspect | detect`.

Results go to stdout as JSON (`render`: text). An error is one line on stderr; exit status 2 means
bad input, 1 a failed run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from engine.cli import commands
from engine.cli.parse import parse
from engine.errors import BadModelFile, BadRequest, EngineError, TemplateFailed, Unsupported

BAD_INPUT = (BadModelFile, BadRequest, TemplateFailed, Unsupported)
Run = Callable[[argparse.Namespace], None]


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    wanted = parser().parse_args(arguments)
    run: Run = wanted.run
    try:
        run(wanted)
    except EngineError as error:
        sys.stderr.write(f"{error}\n")
        return 2 if isinstance(error, BAD_INPUT) else 1
    except (KeyboardInterrupt, BrokenPipeError):
        return 1
    return 0


def parser() -> argparse.ArgumentParser:
    top = OneLineParser(prog="python -m engine", description=__doc__)
    add = top.add_subparsers(required=True, metavar="COMMAND")

    chat = add.add_parser("chat", help="one answer, its events as JSON lines")
    _model(chat)
    _messages(chat)
    chat.add_argument("--tool-choice", default="auto", metavar="auto|none|required|NAME")
    chat.add_argument("--schema", metavar="FILE.json", help="the answer is JSON of this schema")
    _trace(chat)
    chat.set_defaults(run=commands.chat)

    render = add.add_parser("render", help="the prompt as the template prints it")
    _template(render)
    _messages(render)
    render.add_argument("--no-generation-prompt", action="store_true")
    render.add_argument("--raw", action="store_true", help="messages as they are, not normalised")
    render.set_defaults(run=commands.render)

    tokens = add.add_parser("tokens", help="one JSON line per prompt token")
    _model(tokens)
    _messages(tokens)
    tokens.set_defaults(run=commands.tokens)

    replay = add.add_parser("replay", help="a scripted conversation, one receipt per answer")
    _model(replay)
    replay.add_argument("--scenario", required=True, metavar="FILE.json")
    replay.add_argument("--snapshots", metavar="DIR", help="write and use snapshots there")
    replay.add_argument("--flash-attention", choices=("auto", "on", "off"), default="auto")
    _trace(replay)
    replay.set_defaults(run=commands.replay)

    reading = add.add_parser("parse", help="raw output of a model on stdin, its parts as JSON")
    reading.add_argument("--format", required=True, metavar="KEY")
    reading.add_argument("--prefilled-reasoning", action="store_true")
    reading.add_argument("--tools", metavar="FILE.json")
    reading.add_argument("--finish", choices=("stop", "length"), default="stop")
    reading.add_argument("--chunk", type=int, metavar="BYTES", help="feed it in pieces")
    reading.set_defaults(run=parse)

    inspect = add.add_parser("inspect", help="metadata and memory estimate of a GGUF file")
    inspect.add_argument("file", metavar="FILE.gguf")
    inspect.set_defaults(run=commands.inspect)

    detect = add.add_parser("detect", help="health card: format, reasoning policy, cost")
    _template(detect)
    _format(detect)
    detect.set_defaults(run=commands.detect)

    host = add.add_parser("host", help="the engine process itself, driven over its pipes")
    host.set_defaults(run=commands.host)
    return top


def _model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", required=True, metavar="FILE.gguf")
    parser.add_argument("--template", metavar="FILE.jinja", help="instead of the model's own")
    _format(parser)


def _format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", metavar="KEY", help="instead of the one that is detected")


def _trace(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--trace", metavar="FILE", help="append what each round read and wrote")


def _template(parser: argparse.ArgumentParser) -> None:
    """The one a model brings, or one alone."""
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--model", metavar="FILE.gguf")
    source.add_argument("--template", metavar="FILE.jinja")


def _messages(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--messages", required=True, metavar="FILE.json")
    parser.add_argument("--tools", metavar="FILE.json")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=JSON")


if __name__ == "__main__":
    sys.exit(main())
