"""A rehearsal: a made-up participant takes a made-up study in memory.

Owns the study and the inputs. It is played once, before the first fork, so that everything
participants' processes need is already imported, built and read.
"""

from tui.apps.participant import ParticipantApp

STUDY = """
title = "Rehearsal"
language = "en"
consent = "Rehearsal"
confidence = true
[[blocks]]
station = "form"
id = "form"
title = "Rehearsal"
[[blocks.fields]]
id = "text"
kind = "text"
ask = "?"
required = false
[[blocks]]
station = "practice"
source = "builtin:practice"
[[blocks]]
source = "builtin:practice"
seconds_per_question = 60
none_option = true
"""
KEYS = ("y", "enter", "enter", "enter", "a", "4", "enter", "enter", "a", "4", "enter", "enter")
"""Enough to show every kind of page; where the keys lead does not matter."""
LOOP_TURNS = 24


async def rehearse() -> None:
    """Play part of it without a terminal."""
    from study.design.protocol import parse_study
    from tui.screens.participant.task import Task

    task = Task(parse_study(STUDY, "rehearsal"), ":memory:", "REHEARSAL")
    app = ParticipantApp(task)
    async with app.run_test(size=(100, 30)) as hands:
        for turn in range(LOOP_TURNS):
            await hands.press(KEYS[turn % len(KEYS)])
            await hands.pause()
        await hands.press("f1")
        await hands.pause()
