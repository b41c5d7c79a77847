"""What an observer tells from inputs and their times, against a slow account of the same."""

from hypothesis import given
from hypothesis import strategies as st

from study.course.behaviour import (
    BETWEEN_NS,
    SECOND,
    Behaviour,
    IdleBegan,
    IdleOver,
    Observer,
    TypedAtOnce,
)
from study.course.events import Aside

RULE = Behaviour(idle_seconds=60.0, at_once=20)


def observed(*acts: tuple[str, float, object]) -> list[Aside]:
    """What is noted over looks ("look", second, question) and presses ("press", second, None)."""
    observer = Observer(RULE, 0)
    noted = []
    for act, seconds, seconds_allowed in acts:
        at = round(seconds * SECOND)
        aside = observer.pressed(at) if act == "press" else observer.look(at, seconds_allowed)
        if aside is not None:
            noted.append(aside)
    return noted


def test_idle_begins_once_and_is_over_with_the_next_key() -> None:
    looks = [("look", float(second), 1) for second in range(200)]
    began, over = observed(*looks, ("press", 200.0, None), ("look", 201.0, 1))
    assert isinstance(began, IdleBegan)
    assert began.seconds == 60
    assert isinstance(over, IdleOver)
    assert over.seconds == 200


def test_nobody_is_idle_where_no_question_is_open() -> None:
    assert observed(*[("look", float(second), None) for second in range(0, 900, 5)]) == []


def test_the_end_of_a_question_ends_idleness_and_the_next_begins_anew() -> None:
    first = [("look", float(second), 1) for second in range(70)]
    second = [("look", float(second), 2) for second in range(70, 125)]
    noted = observed(*first, *second)
    assert [aside.kind for aside in noted] == ["idle_began", "idle_over"]


@given(st.lists(st.floats(1.0, 150.0), max_size=12))
def test_idle_times_are_those_between_presses(gaps: list[float]) -> None:
    acts: list[tuple[str, float, object]] = [("look", 0.0, 1)]
    now = 0.0
    for gap in gaps:
        steps = int(gap)
        acts += [("look", now + step, 1) for step in range(1, steps + 1)]
        now += gap
        acts.append(("press", now, None))
    noted = observed(*acts)
    over = [aside.seconds for aside in noted if isinstance(aside, IdleOver)]
    assert [round(s, 3) for s in over] == [round(gap, 3) for gap in gaps if int(gap) >= 60]


def typed(*gaps_ms: float) -> list[TypedAtOnce]:
    """What is noted of characters that follow one another after so many milliseconds."""
    observer, now, noted = Observer(RULE, 0), 1, []
    for gap in gaps_ms:
        now += round(gap * 1_000_000)
        aside = observer.burst(now)
        observer.typed(now)
        noted.append(aside)
    noted.append(observer.burst(now + 10 * BETWEEN_NS))
    return [entry for entry in noted if isinstance(entry, TypedAtOnce)]


def test_text_that_comes_all_at_once_is_noted_with_its_length() -> None:
    (once,) = typed(200, 150, *[0.1] * 299, 180, 90)
    assert once.characters == 300
    assert once.seconds < 0.1


def test_no_fingers_and_no_key_held_down_are_noted() -> None:
    assert typed(*[40] * 500) == []
    assert typed(*[30] * 500) == []
    assert typed(*[0.1] * 18) == [], "an input method that commits a sentence"


@given(st.lists(st.sampled_from([1.0, 14.0, 16.0, 120.0]), max_size=120))
def test_bursts_are_the_runs_of_short_gaps(gaps: list[float]) -> None:
    runs, run = [], 0
    for gap in gaps:
        if run and gap > 15:
            runs.append(run)
            run = 0
        run += 1
    runs.append(run)
    assert [once.characters for once in typed(*gaps)] == [run for run in runs if run >= 20]
