"""All participants' places: who is admitted, and when a process is started or ended.

Owns the limits, one place for each code, beginning sessions, and ending idle processes.
"""

import asyncio
import contextlib
import json
import os
import signal
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sessions.storage.database import LAST_SECONDS
from sessions.taking.invitations import Invitation
from solver.errors import CountermodelError, OutsideError
from tui.serving.fork_server import ForkServer, SeatRequest, SharedSetup
from tui.serving.limits import network
from tui.serving.seat import CloseCode, Seat
from tui.serving.settings import Settings

if TYPE_CHECKING:
    from aiohttp import web

    from sessions.storage.database import Database
    from sessions.taking.slots import SessionRow
    from study.course.sections import Pools
    from study.design.protocol import LoadedStudy

LOOK_SECONDS = 1.0
"""Interval at which idle processes are looked for."""
CHECKPOINT_SECONDS = 2.0
"""Interval at which the write-ahead log is written to the main file."""
PATIENCE_SECONDS = LAST_SECONDS + 10.0
"""How long a process may take to end when asked: it may still have to save an answer, and wait for
another program that locks the record."""
ENDING_BATCH = 8
"""Number of processes asked to end at a time when the server ends. All at once would wait for one
another at the record, some of them in vain."""


class FullError(OutsideError):
    """All places are taken, in total or for one address."""


class SeatManager:
    """Every place, by the participant's code."""

    def __init__(
        self,
        settings: Settings,
        study: "LoadedStudy",
        pools: "Callable[[], Pools] | None",
        program: str,
        print_line: Callable[[str], None],
    ) -> None:
        self.settings = settings
        self.study = study
        self.pools = pools
        self.program = program
        self.print_line = print_line
        self.seats: dict[str, Seat] = {}
        self.recruited_count = 0
        self._other_pools: dict[str, Pools] = {}
        """Items by language, if the study has separate items for each."""
        self._code_locks: dict[str, asyncio.Lock] = {}
        self._early_ends: dict[int, int] = {}
        """Processes that ended before they had a place, with their exit codes."""
        self._starting: dict[str, str] = {}
        """Codes whose process is being started, with their addresses."""
        self._record_thread = ThreadPoolExecutor(1, "record")
        course = SharedSetup(study.text, study.path, str(settings.database), settings.pilot)
        self.fork_server = ForkServer(course, self._process_over, self._orphaned)
        self._dismissing: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None
        self._closing = False

    async def open(self) -> None:
        """Start up. Raises OutsideError if participants' processes cannot be started."""
        await self.fork_server.open()
        self._watch = asyncio.create_task(self._look_after())

    async def close(self) -> None:
        """End all processes in order, however long that takes."""
        if self._watch is not None:
            self._watch.cancel()
        self._closing = True
        turns = asyncio.Semaphore(ENDING_BATCH)

        async def end(seat: Seat) -> None:
            async with turns:
                seat.quit(CloseCode.GOING_AWAY)
                await self._gone(seat)

        await asyncio.gather(*map(end, list(self.seats.values())))
        await self.fork_server.close()
        self._record_thread.shutdown()

    async def sit_down(
        self,
        invitation: Invitation,
        address: str,
        line: "web.WebSocketResponse",
        transport: asyncio.WriteTransport | None,
        size: tuple[int, int],
        language: str = "",
    ) -> Seat:
        """Give a page its place: the running process, or a new one. `language` is the language of a
        new session; empty means the study's first.

        Raises FullError if there is no room, CountermodelError if the session cannot begin.
        """
        code = invitation.code
        async with self._code_locks.setdefault(code, asyncio.Lock()):
            seat = self.seats.get(code)
            if seat is not None and (
                seat.closed.is_set() or seat.close_reason is not CloseCode.ENDED
            ):
                await self._gone(seat)
                seat = None
            if seat is None:
                seat = await self._new(invitation, network(address), size, language)
            await seat.attach(line, transport, size)
            return seat

    async def language_of(self, code: str) -> str:
        """The language of the code's session, or else of the participant's first session; empty if
        there is none."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._record_thread, self._spoken, code)

    def _spoken(self, code: str) -> str:
        from sessions.record.clock import SystemClock
        from sessions.record.event_log import SESSIONS
        from sessions.storage.database import Database
        from sessions.taking.slots import find, language_before
        from study.course.events import SessionStarted

        with Database.open(self.settings.database) as db:
            pilot, now = self.settings.pilot, SystemClock().utc()
            row = find(db, self.study, code, pilot=pilot, now=now)
            if row is None:
                return language_before(db, self.study, code, pilot=pilot, now=now)
            first = next(iter(SESSIONS.read(db, row.id))).event
            return first.language if isinstance(first, SessionStarted) else ""

    async def _new(
        self, invitation: Invitation, address: str, size: tuple[int, int], language: str
    ) -> Seat:
        """A seat with a new process. Raises FullError if there is no room or the server is about to
        end, and what `_begin` raises."""
        code = invitation.code
        if self._closing:
            raise FullError("No further processes are started", "the server is about to end")
        addresses = [seat.address for seat in self.seats.values()] + list(self._starting.values())
        if (
            len(addresses) >= self.settings.most_participants
            or addresses.count(address) >= self.settings.per_address
        ):
            raise FullError("All places are taken", f"{len(addresses)} participants' processes run")
        self._starting[code] = address
        try:
            loop = asyncio.get_running_loop()
            items = await loop.run_in_executor(
                self._record_thread, self._begin, invitation, language
            )
            pid, ours = await self.fork_server.start(SeatRequest(code, *size), items)
            seat = Seat(code, address, pid, lambda message: self._end(invitation, message))
            self.seats[code] = seat
            if pid in self._early_ends:
                self._process_over(pid, self._early_ends.pop(pid))
            await seat.open(ours)
        finally:
            del self._starting[code]
        return seat

    def _items_in(self, language: str) -> "Callable[[], Pools] | None":
        """The study's items in a language, each read once; None if they are read again."""
        if language == self.study.language or self.pools is None:
            return self.pools
        from study.design.pools import read_sources

        if language not in self._other_pools:
            sources = read_sources(self.study.in_language(language))
            self._other_pools[language] = sources.pools
        return lambda: self._other_pools[language]

    def _begin(self, invitation: Invitation, language: str) -> str:
        """Begin the session, if it does not exist; in a thread, with its own connection. Items and
        reference answers are read here and not in the participant's process, which receives the
        result: the session's items, without reference answers for main blocks. Raises OutsideError
        if the link has expired, FullError if no further session may begin."""
        from sessions.record.clock import SystemClock
        from sessions.storage.database import Database
        from sessions.taking.beginning import found_or_begun
        from sessions.taking.slots import find, language_before

        clock = SystemClock()
        with Database.open(self.settings.database) as db:
            pilot = self.settings.pilot
            row = find(db, self.study, invitation.code, pilot=pilot, now=clock.utc())
            if row is not None:
                return _items_of(db, row)
            if invitation.until and time.time() > invitation.until:
                raise OutsideError("This link is no longer valid", "it has expired")
            if invitation.about:
                most = self.settings.new_sessions
                if most and self.recruited_count >= most:
                    raise FullError("No further sessions are begun", f"{most} were begun")
            first = language_before(db, self.study, invitation.code, pilot=pilot, now=clock.utc())
            loaded = self.study.in_language(first or language)
            begun = found_or_begun(
                db,
                loaded,
                invitation.code,
                pilot=pilot,
                clock=clock,
                pools=self._items_in(loaded.language),
                program=self.program,
                about=invitation.about,
                keyed=False,
            )
            self.recruited_count += bool(invitation.about)
            return _items_of(db, begun)

    def turned_away(self, invitation: Invitation, language: str) -> str:
        """The final message to a page if the study has all its answers."""
        own = self.study.in_language(language).study.last_page("full")
        message = {"outcome": "full", "code": own.code, "address": own.address}
        return json.dumps(["ended", self._end(invitation, message)])

    def _end(self, invitation: Invitation, message: Mapping[str, Any]) -> dict[str, str]:
        """The message to the page about the end of a session; `{NAME}` in the address is replaced
        with the value that the recruiter sent under that name."""
        address = str(message.get("address", ""))
        for name, value in invitation.about.items():
            address = address.replace("{" + name + "}", quote(value, safe=""))
        if not address.lower().startswith(("https://", "http://")):
            address = ""
        return {
            "outcome": str(message.get("outcome", "")),
            "code": str(message.get("code", "")),
            "address": address,
        }

    def _process_over(self, pid: int, code: int) -> None:
        for name, seat in list(self.seats.items()):
            if seat.pid == pid:
                del self.seats[name]
                if code and seat.close_reason is CloseCode.ENDED:
                    seat.close_reason = CloseCode.TROUBLE
                seat.ended.set()
                if code:
                    self.print_line(f"the process of {name} ended with {code}")
                return
        self._early_ends[pid] = code

    def _orphaned(self) -> None:
        """Handle the loss of the processes' parent. They continue, but their ends are no longer
        reported."""
        self.print_line("the parent of the participants' processes ended; another one is started")
        for seat in self.seats.values():
            self._keep(asyncio.create_task(self._await_orphan(seat)))

    async def _await_orphan(self, seat: Seat) -> None:
        await seat.closed.wait()
        end = time.monotonic() + PATIENCE_SECONDS
        with contextlib.suppress(ProcessLookupError):
            while time.monotonic() < end:
                os.kill(seat.pid, 0)
                await asyncio.sleep(0.02)
            os.kill(seat.pid, signal.SIGKILL)
        self._process_over(seat.pid, 0)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._dismissing.add(task)
        task.add_done_callback(self._dismissing.discard)

    def _settle(self) -> None:
        """Write the participants' changes from the write-ahead log to the main file. Their
        processes must not do this themselves, because the log may contain pages with items. Runs in
        a thread."""
        from sessions.storage.database import Database

        database = self.settings.database
        with contextlib.suppress(CountermodelError), Database.open(database, create=False) as db:
            db.checkpoint()

    async def _look_after(self) -> None:
        settled = time.monotonic()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = time.monotonic()
            if self.seats and now - settled > CHECKPOINT_SECONDS:
                settled = now
                await asyncio.get_running_loop().run_in_executor(self._record_thread, self._settle)
            for seat in list(self.seats.values()):
                alone = seat.disconnected_at
                if seat.closed.is_set() or seat.close_reason is not CloseCode.ENDED:
                    continue
                if alone is not None and now - alone > self.settings.grace_seconds:
                    self._dismiss(seat, CloseCode.GOING_AWAY)
                elif now - seat.last_input > self.settings.idle_seconds:
                    self._dismiss(seat, CloseCode.IDLE)
            self._code_locks = {
                code: lock for code, lock in self._code_locks.items() if lock.locked()
            }

    def _dismiss(self, seat: Seat, reason: CloseCode) -> None:
        seat.quit(reason)
        self._keep(asyncio.create_task(self._gone(seat)))

    async def _gone(self, seat: Seat) -> None:
        """Wait until a process that was asked to end has ended; kill it if it does not."""
        try:
            await asyncio.wait_for(seat.ended.wait(), PATIENCE_SECONDS)
        except TimeoutError:
            await self.fork_server.kill(seat.pid)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(seat.ended.wait(), PATIENCE_SECONDS)
        if self.seats.get(seat.code) is seat:
            del self.seats[seat.code]


def _items_of(db: "Database", row: "SessionRow") -> str:
    """The items that a participant's process receives."""
    from sessions.record.event_log import SESSIONS
    from sessions.record.snapshots import handed_over
    from study.course.rules import replay

    return handed_over(db, row.version, replay(SESSIONS.read(db, row.id)).plan)
