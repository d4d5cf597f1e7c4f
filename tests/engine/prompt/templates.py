"""Small chat templates of our own, one per habit that real ones have."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from engine.prompt.template import ChatTemplate

CLOCK = datetime(2026, 3, 5, 14, 0)

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)

# Drops the reasoning of answers before the last question, and trims what it prints.
THINKING = """
{%- set ns = namespace(last=-1) %}
{%- for m in messages if m.role == 'user' %}{% set ns.last = messages.index(m) %}{% endfor %}
{%- for m in messages %}
{{- '<|im_start|>' + m.role + '\\n' }}
{%- if m.reasoning_content and loop.index0 > ns.last %}
{{- '<think>\\n' + m.reasoning_content|trim + '\\n</think>\\n\\n' }}
{%- endif %}
{{- m.content|trim }}
{%- for call in m.tool_calls or [] %}
{{- '\\n<tool_call>\\n' + call.function|tojson + '\\n</tool_call>' }}
{%- endfor %}
{{- '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}
{%- if add_generation_prompt and enable_thinking %}{{ '<think>\\n' }}{% endif %}
{%- if add_generation_prompt and enable_thinking is false %}
{{- '<think>\\n\\n</think>\\n\\n' }}
{%- endif %}"""

KEEPS_REASONING = THINKING.replace("loop.index0 > ns.last", "true")

STRICT = """
{%- for m in messages %}
{%- if m.role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}
{%- if (m.role == 'user') != (loop.index0 % 2 == 0) %}
{{- raise_exception('Conversation roles must alternate') }}
{%- endif %}
{{- '[' + m.role + ']' + m.content + '\\n' }}
{%- endfor %}"""

LOOPS_OVER_PARTS = (
    "{% for m in messages %}[{{ m.role }}]"
    "{% for part in m.content %}{{ part['text'] }}{% endfor %}{% endfor %}"
)


def template(source: str, *, bos: str = "", eos: str = "") -> ChatTemplate:
    return ChatTemplate(source, bos=bos, eos=eos)


def render(source: str, **settings: Any) -> str:
    """`source` over one question, with `settings` as variables."""
    messages = [{"role": "user", "content": "hi"}]
    return template(source, bos="<s>").render(messages, None, settings, CLOCK, False)
