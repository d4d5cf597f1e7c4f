"""Chat templates and a vocabulary for each: those llama.cpp ships, else a dozen of our own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from engine.prompt.template import ChatTemplate
from tests.engine.fake_tokenizer import FakeTokenizer

OWN = Path(__file__).parents[2] / "data" / "templates"
SHIPPED = Path(platformdirs.user_cache_dir("parley", appauthor=False)) / "templates"
MERGES = ("on", "er", "ea", "the", " the", "we", "get_", "weather", "\n\n", "ris", "Pa", "so", "th")

_MARKER = re.compile(
    r"<\|[^|>\s'\"{]{1,40}\|?>|<[^|>\s'\"{]{1,30}\|>|<｜[^>\s{]{1,40}?>|｜DSML｜|\[/?[A-Z_]{3,20}\]"
    r"|</?[a-z_]{2,25}(?::[a-z_]{2,25})?>|\]~b\]|\[e~\[|\]<\]minimax\[>\[|<SPECIAL_1\d>|<\|\"\|>"
)
_TAG = re.compile(r"</?[a-z]")
_ENDS = (
    *("<|im_end|>", "<|eot_id|>", "<|eom_id|>", "</s>", "<|end|>", "<|return|>", "<|call|>"),
    *("<|calls|>", "<end_of_turn>", "<turn|>", "<|tool_response>", "<|end_of_text|>", "<|eot|>"),
    *("<|endoftext|>", "<｜end▁of▁sentence｜>", "<|END_OF_TURN_TOKEN|>", "[e~[", "<|user|>"),
    *("<|observation|>", "<SPECIAL_12>", "<|end_of_msg|>", "<seed:eos>", "<|assistant_end|>"),
    *("</assistant>", "<|message_sep|>", "<end_of_sentence>", "<|role_end|>", "<sep>"),
    *("<|tools_suffix|>", "<｜hy_eos:opensource｜>", "<|turn_end|>"),
)
# Where a token that ends a turn elsewhere does not, or is put together while rendering.
_NO_ENDS = {
    "openai-gpt-oss-120b": ("<|end|>",),
    "microsoft-Phi-3.5-mini-instruct": ("<|user|>",),
    "unsloth-Apriel-1.5": ("<|user|>",),
    "channels": ("<|end|>",),
    "drops_in_the_loop": ("<|user|>", "<|call|>"),
    "bare_close": ("<|user|>", "<|calls|>"),
    "sorted_arguments": ("<|call|>",),
}
_MORE_ENDS = {"tencent-Hy3": ("<｜hy_eos:opensource｜>",)}


@dataclass(frozen=True)
class Family:
    """A template with what a vocabulary made for it marks, and which of that ends a turn."""

    name: str
    template: ChatTemplate
    markers: tuple[str, ...]
    ends: tuple[str, ...]

    @property
    def settings(self) -> list[dict[str, Any]]:
        """The variables to try it with."""
        source = self.template.source
        switch = "reasoning_effort" if "enable_thinking" not in source else "enable_thinking"
        values = {"enable_thinking": (True, False), "reasoning_effort": ("high",)}[switch]
        return [{}, *({switch: value} for value in values if switch in source)]

    def tokenizer(self) -> FakeTokenizer:
        tags = [one for one in self.markers if _TAG.match(one) and one not in self.ends]
        control = [one for one in self.markers if one not in tags]
        return FakeTokenizer(
            control=control, user_defined=tags, ends=self.ends, merges=MERGES, eos=None
        )


def families() -> list[Family]:
    """Of the templates in the cache, or our own when there are none."""
    return [family_of(path) for path in sorted(_folder().glob("*.jinja"))]


def own_families() -> list[Family]:
    return [family_of(path) for path in sorted(OWN.glob("*.jinja"))]


def description() -> str:
    """Which sets of templates there are, for people to read."""
    own = f"{len(own_families())} of our own"
    if _folder() == OWN:
        return f"chat templates: {own}; none that llama.cpp ships, as {SHIPPED} is empty"
    return f"chat templates: {own} and {len(families())} that llama.cpp ships, from {SHIPPED}"


def _folder() -> Path:
    return SHIPPED if any(SHIPPED.glob("*.jinja")) else OWN


def family_of(path: Path) -> Family:
    source, name = path.read_text("utf-8"), path.stem
    known = [end for end in _ENDS if end in source and end not in _NO_ENDS.get(name, ())]
    eos = known[0] if known and "eos_token" not in source else "</s>"
    ends = dict.fromkeys([*known, *_MORE_ENDS.get(name, ()), eos])
    markers = dict.fromkeys([*_MARKER.findall(source), *ends, "<s>"])
    template = ChatTemplate(source, bos="<s>", eos=eos)
    return Family(name, template, tuple(markers), tuple(ends))
