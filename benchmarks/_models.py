"""Where `python3 dev.py bench` puts the models that benchmarks run on."""

from __future__ import annotations

from pathlib import Path

import platformdirs

MODELS = Path(platformdirs.user_cache_dir("parley", appauthor=False)) / "models"
SMOLLM2 = MODELS / "SmolLM2-135M-Instruct.Q4_1.gguf"
QWEN_CODER = MODELS / "Qwen2.5-Coder-0.5B-Instruct-Q4_K_M.gguf"
