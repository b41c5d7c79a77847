"""What ctypes, pydantic and Python make of a signal's exception, and that exception again."""

import re
import sys


def of_a_signal(error: BaseException) -> BaseException | None:
    """What a signal raised while an argument for a C library was being made ready, where ctypes has
    made an error of its own of it, or while a class was being made, where Python 3.11 has made a
    RuntimeError of what its `__set_name__` raised and pydantic a SchemaError; None for any other
    error."""
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
