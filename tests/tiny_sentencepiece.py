"""Writes a vocabulary as SentencePiece models have it: spaces are letters, bytes have tokens.

No weights are in the file; it can be opened for its vocabulary only.
"""

from __future__ import annotations

from pathlib import Path

import gguf

CONTROL = ("<s>", "</s>", "[INST]", "[/INST]")
TAGS = ("<think>", "</think>")
PIECES = (
    *("\u2581the", "\u2581mor", "ning", "\u2581morning", "\u2581in", "\u2581rai", "l", "lway"),
    *(
        "\u2581railway",
        "\u2581Long",
        "\u2581before",
        "\u2581",
        "\u2581\u2581",
        "\u2581\u2581\u2581",
    ),
    *("in", "th", "the", "be", "fo", "re", "fore", "before", "Lo", "ng", "mo", "or", "ni"),
    *("ra", "rai", "wa", "way", "lw", "\u2581t", "\u2581th", "\u2581b", "\u2581be", "\u2581m"),
    *("\u2581mo", "\u2581r", "\u2581ra", "\u2581i", "\u2581L", "\u2581Lo", "\u2581Lon"),
    *("\u2581bef", "\u2581befo", "\u2581befor", "\u2581railw", "\u2581railwa", "\u2581rail"),
)


def write_sentencepiece(
    path: Path, *, template: str, puts_space: bool = True, adds_bos: bool = True
) -> Path:
    """`puts_space`: the model asks for a space in front of every text, as Llama 2 does."""
    writer = gguf.GGUFWriter(path, "llama")
    letters = [chr(code) for code in range(33, 127)]
    pieces = list(dict.fromkeys([*PIECES, *letters]))
    tokens = ["<unk>", *CONTROL, *TAGS, *(f"<0x{byte:02X}>" for byte in range(256)), *pieces]
    types = [gguf.TokenType.UNKNOWN]
    types += [gguf.TokenType.CONTROL] * len(CONTROL) + [gguf.TokenType.USER_DEFINED] * len(TAGS)
    types += [gguf.TokenType.BYTE] * 256 + [gguf.TokenType.NORMAL] * len(pieces)
    writer.add_context_length(128)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([float(len(token)) for token in tokens])
    writer.add_token_types(types)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_add_bos_token(adds_bos)
    writer.add_add_space_prefix(puts_space)
    writer.add_chat_template(template)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
