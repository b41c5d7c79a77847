"""Participants at scripted pages: whatever happens to the line, no answer is lost."""

import asyncio
import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSServerHandshakeError

from items.answers import TruthAnswer
from sessions.export.tidy_files import export
from sessions.record import snapshots
from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from study.course.state import SessionStarted, SessionState
from study.design.protocol import load_study
from tests.effort import turns
from tests.serving.conftest import Venue
from tests.serving.pages import Page, link, serving
from tests.serving.player import Record, do, play, step, wait_for_state
from tests.serving.samples import in_two_languages, short
from tui.serving.seat import CloseCode
from tui.serving.server import Server

pytestmark = pytest.mark.asyncio(loop_scope="module")


def at_question(state: SessionState) -> bool:
    return state.phase == "question"


async def wait_until_ended(server: Server, code: str) -> None:
    """Wait until a participant's process is no more."""
    async with asyncio.timeout(60):
        while code in server.seat_manager.seats:
            await asyncio.sleep(0.02)


async def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.02)


def truths(state: SessionState) -> list[str]:
    """The truth values that were given, one a question."""
    answers_given = [answer for record in state.records for answer in record.answers.values()]
    return [answer.value for answer in answers_given if isinstance(answer, TruthAnswer)]


async def one_through(server: Server, database: Path, code: str) -> SessionState:
    async with Page(server, link(server, code)) as page:
        state = await play(Record(database, code), page.key)
        async with asyncio.timeout(60):
            while page.ended is None:
                await asyncio.sleep(0.02)
        assert page.ended["code"] == "DONE1"
    return state


@pytest.mark.slow
@pytest.mark.scaled
async def test_several_at_once_and_no_answer_is_lost(venue: Venue) -> None:
    people = [f"P{n}" for n in range(turns(2, 40))]
    server, database = venue.server, venue.database
    with venue.limits(most_participants=100, per_address=100):
        states = await asyncio.gather(*(one_through(server, database, code) for code in people))
    for state in states:
        assert state.phase == "completed"
        assert [record.outcome for record in state.records] == ["confirmed"] * 3
        assert truths(state) == ["true", "unknown", "false"]
    with Database.open(database) as db:
        rows = db.rows("SELECT code, slot FROM session")
        assert sorted(row["code"] for row in rows if row["code"] in people) == sorted(people)
        assert sorted(row["slot"] for row in rows) == list(range(len(rows)))
        assert check(db).problems == ()


async def test_a_torn_line_goes_on_at_the_same_question_in_the_same_process(venue: Venue) -> None:
    server, database = venue.server, venue.database
    page, record = Page(server, link(server, "P1-2")), Record(database, "P1-2")
    await page.connect()
    await play(record, page.key, stop=at_question)
    await do(record, page.key, "t", lambda now: bool(now.drafts))
    drafted = record.state()
    pid = server.seat_manager.seats["P1-2"].pid
    for _ in range(3):
        await page.tear()
        await page.connect()
        await page.wait_for_text("The ferry is late")
    state = record.state()
    assert (state.phase, state.position, state.segments) == ("question", 0, 1)
    assert state.drafts == drafted.drafts
    assert server.seat_manager.seats["P1-2"].pid == pid
    await wait_for_state(record, lambda now: now.asides.get("line_back", 0) == 3)
    assert record.state().asides["line_lost"] == 3
    await step(record, page.key)
    assert len(record.state().records) == 1
    await page.leave()


@pytest.mark.slow
async def test_a_page_that_does_not_come_back_closes_the_session_and_the_link_resumes_it(
    venue: Venue,
) -> None:
    server, database = venue.server, venue.database
    with venue.limits(grace_seconds=0.1):
        record, token = Record(database, "P1-3"), link(server, "P1-3")
        page = Page(server, token)
        await page.connect()
        await play(record, page.key, stop=at_question)
        await page.tear()
        await wait_until_ended(server, "P1-3")
        assert record.kinds()[-1] == "segment_ended"
        async with Page(server, token) as again:
            await again.wait_for_text("Welcome back")
            state = await play(record, again.key)
        assert state.segments == 2
        assert len(state.records) == 3


async def test_nobody_at_the_keys_closes_the_session(venue: Venue) -> None:
    server, database = venue.server, venue.database
    with venue.limits(idle_seconds=0.5):
        async with Page(server, link(server, "P1-4")) as page:
            assert await page.closing() == CloseCode.IDLE
        await wait_until_ended(server, "P1-4")
    assert Record(database, "P1-4").kinds()[-1] == "segment_ended"


async def test_a_second_window_takes_the_place_and_the_first_is_told(venue: Venue) -> None:
    server, database = venue.server, venue.database
    await venue.clear()
    token, record = link(server, "P1-5"), Record(database, "P1-5")
    first, second = Page(server, token), Page(server, token, size=(100, 30))
    await first.connect()
    await play(record, first.key, stop=at_question)
    await second.connect()
    await second.wait_for_text("The ferry is late")
    assert await first.closing() == CloseCode.ELSEWHERE
    assert len(server.seat_manager.seats) == 1
    state = await play(record, second.key)
    assert (state.phase, state.segments) == ("completed", 1)
    await second.leave()
    await first.leave()


@pytest.mark.slow
async def test_a_link_that_was_used_up_shows_the_end_and_begins_nothing(venue: Venue) -> None:
    server, database = venue.server, venue.database
    await one_through(server, database, "P1-6")
    await venue.clear()
    before = Record(database, "P1-6").kinds()
    async with Page(server, link(server, "P1-6")) as again:
        await again.wait_for_text("DONE1")
    assert Record(database, "P1-6").kinds() == before
    with Database.open(database) as db:
        rows = db.rows("SELECT count(*) AS n FROM session WHERE code = ?", "P1-6")
    assert rows[0]["n"] == 1


@pytest.mark.slow
async def test_the_end_of_the_server_closes_every_session_and_a_new_one_goes_on(
    tmp_path: Path,
) -> None:
    database, study = tmp_path / "study.db", short(tmp_path)
    record = Record(database, "P1")
    async with serving(database, study) as server:
        token = link(server, "P1")
        page = Page(server, token)
        await page.connect()
        await play(record, page.key, stop=at_question)
        await page.wait_for_text("True")
        pid = server.seat_manager.seats["P1"].pid
        other = sqlite3.connect(database, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await page.key("t")
        await page.wait_for_text("Not yet saved")
        asyncio.get_running_loop().call_later(1.5, other.close)
    assert record.kinds()[-1] == "segment_ended"
    assert len(record.state().drafts) == 1, "stored while the server waited for it"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    await page.leave()
    async with serving(database, study) as server, Page(server, token) as again:
        await again.wait_for_text("Welcome back")
        assert len((await play(record, again.key)).records) == 3


@pytest.mark.slow
async def test_a_killed_process_loses_no_answer(venue: Venue) -> None:
    server, database = venue.server, venue.database
    record, token = Record(database, "P1-7"), link(server, "P1-7")
    async with Page(server, token) as page:
        await play(record, page.key, stop=lambda now: len(now.records) == 1)
        os.kill(server.seat_manager.seats["P1-7"].pid, 9)
        assert await page.closing() == CloseCode.TROUBLE
    async with Page(server, token) as again:
        await do(record, again.key, "Enter", lambda now: now.segments == 2)
        state = await play(record, again.key)
    assert len(state.records) == 3
    assert state.records[0].answers == record.state().records[0].answers


async def test_there_is_room_for_so_many_and_then_again(venue: Venue) -> None:
    server, database = venue.server, venue.database
    await venue.clear()
    with venue.limits(most_participants=2, per_address=2):
        async with Page(server, link(server, "P1-8")) as page, Page(server, link(server, "P2-8")):
            async with Page(server, link(server, "P3-8")) as third:
                assert await third.closing() == CloseCode.FULL
            await page.wait_for_text("I agree")
            await page.send("\x11")  # Ctrl+Q
            await page.wait_for_text("same link")
            await page.send("y")
            await wait_until_ended(server, "P1-8")
            async with Page(server, link(server, "P3-8")) as third:
                await third.wait_for_text("I agree")
    assert not Record(database, "P3-8").state().ended


async def test_a_recruiters_id_becomes_a_code_and_reaches_the_export(
    venue: Venue, tmp_path: Path
) -> None:
    server, database = venue.server, venue.database
    await venue.clear()
    query = {"PROLIFIC_PID": "5f0123456789abcdef012345", "STUDY_ID": "s1", "SESSION_ID": "x1"}
    with venue.limits(recruiter="PROLIFIC_PID"):
        address = server.settings.url
        async with ClientSession() as http:
            client_response = await http.get(f"{address}/", params=query, allow_redirects=False)
            assert client_response.status == 303
            token = client_response.headers["Location"].removeprefix("/s/")
            assert query["PROLIFIC_PID"] not in client_response.headers["Location"]
            again = await http.get(f"{address}/", params=query, allow_redirects=False)
            assert again.headers["Location"] == client_response.headers["Location"]
            without = await http.get(f"{address}/", params={"STUDY_ID": "s1"})
            assert without.status == 403
            bad = await http.get(f"{address}/", params={"PROLIFIC_PID": "<x>"})
            assert bad.status == 403
        async with Page(server, token) as page:
            await page.wait_for_text("I agree")
            (code,) = server.seat_manager.seats
            await play(Record(database, code), page.key)
            async with asyncio.timeout(60):
                while page.ended is None:
                    await asyncio.sleep(0.02)
        assert page.ended["address"].endswith("who=5f0123456789abcdef012345")
    with Database.open(database) as db:
        export(db, tmp_path / "files")
    rows = (tmp_path / "files" / "sessions.jsonl").read_text(encoding="utf-8").splitlines()
    about = [json.loads(row)["about"] for row in rows]
    assert [json.loads(entry) for entry in about if entry is not None] == [query]


async def test_a_link_whose_time_is_over_begins_nothing(venue: Venue) -> None:
    server, database = venue.server, venue.database
    async with Page(server, link(server, "P1-10", until=1)) as page:
        assert await page.closing() == CloseCode.REFUSED
    with Database.open(database) as db:
        assert db.rows("SELECT 1 FROM session WHERE code = ?", "P1-10") == []


async def test_reference_answers_are_not_in_the_items_of_a_participant(venue: Venue) -> None:
    server, database = venue.server, venue.database
    async with Page(server, link(server, "P1-11")) as page:
        await page.wait_for_text("I agree")
    state = Record(database, "P1-11").state()
    with Database.open(database) as db:
        blind = snapshots.load_items(db, state.plan, blind=True)
        items = snapshots.load_items(db, state.plan)
    assert len(blind) == 3
    for name, item in blind.items():
        assert item.content_hash == name
        assert [leaf.gold for question in item.questions for leaf in question.leaves] == [None]
        assert item.text == items[name].text
        assert items[name].questions[0].gold is not None


async def test_the_process_knows_nothing_of_the_servers_environment(venue: Venue) -> None:
    server = venue.server
    async with Page(server, link(server, "P1-14")) as page:
        await page.wait_for_text("I agree")
        for pid in (server.seat_manager.seats["P1-14"].pid, parent(server)):
            environment = Path(f"/proc/{pid}/environ")
            if not environment.exists():
                pytest.skip("this system has no /proc")
            assert venue.hidden.encode() not in environment.read_bytes()
            names = [str(path.readlink()) for path in Path(f"/proc/{pid}/fd").iterdir()]
            assert not [name for name in names if name.endswith(".secret")]


def parent(server: Server) -> int:
    process = server.seat_manager.fork_server.process
    assert process is not None
    return process.pid


async def test_pasted_text_and_lost_focus_are_recorded_and_nothing_is_pasted(venue: Venue) -> None:
    server, database = venue.server, venue.database
    record = Record(database, "P1-12")
    async with Page(server, link(server, "P1-12")) as page:
        await play(record, page.key, stop=at_question)
        await page.socket.send_str('["blur"]')
        await wait_for_state(record, lambda now: now.asides.get("focus_lost", 0) == 1)
        await page.socket.send_str('["focus"]')
        await wait_for_state(record, lambda now: now.asides.get("focus_back", 0) == 1)
        await page.send("\x1b[200~f\x1b[201~")
        await wait_for_state(record, lambda now: now.asides.get("pasted", 0) == 1)
        assert record.state().drafts == {}
    with Database.open(database) as db:
        sql = "SELECT payload FROM event JOIN session ON session.id = session WHERE code = ?"
        (row,) = db.rows(f"{sql} AND kind = 'pasted'", "P1-12")
    assert json.loads(row["payload"]) == {"characters": 1, "taken": False}


async def test_a_foreign_page_gets_no_line(venue: Venue) -> None:
    server = venue.server
    page = Page(server, link(server, "P1-13"))
    port = server.settings.port
    for origin in (
        "https://evil.example",
        "null",
        "",
        f"http://localhost:{port}.evil.example",
        f"http://localhost:{port + 1}",
        f"https://localhost:{port}",
    ):
        with pytest.raises(WSServerHandshakeError) as refused:
            await page.connect(origin)
        assert refused.value.status == 403


@pytest.mark.slow
async def test_the_language_is_chosen_before_the_session_begins_and_kept(tmp_path: Path) -> None:
    database = tmp_path / "two.db"
    async with (
        serving(database, in_two_languages(tmp_path), recruiter="PROLIFIC_PID") as server,
        ClientSession(server.settings.url) as http,
    ):
        token, other = link(server, "P1"), link(server, "P2")

        async def page_text(path: str) -> str:
            async with http.get(path) as response:
                assert response.status == 200
                return await response.text()

        choice = await page_text(f"/s/{token}")
        assert "Ferries" in choice
        assert "渡船" in choice
        for language in ("en", "zh"):
            assert f'href="/s/{token}/{language}"' in choice
        assert await page_text(f"/s/{token}/de") == choice, (
            "a language that the study does not have"
        )
        assert not Record(database, "P1").state().running, "nothing begins before it is chosen"

        chinese = await page_text(f"/s/{token}/zh")
        assert '<html lang="zh">' in chinese
        assert "渡船" in chinese
        assert "正在连接" in chinese
        assert f"/line/{token}/zh" in chinese
        english = await page_text(f"/s/{other}/en")
        assert '<html lang="en">' in english
        assert "Connecting" in english
        async with Page(server, f"{token}/zh") as page:
            await page.wait_for_text("您参加吗？")
            state = await play(Record(database, "P1"), page.key, stop=at_question)
        assert state.started is not None
        assert state.started.language == "zh"
        async with Page(server, f"{other}/en") as page:
            await page.wait_for_text("Do you take part?")
            await play(Record(database, "P2"), page.key)
        for again in ("", "/en", "/zh"):
            assert f"/line/{token}/zh" in await page_text(f"/s/{token}{again}"), (
                "it is begun in Chinese"
            )
        async with Page(server, f"{token}/en") as page:
            state = await play(Record(database, "P1"), page.key)
        assert truths(state) == ["true", "unknown", "false"]
        with Database.open(database) as db:
            snapshot = snapshots.load_items(db, state.plan)
            assert {item.language for item in snapshot.values()} == {"zh"}
            assert check(db).problems == ()
        async with http.get("/?PROLIFIC_PID=abc&language=zh", allow_redirects=False) as response:
            assert response.headers["Location"].endswith("/zh")


@pytest.mark.slow
async def test_a_further_sitting_is_in_the_language_of_the_first_whatever_the_address_says(
    tmp_path: Path,
) -> None:
    database = tmp_path / "again.db"
    file = in_two_languages(tmp_path).folder / "ferries.toml"
    more = file.read_text(encoding="utf-8").replace(
        "[[blocks]]", "[[sittings]]\nafter_hours = 0.0\n[[blocks]]"
    )
    source = more[more.index("source =") :]
    file.write_text(f"{more}[[blocks]]\nsitting = 2\n{source}", encoding="utf-8")
    async with (
        serving(database, load_study(file)) as server,
        ClientSession(server.settings.url) as http,
    ):
        token = link(server, "P1")
        async with Page(server, f"{token}/zh") as page:
            await page.wait_for_text("您参加吗？")
            await play(Record(database, "P1"), page.key)
        server.seat_manager.seats["P1"].quit(CloseCode.GOING_AWAY)
        await wait_until_ended(server, "P1")
        for address in ("", "/en"):
            async with http.get(f"/s/{token}{address}") as response:
                text = await response.text()
            assert f"/line/{token}/zh" in text
            assert '<html lang="zh">' in text
        async with Page(server, f"{token}/en") as page:
            await wait_until(lambda: sittings(database) == [(1, "zh"), (2, "zh")])
            await page.wait_for_text("渡船")


def sittings(database: Path) -> list[tuple[int, str]]:
    """Which sittings have begun, in which language."""
    with Database.open(database) as db:
        sittings_found = []
        for row in db.rows("SELECT id FROM session ORDER BY utc, id"):
            stamped = SESSIONS.first(db, row["id"])
            assert stamped is not None
            assert isinstance(stamped.event, SessionStarted)
            sittings_found.append((stamped.event.sitting, stamped.event.language))
        return sittings_found


@pytest.mark.slow
async def test_a_code_that_is_not_on_the_list_is_told_so_and_no_language_is_asked_for(
    tmp_path: Path,
) -> None:
    file = in_two_languages(tmp_path).folder / "ferries.toml"
    (tmp_path / "codes.csv").write_text("code\nP1\n")
    text = file.read_text(encoding="utf-8")
    listed = text.replace("[[blocks]]", '[codes]\nwho = "list"\nfile = "codes.csv"\n[[blocks]]')
    file.write_text(listed, encoding="utf-8")
    async with (
        serving(tmp_path / "listed.db", load_study(file)) as server,
        ClientSession(server.settings.url) as http,
    ):
        unknown, known = link(server, "P9"), link(server, "P1")
        async with http.get(f"/s/{unknown}") as response:
            assert f"/line/{unknown}/en" in await response.text()
        async with http.get(f"/s/{known}") as response:
            assert f'href="/s/{known}/zh"' in await response.text()


@pytest.mark.slow
async def test_a_full_study_turns_a_page_away_with_its_own_words_and_address(
    tmp_path: Path,
) -> None:
    database = tmp_path / "full.db"
    file = short(tmp_path).folder / "short.toml"
    own = '[end.full]\ntext = "All is there."\naddress = "https://recruiter.example/full"\n'
    text = file.read_text(encoding="utf-8").replace("[[blocks]]", f"{own}[[blocks]]")
    file.write_text(f"{text}answers_per_item = 1\n", encoding="utf-8")
    async with (
        serving(database, load_study(file)) as server,
        ClientSession(server.settings.url) as http,
    ):
        async with http.get(f"/s/{link(server, 'P2')}") as response:
            assert "All is there." in await response.text()
        async with Page(server, link(server, "P1")) as page:
            await play(Record(database, "P1"), page.key, stop=at_question)
            async with Page(server, link(server, "P2")) as second:
                await wait_until(lambda: second.close_code == CloseCode.TAKEN)
            await play(Record(database, "P1"), page.key)
        async with Page(server, link(server, "P3")) as third:
            await wait_until(lambda: third.close_code == CloseCode.NO_PLACE)
            assert third.ended == {
                "outcome": "full",
                "code": "",
                "address": "https://recruiter.example/full",
            }
    with Database.open(database) as db:
        assert [row["code"] for row in db.rows("SELECT code FROM session")] == ["P1"]
