"""Clocks: the system's, and one for scripts and tests that is moved by hand.

Owns reading time; what time means for a session is `study.course.timing`.
"""

import sys
import time
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Protocol

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
SECOND = 1_000_000_000


class Clock(Protocol):
    """What the runner needs to know about time."""

    def boot_ns(self) -> int:
        """Nanoseconds since the computer booted, suspension included where the system tells."""

    def monotonic_ns(self) -> int:
        """Nanoseconds that stand still while the computer is suspended."""

    def boot_id(self) -> str:
        """Names this boot; empty where the system does not tell."""

    def utc(self) -> str:
        """The wall clock, ISO 8601 with microseconds."""


class SystemClock:
    """The clocks of this computer."""

    def boot_ns(self) -> int:
        """CLOCK_BOOTTIME, or the monotonic clock where there is none."""
        if sys.platform == "linux":
            return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        return time.monotonic_ns()

    def monotonic_ns(self) -> int:
        """CLOCK_MONOTONIC."""
        return time.monotonic_ns()

    def boot_id(self) -> str:
        """The kernel's boot id."""
        return _system_boot_id()

    def utc(self) -> str:
        """The current time."""
        return datetime.now(UTC).isoformat(timespec="microseconds")


def not_before(utc: str, last: str | None) -> str:
    """A wall-clock time for what follows something: a microsecond after that where the clock, which
    may have been set back, says an earlier time or the same."""
    if last is None or utc > last:
        return utc
    following = datetime.fromisoformat(last) + timedelta(microseconds=1)
    return following.isoformat(timespec="microseconds")


@cache
def _system_boot_id() -> str:
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


class ManualClock:
    """A clock that moves only when told to."""

    def __init__(self, start: datetime = datetime(2030, 1, 1, tzinfo=UTC)) -> None:
        self._boot = 1_000 * SECOND
        self._monotonic = 500 * SECOND
        self._utc = start
        self._boots = 1

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._boot += round(seconds * SECOND)
        self._monotonic += round(seconds * SECOND)
        self._utc += timedelta(seconds=seconds)

    def suspend(self, seconds: float) -> None:
        """Let the computer sleep."""
        self._boot += round(seconds * SECOND)
        self._utc += timedelta(seconds=seconds)

    def set_wall(self, seconds: float) -> None:
        """Somebody sets the wall clock, forward or back; no time passes."""
        self._utc += timedelta(seconds=seconds)

    def reboot(self, seconds: float) -> None:
        """Boot anew; negative seconds set the wall clock back."""
        self._boots += 1
        self._boot = self._monotonic = 20 * SECOND
        self._utc += timedelta(seconds=seconds)

    def boot_ns(self) -> int:
        """As moved."""
        return self._boot

    def monotonic_ns(self) -> int:
        """As moved, suspension left out."""
        return self._monotonic

    def boot_id(self) -> str:
        """boot-1, boot-2, …"""
        return f"boot-{self._boots}"

    def utc(self) -> str:
        """As moved."""
        return self._utc.isoformat(timespec="microseconds")
