"""Clocks: the system's, and a manual one for scripts and tests.

Owns reading time; `study.course.timing` owns what time means for a session.
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
    """The clock interface that the runner needs."""

    def boot_ns(self) -> int:
        """Nanoseconds since the computer booted, including suspension where the system reports
        it."""

    def monotonic_ns(self) -> int:
        """Nanoseconds on a clock that stops while the computer is suspended."""

    def boot_id(self) -> str:
        """Identifies this boot; empty where the system does not report it."""

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


def not_before(utc: str, last_utc: str | None) -> str:
    """A wall-clock time for an event after `last_utc`: one microsecond later than `last_utc` where
    the clock, which may have been set back, shows the same time or an earlier one."""
    if last_utc is None or utc > last_utc:
        return utc
    following = datetime.fromisoformat(last_utc) + timedelta(microseconds=1)
    return following.isoformat(timespec="microseconds")


@cache
def _system_boot_id() -> str:
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


class ManualClock:
    """A clock that moves only on request."""

    def __init__(self, start: datetime = datetime(2030, 1, 1, tzinfo=UTC)) -> None:
        self._boot = 1_000 * SECOND
        self._monotonic = 500 * SECOND
        self._utc = start
        self._boots = 1

    def advance(self, seconds: float) -> None:
        """Advance all clocks."""
        self._boot += round(seconds * SECOND)
        self._monotonic += round(seconds * SECOND)
        self._utc += timedelta(seconds=seconds)

    def suspend(self, seconds: float) -> None:
        """Simulate that the computer sleeps."""
        self._boot += round(seconds * SECOND)
        self._utc += timedelta(seconds=seconds)

    def set_wall(self, seconds: float) -> None:
        """Simulate setting the wall clock, forward or back; no time passes."""
        self._utc += timedelta(seconds=seconds)

    def reboot(self, seconds: float) -> None:
        """Simulate a reboot; negative seconds set the wall clock back."""
        self._boots += 1
        self._boot = self._monotonic = 20 * SECOND
        self._utc += timedelta(seconds=seconds)

    def boot_ns(self) -> int:
        """The manual time."""
        return self._boot

    def monotonic_ns(self) -> int:
        """The manual time, without suspension."""
        return self._monotonic

    def boot_id(self) -> str:
        """boot-1, boot-2, …"""
        return f"boot-{self._boots}"

    def utc(self) -> str:
        """The manual wall clock."""
        return self._utc.isoformat(timespec="microseconds")
