"""One participant's place: a process, and the page that is connected to it at the moment.

Owns the packets between both (textual-serve's protocol), and moving the place from one page to the
next: after a lost connection, or to another window. The seat manager starts and ends processes.
"""

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from solver.files import parse_json

if TYPE_CHECKING:
    from aiohttp import web

SLOW_BYTES = 1 << 20
"""A page with more unread output than this is disconnected; it gets the whole screen when it
returns."""
VERDICT_SECONDS = 5.0
"""How long a page whose process has closed its side waits for the reason."""
MOST_CELLS = 500
"""Maximum number of columns and of lines of a page."""
MOUSE_MOVES = ("\x1b[<35;", "\x1b[<32;")
"""The terminal's reports of mere mouse movements, which do not count as presence."""


class CloseCode(IntEnum):
    """Why a page's connection is closed: codes of the websocket, known to the page's script."""

    ENDED = 4000
    ELSEWHERE = 4001
    IDLE = 4002
    REFUSED = 4003
    FULL = 4004
    TROUBLE = 4005
    NO_PLACE = 4006
    TAKEN = 4007
    GOING_AWAY = 1001


class Seat:
    """A running process and its page."""

    def __init__(
        self,
        code: str,
        address: str,
        pid: int,
        end_message: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    ) -> None:
        """`end_message` turns the process's report of the end into the message for the page."""
        self.code = code
        self.address = address
        self.pid = pid
        self.line: web.WebSocketResponse | None = None
        self.last_input = time.monotonic()
        self.disconnected_at: float | None = None
        """When the last page was disconnected."""
        self.closed = asyncio.Event()
        """Set when the process has closed its side."""
        self.ended = asyncio.Event()
        """Set when the process has ended, and its files and locks are free."""
        self.close_reason = CloseCode.ENDED
        """The reason given to a page when the process has ended."""
        self._end_message = end_message
        self._sent_end_message: str | None = None
        self._transport: asyncio.WriteTransport | None = None
        self._disconnected = False
        self._carrier: asyncio.Task[None] | None = None

    async def open(self, server_end: socket.socket) -> None:
        """Start carrying packets."""
        self._reader, self._writer = await asyncio.open_connection(sock=server_end)
        self._carrier = asyncio.create_task(self._carry())

    async def attach(
        self,
        line: "web.WebSocketResponse",
        transport: asyncio.WriteTransport | None,
        size: tuple[int, int],
    ) -> None:
        """Connect a page to this place, replacing any other one. `transport` is the
        connection's."""
        before, self.line, self._transport = self.line, line, transport
        width, height = size
        self.disconnected_at = None
        self.last_input = time.monotonic()
        if before is not None:
            await _closed(before, CloseCode.ELSEWHERE)
        if before is not None or self._disconnected:
            self.meta({"type": "attach", "width": width, "height": height})
        self._disconnected = False
        if self._sent_end_message is not None:
            await line.send_str(self._sent_end_message)

    def detach(self, line: "web.WebSocketResponse") -> None:
        """Handle the loss of a page's connection; if it was the present one, the process waits for
        another."""
        if self.line is line:
            self.line = None
            self._disconnected = True
            self.disconnected_at = time.monotonic()
            self.meta({"type": "detach"})

    def take(self, message: str) -> str | None:
        """Handle a message of the page. Returns the reply, if any.

        Raises ValueError if it is not a message of the page's script.
        """
        kind, *values = parse_json(message)
        value = values[0] if values else None
        if kind == "stdin" and isinstance(value, str):
            if not value.startswith(MOUSE_MOVES):
                self.last_input = time.monotonic()
            self._send(b"D", value.encode("utf-8", "replace"))
        elif kind == "resize" and isinstance(value, dict):
            width, height = sized(value.get("width")), sized(value.get("height"))
            self.meta({"type": "resize", "width": width, "height": height})
        elif kind in ("focus", "blur"):
            self.meta({"type": kind})
        elif kind == "ping":
            return json.dumps(["pong", ""])
        else:
            raise ValueError("no message of the page")
        return None

    def quit(self, reason: CloseCode) -> None:
        """Ask the process to end in order."""
        self.close_reason = reason
        self.meta({"type": "quit"})

    def meta(self, message: Mapping[str, object]) -> None:
        """Send the process a packet that is not a key."""
        self._send(b"M", json.dumps(message).encode())

    def _send(self, kind: bytes, payload: bytes) -> None:
        with contextlib.suppress(OSError, RuntimeError):
            self._writer.write(kind + len(payload).to_bytes(4, "big") + payload)

    async def _carry(self) -> None:
        """Carry the process's output until it ends."""
        reader = self._reader
        try:
            await reader.readline()  # it sends a greeting first
            while True:
                head = await reader.readexactly(5)
                payload = await reader.readexactly(int.from_bytes(head[1:], "big"))
                if head[:1] == b"D":
                    await self._paint(payload)
                elif head[:1] == b"M":
                    await self._heard(parse_json(payload))
        except (asyncio.IncompleteReadError, OSError, ValueError):
            pass
        finally:
            self._writer.close()
            self.closed.set()
            line, self.line = self.line, None
            if self.close_reason is CloseCode.ENDED:
                # The exit status gives the reason, and arrives after the socket's end.
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.ended.wait(), VERDICT_SECONDS)
            if line is not None:
                await _closed(line, self.close_reason)

    async def _paint(self, payload: bytes) -> None:
        line = self.line
        if line is None or line.closed:
            return
        transport = self._transport
        if transport is not None and transport.get_write_buffer_size() > SLOW_BYTES:
            self.detach(line)
            transport.abort()
            return
        with contextlib.suppress(OSError, RuntimeError):
            await line.send_bytes(payload)

    async def _heard(self, message: Mapping[str, Any]) -> None:
        """Handle a message of the process, which can only be the end of the session."""
        if message.get("type") != "ended":
            return
        self._sent_end_message = json.dumps(["ended", self._end_message(message)])
        if self.line is not None and not self.line.closed:
            with contextlib.suppress(OSError, RuntimeError):
                await self.line.send_str(self._sent_end_message)


def sized(value: object) -> int:
    """A number of columns or lines of a page, within bounds.

    Raises ValueError if it is not a number.
    """
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("no number")
    return max(1, min(MOST_CELLS, int(value)))


async def _closed(line: "web.WebSocketResponse", reason: CloseCode) -> None:
    """Close a connection without waiting for a page that does not respond."""
    with contextlib.suppress(OSError, RuntimeError, TimeoutError, asyncio.CancelledError):
        await asyncio.wait_for(line.close(code=reason), 1.0)
