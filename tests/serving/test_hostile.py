"""Visitors who mean no good: whatever they send, the server stays up and gives nothing away."""

import asyncio
import contextlib
import json
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from tests.serving.conftest import Venue
from tests.serving.pages import Page, link, serving
from tui.serving import limits
from tui.serving.limits import MESSAGES_A_SECOND, MESSAGES_AT_ONCE, MessageBudget, network

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def ask(venue: Venue, request: bytes, seconds: float = 30.0) -> bytes:
    """What a raw request is answered with, up to the end of the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", venue.server.settings.port)
    writer.write(request)
    await writer.drain()
    try:
        return await asyncio.wait_for(reader.read(1 << 20), seconds)
    finally:
        writer.close()


def request(venue: Venue, path: str, *lines: str, host: str | None = None) -> bytes:
    port = venue.server.settings.port
    head = [f"GET {path} HTTP/1.1", f"Host: {host or f'localhost:{port}'}", "Connection: close"]
    return "\r\n".join([*head, *lines, "", ""]).encode()


@pytest.mark.parametrize(
    "path",
    [
        "/static/../page.py",
        "/static/..%2fpage.py",
        "/static/%2e%2e/%2e%2e/server.py",
        "/static//etc/passwd",
        "/static/",
        "/static/page.html",
        "/static/%00",
        "/etc/passwd",
        "/..",
        "/download/x",
        "/ws",
    ],
)
async def test_no_path_leads_to_a_file_that_is_not_served(venue: Venue, path: str) -> None:
    answer = await ask(venue, request(venue, path))
    assert answer.split(b" ")[1] in (b"400", b"403", b"404")
    assert b"import" not in answer
    assert b"root:" not in answer
    assert b"Traceback" not in answer


async def test_what_is_not_a_request_is_not_quoted_in_the_log(
    venue: Venue, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """A log that quotes requests holds links, and can be filled by anybody."""
    token = link(venue.server, "LOGGED")
    good = request(venue, f"/s/{token}")
    for bad in (
        request(venue, f"/s/{token}{'A' * 20_000}"),
        good.replace(b"Connection", b"Host: elsewhere\r\nConnection"),
        good.replace(b"HTTP/1.1", b"HTTP/9"),
        good.replace(b"Connection: close", b"X: y\r\n" * 20_000),
        b"\x16\x03\x01" + good,
    ):
        assert b" 400 " in (await ask(venue, bad)).split(b"\r\n")[0]
    out, err = capfd.readouterr()
    assert token not in out + err + caplog.text
    assert "Traceback" not in out + err + caplog.text


async def test_every_answer_has_the_headers_that_protect_it(venue: Venue) -> None:
    url = venue.server.settings.url
    async with ClientSession() as http:
        for path in ("/", f"/s/{link(venue.server, 'H1')}", "/static/page.js", "/nothing"):
            client_response = await http.get(f"{url}{path}")
            assert "frame-ancestors 'none'" in client_response.headers["Content-Security-Policy"]
            assert "script-src 'self';" in client_response.headers["Content-Security-Policy"]
            assert client_response.headers["Referrer-Policy"] == "no-referrer"
            assert client_response.headers["X-Content-Type-Options"] == "nosniff"
            assert client_response.headers["Server"] == "countermodel"
            if path.startswith("/s/"):
                assert client_response.headers["Cache-Control"] == "no-store"
                text = await client_response.text()
                assert "https://" not in text  # nothing is fetched from elsewhere
                assert "<script>" not in text


async def test_a_link_can_be_looked_at_without_being_opened(venue: Venue) -> None:
    """Mail programs and monitors ask for the head alone; that begins no session."""
    url, token = venue.server.settings.url, link(venue.server, "H9")
    await venue.clear()
    async with ClientSession() as http:
        for path, status in (("/", 403), ("/alive", 204), (f"/s/{token}", 200), ("/s/x", 403)):
            head = await http.head(f"{url}{path}")
            whole = await http.get(f"{url}{path}")
            assert (head.status, whole.status) == (status, status)
            assert await head.text() == ""
        assert (await http.head(f"{url}/line/{token}")).status == 405
        refused = await http.post(f"{url}/s/{token}")
        assert (refused.status, refused.headers["Allow"]) == (405, "GET,HEAD")
    assert not venue.server.seat_manager.seats


@pytest.mark.parametrize("path", ["/s/", "/s", "/nothing"])
async def test_an_incomplete_link_gets_a_page_in_words(venue: Venue, path: str) -> None:
    async with ClientSession() as http:
        answer = await http.get(f"{venue.server.settings.url}{path}")
        assert answer.status == 404
        assert "This link is not valid." in await answer.text()


@pytest.mark.parametrize("token", ["x", "x.y", "%0d%0aSet-Cookie:%20a", "<script>", "a" * 4000])
async def test_a_forged_link_gets_a_page_that_says_so(venue: Venue, token: str) -> None:
    answer = await ask(venue, request(venue, f"/s/{token}"))
    assert answer.split(b" ")[1] in (b"400", b"403", b"404")
    assert b"Set-Cookie" not in answer.partition(b"\r\n\r\n")[0]
    assert b"<script>" not in answer


async def test_another_study_and_another_secret_sign_nothing_here(venue: Venue) -> None:
    from sessions.taking import invitations
    from sessions.taking.invitations import Invitation

    server = venue.server
    for secret, study in ((server.secret, "other"), (b"0" * 32, server.study.study.key)):
        page = Page(server, invitations.token(secret, study, Invitation("H2")))
        with pytest.raises(WSServerHandshakeError) as refused:
            await page.connect()
        assert refused.value.status == 403


async def test_another_host_is_not_served(venue: Venue) -> None:
    token = link(venue.server, "H3")
    for host in ("evil.example", "localhost", "localhost:1", f"x@localhost:{1}", ""):
        answer = await ask(venue, request(venue, f"/s/{token}", host=host or "-"))
        assert answer.split(b" ")[1] in (b"400", b"421")


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{}",
        "[]",
        '["stdin"]',
        '["stdin", 3]',
        '["resize", {"width": "x", "height": 1}]',
        '["resize", {"width": true, "height": 1}]',
        '["resize", 3]',
        '["quit"]',
        '["deliver_chunk_request", {"key": "x", "size": 1}]',
        "[" * 50_000,
        "\0",
        '["ping"',
    ],
    ids=range(13),
)
async def test_what_no_page_sends_ends_the_line_and_not_the_session(
    venue: Venue, message: str
) -> None:
    server = venue.server
    async with Page(server, link(server, "H4")) as page:
        await page.socket.send_str(message)
        assert await page.closing() == 1008
    async with Page(server, link(server, "H4")) as page:
        await page.wait_for_text("I agree")


async def test_a_frame_that_is_too_long_ends_the_line(venue: Venue) -> None:
    server = venue.server
    async with Page(server, link(server, "H5")) as page:
        await page.socket.send_str(json.dumps(["stdin", "x" * (1 << 17)]))
        assert await page.closing() == 1009
    async with Page(server, link(server, "H5")) as page:
        await page.socket.send_bytes(b"\x00" * 10)
        assert await page.closing() == 1008


async def test_a_flood_ends_the_line(venue: Venue) -> None:
    server = venue.server
    async with Page(server, link(server, "H6")) as page:
        for _ in range(int(MESSAGES_AT_ONCE) + 2_000):
            if page.close_code is not None:
                break
            await page.socket.send_str('["ping", ""]')
        assert await page.closing() == 1008


async def test_sizes_without_sense_are_bounded(venue: Venue) -> None:
    server = venue.server
    async with Page(server, link(server, "H7"), size=(10**9, -5)) as page:
        await page.socket.send_str('["resize", {"width": 80, "height": 24}]')
        await page.wait_for_text("I agree")
    with pytest.raises(WSServerHandshakeError):
        await Page(server, link(server, "H7"), size=("x", 1)).connect()


async def test_a_request_that_never_ends_is_cut_off(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REQUEST_SECONDS", 0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", venue.server.settings.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    try:
        assert await asyncio.wait_for(reader.read(), 60) == b""
    except ConnectionResetError:
        pass
    finally:
        writer.close()


async def test_too_many_connections_of_one_address_are_closed(venue: Venue) -> None:
    guard = venue.server._guard
    assert guard is not None
    before, guard.per_address = guard.per_address, guard.open_counts.total() + 3
    port = venue.server.settings.port
    connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
    try:
        async with asyncio.timeout(60):
            while guard.open_counts.total() < guard.per_address:
                await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection("127.0.0.1", venue.server.settings.port)
        with contextlib.suppress(ConnectionResetError):
            assert await asyncio.wait_for(reader.read(), 60) == b""
        writer.close()
    finally:
        guard.per_address = before
        for _reader, held_writer in connections:
            held_writer.close()


async def test_a_participants_process_starts_nothing_and_calls_nowhere() -> None:
    code = (
        "import sys; from tui.serving.fork_server import _guard; sys.addaudithook(_guard)\n"
        "import os, socket, subprocess\n"
        "tries = [lambda: subprocess.run(['true']), lambda: os.system('true'), os.fork,\n"
        "         lambda: os.execv('/bin/true', ['true']),\n"
        "         lambda: socket.create_connection(('127.0.0.1', 9)),\n"
        "         lambda: os.posix_spawn('/bin/true', ['true'], {})]\n"
        "for one in tries:\n"
        "    try: one()\n"
        "    except PermissionError as error: print(error)\n"
        "    else: print('went through')\n"
    )
    import sys

    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    raw, _ = await process.communicate()
    lines = raw.decode().splitlines()
    assert len(lines) == 6
    assert all(line.startswith("not in a participant's process") for line in lines), lines


async def test_the_budget_fills_with_time() -> None:
    now = [0.0]
    budget = MessageBudget(lambda: now[0])
    assert all(budget.spend() for _ in range(int(MESSAGES_AT_ONCE)))
    assert not budget.spend()
    now[0] += 1.0
    assert sum(budget.spend() for _ in range(1000)) == int(MESSAGES_A_SECOND)


async def test_an_address_is_one_subscribers() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("::ffff:192.0.2.7") == "192.0.2.7"
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2:ffff::1")
    assert network("2001:db8:1:2::1") != network("2001:db8:1:3::1")
    assert network("nonsense") == "nonsense"


@pytest.mark.slow
async def test_processes_import_nothing_from_the_folder_of_the_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tui").mkdir()
    module = tmp_path / "tui" / "__init__.py"
    module.write_text("open('ran', 'w')\nraise SystemExit\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    async with serving(tmp_path / "study.db") as server:
        assert server.seat_manager.seats == {}
    assert not (tmp_path / "ran").exists()
