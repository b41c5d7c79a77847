"""A real browser without a window, driven over the DevTools protocol.

Owns starting Chromium with an empty profile, and one tab's commands: open, type, look, cut the
line. What the terminal shows is read from its screen buffer where the page offers none: from the
accessible text that `lines` collects.
"""

import asyncio
import base64
import contextlib
import json
import os
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

STUCK_SECONDS = 300.0
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)
KEYS = {"Enter": ("\r", 13), "Tab": ("\t", 9), "F1": ("", 112), "F6": ("", 117), "Escape": ("", 27)}


def chromium() -> str | None:
    """The browser's program, where there is one."""
    return next((text for name in NAMES if (text := shutil.which(name))), None)


class Tab:
    """One tab."""

    def __init__(self, line: ClientWebSocketResponse) -> None:
        self._line = line
        self._next = 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.errors: list[str] = []
        """What the page's scripts complained of."""
        self._reading = asyncio.create_task(self._read())

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command of the protocol."""
        self._next += 1
        number = self._next
        answered = self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._line.send_json({"id": number, "method": method, "params": parameters})
        answer = await asyncio.wait_for(answered, STUCK_SECONDS)
        assert "error" not in answer, answer
        entry: dict[str, Any] = answer.get("result", {})
        return entry

    async def _read(self) -> None:
        async for message in self._line:
            document = json.loads(message.data)
            if "id" in document and document["id"] in self._waiting:
                self._waiting.pop(document["id"]).set_result(document)
            elif document.get("method") == "Runtime.exceptionThrown":
                self.errors.append(str(document["params"]["exceptionDetails"].get("exception")))
            elif document.get("method") == "Log.entryAdded":
                self.errors.append(document["params"]["entry"]["text"])

    async def begin(self) -> None:
        """Listen for errors; keep the painted text."""
        await self.call("Page.enable")
        await self.call("Runtime.enable")
        await self.call("Log.enable")
        await self.call("Network.enable")
        await self.call("Page.addScriptToEvaluateOnNewDocument", source=_LISTEN)

    async def size(self, width: int, height: int, mobile: bool = False) -> None:
        """The window's, in pixels."""
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=mobile,
        )  # fmt: skip
        await self.call("Emulation.setTouchEmulationEnabled", enabled=mobile)

    async def open(self, url: str) -> None:
        """Go to an address, in front of other tabs."""
        await self.call("Page.bringToFront")
        await self.call("Page.navigate", url=url)

    async def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = await self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        return answer["result"].get("value")

    async def becomes(self, script: str, value: Any, seconds: float = STUCK_SECONDS) -> None:
        """Wait until an expression in the page has this value."""
        value_now: Any = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while (value_now := await self.run(script)) != value:
                    await asyncio.sleep(0.05)
                return
        raise AssertionError(f"{script} is {value_now!r}, not {value!r}")

    async def press(self, *keys: str) -> None:
        """Press keys, each a character or a name of `KEYS`."""
        for key in keys:
            text, code = KEYS[key] if key in KEYS else (key, ord(key.upper()))
            event = {"key": key, "windowsVirtualKeyCode": code, "text": text}
            kind = "keyDown" if text else "rawKeyDown"
            await self.call("Input.dispatchKeyEvent", type=kind, **event)
            await self.call("Input.dispatchKeyEvent", type="keyUp", **{**event, "text": ""})

    async def click(self, x: float, y: float) -> None:
        """Press and release the mouse."""
        for kind in ("mousePressed", "mouseReleased"):
            await self.call(
                "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1
            )

    async def tap(self, x: float, y: float) -> None:
        """A finger."""
        await self.call(
            "Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}]
        )
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def offline(self, off: bool) -> None:
        """Cut the network off, or connect it again."""
        await self.call(
            "Network.emulateNetworkConditions",
            offline=off, latency=0, downloadThroughput=-1, uploadThroughput=-1,
        )  # fmt: skip

    async def text(self) -> str:
        """What the terminal shows."""
        return str(await self.run("window.__screen ? window.__screen() : ''"))

    async def message(self) -> str:
        """What the page says over the terminal; empty where the terminal is free."""
        shade = "document.getElementById('shade')"
        message = "document.getElementById('told').textContent"
        return str(await self.run(f"{shade} && !{shade}.hidden ? {message} : ''"))

    async def wait_for_text(self, *texts: str, seconds: float = STUCK_SECONDS) -> str:
        """Wait until the terminal shows one of these; which."""
        page_text = ""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    page_text = await self.text() if not await self.message() else ""
                    name = next((text for text in texts if text in page_text), None)
                    if name is not None:
                        return name
                    await asyncio.sleep(0.05)
        raise AssertionError(
            f"none of {texts} in {page_text}\n{await self.message()}\n{self.errors}"
        )

    async def hear(self, text: str, seconds: float = STUCK_SECONDS) -> None:
        """Wait until the page says this over the terminal."""
        message = ""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while text not in (message := await self.message()):
                    await asyncio.sleep(0.05)
                return
        raise AssertionError(f"no {text!r} in {message!r}")

    async def picture(self, path: Path) -> None:
        """The page as a picture."""
        answer = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(answer["data"]))


_LISTEN = """
// The terminal is textual.js's own: it is found when its constructor sets itself up.
(() => {
  const set = Object.getOwnPropertyDescriptor(Object.prototype, "terminal");
  if (set) return;
  Object.defineProperty(Object.prototype, "terminal", {
    configurable: true,
    set(value) {
      Object.defineProperty(this, "terminal", {value, writable: true, configurable: true,
                                               enumerable: true});
      if (value && value.buffer) {
        window.__terminal = value;
        window.__screen = () => {
          const lines = value.buffer.active;
          return Array.from({length: value.rows},
            (_, row) => lines.getLine(row)?.translateToString(true) ?? "").join("\\n");
        };
      }
    },
  });
})();
"""


class Browser:
    """The running browser."""

    def __init__(self, http: ClientSession, address: str) -> None:
        self._http = http
        self._address = address

    async def tab(self) -> Tab:
        """A new tab."""
        async with self._http.put(f"{self._address}/json/new?about:blank") as answer:
            target = await answer.json()
        line = await self._http.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0)
        tab = Tab(line)
        await tab.begin()
        return tab


@asynccontextmanager
async def browsing(profile: Path) -> AsyncIterator[Browser]:
    """Chromium with an empty profile, until the end of the context."""
    program = chromium()
    assert program is not None
    process = await asyncio.create_subprocess_exec(
        program,
        *FLAGS,
        f"--user-data-dir={profile}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        path = profile / "DevToolsActivePort"
        async with asyncio.timeout(STUCK_SECONDS):
            while not (path.exists() and path.read_text().count("\n")):
                await asyncio.sleep(0.05)
        port = path.read_text().split("\n")[0]
        async with ClientSession() as http:
            yield Browser(http, f"http://127.0.0.1:{port}")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
