"""How much one visitor can take up: connections, requests that never end, messages.

Owns the guard at the listening socket and the budget of messages. How many processes there may be
is the hall's.
"""

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

REQUEST_SECONDS = 10.0
"""In which the head of a connection's first request has to be there."""
MESSAGES_A_SECOND = 120.0
"""From one page, in the long run: moves of a mouse are messages too."""
MESSAGES_AT_ONCE = 600.0
LONGEST_MESSAGE = 1 << 16
"""Bytes."""


def network(address: str) -> str:
    """What counts as one address: an IPv4 address, or the network of an IPv6 subscriber (/64)."""
    try:
        outcome = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(outcome, ipaddress.IPv6Address):
        if outcome.ipv4_mapped is not None:
            return str(outcome.ipv4_mapped)
        return str(ipaddress.ip_network((outcome, 64), strict=False))
    return str(outcome)


class Budget:
    """A bucket of messages that fills with time."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._left = MESSAGES_AT_ONCE
        self._at = now()

    def spend(self) -> bool:
        """Take one message's worth; whether there was one."""
        now = self._now()
        self._left = min(MESSAGES_AT_ONCE, self._left + (now - self._at) * MESSAGES_A_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """Stands between the listening socket and the server's protocols."""

    def __init__(self, make: Callable[[], Any], most: int, per_address: int) -> None:
        self.make = make
        self.most = most
        """Connections at once."""
        self.per_address = per_address
        """Of one address; 0: not limited, as behind a proxy, where all have one."""
        self.open: Counter[str] = Counter()
        self.heard: set[object] = set()
        """Protocols whose first request is there."""

    def __call__(self) -> asyncio.Protocol:
        """The protocol of a new connection."""
        return LimitedProtocol(self, self.make())

    def crowded(self, address: str) -> bool:
        """Whether there are more connections than may be."""
        limited = self.per_address and self.open[address] > self.per_address
        return bool(limited) or self.open.total() > self.most


class LimitedProtocol(asyncio.Protocol):
    """Hands everything to the server's protocol, but closes a connection beyond the limits unread,
    and one whose first request does not come."""

    def __init__(self, guard: Guard, inner: Any) -> None:
        self.guard = guard
        self.inner = inner
        self.address = ""
        self.timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it; let it in or not."""
        assert isinstance(transport, asyncio.Transport)
        peer = transport.get_extra_info("peername")
        self.address = network(peer[0]) if peer else ""
        self.guard.open[self.address] += 1
        self.inner.connection_made(transport)
        if self.guard.crowded(self.address):
            transport.abort()
            return
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(REQUEST_SECONDS, self.late, transport)

    def late(self, transport: asyncio.Transport) -> None:
        """The head of the first request should be there by now."""
        if self.inner not in self.guard.heard:
            transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Count it no longer."""
        if self.timer is not None:
            self.timer.cancel()
        self.guard.heard.discard(self.inner)
        self.guard.open[self.address] -= 1
        if not self.guard.open[self.address]:
            del self.guard.open[self.address]
        self.inner.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Hand on."""
        self.inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Hand on."""
        answer: bool | None = self.inner.eof_received()
        return answer

    def pause_writing(self) -> None:
        """Hand on."""
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """Hand on."""
        self.inner.resume_writing()
