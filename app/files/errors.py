"""Why a file cannot be attached; the text of each is fit to show."""

from __future__ import annotations


class FileError(Exception):
    """The root of them all. Made with a sentence in which {} stands for the file's name."""

    def __init__(self, sentence: str, name: str) -> None:
        super().__init__(sentence.format(f"“{name}”"))


class NotReadable(FileError):
    """The system does not let us read it."""


class TooLarge(FileError):
    """More than a conversation should carry."""


class NotText(FileError):
    """Neither text nor a kind of file that text can be taken from."""


class UnknownEncoding(FileError):
    """Text, but in no form of Unicode."""


class Locked(FileError):
    """It asks for a password."""


class NoText(FileError):
    """There is nothing to read in it."""


class Damaged(FileError):
    """It is not what it says it is, or not whole."""
