"""What `study check` states, held against playing and counting."""

import random
from collections import Counter

import pytest

from items.answers import ChoiceAnswer
from study.course.sections import option_order
from study.design.planning import make_plan
from study.forecast.forecast import forecast
from study.forecast.minutes import THOUGHT_SECONDS
from tests.study.samples import POOLS, choice, sample, truth

HEAD = 'title = "T"\nconsent = "Yes?"\n'


def test_guessing_is_what_a_guesser_scores() -> None:
    pools = {"mix": (*(choice(f"c{n}", count=3 + n % 3) for n in range(9)), *map(truth, "abc"))}
    for offered in (False, True):
        text = f'[[blocks]]\nsource = "mix"\nnone_option = {str(offered).lower()}\n'
        guessing = forecast(sample(HEAD + text).study, pools, repetitions=20).guessing[0]
        draws, right = random.Random(3), 0
        plan = make_plan(sample(HEAD + text).study, pools, 0)
        items = {item.content_hash: item for item in pools["mix"]}
        rounds = 4000
        for _round in range(rounds):
            for step in plan.steps:
                question = items[step.item_hash].questions[0]
                if question.options:
                    drawn: object = draws.choice([*range(len(question.options))] + [None] * offered)
                    assert isinstance(question.gold, ChoiceAnswer)
                    right += drawn == question.gold.option
                else:
                    right += draws.randrange(3) == 0
        assert float(guessing.rate) == pytest.approx(right / rounds / 12, abs=0.01)
        assert guessing.questions == 12


def test_every_item_has_as_many_answers_after_a_round_as_is_reported() -> None:
    study = sample(
        HEAD
        + 'conditions = ["a", "b"]\n[[blocks]]\nsource = "main"\nsample = "balanced"\nnumber = 4\n'
    ).study
    pools = {"main": tuple(choice(f"c{n}") for n in range(10))}
    forecasted = forecast(study, pools, repetitions=20)
    (each,) = forecasted.rounds
    plans = [make_plan(study, pools, slot) for slot in range(each.sessions)]
    times_asked = Counter(step.item_id for plan in plans for step in plan.steps)
    assert len(times_asked) == 10
    assert set(times_asked.values()) == {each.answers} == {2}
    assert each.sentence in forecasted.lines
    assert "every 5 completed sessions that show it give each item 2 answers" in each.sentence


def test_each_part_of_a_balanced_sample_has_a_round_of_its_own() -> None:
    text = (
        HEAD + '[[blocks]]\nid = "b"\nsource = "main"\nsample = "balanced"\n'
        '[[blocks.strata]]\nnumber = 2\nfilter = { attributes = { level = "0" } }\n'
        '[[blocks.strata]]\nnumber = 1\nfilter = { attributes = { level = ["1"] } }\n'
    )
    pools = {"main": tuple(choice(f"c{n}", level=str(int(n > 5))) for n in range(10))}
    study = sample(text).study
    rounds = forecast(study, pools, repetitions=20).rounds
    assert [(each.sessions, each.answers) for each in rounds] == [(3, 1), (4, 1)]
    assert rounds[1].sentence.startswith("b, part 2 of its sample: every 4 completed sessions")
    for each, part in zip(rounds, (pools["main"][:6], pools["main"][6:]), strict=True):
        plans = [make_plan(study, pools, slot) for slot in range(each.sessions)]
        times_asked = Counter(step.item_id for plan in plans for step in plan.steps)
        assert {times_asked[item.id] for item in part} == {each.answers}
    shared = sample(text.replace('["1"]', '["0", "1"]')).study
    assert forecast(shared, pools, repetitions=20).rounds == ()


def test_items_that_the_report_draws_together_count_once_in_the_interval() -> None:
    text = HEAD + (
        '[[blocks]]\nid = "w"\nsource = "main"\n'
        '[[blocks]]\nid = "s"\nsource = "signs"\nsame_as = "w"\n'
    )
    pools = {
        name: tuple(choice(f"{name}{n}", twin=f"t{n}", twins=f"t{n}") for n in range(6))
        for name in ("main", "signs")
    }
    interval = forecast(sample(text).study, pools).interval
    alone = forecast(sample(HEAD + '[[blocks]]\nsource = "main"\n').study, pools).interval
    assert interval is not None
    assert alone is not None
    assert (interval.items, interval.clusters, alone.clusters) == (12, 6, 6)
    assert interval.width == alone.width
    assert "12 items of 6 structures, whose items the report draws together" in interval.sentence
    assert "at most about" in interval.sentence
    assert "at most" not in alone.sentence


def test_balance_is_whole_after_as_many_sessions_and_not_before() -> None:
    text = (
        HEAD + 'conditions = ["a", "b"]\nblock_order = "latin-square"\n'
        '[[blocks]]\nid = "x"\nsource = "main"\nnumber = 4\n'
        '[[blocks]]\nid = "y"\nsource = "main"\nnumber = 4\n'
    )
    study = sample(text).study
    pools = {"main": tuple(choice(f"c{n}") for n in range(8))}
    balance = forecast(study, pools, repetitions=20).balance
    items = {item.content_hash: item for item in pools["main"]}

    def places(sessions: int) -> Counter[tuple[str, str, str, int, int]]:
        counts: Counter[tuple[str, str, str, int, int]] = Counter()
        for slot in range(sessions):
            plan = make_plan(study, pools, slot)
            order = "".join(block.id for block in plan.blocks)
            for step in plan.steps:
                question = items[step.item_hash].questions[0]
                first = option_order(step, question)[0]
                block = plan.blocks[step.block].id
                counts[plan.condition, order, f"{block}{step.item_hash}", first, 0] += 1
        return counts

    whole = places(balance.slots)
    assert set(whole.values()) == {1}
    assert (balance.slots, len(whole)) == (16, 2 * 2 * (4 + 4) * 4)
    assert len(places(balance.slots - 1)) < len(whole)


def test_minutes_stay_within_the_limits_and_count_every_sitting() -> None:
    text = (
        HEAD + '[[sittings]]\n[[blocks]]\nsource = "main"\nnumber = 3\nseconds_per_question = 20\n'
        '[[blocks]]\nsource = "main"\nnumber = 4\nsitting = 2\n'
    )
    first, second = forecast(sample(text).study, POOLS, repetitions=20).minutes
    assert (first.questions, second.questions) == (3, 4)
    assert first.limit == pytest.approx(1)
    assert first.expected <= 1
    assert second.limit is None
    assert second.expected == pytest.approx(second.reading + 4 * THOUGHT_SECONDS / 60)


def test_reading_counts_words_and_chinese_characters() -> None:
    text = HEAD + '[[blocks]]\nsource = "one"\n'
    english = choice("e").model_copy(update={"text": "word " * 228})
    chinese = choice("c").model_copy(update={"text": "字" * 255})
    read = {
        item.id: forecast(sample(text).study, {"one": (item,)}).minutes[0].reading
        for item in (english, chinese, choice("x").model_copy(update={"text": ""}))
    }
    assert read["e"] - read["x"] == pytest.approx(1)
    assert read["c"] - read["x"] == pytest.approx(1)
    nothing = forecast(sample(text).study, {"one": (english,)})
    assert nothing.interval is None


def test_the_interval_narrows_with_people() -> None:
    text = HEAD + '[[blocks]]\nsource = "main"\n'
    few, many = (forecast(sample(text).study, POOLS, people=n).interval for n in (5, 80))
    assert few is not None
    assert many is not None
    assert few.width > many.width > 0


@pytest.mark.parametrize(
    ("limit", "warned"), [(5, True), (12, True), (14, True), (16, True), (21, False), (90, False)]
)
def test_limits_that_leave_no_time_to_read_are_reported(limit: int, warned: bool) -> None:
    """228 words a minute are 3.8 a second: 57 words take 15 s, and slow readers 20.4 s."""
    bare = choice("e")
    spent = (
        forecast(
            sample(HEAD + '[[blocks]]\nsource = "one"\n').study,
            {"one": (bare.model_copy(update={"text": ""}),)},
        )
        .minutes[0]
        .reading
        * 60
    )
    words = round((15 - spent) * 3.8)
    item = bare.model_copy(update={"text": "word " * words})
    text = HEAD + f'[[blocks]]\nid = "m"\nsource = "one"\nseconds_per_question = {limit}\n'
    outcome = forecast(sample(text).study, {"one": (item,)})
    assert bool(outcome.warnings) is warned
    if warned:
        (hurry,) = outcome.hurries
        assert hurry.limit == limit
        assert hurry.reading == pytest.approx(15, abs=0.2)
        assert f"leave {limit} s for a question that takes " in outcome.warnings[0]
    (minutes,) = outcome.minutes
    assert minutes.reading * 60 == pytest.approx(15, abs=0.2)
    assert minutes.expected * 60 == pytest.approx(min(limit, 45), abs=0.2)
    assert "of them" not in minutes.sentence


def test_limits_of_a_block_and_of_the_session_are_held_against_reading_too() -> None:
    long = tuple(choice(f"c{n}").model_copy(update={"text": f"word{n} " * 228}) for n in range(3))
    for head, block, unit in (
        ("", "seconds_per_block = 100", "m"),
        ("seconds_per_session = 100\n", "", "the session"),
    ):
        text = HEAD + head + f'[[blocks]]\nid = "m"\nsource = "one"\n{block}\n'
        (warning,) = forecast(sample(text).study, {"one": long}, repetitions=20).warnings
        assert warning.startswith(f"{unit}: the limits leave 100 s for questions that take ")
