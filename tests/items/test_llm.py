"""The client against an endpoint that behaves and misbehaves, over real HTTP."""

import asyncio
import gzip
import json
import time
from typing import Any

import pytest

from items.asking.endpoints import Endpoint
from items.asking.llm import (
    MAX_ERROR,
    MAX_KEPT,
    BackOff,
    CallFailed,
    Client,
    Reply,
    Unusable,
    _requested_wait,
)
from items.asking.message import Message
from tests.fake_endpoint import (
    Behaviour,
    Cut,
    Drip,
    FakeEndpoint,
    Flood,
    Held,
    Reaction,
    Say,
    Send,
    completion,
    first,
)

KEY = "sk-very-secret-4711"
QUICK = BackOff(tries=4, first_wait=0.01, longest_wait=0.02)
HELLO = [Message("system", "Be brief."), Message("user", "Hello?")]


def ask(
    behaviour: Behaviour,
    parameters: dict[str, Any] | None = None,
    timeout: float = 600.0,
    back_off: BackOff = QUICK,
    max_bytes: int = 1 << 20,
) -> tuple[Reply, FakeEndpoint, list[tuple[str, float]]]:
    waits: list[tuple[str, float]] = []

    async def run(server: FakeEndpoint) -> Reply:
        client = Client(
            Endpoint(server.url, KEY),
            timeout=timeout,
            back_off=back_off,
            max_bytes=max_bytes,
            on_wait=lambda reason, seconds: waits.append((reason, seconds)),
        )
        async with client:
            return await client.ask("m", HELLO, parameters or {})

    with FakeEndpoint(behaviour) as server:
        return asyncio.run(run(server)), server, waits


def failure(behaviour: Behaviour, **options: Any) -> CallFailed:
    with pytest.raises(CallFailed) as caught:
        ask(behaviour, **options)
    return caught.value


@pytest.mark.slow
def test_a_reply_with_its_tokens_and_what_was_sent() -> None:
    usage = {
        "prompt_tokens": 7,
        "completion_tokens": 5,
        "completion_tokens_details": {"reasoning_tokens": 3},
    }
    parameters = {"temperature": 0.5, "seed": 9, "reasoning_effort": "low", "max_tokens": 4}
    began = time.perf_counter()
    reply, server, _ = ask(first(Say("Good day.", usage=usage, finish="length")), parameters)
    passed = time.perf_counter() - began
    assert (reply.text, reply.finish, reply.model, reply.tries) == ("Good day.", "length", "m", 1)
    assert (reply.prompt_tokens, reply.completion_tokens, reply.reasoning_tokens) == (7, 5, 3)
    assert 0 < reply.seconds < passed
    (request,) = server.seen.requests
    assert request == {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hello?"},
        ],
        **parameters,
    }
    assert server.seen.keys == [f"Bearer {KEY}"]


def test_nothing_is_sent_that_was_not_given() -> None:
    _, server, _ = ask(first(Say("x")))
    assert set(server.seen.requests[0]) == {"model", "messages"}


@pytest.mark.parametrize(
    "trouble",
    [
        Send(429),
        Send(500, b"<html>"),
        Send(503),
        Cut(),
        Cut(after=5),
        Send(200, b"not json"),
        Send(200, b'{"choices": []}'),
        Send(200, b"[1, 2"),
        Send(200, b'{"error": {"code": 502, "message": "upstream"}}'),
    ],
    ids=lambda trouble: str(trouble)[:40],
)
def test_passing_trouble_is_waited_out(trouble: Reaction) -> None:
    reply, server, waits = ask(first(trouble, trouble, Say("at last")))
    assert (reply.text, reply.tries) == ("at last", 3)
    assert len(server.seen.requests) == 3
    assert len(waits) == 2


def test_waits_grow_and_are_bounded() -> None:
    waits = [BackOff(first_wait=1, longest_wait=10).wait(tries, None) for tries in range(1, 9)]
    assert 0.75 <= waits[0] <= 1
    assert 1.5 <= waits[1] <= 2
    assert all(7.5 <= wait <= 10 for wait in waits[4:])


def test_the_server_says_how_long_to_wait() -> None:
    _, _, waits = ask(first(Send(429, headers={"Retry-After": "0.05"}), Say("x")))
    assert waits == [("the endpoint answered 429 Trouble", 0.05)]
    assert BackOff().wait(1, 9999) == 120


@pytest.mark.parametrize(
    ("date", "sent", "expected"),
    [
        ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:07 GMT", 30.0),
        ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:07 GMT", 30.0),
        ("Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:07 GMT", 30.0),
        ("Sun, 06 Nov 1994 09:49:37 +0100", "Sun, 06 Nov 1994 08:49:07 GMT", 30.0),
        ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 09:00:00 GMT", 0.0),
        ("Sun, 06 Nov 1994 08:49:37 GMT", "yesterday", 0.0),
        ("tomorrow", "Sun, 06 Nov 1994 08:49:07 GMT", None),
        ("Sun, 99 Nov 1994 08:49:37 GMT", "", None),
        (f"Sun, {'9' * 20} Nov 1994 08:49:37 GMT", "", None),
        (f"Sun, 06 Nov 1994 08:49:37 +{'9' * 20}", "", None),
        ("Sun, 06 Nov 1994 08:49:37 GMT", f"Sun, 06 Nov {'9' * 12} 08:49:07 GMT", 0.0),
        ("-5", "", None),
        ("inf", "", None),
        ("", "", None),
    ],
)
def test_a_time_to_wait_until_may_be_a_date(date: str, sent: str, expected: float | None) -> None:
    """The three forms of RFC 9110, 5.6.7; the wait is counted on the server's own clock."""
    assert _requested_wait({"retry-after": date, "date": sent}) == expected


def test_a_date_of_the_server_is_waited_for() -> None:
    headers = {
        "Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT",
        "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
    }
    _, _, waits = ask(first(Send(429, headers=headers), Say("x")))
    assert waits == [("the endpoint answered 429 Trouble", 0.0)]


def test_a_response_is_handed_on_whole_and_without_the_key() -> None:
    value = json.loads(completion("B", {"model": "m", "messages": []}))
    value["system_fingerprint"] = "fp_1"
    value["choices"][0]["message"] |= {"reasoning": f"my key is {KEY}", "refusal": None}
    reply, _, _ = ask(first(Send(200, json.dumps(value).encode())))
    assert (reply.text, reply.refusal, reply.fingerprint) == ("B", "", "fp_1")
    assert reply.reasoning == "my key is [key]"
    assert reply.request_id == "fake"
    for odd in (7, None, ["x"], {"a": 1}):
        value["choices"][0]["message"] |= {"reasoning": odd, "refusal": odd}
        reply, _, _ = ask(first(Send(200, json.dumps({**value, "id": odd}).encode())))
        assert (reply.text, reply.reasoning, reply.refusal) == ("B", "", "")
        assert reply.request_id == ""


@pytest.mark.parametrize(
    ("reaction", "tries", "message"),
    [
        (Send(500), 4, "answered 500"),
        (Send(400, b'{"error": {"message": "no such\\nparameter"}}'), 1, "no such parameter"),
        (Cut(), 4, "connection"),
        (Flood(3 << 20), 1, "larger than 1,048,576 bytes"),
    ],
)
def test_what_lasts_is_reported(reaction: Reaction, tries: int, message: str) -> None:
    error = failure(first(reaction))
    assert (error.tries, error.hopeless) == (tries, False)
    assert message in error.reason


@pytest.mark.parametrize(
    ("reaction", "status", "body"),
    [
        (Send(502, b"<html>Bad gateway</html>"), 502, "<html>Bad gateway</html>"),
        (Send(400, b'{"error": {"message": "no"}}'), 400, '{"error": {"message": "no"}}'),
        (Send(200, b'{"id": "x", "choices": []}'), 200, '{"id": "x", "choices": []}'),
        (Send(200, b'{"choices": [{"mess'), 200, '{"choices": [{"mess'),
        (Send(200, b'{"error": {"message": "busy", "code": 503}}'), 200,
         '{"error": {"message": "busy", "code": 503}}'),
        (Send(200, b"\xff\xfe no text"), 200, "\ufffd\ufffd no text"),
        (Send(500, b""), 500, ""),
        (Cut(), None, ""),
    ],
)  # fmt: skip
def test_what_came_in_the_place_of_a_reply_is_kept(
    reaction: Reaction, status: int | None, body: str
) -> None:
    error = failure(first(reaction), back_off=BackOff(tries=2, first_wait=0.01))
    assert (error.unusable.status, error.unusable.body) == (status, body)
    expected = None if isinstance(reaction, Cut) else len(getattr(reaction, "body", b""))
    assert error.unusable.size == expected
    assert (body in error.described) == (error.described != error.reason or not body)


def test_of_a_long_body_the_beginning_is_kept_and_its_length() -> None:
    size = 3 * MAX_KEPT
    error = failure(first(Send(400, b"x" * size, {"x-request-id": "req_9"})))
    assert error.unusable == Unusable("x" * MAX_KEPT, size, 400, "req_9")
    assert len(error.described) < 500
    flooded = failure(first(Flood(3 << 20)))
    assert len(flooded.unusable.body) == MAX_KEPT
    assert flooded.unusable.size is not None
    assert flooded.unusable.size > 1 << 20


def test_of_the_body_of_an_error_no_more_is_read_than_can_be_kept() -> None:
    long = json.dumps({"error": {"message": "no such model", "trace": "x" * (8 << 20)}}).encode()
    packed = gzip.compress(long)
    for body, headers in ((long, {}), (packed, {"Content-Encoding": "gzip"})):
        error = failure(first(Send(404, body, headers)))
        assert error.hopeless
        assert error.unusable.status == 404
        assert "no such model" in error.unusable.body
        assert len(error.unusable.body) == MAX_KEPT
        assert error.unusable.size is not None
        assert MAX_ERROR <= error.unusable.size < len(long)
    short = gzip.compress(b'{"error": {"message": "busy"}}')
    error = failure(first(Send(400, short, {"Content-Encoding": "gzip"})))
    assert "busy" in error.reason


def test_what_came_holds_no_key_also_where_it_is_cut() -> None:
    """A key across the place of the cut would be shown in part."""
    room = MAX_KEPT - len(KEY) // 2
    error = failure(first(Send(400, b"x" * room + KEY.encode())))
    assert len(error.unusable.body) <= MAX_KEPT
    assert KEY[: len(KEY) // 2] not in error.unusable.body


def test_content_in_parts_or_none_is_kept_as_it_came() -> None:
    parts = [{"type": "text", "text": "Answer: "}, {"type": "text", "text": f"B {KEY}"}]
    for content in (parts, None, 5):
        message = {"role": "assistant", "content": content}
        body = json.dumps({"choices": [{"message": message}]}).encode()
        reply, _, _ = ask(first(Send(200, body)))
        assert reply.text == ("Answer: B [key]" if content is parts else "")
        assert json.loads(reply.message.replace("[key]", KEY)) == message
    reply, _, _ = ask(first(Send(200, b'{"choices": [{"message": {"tool_calls": []}}]}')))
    assert (reply.text, reply.message) == ("", '{"tool_calls": []}')
    reply, _, _ = ask(first(Say("Answer: B")))
    assert reply.message == "", "the text says all"


@pytest.mark.parametrize("reaction", [Send(401), Send(403), Send(404)])
def test_what_every_request_would_meet_is_hopeless(reaction: Reaction) -> None:
    assert failure(first(reaction)).hopeless


def test_no_credit_is_not_a_rate_limit() -> None:
    body = b'{"error": {"message": "pay", "code": "insufficient_quota"}}'
    error = failure(first(Send(429, body)))
    assert (error.hopeless, error.tries) == (True, 1)


def test_nobody_there() -> None:
    async def run() -> None:
        async with Client(Endpoint("http://127.0.0.1:9/v1"), back_off=BackOff(tries=1)) as client:
            await client.ask("m", HELLO, {})

    with pytest.raises(CallFailed, match="did not answer") as caught:
        asyncio.run(run())
    assert "connection failed" in caught.value.reason


@pytest.mark.parametrize("reaction", [Say("late", seconds=600), Drip(0.05)])
def test_a_time_out_is_for_the_whole_response(reaction: Reaction) -> None:
    error = failure(first(reaction), timeout=0.2, back_off=BackOff(tries=2, first_wait=0.01))
    assert "within 0.2 seconds" in error.reason


def test_key_and_address_come_back_in_no_text() -> None:
    def echo(request: dict[str, Any], before: int) -> Reaction:
        message = json.dumps({"error": {"message": f"the key {KEY} at {server.url} is wrong"}})
        return Send(401, message.encode()) if before == 0 else Say(f"I was sent {KEY}.")

    async def run() -> tuple[CallFailed, Reply]:
        async with Client(Endpoint(server.url, KEY), back_off=QUICK) as client:
            try:
                await client.ask("m", HELLO, {})
            except CallFailed as error:
                failed = error
            return failed, await client.ask("m", HELLO, {})

    with FakeEndpoint(echo) as server:
        error, reply = asyncio.run(run())
    assert "the key [key] at [address] is wrong" in error.reason
    assert reply.text == "I was sent [key]."
    assert KEY not in f"{error!r}{error}{Endpoint(server.url, KEY)!r}"


def test_texts_that_cannot_be_stored_can_be() -> None:
    body = completion("x", {"model": "m", "messages": []}).replace(b'"x"', b'"\\ud800 \\u001b[2J"')
    reply, _, _ = ask(first(Send(200, body)))
    assert reply.text == "? \x1b[2J"


@pytest.mark.parametrize("content", [None, 5, {}])
def test_no_content_is_an_empty_text(content: object) -> None:
    body = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
    reply, _, _ = ask(first(Send(200, body)))
    assert (reply.text, reply.prompt_tokens, reply.finish) == ("", None, "")


def test_many_requests_are_in_flight_at_once() -> None:
    async def run() -> None:
        async with Client(Endpoint(server.url)) as client:
            await asyncio.gather(*(client.ask("m", HELLO, {"n": n}) for n in range(40)))

    def all_at_once(request: dict[str, Any], before: int) -> Reaction:
        if len(server.seen.requests) == 40:
            server.release()
        return Held(Say("x"))

    with FakeEndpoint(all_at_once) as server:
        asyncio.run(run())
    assert server.seen.most == 40
