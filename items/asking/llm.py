"""The one chat-completions client: sends a prompt and returns a reply or a failure.

Owns sending to an OpenAI-compatible endpoint, limits on what is received, waiting and retrying, and
keeping the key and the address out of every text that leaves this module. `prompting` owns what is
asked, `extraction` what a reply means, `endpoints` where key and address come from.
"""

import asyncio
import json
import logging
import random
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Self

from items.asking.endpoints import DEFAULT_URL, Endpoint
from items.asking.message import Message
from items.asking.pace import Pace, Turn
from solver.errors import OutsideError

if TYPE_CHECKING:
    from openai import AsyncOpenAI

MAX_BYTES = 4 << 20
"""Limit for one response body; a larger body is refused without being parsed."""
MAX_KEPT = 16_384
"""Characters stored, from the beginning of the body, of a response without a reply."""
MAX_ERROR = 4 * MAX_KEPT
"""Bytes that are read of the body of a response with a bad status: enough for `MAX_KEPT`
characters. The rest is not read."""
MAX_NAME = 200
"""Limit for the characters of a name that an endpoint gives."""
MAX_ERROR_TEXT = 300
"""Limit for the characters of a server's error text in messages."""
RETRIED_STATUSES = frozenset({408, 409, 425, 429})
"""Status codes after which waiting helps, in addition to all codes from 500 on."""
HOPELESS_STATUSES = frozenset({401, 402, 403, 404})
"""Status codes that every further request would get too: no key, no credit, no such model."""
REASONING = ("reasoning_content", "reasoning")
"""Fields of a message in which endpoints return what the model wrote before its answer."""
_UNREAD = {"X-Stainless-Raw-Response": "stream"}
"""Header that makes the client return a response before its body is read."""


@dataclass(frozen=True, slots=True)
class BackOff:
    """How often to try, and how long to wait between tries."""

    tries: int = 6
    first_wait: float = 0.5
    """Seconds before the second try; doubled before each further one."""
    longest_wait: float = 30.0
    """Longest wait in seconds if the server does not name a time."""
    longest_requested_wait: float = 120.0
    """Longest wait in seconds if it does."""

    def wait(self, tries: int, requested_wait: float | None) -> float:
        """Seconds to wait after this number of tries; `requested_wait` is what the server asked
        for."""
        if requested_wait is not None:
            return min(max(requested_wait, 0.0), self.longest_requested_wait)
        return min(self.first_wait * 2.0 ** min(tries - 1, 60), self.longest_wait) * random.uniform(
            0.75, 1.0
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """The response to one request."""

    text: str
    """The message's content; empty if there is none."""
    seconds: float
    """Duration of the successful try, from sending to the end of the response."""
    tries: int
    model: str = ""
    """The name of the model that answered, as reported by the endpoint."""
    finish: str = ""
    """Why it ended: `stop`, `length`, …"""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    """Part of the completion tokens, if the endpoint reports it."""
    refusal: str = ""
    """Why the model refused to answer; given instead of the content."""
    reasoning: str = ""
    """What the model wrote before its answer, if the endpoint returns it separately."""
    fingerprint: str = ""
    """Identifies the configuration that answered (`system_fingerprint`)."""
    request_id: str = ""
    """The endpoint's identifier of this request: the header `x-request-id`, or else the response's
    id."""
    message: str = ""
    """The message as JSON if the text or the reasoning above does not represent it: parts, null, or
    nothing. Empty if they are complete."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """A response, or the beginning of one, without a reply."""

    body: str = ""
    """The beginning of the body, at most `MAX_KEPT` characters, without key and address. Bytes that
    are not UTF-8 are replaced."""
    size: int | None = None
    """Bytes of the whole body as received, even if `body` is cut."""
    status: int | None = None
    """HTTP status, if there was one."""
    request_id: str = ""
    """The endpoint's identifier of this request, from the header `x-request-id`."""


class CallFailed(OutsideError):
    """No reply arrived after all tries. `hopeless`: no other request would get one. With no tries,
    nothing was sent. `unusable`: what the last try received instead of a reply."""

    def __init__(
        self,
        reason: str,
        tries: int,
        seconds: float,
        hopeless: bool = False,
        unusable: Unusable | None = None,
    ) -> None:
        super().__init__("The model did not answer", reason)
        self.reason = reason
        self.tries = tries
        self.seconds = seconds
        self.hopeless = hopeless
        self.unusable = unusable or Unusable()

    @property
    def described(self) -> str:
        """The reason, with the beginning of what was received."""
        body = " ".join(self.unusable.body.split())
        if not body:
            return self.reason
        return f"{self.reason}; the response begins with: {_cut(body)}"


@dataclass(slots=True)
class _Received:
    """What one try received: the body as far as it arrived, status and id."""

    body: bytearray = field(default_factory=bytearray)
    status: int | None = None
    request_id: str = ""

    def unusable(self, endpoint: Endpoint) -> Unusable:
        """The form in which this is stored if it holds no reply."""
        return Unusable(
            kept_body(self.body, endpoint),
            None if self.status is None else len(self.body),
            self.status,
            endpoint.hidden(_text(self.request_id))[:MAX_NAME],
        )


class _Trouble(Exception):
    """Why one try failed, whether another may succeed, what wait the server asks for, and what was
    received, if known."""

    def __init__(
        self,
        reason: str,
        again: bool,
        hopeless: bool = False,
        wait: float | None = None,
        received: _Received | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.again = again
        self.hopeless = hopeless
        self.wait = wait
        self.received = received or _Received()


@dataclass(slots=True)
class Client:
    """A client for one endpoint that handles many requests at a time. Use in an `async with`."""

    endpoint: Endpoint
    timeout: float = 600.0
    """Seconds for one whole try."""
    back_off: BackOff = field(default_factory=BackOff)
    max_bytes: int = MAX_BYTES
    on_wait: Callable[[str, float], None] | None = None
    """Called before waiting for another try with the reason and the number of seconds."""
    pace: Pace | None = None
    """Limits for requests and tokens per minute; None means no limit."""
    _client: "AsyncOpenAI | None" = field(default=None, repr=False)
    _hurry: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    def hurry(self) -> None:
        """Stop retrying: requests in progress end with the outcome of their current try."""
        self._hurry.set()

    async def __aenter__(self) -> Self:
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient

        for name in ("openai", "httpx", "httpcore"):
            # With OPENAI_LOG set, these would log what an endpoint returns, including keys.
            log = logging.getLogger(name)
            log.propagate, log.handlers = False, [logging.NullHandler()]
        self._client = AsyncOpenAI(
            api_key=self.endpoint.key or "none",
            base_url=self.endpoint.url,
            max_retries=0,
            timeout=self.timeout,
            # The client reads the whole body of an error, however large it is.
            http_client=DefaultAsyncHttpxClient(
                timeout=self.timeout, event_hooks={"response": [self._refuse]}
            ),
        )
        return self

    async def __aexit__(self, *_raised: object) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def ask(
        self, model: str, messages: Sequence[Message], parameters: Mapping[str, Any]
    ) -> Reply:
        """Send one request and return the reply. `parameters` are sent unchanged along with model
        and messages.

        Tries again, with growing waits or after the time the server names, on rate limits, server
        errors, time-outs, cut connections and bodies that are not JSON. With a pace set, each try
        waits for its turn.

        Raises:
            CallFailed: no reply arrived.
        """
        begun = time.perf_counter()
        tries = 0
        while True:
            turn = await self._turn(messages, parameters, tries, begun)
            tries += 1
            try:
                started = time.perf_counter()
                response = await self._response(model, messages, parameters)
                reply = self._reply(response, time.perf_counter() - started, tries)
                if self.pace is not None and turn is not None:
                    self.pace.settle(turn, reply.prompt_tokens, reply.completion_tokens)
                return reply
            except _Trouble as trouble:
                if self.pace is not None and turn is not None:
                    self.pace.failed(turn)
                reason = self.endpoint.hidden(trouble.reason)
                last = tries >= self.back_off.tries or self._hurry.is_set()
                if last or not trouble.again:
                    full_reason = f"{reason} (tried {tries} times)" if tries > 1 else reason
                    seconds = time.perf_counter() - begun
                    came = trouble.received.unusable(self.endpoint)
                    raise CallFailed(full_reason, tries, seconds, trouble.hopeless, came) from None
                wait = self.back_off.wait(tries, trouble.wait)
                came = trouble.received.unusable(self.endpoint)
            if self.on_wait is not None:
                self.on_wait(reason, wait)
            await self._wait(wait, reason, tries, begun, came)

    async def _turn(
        self,
        messages: Sequence[Message],
        parameters: Mapping[str, Any],
        tries: int,
        start: float,
    ) -> Turn | None:
        """Wait until the pace allows another try; None if no pace is set."""
        if self.pace is None:
            return None
        longest = parameters.get("max_tokens", parameters.get("max_completion_tokens"))
        texts = [message.content for message in messages]
        replies = parameters.get("n", 1)
        most = longest * replies if isinstance(longest, int) and isinstance(replies, int) else None
        turn = await self.pace.turn(texts, most, self._hurry)
        if turn is None:
            reason = "stopped while waiting for its turn"
            raise CallFailed(reason, tries, time.perf_counter() - start)
        return turn

    async def _wait(
        self, seconds: float, reason: str, tries: int, start: float, unusable: Unusable
    ) -> None:
        """Wait before another try. Raises CallFailed if there is to be no further try."""
        try:
            await asyncio.wait_for(self._hurry.wait(), seconds)
        except TimeoutError:
            return
        full_reason = f"{reason} (stopped while waiting to try again)"
        raise CallFailed(full_reason, tries, time.perf_counter() - start, unusable=unusable)

    def body(
        self, model: str, messages: Sequence[Message], parameters: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The body of a request."""
        return {
            "model": model,
            "messages": [
                {"role": message.role, "content": message.content} for message in messages
            ],
            **self._named(parameters),
        }

    def reply(self, body: bytes, request_id: str) -> Reply:
        """The reply in a response body received by other means; its time is 0.

        Raises:
            CallFailed: the body is not a reply.
        """
        try:
            return self._reply(_Received(bytearray(body), 200, request_id), 0.0, 1)
        except _Trouble as trouble:
            came = trouble.received.unusable(self.endpoint)
            raise CallFailed(trouble.reason, 1, 0.0, unusable=came) from None

    async def _response(
        self, model: str, messages: Sequence[Message], parameters: Mapping[str, Any]
    ) -> _Received:
        """A response with a good status. Raises _Trouble if there is none."""
        import openai

        if self._client is None:
            raise RuntimeError("the client is not open")
        sent = self.body(model, messages, parameters)
        came = _Received()
        try:
            async with asyncio.timeout(self.timeout):
                # The client's generic method for requests. Its specific method inspects every field
                # of what is sent, which takes as long as everything else together.
                response: Any = await self._client.post(
                    "/chat/completions", cast_to=object, body=sent, options={"headers": _UNREAD}
                )
                came.request_id = response.headers.get("x-request-id", "")
                came.status = response.status_code
                try:
                    await self._read_body(response, came)
                finally:
                    await response.close()
                return came
        except _Trouble:
            raise
        except (TimeoutError, openai.APITimeoutError):
            reason = f"no response within {self.timeout:g} seconds"
            raise _Trouble(reason, again=True, received=came) from None
        except openai.APIConnectionError as error:
            cause = error.__cause__
            if isinstance(cause, _Trouble):
                raise cause from None
            cause_text = f": {cause}" if cause is not None and str(cause) else ""
            reason = self.endpoint.hidden(f"the connection failed{cause_text}")[:MAX_ERROR_TEXT]
            raise _Trouble(reason, again=True) from None
        except Exception as error:
            # Reading the body raises the errors of the client's HTTP library.
            reason = f"the connection was cut ({type(error).__name__})"
            raise _Trouble(reason, again=True, received=came) from None

    async def _refuse(self, response: Any) -> None:
        """Read the beginning of the body of a response with a bad status, then raise _Trouble."""
        if not response.is_error:
            return
        came = _Received(
            status=response.status_code, request_id=response.headers.get("x-request-id", "")
        )
        # Errors of the client's HTTP library; what arrived before a cut is kept.
        with suppress(Exception):
            async for chunk in response.aiter_bytes():
                came.body += chunk
                if len(came.body) >= MAX_ERROR:
                    break
        raise _status_trouble(came, response.reason_phrase, response.headers, self.endpoint)

    async def _read_body(self, response: Any, received: _Received) -> None:
        """Read the rest of a response into the body."""
        async for chunk in response.iter_bytes():
            received.body += chunk
            if len(received.body) > self.max_bytes:
                reason = f"the response is larger than {self.max_bytes:,} bytes"
                raise _Trouble(reason, again=False, received=received)

    def _named(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters under the endpoint's names: OpenAI's own endpoint has a different name for
        the token limit from most others."""
        named = dict(parameters)
        if "max_tokens" in named and self.endpoint.url == DEFAULT_URL:
            named["max_completion_tokens"] = named.pop("max_tokens")
        return named

    def _reply(self, received: _Received, seconds: float, tries: int) -> Reply:
        """The reply in a response. Raises _Trouble if there is none."""
        try:
            value = json.loads(received.body)
        except (ValueError, RecursionError):
            raise _Trouble("the response is not JSON", again=True, received=received) from None
        value = value if isinstance(value, dict) else {}
        if isinstance(value.get("error"), dict):
            # Some gateways report errors under status 200.
            error = value["error"]
            code = error.get("code")
            again = isinstance(code, int) and _worth_another_try(code)
            reason = f"the endpoint says: {_error_message(error, self.endpoint)}"
            raise _Trouble(reason, again=again, received=received)
        choices = value.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, dict) else None
        if not isinstance(choice, dict) or not isinstance(message, dict):
            raise _Trouble("the response is not a chat completion", again=True, received=received)
        usage = value.get("usage")
        usage = usage if isinstance(usage, dict) else {}
        details = usage.get("completion_tokens_details")

        def message_text(field: str) -> str:
            return self.endpoint.hidden(_text(message.get(field)))

        def name(content: object, max_length: int = MAX_NAME) -> str:
            return self.endpoint.hidden(_text(content))[:max_length]

        return Reply(
            text=message_text("content"),
            seconds=seconds,
            tries=tries,
            model=name(value.get("model")),
            finish=name(choice.get("finish_reason"), 40),
            prompt_tokens=_count(usage.get("prompt_tokens")),
            completion_tokens=_count(usage.get("completion_tokens")),
            reasoning_tokens=_count(
                details.get("reasoning_tokens") if isinstance(details, dict) else None
            ),
            refusal=message_text("refusal"),
            reasoning=next(filter(None, map(message_text, REASONING)), ""),
            fingerprint=name(value.get("system_fingerprint")),
            request_id=name(received.request_id) or name(value.get("id")),
            message=self._other(message),
        )

    def _other(self, message: Mapping[str, Any]) -> str:
        """A message as JSON if its texts do not represent it completely, otherwise empty."""
        other_texts = [message.get(name) for name in ("refusal", *REASONING)]
        if isinstance(message.get("content"), str) and all(
            each is None or isinstance(each, str) for each in other_texts
        ):
            return ""
        return self.endpoint.hidden(_text(json.dumps(message, ensure_ascii=False)))


def _status_trouble(
    received: _Received, phrase: str, headers: Mapping[str, str], endpoint: Endpoint
) -> _Trouble:
    """The failure that a bad status means."""
    code = received.status or 0
    error = _error_in(received.body)
    detail = _error_message(error, endpoint)
    reason = f"the endpoint answered {code} {phrase}".rstrip()
    no_credit = error.get("code") == "insufficient_quota"
    return _Trouble(
        f"{reason}: {detail}" if detail else reason,
        again=_worth_another_try(code) and not no_credit,
        hopeless=code in HOPELESS_STATUSES or no_credit,
        wait=_requested_wait(headers),
        received=received,
    )


def _error_in(body: bytearray) -> Mapping[str, Any]:
    """The error object in a body, or the whole object; empty if the body is not a JSON object."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    error = value.get("error", value) if isinstance(value, dict) else {}
    return error if isinstance(error, dict) else {}


def kept_body(body: bytes | bytearray, endpoint: Endpoint) -> str:
    """The part of a body that is stored. Key and address are removed before cutting: a key that was
    cut could not be found any more."""
    return endpoint.hidden(body.decode("utf-8", "replace"))[:MAX_KEPT]


def _worth_another_try(code: int) -> bool:
    return code in RETRIED_STATUSES or code >= 500


def _requested_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds the server asks to wait; None if it names no readable time."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    return _until(headers.get("retry-after", ""), headers.get("date", ""))


def _until(date: str, answer_date: str) -> float | None:
    """Seconds until an HTTP date (RFC 9110, 10.2.3), counted from the time at which the server says
    it answered, since the clocks of two computers differ; without that time, from now. 0 if the
    date has passed."""
    try:
        then = parsedate_to_datetime(date)
    except (ValueError, OverflowError):
        return None
    try:
        now = parsedate_to_datetime(answer_date)
    except (ValueError, OverflowError):
        now = datetime.now(UTC)
    # A date without a zone, or with -0000, is in UTC.
    both = (moment if moment.tzinfo else moment.replace(tzinfo=UTC) for moment in (then, now))
    return max((next(both) - next(both)).total_seconds(), 0.0)


def _error_message(error: Mapping[str, Any], endpoint: Endpoint) -> str:
    """The server's error message, cut to length. Key and address are removed before cutting: a key
    that was cut could not be found any more."""
    message = error.get("message", "")
    text = endpoint.hidden(" ".join(_text(message).split()))
    return _cut(text)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_ERROR_TEXT else text[: MAX_ERROR_TEXT - 1] + "…"


def _text(value: object) -> str:
    """A text that can be stored: lone surrogates are replaced, parts of a content are joined."""
    if isinstance(value, list):
        parts = (part.get("text") for part in value if isinstance(part, dict))
        value = "".join(part for part in parts if isinstance(part, str))
    if not isinstance(value, str):
        return ""
    return value.encode("utf-8", "replace").decode("utf-8")


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and 0 <= value < 1 << 62 else None
