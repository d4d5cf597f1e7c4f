"""The facts of a model file by name, for the model list, for `inspect` and before loading."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadModelFile, Unsupported
from engine.gguf.reader import GgufContent, LongArray, MetadataValue, read_content
from engine.gguf.types import FILE_TYPES

_SHARD_NAME = re.compile(r"(.+)-(\d{5})-of-(\d{5})\.gguf")
_ENCODERS = frozenset(
    {
        "bert",
        "modern-bert",
        "nomic-bert",
        "nomic-bert-moe",
        "neo-bert",
        "jina-bert-v2",
        "jina-bert-v3",
        "eurobert",
        "t5encoder",
        "gemma-embedding",
    }
)
_NOT_MODELS = {
    "adapter": "{name} is a LoRA adapter, not a model; open the model it was made for.",
    "mmproj": "{name} is the vision part of a model; open the model itself.",
    "imatrix": "{name} is an importance matrix, not a model.",
    "vocab": "{name} is a vocabulary without weights.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GgufHeader:
    """What a model file says about itself; sizes and counts are over all shards.

    `head_counts` and `kv_head_counts` have one number per block. `pooling_type` above 0 marks an
    embedding or ranking model. `chat_templates` has the main one under "default".
    """

    path: Path
    version: int
    architecture: str
    kind: str
    name: str
    size_label: str
    file_type: str
    context_length: int
    block_count: int
    embedding_length: int
    head_counts: tuple[int, ...]
    kv_head_counts: tuple[int, ...]
    key_length: int
    value_length: int
    vocabulary_size: int
    chat_templates: dict[str, str]
    bos_id: int | None
    eos_id: int | None
    pooling_type: int
    tensor_count: int
    parameters: int
    tensor_bytes: int
    size_bytes: int
    metadata: dict[str, MetadataValue]

    @property
    def tool_template(self) -> str:
        """The chat template for requests with tools; "" where there is only the main one."""
        source = self.chat_templates.get("tool_use", "")
        return source if source.strip() else ""

    def of_architecture(self, key: str) -> MetadataValue | None:
        """The value of `<architecture>.<key>`, None when the file has none."""
        return self.metadata.get(f"{self.architecture}.{key}")

    def number(self, key: str, default: int = 0) -> int:
        """The whole number at `<architecture>.<key>`."""
        return _integer(self.of_architecture(key), default)


def read_header(path: Path) -> GgufHeader:
    """Read the header of a model file, and of its further shards when it is split.

    Raises BadModelFile with one clear sentence.
    """
    content = read_content(path)
    shards = [content, *_further_shards(path, content)]
    architecture = _text(content.metadata.get("general.architecture"))
    if not architecture:
        raise BadModelFile(f"{path.name} does not say what kind of model it is.")
    return _header(path, architecture, shards)


def require_chat_model(header: GgufHeader) -> None:
    """Raise Unsupported when the file cannot answer: embeddings, vision parts, adapters."""
    name = header.path.name
    kind = "mmproj" if header.architecture == "clip" else header.kind
    if kind in _NOT_MODELS:
        raise Unsupported(_NOT_MODELS[kind].format(name=name))
    if header.architecture in _ENCODERS or header.pooling_type > 0:
        raise Unsupported(
            f"{name} is an embedding model: it compares texts and cannot answer. "
            "Choose a chat model."
        )


def _header(path: Path, architecture: str, shards: list[GgufContent]) -> GgufHeader:
    metadata = shards[0].metadata

    def number(key: str, default: int = 0) -> int:
        return _integer(metadata.get(f"{architecture}.{key}"), default)

    blocks = min(number("block_count"), 65_536)
    heads = _per_block(metadata.get(f"{architecture}.attention.head_count"), blocks)
    kv_heads = _per_block(metadata.get(f"{architecture}.attention.head_count_kv"), blocks)
    head_size = number("embedding_length") // max((*heads, 1))
    tensors = [tensor for shard in shards for tensor in shard.tensors]
    return GgufHeader(
        path=path,
        version=shards[0].version,
        architecture=architecture,
        kind=_text(metadata.get("general.type")) or "model",
        name=_text(metadata.get("general.name")) or path.stem,
        size_label=_text(metadata.get("general.size_label")),
        file_type=_file_type(metadata.get("general.file_type")),
        context_length=number("context_length"),
        block_count=blocks,
        embedding_length=number("embedding_length"),
        head_counts=heads,
        kv_head_counts=kv_heads or heads,
        key_length=number("attention.key_length", head_size),
        value_length=number("attention.value_length", head_size),
        vocabulary_size=_length(metadata.get("tokenizer.ggml.tokens")) or number("vocab_size"),
        chat_templates=_templates(metadata),
        bos_id=_identifier(metadata.get("tokenizer.ggml.bos_token_id")),
        eos_id=_identifier(metadata.get("tokenizer.ggml.eos_token_id")),
        pooling_type=number("pooling_type"),
        tensor_count=len(tensors),
        parameters=sum(tensor.elements for tensor in tensors),
        tensor_bytes=sum(tensor.size_bytes for tensor in tensors),
        size_bytes=sum(shard.size_bytes for shard in shards),
        metadata=metadata,
    )


def _further_shards(path: Path, content: GgufContent) -> Iterable[GgufContent]:
    count = _integer(content.metadata.get("split.count"), 1)
    if count <= 1:
        return []
    match = _SHARD_NAME.fullmatch(path.name)
    if match is None or int(match[3]) != count:
        raise BadModelFile(
            f"{path.name} is one of {count} parts, but its name does not end in "
            f"-00001-of-{count:05}.gguf; give it its first name back."
        )
    if _integer(content.metadata.get("split.no"), 0) != 0:
        raise BadModelFile(
            f"{path.name} is a later part of a model; open {match[1]}-00001-of-{match[3]}.gguf."
        )
    others = [path.with_name(f"{match[1]}-{n:05}-of-{count:05}.gguf") for n in range(2, count + 1)]
    missing = next((other.name for other in others if not other.exists()), None)
    if missing is not None:
        raise BadModelFile(
            f"The model has {count} parts and {missing} is missing beside the first."
        )
    return [read_content(other) for other in others]


def _templates(metadata: dict[str, MetadataValue]) -> dict[str, str]:
    main = "tokenizer.chat_template"
    templates = {
        key.removeprefix(f"{main}."): value
        for key, value in metadata.items()
        if key.startswith(f"{main}.") and isinstance(value, str)
    }
    if text := _text(metadata.get(main)):
        templates["default"] = text
    return templates


def _file_type(value: MetadataValue | None) -> str:
    if value is None:
        return ""
    number = _integer(value, -1)
    return FILE_TYPES.get(number, f"type {number}")


def _per_block(value: MetadataValue | None, blocks: int) -> tuple[int, ...]:
    if isinstance(value, tuple):
        return tuple(_integer(each, 0) for each in value[:blocks])
    return () if value is None else (_integer(value, 0),) * blocks


def _length(value: MetadataValue | None) -> int:
    if isinstance(value, LongArray):
        return value.count
    return len(value) if isinstance(value, tuple) else 0


def _text(value: MetadataValue | None) -> str:
    return value if isinstance(value, str) else ""


def _integer(value: MetadataValue | None, default: int) -> int:
    return value if isinstance(value, int) else default


def _identifier(value: MetadataValue | None) -> int | None:
    return value if isinstance(value, int) else None
