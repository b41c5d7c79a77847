"""Limits for each visitor: connections, unfinished requests, messages.

Owns the guard at the listening socket and the budget of messages. The seat manager limits the
number of processes."""

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

REQUEST_SECONDS = 10.0
"""Time limit for the head of a connection's first request."""
MESSAGES_A_SECOND = 120.0
"""Long-run rate for one page; mouse movements are messages too."""
MESSAGES_AT_ONCE = 600.0
LONGEST_MESSAGE = 1 << 16
"""Bytes."""


def network(address: str) -> str:
    """The unit that counts as one address: an IPv4 address, or the network of an IPv6 subscriber
    (/64)."""
    try:
        outcome = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(outcome, ipaddress.IPv6Address):
        if outcome.ipv4_mapped is not None:
            return str(outcome.ipv4_mapped)
        return str(ipaddress.ip_network((outcome, 64), strict=False))
    return str(outcome)


class MessageBudget:
    """A bucket of messages that fills with time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._messages = MESSAGES_AT_ONCE
        self._counted_at = clock()

    def spend(self) -> bool:
        """Use up one message. Returns whether one was available."""
        now = self._clock()
        self._messages = min(
            MESSAGES_AT_ONCE, self._messages + (now - self._counted_at) * MESSAGES_A_SECOND
        )
        self._counted_at = now
        if self._messages < 1:
            return False
        self._messages -= 1
        return True


class ConnectionGuard:
    """Stands between the listening socket and the server's protocols."""

    def __init__(
        self, make_protocol: Callable[[], Any], most_connections: int, per_address: int
    ) -> None:
        self.make_protocol = make_protocol
        self.most_connections = most_connections
        """Maximum number of connections at once."""
        self.per_address = per_address
        """The same per address; 0 means no limit, as behind a proxy, where all have one address."""
        self.open_counts: Counter[str] = Counter()
        self.requesting: set[object] = set()
        """Protocols whose first request has arrived."""

    def __call__(self) -> asyncio.Protocol:
        """The protocol of a new connection."""
        return LimitedProtocol(self, self.make_protocol())

    def crowded(self, address: str) -> bool:
        """Whether there are too many connections."""
        limited = self.per_address and self.open_counts[address] > self.per_address
        return bool(limited) or self.open_counts.total() > self.most_connections


class LimitedProtocol(asyncio.Protocol):
    """Passes everything to the server's protocol, but closes excess connections unread, and those
    whose first request does not come."""

    def __init__(self, guard: ConnectionGuard, protocol: Any) -> None:
        self.guard = guard
        self.protocol = protocol
        self.address = ""
        self.timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, and close it if there are too many."""
        assert isinstance(transport, asyncio.Transport)
        peer = transport.get_extra_info("peername")
        self.address = network(peer[0]) if peer else ""
        self.guard.open_counts[self.address] += 1
        self.protocol.connection_made(transport)
        if self.guard.crowded(self.address):
            transport.abort()
            return
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(REQUEST_SECONDS, self.late, transport)

    def late(self, transport: asyncio.Transport) -> None:
        """Close the connection if the head of its first request has not arrived."""
        if self.protocol not in self.guard.requesting:
            transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Stop counting the connection."""
        if self.timer is not None:
            self.timer.cancel()
        self.guard.requesting.discard(self.protocol)
        self.guard.open_counts[self.address] -= 1
        if not self.guard.open_counts[self.address]:
            del self.guard.open_counts[self.address]
        self.protocol.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """Pass on the data."""
        self.protocol.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on the end."""
        answer: bool | None = self.protocol.eof_received()
        return answer

    def pause_writing(self) -> None:
        """Pass on the pause."""
        self.protocol.pause_writing()

    def resume_writing(self) -> None:
        """Pass on the resumption."""
        self.protocol.resume_writing()
