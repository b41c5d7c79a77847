"""Requests a minute and tokens a minute: the limits that endpoints set.

Owns when a request may be sent: a window of a minute that slides, over what was sent and what it
took. A request counts from when it reached the endpoint, which is not known: from when its response
came, or a little after it was sent. Its tokens are reckoned before it is sent, from the length of
its prompt and the most that its response may have, and put right when its response is there; under
a limit of tokens the first request goes alone, so that there is a response to reckon by.

More than the limit can be sent only where an endpoint counts a prompt higher, in proportion to its
characters, than all before it, or writes a longer response than it may. Where no limit of responses
is set, or one that a minute does not hold, the longest response so far is taken, and a longer one
goes over. Sending is `items.asking.llm`'s.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

MINUTE = 60.0
LOOK_AGAIN = 1.0
"""Seconds after which a request that waits looks again, since others may have taken less than was
reckoned."""
ARRIVES = 3.0
"""Seconds within which a request that was sent has reached its endpoint."""
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
    prompt: float = 0.0
    """Tokens of its prompt by its characters alone."""
    over: float | None = None
    """When its response came, or it failed; None while it is under way."""

    @property
    def leaves(self) -> float:
        """When it counts no longer."""
        reached = self.at + ARRIVES
        return MINUTE + (reached if self.over is None else min(self.over, reached))


@dataclass(slots=True)
class Pace:
    """The limits of one model; requests get their turns in the order in which they ask."""

    requests: int | None = None
    """A minute, further tries included; None: any number."""
    tokens: int | None = None
    """A minute, of prompts and responses together; None: any number."""
    now: Callable[[], float] = time.monotonic
    _sent: list[Turn] = field(default_factory=list, repr=False)
    _line: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)
    _told: bool = False
    """Whether a response came."""
    _most: float | None = None
    """Tokens of the longest response so far."""
    _ratio: float | None = None
    """Of the tokens of a prompt, as the endpoint counts them, to those by its characters: the most
    so far."""

    def reckon(self, texts: Sequence[str], longest: int | None) -> float:
        """Tokens that a request with these texts may take; `longest` is the most that its response
        may have."""
        ratio = 1.0 if self._ratio is None else self._ratio
        prompt = sum(map(tokens_of, texts)) * ratio
        if longest and (self.tokens is None or prompt + longest <= self.tokens):
            return prompt + longest
        return prompt + (float(longest or 0) if self._most is None else self._most)

    async def turn(
        self, texts: Sequence[str], longest: int | None, ended: asyncio.Event
    ) -> Turn | None:
        """Wait until a request with these texts may be sent, `longest` as in `reckon`; None where
        `ended` comes first. A request of more tokens than a minute has waits until nothing else
        counts."""
        async with self._line:
            while not ended.is_set():
                tokens = self.reckon(texts, longest)
                wait = self._wait(tokens)
                if wait <= 0:
                    sent = Turn(self.now(), tokens, sum(map(tokens_of, texts)))
                    self._sent.append(sent)
                    return sent
                try:
                    await asyncio.wait_for(ended.wait(), min(wait, LOOK_AGAIN))
                except TimeoutError:
                    continue
        return None

    def failed(self, turn: Turn) -> None:
        """A request came to nothing: it counts as reckoned."""
        turn.over = self.now()

    def settle(self, turn: Turn, prompt: int | None, completion: int | None) -> None:
        """Put right what a request took, as far as its endpoint told it."""
        turn.over = self.now()
        self._told = True
        if completion is not None:
            self._most = max(self._most or 0.0, float(completion))
        if prompt is not None and turn.prompt:
            self._ratio = max(self._ratio or 0.0, prompt / turn.prompt)
        if prompt is not None and completion is not None:
            turn.tokens = float(prompt + completion)

    def _wait(self, tokens: float) -> float:
        """Seconds until a request of so many tokens may be sent, as far as is known now."""
        now = self.now()
        self._sent = [turn for turn in self._sent if turn.leaves > now]
        counting = sorted(self._sent, key=lambda turn: turn.leaves)
        wait = 0.0
        if self.requests is not None and len(counting) >= self.requests:
            wait = counting[-self.requests].leaves - now
        if self.tokens is not None:
            if not self._told and any(turn.over is None for turn in counting):
                wait = max(wait, LOOK_AGAIN)
            used_tokens = sum(turn.tokens for turn in counting)
            for turn in counting:
                if used_tokens + tokens <= self.tokens:
                    break
                used_tokens -= turn.tokens
                wait = max(wait, turn.leaves - now)
        return wait


def tokens_of(text: str) -> float:
    """About how many tokens a text has."""
    wide = sum(character >= "\u0800" for character in text)
    return wide + (len(text) - wide) / CHARACTERS
