"""A participant at a page, who knows from the record what is asked and when a key has arrived.

Owns the way through a study by keys, whatever they are pressed on: a scripted page or a tab of a
browser. The record is the only thing looked at, so nothing depends on how a screen is painted.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from items.seeds import Draw
from sessions.record import snapshots
from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from solver.errors import CountermodelError
from study.course.question_view import current
from study.course.rules import replay
from study.course.state import SessionState
from study.respondents.simulated_answers import any_answer
from tests.bots.fingers import keys_for
from tui.state.question_view import QuestionView

STUCK_SECONDS = 300.0
AGAIN_SECONDS = 1.5
"""After so long without any effect a key is pressed again: a page that was not there yet, or that
was scrolled by it, takes no key."""
Press = Callable[[str], Awaitable[None]]
NAMES = {"space": " ", "plus": "+", "full_stop": ".", "greater_than_sign": ">"}


class Record:
    """The stored data of one participant."""

    def __init__(self, database: Path, code: str) -> None:
        self.database = database
        self.code = code

    def state(self) -> SessionState:
        """As stored now; blank where the session is not there yet."""
        try:
            with Database.open_to_read(self.database) as db:
                rows = db.rows("SELECT id FROM session WHERE code = ?", self.code)
                return replay(SESSIONS.read(db, rows[0]["id"])) if rows else SessionState()
        except CountermodelError:
            return SessionState()

    def kinds(self) -> list[str]:
        """The kinds of its events, in order."""
        with Database.open_to_read(self.database) as db:
            sql = "SELECT kind FROM event JOIN session ON session.id = session WHERE code = ?"
            return [row["kind"] for row in db.rows(f"{sql} ORDER BY seq", self.code)]

    def right_keys(self, state: SessionState) -> tuple[list[list[str]], str]:
        """Keys that answer each part of the open question rightly (one without a reference answer,
        anyhow), and the key that leads on from
        there to where digits say how sure one is; empty where they do so anyway."""
        with Database.open_to_read(self.database) as db:
            question_now = current(state, snapshots.load_items(db, state.plan))
        assert question_now is not None
        view = QuestionView(state.plan, question_now.step, question_now.item, "", {}, None, False)
        pressed = []
        for part, draft in zip(view.parts, view.drafts, strict=True):
            answer = part.gold or any_answer(part, False, Draw("player", part.id))
            pressed.append([NAMES.get(key, key) for key in keys_for(draft, answer)])
        digits = any(draft.digits for draft in view.drafts)
        typing = any(draft.typing for draft in view.drafts)
        return pressed, "Tab" if typing else "Enter" if digits else ""


async def wait_for_state(
    record: Record, holds: Callable[[SessionState], bool], seconds: float = STUCK_SECONDS
) -> SessionState | None:
    """Wait for a state; None where it does not come in time."""
    end = time.monotonic() + seconds
    while not holds(state := await asyncio.to_thread(record.state)):
        if time.monotonic() > end:
            return None
        await asyncio.sleep(0.05)
    return state


async def do(record: Record, press: Press, key: str, holds: Callable[[SessionState], bool]) -> None:
    """Press a key until the record shows what it is for."""
    end = time.monotonic() + STUCK_SECONDS
    while time.monotonic() < end:
        await press(key)
        if await wait_for_state(record, holds, AGAIN_SECONDS) is not None:
            return
    raise AssertionError(f"{key!r} did nothing: {record.state()}")


async def step(record: Record, press: Press) -> SessionState:
    """One page or question further; the state before it."""
    state = await wait_for_state(record, lambda now: now.running, AGAIN_SECONDS)
    if state is None:  # not begun yet, or the page that says welcome back
        await do(record, press, "Enter", lambda now: now.running)
        state = record.state()
    here = (state.station, state.phase, state.position)

    def moved_on(now: SessionState) -> bool:
        return (now.station, now.phase, now.position) != here

    if state.phase == "question":
        parts, on = record.right_keys(state)
        for place, keys in enumerate(parts):

            def draft_recorded(now: SessionState, least: int = place + 1) -> bool:
                return len(now.drafts) >= least or moved_on(now)

            if place:
                await press("Enter")
            for key in keys:
                await do(record, press, key, draft_recorded)
        block = state.current_block
        if block is not None and block.confidence:
            if on:
                await press(on)
            await do(record, press, "4", lambda now: now.confidence is not None or moved_on(now))
        await do(record, press, "Enter", moved_on)
    else:
        await do(record, press, "y" if state.phase == "consent" else "Enter", moved_on)
    return state


async def play(
    record: Record,
    press: Press,
    look: Callable[[SessionState], Awaitable[None]] | None = None,
    stop: Callable[[SessionState], bool] = lambda state: state.ended,
) -> SessionState:
    """Go on until the end, or until `stop`; the state then."""
    while True:
        state = record.state()
        if stop(state):
            return state
        if look is not None and state.running:
            await look(state)
        await step(record, press)
