"""The terminal of a participant's process: packets over a socket to the server, keys back.

Owns what differs from Textual's own web driver: the end of the socket is the end of the program, a
page that comes back gets the whole screen again, and nothing but the screen leaves the process: no
files, no addresses to open, nothing for the clipboard.
"""

import os
import selectors
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, BinaryIO, Protocol, TextIO

from textual.drivers._input_reader import InputReader
from textual.drivers.web_driver import WebDriver

SHORT_SECONDS = 0.1
LONG_SECONDS = 5.0
"""Between two looks whether the program has ended, where nothing comes."""
LOOKS = 3
"""After so many short looks at nothing they become long again."""
READ_BYTES = 1 << 14
CLIPBOARD = "\x1b]52;"
"""How a program puts text into the clipboard of a terminal."""


class DrivenApp(Protocol):
    """The application, as far as the driver needs it beyond Textual's own."""

    def ended_from_outside(self) -> None:
        """The server or the participant is gone."""

    def turned(self, in_front: bool) -> None:
        """The participant turned to the page, or away from it."""

    def line_lost(self) -> None:
        """The page is cut off."""

    def line_back(self) -> None:
        """The page is connected again."""


class PatientReader(InputReader):
    """Waits for input, and looks up ten times a second only while something may follow what came:
    a lone escape is a key once nothing has followed it. Textual's own looks up at all times."""

    def __init__(self) -> None:
        super().__init__()
        self.over = threading.Event()
        self.keys = selectors.DefaultSelector()
        self.keys.register(0, selectors.EVENT_READ)

    def close(self) -> None:
        """End the reading."""
        self.over.set()
        super().close()

    def __iter__(self) -> Iterator[bytes]:
        """What comes; nothing, where a moment has passed since."""
        looks = 0
        while not self.over.is_set():
            ready = self.keys.select(SHORT_SECONDS if looks else LONG_SECONDS)
            looks = LOOKS if ready else max(0, looks - 1)
            data = os.read(0, READ_BYTES) if ready else b""
            if ready and not data:
                return
            yield data


class PageDriver(WebDriver):
    """Speaks textual-serve's protocol on descriptors 0 and 1, which are one socket."""

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **options)
        self.served: DrivenApp = app
        self._input_reader = PatientReader()
        self._write = self._write_all  # type: ignore[assignment]

    def _write_all(self, data: bytes) -> None:
        """All of it, however often a signal interrupts; a socket that is closed takes nothing."""
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self.fileno, view) :]
        except OSError:
            return

    def write(self, data: str) -> None:
        """Paint; what is meant for the clipboard stays here."""
        if CLIPBOARD not in data:
            super().write(data)

    def run_input_thread(self) -> None:
        """Read until the program ends; where the socket ends first, so does the program."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._soon(self.served.ended_from_outside)

    def on_meta(self, packet_type: str, payload: Mapping[str, object]) -> None:
        """What the server says beside keys."""
        if packet_type == "resize":
            super().on_meta(packet_type, dict(payload))
        elif packet_type in ("focus", "blur"):
            self._soon(partial(self.served.turned, packet_type == "focus"))
        elif packet_type == "attach":
            super().on_meta("resize", dict(payload))
            self._soon(self._paint_anew)
        elif packet_type == "detach":
            self._soon(self.served.line_lost)
        elif packet_type == "quit":
            self._soon(self.served.ended_from_outside)

    def _paint_anew(self) -> None:
        """Set up another terminal as the first one was, then paint all of it."""
        self.write("\x1b[?1049h")
        self._enable_mouse_support()
        self.write("\x1b[?25l")
        self._enable_bracketed_paste()
        self.served.line_back()

    def _soon(self, call: Callable[[], object]) -> None:
        """From the input thread to the application's."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._app.call_later, call)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Nothing is opened: the page offers the address of the end itself."""

    def deliver_binary(self, binary: BinaryIO | TextIO, **_options: Any) -> None:
        """Nothing is delivered."""
