"""A server in this process, and scripted pages: a websocket and the text that was painted on it.

Owns both. There is no terminal emulation: what was painted is found as text between control
sequences, as in `tests.bots.terminal`.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from sessions.taking import invitations
from sessions.taking.invitations import Invitation
from study.design.protocol import LoadedStudy, load_study
from tui.serving.server import Server
from tui.serving.settings import Settings

STUCK_SECONDS = 300.0
_CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P_^X].*?(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]")


@asynccontextmanager
async def serving(
    database: Path, study: str | LoadedStudy = "builtin:demo", **settings: Any
) -> AsyncIterator[Server]:
    """A study at a free port of this machine."""
    loaded = load_study(study) if isinstance(study, str) else study
    settings_made = Settings(database=database, port=0)
    server = Server(
        replace(settings_made, **settings), loaded, program="test", print_line=lambda _text: None
    )
    await server.open()
    try:
        yield server
    finally:
        await server.close()


def link(server: Server, code: str, **more: Any) -> str:
    """The signed part of a participant's link."""
    invitation = Invitation(code, **more)
    return invitations.token(server.secret, server.study.study.key, invitation)


class Page:
    """A page without a browser."""

    def __init__(self, server: Server, token: str, size: tuple[object, object] = (80, 24)) -> None:
        self.server = server
        self.token = token
        self.size = size
        self.raw = ""
        self.ended: dict[str, str] | None = None
        self.socket: ClientWebSocketResponse
        self._http: ClientSession
        self._reading: asyncio.Task[None]
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.leave()

    async def connect(self, origin: str | None = None) -> None:
        """Open the line."""
        settings = self.server.settings
        self._http = ClientSession()
        width, height = self.size
        try:
            self.socket = await self._http.ws_connect(
                f"{settings.line_url}{self.token}?width={width}&height={height}",
                headers={"Origin": settings.url if origin is None else origin},
            )
        except BaseException:
            await self._http.close()
            raise
        self._reading = asyncio.create_task(self._read())
        await self.socket.send_str('["focus"]')

    async def leave(self) -> None:
        """Close the line as a browser does."""
        await self.socket.close()
        await self._reading
        await self._http.close()

    async def tear(self) -> None:
        """Let the line end without a word."""
        writer: Any = self.socket._writer
        writer.transport.abort()
        await self._reading
        await self._http.close()

    @property
    def text(self) -> str:
        """The text painted since `forget`, without control sequences."""
        return _CONTROL.sub("", self.raw)

    @property
    def close_code(self) -> int | None:
        """The code with which the server closed the line."""
        return self.socket.close_code if self._reading.done() else None

    def forget(self) -> None:
        """Ignore what was painted so far."""
        self.raw = ""

    async def send(self, *keys: str) -> None:
        """Type."""
        for key in keys:
            await self.socket.send_str(json.dumps(["stdin", key]))

    async def key(self, key: str) -> None:
        """Press a key by the name that `tests.serving.player` has for it."""
        await self.send({"Enter": "\r", "Tab": "\t"}.get(key, key))

    async def wait_for_text(self, *texts: str, seconds: float = STUCK_SECONDS) -> str:
        """Wait until one of these texts is painted, and return it. What was painted is then
        forgotten."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    self._news.clear()
                    name = next((text for text in texts if text in self.text), None)
                    if name is not None:
                        self.forget()
                        return name
                    assert not self._reading.done(), f"closed with {self.socket.close_code}"
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"none of {texts} in {self.text[-3000:]!r}") from None

    async def closing(self, seconds: float = STUCK_SECONDS) -> int | None:
        """Wait until the server closes the line; with which code."""
        await asyncio.wait_for(asyncio.shield(self._reading), seconds)
        return self.socket.close_code

    async def _read(self) -> None:
        async for message in self.socket:
            if message.type is WSMsgType.BINARY:
                self.raw += message.data.decode("utf-8", "replace")
            elif message.type is WSMsgType.TEXT:
                kind, value = json.loads(message.data)
                if kind == "ended":
                    self.ended = value
            self._news.set()
        self._news.set()
