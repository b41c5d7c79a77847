"""Safe reading of untrusted files: regular files only, and JSON and TOML with bounded nesting."""

import errno
import json
import os
import re
import select
import stat
import time
import tomllib
from pathlib import Path
from typing import IO, Any

PIPE_SECONDS = 10
"""How long to wait for a pipe that has no writer or no reader."""
MOST_FROM_PIPE = 256 << 20
"""Maximum bytes from a pipe or device, which may never end."""
MAX_DEPTH = 50
"""Maximum nesting of untrusted JSON, low enough that it can be written again."""
HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape in JSON that may be half of a character (a lone surrogate), which cannot be encoded."""
MOST_KEY_PARTS = 100
"""Maximum parts of a dotted key in TOML."""
_PART = r"""(?:(?<![\w-])[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?:{_PART}[ \t]*+\.[ \t]*+){{{MOST_KEY_PARTS}}}")


def read_file(path: Path) -> bytes:
    """The bytes of a regular file.

    Raises OSError if there is none, or if it is a pipe, socket or device, which might never end;
    IsADirectoryError for a folder.
    """
    # Without O_NONBLOCK, opening a pipe blocks until it has a writer.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            text = "expected a file, found a pipe, a socket or a device"
            raise OSError(errno.EINVAL, text, str(path))
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(descriptor)


def read_data(path: Path) -> bytes:
    """The bytes of a file, or of a pipe that another program writes to.

    Raises OSError if there is none, if nothing is written to a pipe for `PIPE_SECONDS`, or if it
    yields more than `MOST_FROM_PIPE` bytes.
    """
    if not path.exists() or stat.S_ISREG(path.stat().st_mode) or path.is_dir():
        return path.read_bytes()
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        waiting = select.poll()
        waiting.register(descriptor, select.POLLIN)
        patience = PIPE_SECONDS * 1000 if stat.S_ISFIFO(os.fstat(descriptor).st_mode) else None
        if not waiting.poll(patience):
            text = f"nothing has been written to this pipe for {PIPE_SECONDS} seconds"
            raise OSError(errno.ETIMEDOUT, text, str(path))
        os.set_blocking(descriptor, True)
        content = bytearray()
        while chunk := os.read(descriptor, 1 << 20):
            content += chunk
            if len(content) > MOST_FROM_PIPE:
                text = f"expected at most {MOST_FROM_PIPE >> 20} MB from a pipe or device"
                raise OSError(errno.EFBIG, f"{text}, found more", str(path))
        return bytes(content)
    finally:
        os.close(descriptor)


def opened_to_write(path: Path) -> IO[bytes]:
    """Open a path that is not an ordinary file, such as a pipe, for writing.

    Raises OSError if it cannot be written to, or if a pipe has no reader for `PIPE_SECONDS`.
    """
    if not path.is_fifo():
        return path.open("wb")
    # Without O_NONBLOCK, opening blocks without limit until the pipe has a reader.
    until = time.monotonic() + PIPE_SECONDS
    while True:
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            if error.errno != errno.ENXIO:
                raise
            if time.monotonic() > until:
                text = f"nothing has read from this pipe for {PIPE_SECONDS} seconds"
                raise OSError(errno.ETIMEDOUT, text, str(path)) from error
            time.sleep(0.05)
        else:
            os.set_blocking(descriptor, True)
            return os.fdopen(descriptor, "wb")


def read_utf8(path: Path) -> str:
    """The text of a regular file in UTF-8, without its byte order mark.

    Raises:
        OSError: as `read_file`.
        ValueError: it is not UTF-8; the message names the line.
    """
    data = read_file(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = error.start if error.object is data else error.start + len(data) - len(error.object)
        line = data.count(b"\n", 0, place) + 1
        raise ValueError(
            f"expected text in UTF-8, found byte 0x{data[place]:02x} (at line {line})"
        ) from None


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML into Python objects.

    Raises:
        ValueError: it is not TOML (`tomllib.TOMLDecodeError`), its brackets nest too deeply, a
            number has too many digits, or a key has more than `MOST_KEY_PARTS` parts.
    """
    long_key = _LONG_KEY.search(text)
    if long_key is not None:
        line = text.count("\n", 0, long_key.start()) + 1
        raise ValueError(
            f"expected keys of at most {MOST_KEY_PARTS} parts, found a longer one (at line {line})"
        )
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("expected a few levels of brackets, found too many") from None


def parse_json(text: str | bytes) -> Any:
    """Parse JSON into Python objects.

    Raises:
        ValueError: it is not JSON (`json.JSONDecodeError`), its brackets nest too deeply, or a
            number has too many digits.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("expected a few levels of brackets, found too many") from None


def whole_characters(value: Any) -> Any:
    """A JSON value with every half of a character (lone surrogate) replaced by `?`.

    Raises RecursionError if its brackets nest too deeply.
    """
    return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def deeper(value: Any, levels: int = MAX_DEPTH) -> bool:
    """Whether a JSON value has more than `levels` levels of brackets."""
    inside = [value] if isinstance(value, dict | list) else []
    while inside:
        if levels == 0:
            return True
        levels -= 1
        parts = [p for of in inside for p in (of.values() if isinstance(of, dict) else of)]
        inside = [part for part in parts if isinstance(part, dict | list)]
    return False
