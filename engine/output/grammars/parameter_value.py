"""The value of one argument between tags: text as it stands, JSON, or more arguments."""

from __future__ import annotations

from engine.output.arguments import Arguments, ArgumentText
from engine.output.failures import Malformed
from engine.output.grammars.tagging import TagSet
from engine.output.grammars.tags import attributes_of, read_tag, skip_close, tag_name
from engine.output.source import Steps
from engine.output.values import MAX_DEPTH

_CDATA, _CDATA_END = "<![CDATA[", "]]>"


class ParameterValue:
    """`string` is what the tag says about the type: "true", "false", or nothing."""

    def __init__(self, tags: TagSet, key: str, *, string: str | None, depth: int = 0) -> None:
        self._tags = tags
        self._source = tags.source
        self._key = key
        self._string = string
        self._depth = depth
        self._stops = {"<"}
        if tags.trims_newlines:
            self._stops.add("\n")
        if tags.escapes:
            self._stops.add("&")
        if tags.cdata:
            self._stops.add("]")

    def read(self, arguments: Arguments) -> Steps[bool]:
        """Read up to behind the closing tag; whether it was there. Raises Malformed."""
        if self._tags.typed and self._string is None and (yield from self._holds_arguments()):
            return (yield from self._nested(arguments))
        if self._tags.trims_newlines:
            yield from self._source.skip(self._source.patterns(("\n",)))
        in_cdata = self._tags.cdata and (
            yield from self._source.skip_spaced(self._source.patterns((_CDATA,)))
        )
        text = self._text(arguments)
        with self._source.value():
            while (yield from self._source.peek()) is not None:
                if (yield from (self._cdata_ends() if in_cdata else self._ends())):
                    text.end()
                    return True
                if (yield from self._block_closes()):
                    break
                text.add((yield from self._piece()))
        text.cut()
        return False

    def _text(self, arguments: Arguments) -> ArgumentText:
        sent_as = {"true": "string", "false": "json"}.get(self._string or "")
        return ArgumentText(
            arguments,
            self._key,
            schema=self._tags.schema,
            sent_as=sent_as,  # type: ignore[arg-type]
        )

    def _piece(self) -> Steps[str]:
        """The next text of the value; a closing tag that was escaped as what it stands for."""
        escaped = yield from self._source.first_of(self._tags.escapes)
        if escaped is not None:
            self._source.take_pattern(escaped)
            return "<" + escaped.text.removeprefix("&lt;")
        return self._source.take_plain(self._stops) or self._source.take().text

    # ---- ends

    def _ends(self) -> Steps[bool]:
        """Whether the value ends here; its closing tag is taken then."""
        symbol = yield from self._source.peek()
        if symbol is None or symbol.text not in self._stops:
            return False
        start = self._source.position
        if symbol.text == "\n":
            self._source.take()
        if (yield from self._closes()) or (yield from self._closer_is_missing(start)):
            return True
        self._source.position = start
        return False

    def _closes(self) -> Steps[bool]:
        if not (yield from skip_close(self._source, self._tags.closes)):
            return False
        end = self._source.position
        with self._source.frame():
            legal = yield from self._may_follow()
        self._source.position = end
        return legal

    def _may_follow(self) -> Steps[bool]:
        """Whether what comes next may stand behind a closed value."""
        symbol = yield from self._source.skip_space()
        if symbol is None or (yield from self._source.first_of(self._tags.opens)) is not None:
            return True
        if (yield from self._call_ends(skip_close_first=False)):
            return True
        return bool(self._depth) and (yield from skip_close(self._source, self._tags.closes))

    def _closer_is_missing(self, start: int) -> Steps[bool]:
        """Whether the next argument of the tool, or the end of the call, comes instead."""
        if self._source.text(start)[-1:] == "\n" or not self._tags.trims_newlines:
            here = self._source.position
            if (yield from self._source.skip(self._tags.opens)):
                declared = yield from self._names_another()
                self._source.position = here
                return declared
        return (yield from self._call_ends(skip_close_first=True))

    def _names_another(self) -> Steps[bool]:
        try:
            tag = yield from read_tag(self._source)
        except Malformed:
            return False
        key = tag_name(tag or "")
        return self._tags.schema.declares(key) and key not in self._tags.given

    def _call_ends(self, *, skip_close_first: bool) -> Steps[bool]:
        """Whether the call ends here. A closing tag of the call counts as such where an argument
        was closed; otherwise only with something behind it that may follow a call."""
        start = self._source.position
        closed = yield from skip_close(self._source, self._tags.call_closes)
        symbol = yield from self._source.skip_space()
        follows = (yield from self._source.first_of(self._tags.after_call)) is not None
        self._source.position = start
        if skip_close_first:
            return closed and (symbol is None or follows)
        return closed or follows

    def _cdata_ends(self) -> Steps[bool]:
        start = self._source.position
        if (yield from self._source.skip(self._source.patterns((_CDATA_END,)))):
            yield from self._source.skip_space()
            if (yield from skip_close(self._source, self._tags.closes)):
                return True
        self._source.position = start
        return False

    def _block_closes(self) -> Steps[bool]:
        """Whether the block was closed by a token, which no text can be."""
        symbol = yield from self._source.peek()
        if symbol is None or not symbol.is_marker:
            return False
        return (yield from self._source.first_of(self._tags.block_closes)) is not None

    # ---- arguments inside of an argument

    def _holds_arguments(self) -> Steps[bool]:
        start = self._source.position
        yield from self._source.skip_space()
        holds = (yield from self._source.first_of(self._tags.opens)) is not None
        self._source.position = start
        return holds and self._depth < MAX_DEPTH

    def _nested(self, arguments: Arguments) -> Steps[bool]:
        pieces: list[str] = []
        inner = Arguments(pieces.append, lambda: None)
        complete = True
        while complete and (yield from self._source.skip_spaced(self._tags.opens)):
            tag = yield from read_tag(self._source)
            if tag is None:
                complete = False
            elif not (key := tag_name(tag)):
                raise Malformed("an argument without a name")
            else:
                string = attributes_of(tag).get("string")
                value = ParameterValue(self._tags, key, string=string, depth=self._depth + 1)
                complete = yield from value.read(inner)
        inner.end()
        arguments.value(self._key, "".join(pieces))
        yield from self._source.skip_space()
        return complete and (yield from skip_close(self._source, self._tags.closes))
