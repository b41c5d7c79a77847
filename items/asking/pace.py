"""Requests a minute and tokens a minute: the limits that endpoints set.

Owns when a request may be sent: a window of a minute that slides, over what was sent and what it
took. A request's tokens are reckoned before it is sent, from the length of its prompt and the mean
of the responses so far, and put right when its response is there. Sending is `items.asking.llm`'s.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

MINUTE = 60.0
LOOK_AGAIN = 1.0
"""Seconds after which a request that waits looks again, since others may have taken less than was
reckoned."""
CHARACTERS = 4
"""Characters that are taken for a token, in scripts whose characters take up to two bytes; in
others every character is taken for one."""


@dataclass(slots=True)
class Turn:
    """A request that was sent."""

    at: float
    """On the clock of the pace, in seconds."""
    tokens: float
    """Reckoned; once its response is there, as the endpoint counts them."""


@dataclass(slots=True)
class Pace:
    """The limits of one model; requests get their turns in the order in which they ask."""

    requests: int | None = None
    """A minute, further tries included; None: any number."""
    tokens: int | None = None
    """A minute, of prompts and responses together; None: any number."""
    now: Callable[[], float] = time.monotonic
    _sent: deque[Turn] = field(default_factory=deque, repr=False)
    _line: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)
    _responses: int = 0
    _mean: float = 0.0
    """Tokens of a response, over those so far."""

    def reckon(self, texts: Sequence[str], longest: int | None) -> float:
        """Tokens that a request with these texts will take; `longest` is the most that its response
        may have, which counts until a response is known."""
        reply = self._mean if self._responses else float(longest or 0)
        return sum(map(tokens_of, texts)) + reply

    async def turn(self, tokens: float, ended: asyncio.Event) -> Turn | None:
        """Wait until a request of so many tokens may be sent; None where `ended` comes first. A
        request of more tokens than a minute has waits until nothing else counts."""
        async with self._line:
            while not ended.is_set():
                wait = self._wait(tokens)
                if wait <= 0:
                    sent = Turn(self.now(), tokens)
                    self._sent.append(sent)
                    return sent
                try:
                    await asyncio.wait_for(ended.wait(), min(wait, LOOK_AGAIN))
                except TimeoutError:
                    continue
        return None

    def settle(self, turn: Turn, prompt: int | None, completion: int | None) -> None:
        """Put right what a request took, as far as its endpoint told it."""
        if completion is not None:
            self._responses += 1
            self._mean += (completion - self._mean) / self._responses
        if prompt is not None and completion is not None:
            turn.tokens = float(prompt + completion)

    def _wait(self, tokens: float) -> float:
        """Seconds until a request of so many tokens may be sent, as far as is known now."""
        now = self.now()
        while self._sent and self._sent[0].at <= now - MINUTE:
            self._sent.popleft()
        wait = 0.0
        if self.requests is not None and len(self._sent) >= self.requests:
            wait = self._sent[-self.requests].at + MINUTE - now
        if self.tokens is not None:
            taken = sum(entry.tokens for entry in self._sent)
            for turn in self._sent:
                if taken + tokens <= self.tokens:
                    break
                taken -= turn.tokens
                wait = max(wait, turn.at + MINUTE - now)
        return wait


def tokens_of(text: str) -> float:
    """About how many tokens a text has."""
    wide = sum(character >= "\u0800" for character in text)
    return wide + (len(text) - wide) / CHARACTERS
