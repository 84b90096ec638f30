"""Writes request bodies: of classes, or of plain dictionaries with dates, enums and classes in them."""

import datetime
import enum
from collections.abc import Mapping
from typing import Any

from .types import Unset


def plain(value: Any) -> Any:
    """A body as JSON has it: dates as text, enums as their values, objects as dictionaries without what is unset."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items() if not isinstance(item, Unset)}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return plain(value.to_dict()) if hasattr(value, "to_dict") else value
