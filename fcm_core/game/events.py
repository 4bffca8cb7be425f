"""What happened, for logs, tables and tests. An event has a kind and plain data (ids, dollars, squares as row, column)."""

from __future__ import annotations

from typing import Any

from attrs import frozen


@frozen
class Event:
    """One thing that happened. `kind` is one of the names in fcm_core's README; `data` is JSON-ready."""

    kind: str
    data: dict[str, Any]
