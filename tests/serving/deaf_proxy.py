"""A proxy that can go deaf: it then takes every byte and passes none on, and nobody is told.

Owns what happens to a line that dies without a word, as when a phone leaves its network: neither
side sees an end, and what is sent is taken by nobody.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class DeafProxy:
    """At a free port of this machine, in front of another port."""

    def __init__(self) -> None:
        self.target = 0
        """The port behind it."""
        self.port = 0
        self.swallowed = 0
        """Bytes that were taken and not passed on."""
        self._dead: list[asyncio.Event] = []
        """One for each line, set once it is dead."""
        self._deaf = False

    @property
    def url(self) -> str:
        """Of the proxy."""
        return f"http://localhost:{self.port}"

    def go_deaf(self) -> None:
        """All lines are dead from now on, and new ones as well."""
        self._deaf = True
        for dead in self._dead:
            dead.set()

    def hear_again(self) -> None:
        """New lines are passed on; dead ones stay dead."""
        self._deaf = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One line."""
        dead = asyncio.Event()
        self._dead.append(dead)
        if self._deaf:
            dead.set()
        there, away = await asyncio.open_connection("127.0.0.1", self.target)
        pumps = (self._pump(reader, away, dead), self._pump(there, writer, dead))
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(*pumps)

    async def _pump(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, dead: asyncio.Event
    ) -> None:
        while data := await source.read(1 << 16):
            if dead.is_set():
                self.swallowed += len(data)
                continue
            sink.write(data)
            await sink.drain()
        if not dead.is_set():
            sink.close()


@asynccontextmanager
async def deaf_proxy() -> AsyncIterator[DeafProxy]:
    """A proxy for as long as the context lasts."""
    proxy = DeafProxy()
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
