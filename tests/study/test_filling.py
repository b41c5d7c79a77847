"""Pools that are filled: which items are asked, when it is enough, and what is refused."""

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import prod

import pytest

from items.models import Item
from solver.errors import InputError
from study.course.filling import FillingInputs, fewest, rotations
from study.course.plan import Plan
from study.course.sections import Pools
from study.design.planning import make_plan, wanting
from study.design.preflight import preflight
from study.design.protocol import Study
from study.forecast.forecast import forecast
from tests.study.samples import choice, sample, truth

HEAD = 'title = "T"\nconsent = "Yes?"\n'
BLOCK = '[[blocks]]\nid = "b"\nsource = "main"\n'
STRATA = (
    BLOCK + "answers_per_item = 3\n"
    "[[blocks.strata]]\nnumber = 2\nfilter = {{ attributes = {{ level = {} }} }}\n"
    "[[blocks.strata]]\nnumber = 1\nfilter = {{ attributes = {{ level = {} }} }}\n"
)


def study(text: str) -> Study:
    return sample(HEAD + text).study


def pool(size: int, options: int = 4, twin: str = "") -> tuple[Item, ...]:
    return tuple(
        choice(f"{twin}i{n}", count=options, twin=f"t{n}", level=str(n % 2)) for n in range(size)
    )


def counted(plans: Sequence[Plan]) -> dict[str, dict[str, list[int]]]:
    tallies: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for plan in plans:
        for block in plan.blocks:
            for step in block.steps:
                if step.index not in block.unscored:
                    tallies[block.id][step.item_hash].append(step.shift)
    return tallies


def next_plan(made: Study, pools: Pools, slot: int, held: Sequence[Plan]) -> Plan:
    condition = made.assigned(slot).condition
    tallies = counted([plan for plan in held if plan.condition == condition])
    return make_plan(
        made, pools, slot, 1, {name: FillingInputs(tallies[name]) for name in made.filled}
    )


@pytest.mark.slow
def test_every_item_has_the_wanted_number_within_one_whoever_drops_out() -> None:
    draws = random.Random(13)
    for _trial in range(150):
        size = draws.randint(1, 9)
        number, wanted, options = draws.randint(1, size), draws.randint(1, 5), draws.randint(2, 4)
        filled_study = study(f"{BLOCK}number = {number}\nanswers_per_item = {wanted}\n")
        pools = {"main": pool(size, options)}
        plans: list[Plan] = []
        under_way: list[Plan] = []
        slot = 0
        while wanting(filled_study, pools, "", counted(plans)):
            while wanting(filled_study, pools, "", counted([*plans, *under_way])):
                under_way.append(next_plan(filled_study, pools, slot, [*plans, *under_way]))
                slot += 1
            left = under_way.pop(draws.randrange(len(under_way)))
            if draws.random() < 0.6:
                plans.append(left)
        tally = counted(plans)["b"]
        counts = [len(tally[item.content_hash]) for item in pools["main"]]
        assert min(counts) >= wanted, (size, number, wanted)
        assert max(counts) <= wanted + 1, (size, number, wanted)
        for item in pools["main"]:
            turns = Counter(shift % options for shift in tally[item.content_hash])
            each = [turns[turn] for turn in range(options)]
            assert max(each) - min(each) <= 2, "options change places"


def test_options_stand_in_every_place_equally_often_where_nobody_drops_out() -> None:
    filled_study = study(f"{BLOCK}number = 4\nanswers_per_item = 6\n")
    pools = {"main": pool(10, 3)}
    plans: list[Plan] = []
    while wanting(filled_study, pools, "", counted(plans)):
        plans.append(next_plan(filled_study, pools, len(plans), plans))
    assert len(plans) == 15
    for shifts in counted(plans)["b"].values():
        assert sorted(shift % 3 for shift in shifts) == [0, 0, 1, 1, 2, 2]


def test_an_item_whose_options_turn_in_millions_of_ways_takes_no_longer() -> None:
    """Eight questions with as many options as primes: counting every turn would take hours."""
    counts = (5, 7, 11, 13, 17, 19, 23, 2)
    questions = tuple(choice(f"i{n}", count=n).questions[0] for n in counts)
    many = choice("many").model_copy(
        update={
            "questions": tuple(
                question.model_copy(update={"id": str(n)}) for n, question in enumerate(questions)
            )
        }
    )
    assert rotations(many) == prod(counts)
    tally: list[int] = []
    for _session in range(4):
        drawn = fewest([many], 1, {many.content_hash: 2}, FillingInputs({many.content_hash: tally}))
        tally.append(drawn[many.content_hash] + 2)
    assert tally == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("text", "size", "sessions", "words"),
    [
        (BLOCK + "number = 4\nanswers_per_item = 6\n", 10, 15, "each of its 10 items 6 answers"),
        (BLOCK + "number = 4\nanswers_per_item = 1\n", 10, 3, "2 answers more in all"),
        (BLOCK + "answers_per_item = 5\n", 7, 5, "5 completed sessions give"),
        (STRATA.format('"0"', '"1"'), 10, 15, "15 completed sessions give each of its 10 items"),
        (BLOCK + "number = 1\nanswers_per_item = 1\n", 1, 1, "1 completed session gives its item"),
    ],
)
def test_the_check_says_how_many_sessions_it_takes(
    text: str, size: int, sessions: int, words: str
) -> None:
    filled_study, pools = study(text), {"main": pool(size)}
    forecasted = forecast(filled_study, pools, repetitions=20)
    assert forecasted.full is not None
    assert forecasted.full.sessions == sessions
    assert words in "\n".join(forecasted.lines)
    assert f"full: after {sessions} completed session" in "\n".join(forecasted.lines)
    assert "options rotated by the answers to each item" in forecasted.balance.sentence
    hours = sessions * forecasted.minutes[0].expected / 60
    assert forecasted.full.hours == pytest.approx(hours)
    plans: list[Plan] = []
    while wanting(filled_study, pools, "", counted(plans)):
        plans.append(next_plan(filled_study, pools, len(plans), plans))
    assert len(plans) == sessions
    answers = sum(map(len, counted(plans)["b"].values()))
    assert (
        answers
        == forecasted.fillings[0].items * forecasted.fillings[0].answers
        + forecasted.fillings[0].total
    )


def test_the_check_says_what_each_part_of_a_sample_gets_too_much() -> None:
    filled_study = study(STRATA.format('"0"', '"1"').replace("number = 2", "number = 3"))
    pools = {"main": pool(8)}
    forecasted = forecast(filled_study, pools, repetitions=20)
    (filling,) = forecasted.fillings
    assert (filling.sessions, filling.overs, filling.enough, filling.total) == (
        12,
        (24, 0),
        (4, 12),
        24,
    )
    assert filling.sentence == (
        "b: 12 completed sessions give each of its 8 items 3 answers, and 24 answers more in all: "
        "24 in part 1 of its sample, which has its answers after 4"
    )
    plans: list[Plan] = []
    while wanting(filled_study, pools, "", counted(plans)):
        plans.append(next_plan(filled_study, pools, len(plans), plans))
    tally = counted(plans)["b"]
    assert len(plans) == 12
    assert sorted(map(len, tally.values())) == [3] * 4 + [9] * 4


def test_the_interval_is_told_for_as_many_people_as_fill_the_study() -> None:
    filled_study, pools = study(f"{BLOCK}number = 4\nanswers_per_item = 6\n"), {"main": pool(10)}
    full, asked_per_item, plain = (
        sentence.interval
        for sentence in (
            forecast(filled_study, pools, repetitions=20),
            forecast(filled_study, pools, 7, repetitions=20),
            forecast(study(BLOCK), pools, repetitions=20),
        )
    )
    assert full is not None
    assert asked_per_item is not None
    assert plain is not None
    assert (full.people, asked_per_item.people, plain.people) == (15, 7, 30)


def test_options_of_a_block_that_takes_its_items_from_a_filled_one_turn_with_the_answers() -> None:
    takes = '[[blocks]]\nid = "s"\nsource = "signs"\nsame_as = "b"\n'
    pools = {"main": pool(5), "signs": pool(5, twin="s")}
    filled = study(f"{BLOCK}number = 2\nanswers_per_item = 4\n{takes}")
    assert forecast(filled, pools, repetitions=20).balance.sentence == (
        "balance: 1 condition, 1 order of blocks, options rotated by the answers to each item; "
        "complete after each session"
    )
    by_slot = study(f"{BLOCK}number = 2\n{takes}")
    assert forecast(by_slot, pools, repetitions=20).balance.rotations == 4


def test_conditions_fill_apart_and_the_block_that_takes_longest_decides() -> None:
    filled_study = study(
        'conditions = ["x", "y"]\n'
        f"{BLOCK}number = 2\nanswers_per_item = 3\n"
        '[[blocks]]\nid = "c"\nsource = "other"\nnumber = 2\nanswers_per_item = 1\n'
        'conditions = ["y"]\n'
    )
    pools = {"main": pool(4), "other": pool(4, twin="o")}
    full = forecast(filled_study, pools, repetitions=20).full
    assert full is not None
    assert (full.sessions, full.slower) == (12, ("c",))
    assert "c has its answers earlier, and more by the end" in full.sentence
    plans: list[Plan] = []
    for slot in range(12):
        condition = filled_study.assigned(slot).condition
        mine = counted([plan for plan in plans if plan.condition == condition])
        assert wanting(filled_study, pools, condition, mine)
        plans.append(next_plan(filled_study, pools, slot, plans))
    for condition in ("x", "y"):
        mine = counted([plan for plan in plans if plan.condition == condition])
        assert [len(shifts) for shifts in mine["b"].values()] == [3] * 4
        assert not wanting(filled_study, pools, condition, mine)


def test_the_same_in_symbols_is_filled_with_it() -> None:
    filled_study = study(
        f"{BLOCK}number = 2\nanswers_per_item = 4\n"
        '[[blocks]]\nid = "s"\nsource = "signs"\nsame_as = "b"\n'
    )
    pools = {"main": pool(5), "signs": pool(5, twin="s")}
    plans: list[Plan] = []
    while wanting(filled_study, pools, "", counted(plans)):
        plans.append(next_plan(filled_study, pools, len(plans), plans))
    for block in ("b", "s"):
        tally = counted(plans)[block]
        assert [len(shifts) for shifts in tally.values()] == [4] * 5
        assert all(len({shift % 4 for shift in shifts}) == 4 for shifts in tally.values())


def test_attention_items_do_not_count_and_every_sample_has_some_that_can_be_asked_again() -> None:
    text = BLOCK + "number = 5\nanswers_per_item = 2\n[blocks.attention]\nrotated = 1\n"
    filled_study, pools = study(text), {"main": pool(7)}
    preflight(filled_study, pools, {})
    plan = next_plan(filled_study, pools, 0, [])
    assert len(plan.steps) == 6
    assert len(plan.samples()["b"]) == 5
    first_steps = [step.index for step in plan.steps[:2]]
    assert len(plan.samples(first_steps)["b"]) == 2
    truths = tuple(truth(f"truth {n}") for n in range(5))
    with pytest.raises(InputError, match="no more than 0"):
        preflight(filled_study, {"main": (*pool(2), *truths)}, {})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (BLOCK + 'answers_per_item = 2\nsample = "balanced"\n', "no sample with"),
        (BLOCK + 'answers_per_item = 2\nsample = "same"\n', "no sample with"),
        (
            BLOCK + '[[blocks]]\nid = "s"\nsource = "main"\nsame_as = "b"\nanswers_per_item = 2\n',
            "answers_per_item at b",
        ),
        ("[[sittings]]\n" + BLOCK + "answers_per_item = 2\nsitting = 2\n", "first sitting"),
        (BLOCK + 'answers_per_item = 2\nwhen = "failed"\n', "failed no test"),
        (
            'conditions = ["x", "y"]\n' + BLOCK + 'answers_per_item = 2\nconditions = ["x"]\n',
            "found none in y",
        ),
        (BLOCK + "answers_per_item = 0\n", "answers_per_item"),
        (BLOCK + "answers_per_item = 2.5\n", "answers_per_item"),
    ],
)
def test_what_does_not_go_with_a_wanted_number_is_refused_with_its_line(
    text: str, found: str
) -> None:
    with pytest.raises(InputError) as caught:
        study(text)
    assert found in caught.value.message
    assert "line" in caught.value.message


def test_parts_of_a_sample_that_share_items_are_refused() -> None:
    with pytest.raises(InputError, match="in the parts 1 and 2"):
        preflight(study(STRATA.format('"0"', '["0", "1"]')), {"main": pool(10)}, {})


def test_the_wanted_number_may_change_while_a_study_runs() -> None:
    few, many = (study(f"{BLOCK}answers_per_item = {n}\n") for n in (2, 9))
    assert few.design == many.design
    assert few.design != study(f"{BLOCK}number = 2\nanswers_per_item = 2\n").design


def test_the_check_warns_where_who_stops_keeps_the_place_for_good() -> None:
    text = f"{BLOCK}answers_per_item = 2\n"
    reclaiming = study(f'[slots]\nreclaim = ["declined"]\n{text}')
    (warning,) = preflight(reclaiming, {"main": pool(4)}, {}).vain
    assert "leaves out dropped_out" in warning
    assert preflight(study(text), {"main": pool(4)}, {}).vain == ()
    plain = study(f'[slots]\nreclaim = ["declined"]\n{BLOCK}')
    assert preflight(plain, {"main": pool(4)}, {}).vain == ()
