"""How much work a call is, in steps of the interpreter instead of seconds.

Owns the counting. The number is the same on a slow and on a busy machine, so that a test can hold
how work grows. What happens inside functions written in C, such as sorting, counts as one step.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def steps(run: Callable[[], object]) -> int:
    """Python instructions that a call executes, in this thread."""
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        nonlocal count
        if event == "call":
            frame.f_trace_opcodes = True
            frame.f_trace_lines = False
        elif event == "opcode":
            count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return count
