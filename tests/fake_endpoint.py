"""A chat-completions endpoint on loopback that behaves as told, and misbehaves as told.

Owns the HTTP, the counting of what came in and a way to run it by itself: `python -m
tests.fake_endpoint --latency 1`. What a fake model answers is the caller's.
"""

import argparse
import asyncio
import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Say:
    """Answer as a chat completion."""

    text: str
    seconds: float = 0.0
    finish: str = "stop"
    usage: Mapping[str, Any] | None = None
    """Token counts; by default words of prompt and text."""


@dataclass(frozen=True, slots=True)
class Send:
    """Answer with any status and body."""

    status: int = 200
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Cut:
    """Close the connection after a part of the response; before any of it where `after` is 0."""

    after: int = 0


@dataclass(frozen=True, slots=True)
class Drip:
    """Send a byte of a body that never ends every so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Flood:
    """Send a body of so many bytes, in pieces, with no length announced."""

    size: int


@dataclass(frozen=True, slots=True)
class Held:
    """React so, but not before the endpoint's `release` was called."""

    then: Say | Send


Reaction = Say | Send | Cut | Drip | Flood | Held
Behaviour = Callable[[dict[str, Any], int], Reaction]
"""From the request's JSON and how often this very request came before to what happens."""


def first(*reactions: Reaction) -> Behaviour:
    """These reactions to the first tries of a request, the last one from then on."""

    def react(request: dict[str, Any], before: int) -> Reaction:
        return reactions[min(before, len(reactions) - 1)]

    return react


@dataclass(slots=True)
class Seen:
    """What the endpoint has seen."""

    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    """The Authorization header of each request."""
    most: int = 0
    """Requests that were open at the same time, at most."""
    seconds: float = 0.0
    """Summed over requests, from their arrival to the end of their response."""
    first: float = 0.0
    last: float = 0.0
    """When the first request came and the last response ended, on this process's clock."""


class FakeEndpoint:
    """A server in a thread of its own. Use in a `with`; `url` is its address."""

    def __init__(self, behaviour: Behaviour, port: int = 0) -> None:
        self.behaviour = behaviour
        self.seen = Seen()
        self.port = port
        self._repeats: dict[str, int] = {}
        self._open = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._released = asyncio.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def open(self) -> int:
        """Requests that are being answered at this moment."""
        return self._open

    def release(self) -> None:
        """Let those requests go on whose answers are held, and all later ones."""
        self._loop.call_soon_threadsafe(self._released.set)

    async def arrived(self, number: int) -> None:
        """Wait, in the caller's loop, until so many requests have come in."""
        while len(self.seen.requests) < number:
            await asyncio.sleep(0.005)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", self.port, backlog=512)
        )
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        for task in self._tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Serve one request; whether the connection stays open."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {
            name.strip().casefold(): value.strip()
            for name, _, value in (line.partition(":") for line in head[1:] if line)
        }
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        begun = time.perf_counter()
        self._open += 1
        self.seen.most = max(self.seen.most, self._open)
        self.seen.first = self.seen.first or begun
        try:
            if not head[0].startswith("POST /v1/chat/completions "):
                return await _send(writer, Send(404, b'{"error": {"message": "no such page"}}'))
            request: dict[str, Any] = json.loads(body)
            self.seen.requests.append(request)
            self.seen.keys.append(headers.get("authorization", ""))
            same = json.dumps(request, sort_keys=True)
            before = self._repeats.get(same, 0)
            self._repeats[same] = before + 1
            reaction = self.behaviour(request, before)
            if isinstance(reaction, Held):
                await self._released.wait()
                reaction = reaction.then
            return await _react(writer, reaction, request)
        finally:
            self._open -= 1
            self.seen.last = time.perf_counter()
            self.seen.seconds += self.seen.last - begun


async def _react(
    writer: asyncio.StreamWriter,
    reaction: Say | Send | Cut | Drip | Flood,
    request: Mapping[str, Any],
) -> bool:
    match reaction:
        case Say(text, seconds, finish, usage):
            body = completion(text, request, finish, usage)
            return await _send(writer, Send(200, body, {}, seconds))
        case Send():
            return await _send(writer, reaction)
        case Cut(after):
            head = (
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n"
            )
            writer.write((head + b'{"choices": [')[: after and len(head) + after])
            await writer.drain()
            return False
        case Drip(seconds):
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
            while True:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(seconds)
        case Flood(size):
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
            for _ in range(0, size, 1 << 16):
                writer.write(b" " * (1 << 16))
                await writer.drain()
            return False


async def _send(writer: asyncio.StreamWriter, answer: Send) -> bool:
    if answer.seconds:
        await asyncio.sleep(answer.seconds)
    head = [
        f"HTTP/1.1 {answer.status} {'OK' if answer.status == 200 else 'Trouble'}",
        "Content-Type: application/json",
        f"Content-Length: {len(answer.body)}",
        *(f"{name}: {value}" for name, value in answer.headers.items()),
    ]
    writer.write(("\r\n".join(head) + "\r\n\r\n").encode("latin-1") + answer.body)
    await writer.drain()
    return True


def completion(
    text: str,
    request: Mapping[str, Any],
    finish: str = "stop",
    usage: Mapping[str, Any] | None = None,
) -> bytes:
    """The body of a chat completion."""
    prompt_words = sum(len(str(message["content"]).split()) for message in request["messages"])
    word_count = len(text.split())
    counted = usage or {
        "prompt_tokens": prompt_words,
        "completion_tokens": word_count,
        "total_tokens": prompt_words + word_count,
    }
    value = {
        "id": "fake",
        "object": "chat.completion",
        "created": 0,
        "model": request["model"],
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": finish,
            }
        ],
        "usage": counted,
    }
    return json.dumps(value).encode()


def main() -> None:
    """Serve one sentence with a fixed latency until the process is ended; print the address."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each response")
    parser.add_argument("--text", default="Answer: A")
    options = parser.parse_args()
    with FakeEndpoint(first(Say(options.text, options.latency))) as server:
        print(server.url, flush=True)  # noqa: T201
        threading.Event().wait()


if __name__ == "__main__":
    main()
