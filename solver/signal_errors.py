"""Recovering a signal's exception that ctypes, pydantic or Python has replaced."""

import re
import sys


def of_a_signal(error: BaseException) -> BaseException | None:
    """The original exception of a signal that another error replaced; None for any other error.
    ctypes replaces it while it converts an argument for a C library. While a class is created,
    Python 3.11 turns an exception in `__set_name__` into a RuntimeError, and pydantic raises a
    SchemaError."""
    if isinstance(error, RuntimeError) and isinstance(error.__cause__, KeyboardInterrupt):
        return error.__cause__
    pydantic = sys.modules.get("pydantic_core")
    if pydantic is not None and isinstance(error, pydantic.SchemaError):
        return KeyboardInterrupt() if "KeyboardInterrupt" in str(error) else None
    ctypes = sys.modules.get("ctypes")
    if ctypes is None or not isinstance(error, ctypes.ArgumentError):
        return None
    if match := re.search(r"SystemExit'>: (\d+)", str(error)):
        return SystemExit(int(match[1]))
    return KeyboardInterrupt() if "KeyboardInterrupt" in str(error) else None
