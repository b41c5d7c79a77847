"""Several endpoints that serve one model, used as one.

Owns the choice of endpoint for each request, and dropping an endpoint that no longer answers. Each
endpoint has its own client.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any, Self

from items.asking.llm import CallFailed, Client, Reply
from items.asking.message import Message

MAX_CONSECUTIVE_FAILURES = 3
"""An endpoint is dropped after this many consecutive requests without an answer."""


class Pool:
    """Clients of several endpoints. Use in an `async with`."""

    def __init__(
        self, clients: Sequence[Client], on_lost: Callable[[int, str], None] | None = None
    ) -> None:
        """`on_lost` is called with the number of a dropped endpoint, from 1, and the reason."""
        self._clients = list(clients)
        self._on_lost = on_lost
        self._in_flight = [0] * len(clients)
        self._failed = [0] * len(clients)
        self._left = set(range(len(clients)))
        self._stack = AsyncExitStack()

    def hurry(self) -> None:
        """Stop retrying at all endpoints."""
        for client in self._clients:
            client.hurry()

    async def __aenter__(self) -> Self:
        for client in self._clients:
            await self._stack.enter_async_context(client)
        return self

    async def __aexit__(self, *_raised: object) -> None:
        await self._stack.aclose()

    async def ask(
        self, model: str, messages: Sequence[Message], parameters: Mapping[str, Any]
    ) -> Reply:
        """Send one request to the endpoint with the fewest requests in flight; if it gives no
        reply, to another.

        Raises:
            CallFailed: no endpoint replied; hopeless if all have been dropped.
        """
        tried: set[int] = set()
        tries, seconds = 0, 0.0
        while True:
            open_ = (self._left or set(range(len(self._clients)))) - tried
            place = min(open_, key=lambda count: (self._in_flight[count], count))
            tried.add(place)
            self._in_flight[place] += 1
            try:
                reply = await self._clients[place].ask(model, messages, parameters)
            except CallFailed as error:
                if not error.tries and not tries:
                    raise
                tries, seconds = tries + error.tries, seconds + error.seconds
                self._count(place, error)
                if error.tries and self._left - tried:
                    continue
                hopeless = error.hopeless and not self._left
                raise CallFailed(error.reason, tries, seconds, hopeless, error.unusable) from None
            else:
                self._failed[place] = 0
                return replace(reply, tries=reply.tries + tries) if tries else reply
            finally:
                self._in_flight[place] -= 1

    def _count(self, place: int, error: CallFailed) -> None:
        self._failed[place] += 1
        if place in self._left and (
            error.hopeless or self._failed[place] >= MAX_CONSECUTIVE_FAILURES
        ):
            self._left.discard(place)
            if self._on_lost is not None:
                self._on_lost(place + 1, error.reason)
