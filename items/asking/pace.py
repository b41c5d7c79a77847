"""The limits that endpoints set on requests and tokens per minute.

Owns when a request may be sent: a sliding window of one minute over the requests sent and their
tokens. A request should count from when it reaches the endpoint. That time is unknown, so it counts
from when its response arrived, or from shortly after it was sent if that is earlier. Its tokens are
estimated before it is sent, from the length of its prompt and the most tokens its response may
have, and corrected when the response arrives. Under a token limit the first request goes alone, so
that its response can calibrate the estimates.

The limit is exceeded only if an endpoint counts more tokens per character for a prompt than for all
earlier ones, or writes a longer response than allowed. If responses have no limit, or one above a
minute's tokens, the estimate is the longest response so far, and a longer one exceeds it.
`items.asking.llm` owns sending.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

MINUTE = 60.0
LOOK_AGAIN = 1.0
"""Seconds after which a waiting request checks again, since others may have taken fewer tokens than
estimated."""
ARRIVES = 3.0
"""Seconds within which a sent request has reached its endpoint."""
CHARACTERS = 4
"""Characters counted as one token in scripts whose characters take up to two bytes; in other
scripts every character counts as one token."""


@dataclass(slots=True)
class Turn:
    """A request that was sent."""

    sent_at: float
    """Time of sending on the clock of the pace, in seconds."""
    tokens: float
    """Estimated tokens; once the response has arrived, as counted by the endpoint."""
    prompt: float = 0.0
    """Tokens of its prompt, estimated from characters alone."""
    ended_at: float | None = None
    """When its response arrived or it failed; None while it is in progress."""

    @property
    def leaves(self) -> float:
        """When it stops counting."""
        reached = self.sent_at + ARRIVES
        return MINUTE + (reached if self.ended_at is None else min(self.ended_at, reached))


@dataclass(slots=True)
class Pace:
    """The limits of one model; requests get their turns in the order of asking."""

    requests: int | None = None
    """Per minute, retries included; None means no limit."""
    tokens: int | None = None
    """Per minute, for prompts and responses together; None means no limit."""
    clock: Callable[[], float] = time.monotonic
    _turns: list[Turn] = field(default_factory=list, repr=False)
    _line: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)
    _response_arrived: bool = False
    """Whether a response has arrived."""
    _longest_response: float | None = None
    """Tokens of the longest response so far."""
    _ratio: float | None = None
    """Tokens of a prompt as counted by the endpoint, divided by those estimated from characters:
    the largest ratio so far."""

    def reckon(self, texts: Sequence[str], max_response: int | None) -> float:
        """Tokens that a request with these texts may take; `max_response` is the most that its
        response may have."""
        ratio = 1.0 if self._ratio is None else self._ratio
        prompt = sum(map(tokens_of, texts)) * ratio
        if max_response and (self.tokens is None or prompt + max_response <= self.tokens):
            return prompt + max_response
        return prompt + (
            float(max_response or 0) if self._longest_response is None else self._longest_response
        )

    async def turn(
        self, texts: Sequence[str], max_response: int | None, stop_event: asyncio.Event
    ) -> Turn | None:
        """Wait until a request with these texts may be sent, with `max_response` as in `reckon`;
        None if `stop_event` is set first. A request with more tokens than a minute allows waits
        until no other request counts."""
        async with self._line:
            while not stop_event.is_set():
                tokens = self.reckon(texts, max_response)
                wait = self._wait(tokens)
                if wait <= 0:
                    sent = Turn(self.clock(), tokens, sum(map(tokens_of, texts)))
                    self._turns.append(sent)
                    return sent
                try:
                    await asyncio.wait_for(stop_event.wait(), min(wait, LOOK_AGAIN))
                except TimeoutError:
                    continue
        return None

    def failed(self, turn: Turn) -> None:
        """Record that a request failed: it counts with its estimated tokens."""
        turn.ended_at = self.clock()

    def settle(self, turn: Turn, prompt: int | None, completion: int | None) -> None:
        """Record the tokens a request took, as far as its endpoint reported them."""
        turn.ended_at = self.clock()
        self._response_arrived = True
        if completion is not None:
            self._longest_response = max(self._longest_response or 0.0, float(completion))
        if prompt is not None and turn.prompt:
            self._ratio = max(self._ratio or 0.0, prompt / turn.prompt)
        if prompt is not None and completion is not None:
            turn.tokens = float(prompt + completion)

    def _wait(self, tokens: float) -> float:
        """Seconds until a request of this many tokens may be sent, as far as is known now."""
        now = self.clock()
        self._turns = [turn for turn in self._turns if turn.leaves > now]
        counting = sorted(self._turns, key=lambda turn: turn.leaves)
        wait = 0.0
        if self.requests is not None and len(counting) >= self.requests:
            wait = counting[-self.requests].leaves - now
        if self.tokens is not None:
            if not self._response_arrived and any(turn.ended_at is None for turn in counting):
                wait = max(wait, LOOK_AGAIN)
            used_tokens = sum(turn.tokens for turn in counting)
            for turn in counting:
                if used_tokens + tokens <= self.tokens:
                    break
                used_tokens -= turn.tokens
                wait = max(wait, turn.leaves - now)
        return wait


def tokens_of(text: str) -> float:
    """The approximate number of tokens of a text."""
    wide = sum(character >= "\u0800" for character in text)
    return wide + (len(text) - wide) / CHARACTERS
