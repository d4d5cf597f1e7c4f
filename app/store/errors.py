"""Every way the store can fail. The text of each is one sentence, fit to show.

StoreError
├── StoreReadOnly   the file or its folder cannot be written
├── StoreDamaged    the file is no sound database
├── DiskFull        the disk takes no more data
├── NewerSchema     a newer version of the program wrote the file
└── StoreBusy       another program holds the file
"""

from __future__ import annotations


class StoreError(Exception):
    """Base of all failures of the store the user can be told about."""


class StoreReadOnly(StoreError): ...


class StoreDamaged(StoreError): ...


class DiskFull(StoreError): ...


class NewerSchema(StoreError): ...


class StoreBusy(StoreError): ...
