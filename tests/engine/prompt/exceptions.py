"""What exact replay cannot do for a template, and why. Every entry must still be needed."""

from __future__ import annotations

_EMPTY = (
    "An answer without reasoning: the generation prompt has a reasoning block (an empty one, or an "
    "opener that the model closes at once) which the template does not print before old answers."
)
_SAME_TURN = "After the result of a tool the generation prompt has a header that old answers lack."
_LAST = "The result of a tool ends in another way while it is the last message."
_NO_STOP = (
    "No token ends a turn, so where a call ends is only known if it is printed as it was written."
)

HEADERS: dict[str, str] = {
    "Apertus-8B-Instruct": _SAME_TURN,
    "Apriel-1.6-15b-Thinker-fixed": _EMPTY,
    "Bielik-11B-v3.0-Instruct": _EMPTY,
    "Cohere2MoE": _EMPTY,
    "CohereForAI-c4ai-command-r-plus-tool_use": _EMPTY,
    "CohereForAI-c4ai-command-r7b-12-2024-tool_use": _EMPTY,
    "GLM-4.7-Flash": _EMPTY,
    "MiniMax-M2": _EMPTY,
    "NVIDIA-Nemotron-3-Nano-30B-A3B-BF16": _EMPTY,
    "NVIDIA-Nemotron-Nano-v2": _EMPTY,
    "NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use": _LAST,
    "NousResearch-Hermes-3-Llama-3.1-8B-tool_use": _LAST,
    "Qwen-QwQ-32B": _EMPTY,
    "Qwen-Qwen3-0.6B": _EMPTY,
    "Qwen3.5-4B": _EMPTY,
    "Reka-Edge": _EMPTY,
    "Spark2.5": _EMPTY,
    "StepFun3.5-Flash": _EMPTY,
    "deepseek-ai-DeepSeek-R1-Distill-Llama-8B": _EMPTY,
    "deepseek-ai-DeepSeek-R1-Distill-Qwen-32B": _EMPTY,
    "deepseek-ai-DeepSeek-V3.2": _EMPTY,
    "google-gemma-4-31B-it": _EMPTY,
    "google-gemma-4-31B-it-interleaved": _EMPTY,
    "llama-cpp-rwkv-world": _EMPTY,
    "openbmb-MiniCPM5-1B": _EMPTY,
    "poolside-Laguna-XS-2.1": _EMPTY,
    "poolside-Laguna-XS.2": _EMPTY,
    # our own
    "bare_close": _EMPTY,
    "drops_earlier_reasoning": _EMPTY,
    "no_tokens": _NO_STOP,
    "prefilled_think": _EMPTY,
}
"""Prompts that go apart between the words of two messages, before an answer."""

MOVES: dict[str, str] = {
    "Mistral-Small-3.2-24B-Instruct-2506": "The tools stand before the last question.",
    "mistralai-Mistral-Nemo-Instruct-2407": "The tools stand before the last question.",
    "clock": "The tools stand before the last question.",
}
"""Prompts that go apart elsewhere."""

REFUSALS: dict[str, str] = {
    "fireworks-ai-llama-3-firefunction-v2": "'functions' is undefined",
    "google-gemma-2-2b-it": "roles must alternate",
    "llama-cpp-deepseek-r1": "generator is not JSON serializable",
    "strict_alternation": "roles must alternate",
}
"""Words of templates that do not render some of the conversations."""
