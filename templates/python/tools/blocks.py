"""Pictures, sounds and documents that a tool returns, in the block classes of `toolwire.models`."""

from __future__ import annotations

import base64
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..models import AudioBlock, DocumentBlock, ImageBlock, TextBlock, VideoBlock

_MODELS = __package__.rpartition(".")[0] + ".models.intermediate"
_NAMES = ("TextBlock", "ImageBlock", "AudioBlock", "VideoBlock", "DocumentBlock", "Opaque")
_classes: tuple[type, ...] = ()


def block_classes() -> tuple[type, ...]:
    """The classes of blocks, if they are loaded; if not, no value can be one of them."""
    global _classes
    if not _classes and _MODELS in sys.modules:
        models = sys.modules[_MODELS]
        _classes = tuple(getattr(models, name) for name in (*_NAMES, "ContentBlock"))
    return _classes


def text_block(text: str) -> TextBlock:
    """A text, to stand among other blocks."""
    from ..models import TextBlock

    return TextBlock(kind="text", text=text)


def image_block(
    data: bytes | str | None = None, *, url: str | None = None, mime_type: str = "image/png"
) -> ImageBlock:
    """A picture: its bytes (or those in base64), or where it can be fetched."""
    from ..models import ImageBlock

    return ImageBlock.model_validate(_media("image", data, url, mime_type))


def audio_block(
    data: bytes | str | None = None, *, url: str | None = None, mime_type: str = "audio/wav"
) -> AudioBlock:
    """A recording: its bytes (or those in base64), or where it can be fetched."""
    from ..models import AudioBlock

    return AudioBlock.model_validate(_media("audio", data, url, mime_type))


def video_block(
    data: bytes | str | None = None, *, url: str | None = None, mime_type: str = "video/mp4"
) -> VideoBlock:
    """A film: its bytes (or those in base64), or where it can be fetched."""
    from ..models import VideoBlock

    return VideoBlock.model_validate(_media("video", data, url, mime_type))


def document_block(
    data: bytes | str | None = None,
    *,
    url: str | None = None,
    text: str | None = None,
    mime_type: str | None = None,
    name: str | None = None,
) -> DocumentBlock:
    """A document: its bytes (or those in base64), where it can be fetched, or its plain text."""
    from ..models import DocumentBlock

    kind = mime_type or ("application/pdf" if text is None else "text/plain")
    fields = _media("document", data, url, kind)
    if text is not None:
        fields["text"] = text
    if name is not None:
        fields["name"] = name
    return DocumentBlock.model_validate(fields)


def _media(kind: str, data: bytes | str | None, url: str | None, mime_type: str) -> dict[str, Any]:
    fields: dict[str, Any] = {"kind": kind, "mimeType": mime_type}
    if data is not None:
        fields["data"] = data if isinstance(data, str) else base64.b64encode(data).decode()
    if url is not None:
        fields["url"] = url
    return fields
