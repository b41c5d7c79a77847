"""The terminal of a participant's process: packets over a socket to the server, keys back.

Owns the differences from Textual's own web driver: the end of the socket ends the program, a
returning page gets the whole screen again, and only the screen leaves the process: no files, no
addresses to open, no clipboard content.
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
"""Seconds between two checks whether the program has ended, while nothing arrives."""
SHORT_WAITS = 3
"""After this number of short waits without input, waits become long again."""
READ_BYTES = 1 << 14
CLIPBOARD = "\x1b]52;"
"""The sequence with which a program puts text into a terminal's clipboard."""


class DrivenApp(Protocol):
    """What the driver needs from the application beyond Textual's own."""

    def ended_from_outside(self) -> None:
        """Called when the server or the participant is gone."""

    def focus_changed(self, in_front: bool) -> None:
        """Called when the participant turned to the page, or away from it."""

    def line_lost(self) -> None:
        """Called when the page is disconnected."""

    def line_back(self) -> None:
        """Called when the page is connected again."""


class PatientReader(InputReader):
    """Waits for input, and polls ten times a second only while input may be incomplete: a single
    escape is a key only if nothing follows it. Textual's own reader always polls."""

    def __init__(self) -> None:
        super().__init__()
        self.closed = threading.Event()
        self.keys = selectors.DefaultSelector()
        self.keys.register(0, selectors.EVENT_READ)

    def close(self) -> None:
        """Stop reading."""
        self.closed.set()
        super().close()

    def __iter__(self) -> Iterator[bytes]:
        """Yields input, or empty bytes after a wait without input."""
        looks = 0
        while not self.closed.is_set():
            ready = self.keys.select(SHORT_SECONDS if looks else LONG_SECONDS)
            looks = SHORT_WAITS if ready else max(0, looks - 1)
            data = os.read(0, READ_BYTES) if ready else b""
            if ready and not data:
                return
            yield data


class PageDriver(WebDriver):
    """Speaks textual-serve's protocol on descriptors 0 and 1, which are the same socket."""

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **options)
        self.application: DrivenApp = app
        self._input_reader = PatientReader()
        self._write = self._write_all  # type: ignore[assignment]

    def _write_all(self, data: bytes) -> None:
        """Write all of it, however often a signal interrupts; a closed socket is ignored."""
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self.fileno, view) :]
        except OSError:
            return

    def write(self, data: str) -> None:
        """Paint; text for the clipboard is dropped."""
        if CLIPBOARD not in data:
            super().write(data)

    def run_input_thread(self) -> None:
        """Read until the program ends; if the socket ends first, end the program."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._soon(self.application.ended_from_outside)

    def on_meta(self, packet_type: str, payload: Mapping[str, object]) -> None:
        """Handle a packet of the server that is not a key."""
        if packet_type == "resize":
            super().on_meta(packet_type, dict(payload))
        elif packet_type in ("focus", "blur"):
            self._soon(partial(self.application.focus_changed, packet_type == "focus"))
        elif packet_type == "attach":
            super().on_meta("resize", dict(payload))
            self._soon(self._paint_anew)
        elif packet_type == "detach":
            self._soon(self.application.line_lost)
        elif packet_type == "quit":
            self._soon(self.application.ended_from_outside)

    def _paint_anew(self) -> None:
        """Set up a new terminal like the first one, then paint everything."""
        self.write("\x1b[?1049h")
        self._enable_mouse_support()
        self.write("\x1b[?25l")
        self._enable_bracketed_paste()
        self.application.line_back()

    def _soon(self, callback: Callable[[], object]) -> None:
        """Call from the input thread in the application's thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._app.call_later, callback)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Opens nothing: the page itself offers the address at the end."""

    def deliver_binary(self, binary: BinaryIO | TextIO, **_options: Any) -> None:
        """Delivers nothing."""
