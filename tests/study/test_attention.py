"""Attention items: where they are, which items they repeat, and how they are answered."""

from collections import Counter
from itertools import pairwise

import pytest

from items.answers import ChoiceAnswer
from items.files.proofs import proofs
from items.models import Item
from solver.errors import InputError
from study.course.attention import Need, PlannedCheck, met, spread
from study.course.plan import Plan
from study.course.sections import Pools, option_order, repeatable_items
from study.design.planning import make_plan
from study.design.pools import read_sources
from study.design.preflight import preflight
from study.design.protocol import LoadedStudy, load_study, parse_study
from study.files.toml_errors import PlacedError
from tests.study.samples import choice, truth

ITEMS = tuple(choice(f"main-{n}", gold=n % 4, twin=f"t{n}") for n in range(20))
OTHERS = tuple(choice(f"other-{n}", gold=n % 4, twin=f"t{n}") for n in range(20))
SAYS = tuple(choice(f"says-{n}", gold=n % 4) for n in range(4))
POOLS: Pools = {"main": ITEMS, "other": OTHERS, "says": SAYS, "truths": (truth("t"),)}
STUDY = """
title = "With attention items"
seed = 5
[[blocks]]
id = "main"
source = "main"
[blocks.attention]
instructed = 3
instructed_source = "says"
rotated = 2
reworded = 2
reworded_source = "other"
"""


def study(text: str = STUDY) -> LoadedStudy:
    return parse_study(text, "study.toml")


def plan(slot: int, text: str = STUDY) -> Plan:
    return make_plan(study(text).study, POOLS, slot)


@pytest.mark.parametrize("slot", range(40))
def test_attention_items_stand_among_the_others(slot: int) -> None:
    (block,) = plan(slot).blocks
    assert len(block.steps) == 20 + 7
    assert [step.index for step in block.steps] == list(range(27))
    assert [step.ordinal for step in block.steps] == list(range(27))
    by_index = {step.index: step for step in block.steps}
    results = [step for step in block.steps if step.index not in block.unscored]
    assert sorted(step.item_id for step in results) == sorted(item.id for item in ITEMS)
    sorts = [check.sort for check in block.checks]
    assert {sort: sorts.count(sort) for sort in sorts} == {
        "instructed": 3,
        "rotated": 2,
        "reworded": 2,
    }
    assert block.steps[0].index not in block.unscored, "the first question is a result"
    instructed = [c.step for c in block.checks if c.sort == "instructed"]
    assert all(later - earlier >= 2 for earlier, later in pairwise(sorted(instructed)))
    repeated = []
    for check in block.checks:
        step = by_index[check.step]
        if check.sort == "instructed":
            assert step.item_id.startswith("says")
            assert check.of is None
            continue
        assert check.of is not None
        first = by_index[check.of]
        assert check.of not in block.unscored
        repeated.append(check.of)
        number = first.item_id.partition("-")[2]
        of = {"rotated": "main", "reworded": "other"}[check.sort]
        assert step.item_id == f"{of}-{number}"
        assert check.step - check.of >= 4, "not side by side"
        before, after = (option_order(entry, ITEMS[0].questions[0]) for entry in (first, step))
        assert all(count != other for count, other in zip(before, after, strict=True))
    assert len(set(repeated)) == 4, "no item is repeated twice"


def test_the_same_slot_has_the_same_plan_and_another_one_another() -> None:
    assert plan(3) == plan(3)
    assert plan(3).blocks[0].checks != plan(4).blocks[0].checks


def test_a_plan_is_read_back_as_it_was_stored() -> None:
    session_plan = plan(1)
    assert Plan.model_validate_json(session_plan.model_dump_json()) == session_plan


def test_results_stand_as_they_would_without_attention_items() -> None:
    bare = plan(6, STUDY.partition("[blocks.attention]")[0]).blocks[0]
    block = plan(6).blocks[0]
    results = [step for step in block.steps if step.index not in block.unscored]
    assert [(s.item_hash, s.shift) for s in results] == [(s.item_hash, s.shift) for s in bare.steps]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("instructed = 3", "instructed = 5", "expected 5 choices"),
        ("rotated = 2", "rotated = 9", "expected 9 of the first 8 items"),
        ('"other"', '"nowhere"', "expected a source of items"),
        ('source = "main"', 'source = "truths"', "expected 2 of the first 0 items"),
    ],
)
def test_too_few_items_are_reported_with_the_field(old: str, new: str, message: str) -> None:
    with pytest.raises(PlacedError, match="expected") as caught:
        plan(0, STUDY.replace(old, new))
    assert message in caught.value.message
    assert caught.value.place[:3] == ("blocks", 0, "attention")


def test_only_main_blocks_take_attention_items() -> None:
    text = STUDY.replace("[[blocks]]", '[[blocks]]\nstation = "qualification"')
    with pytest.raises(InputError, match="unknown field"):
        study(text)


def test_preflight_refuses_twins_that_are_not_proved_to_be_twins() -> None:
    with pytest.raises(PlacedError, match="not twins"):
        preflight(study().study, POOLS, {})


def test_the_shipped_study_passes_its_preflight_with_its_twins_proved() -> None:
    loaded = load_study("builtin:divlogiceval")
    pools = read_sources(loaded).pools
    assert preflight(loaded.study, pools, proofs()).warnings == ()
    reworded = pools["builtin:divlogic-reworded"]
    swapped = {a.attributes["twin"]: b for a, b in pairwise(reworded)}
    wrong = tuple(
        item.model_copy(update={"formalization": swapped[item.attributes["twin"]].formalization})
        for item in reworded[:-1]
    )
    with pytest.raises(PlacedError, match="not twins"):
        preflight(loaded.study, {**pools, "builtin:divlogic-reworded": wrong}, proofs())


def test_how_an_item_is_met() -> None:
    def choices_by_place(*options: int | None) -> dict[int, dict[str, ChoiceAnswer]]:
        return {
            place: {} if option is None else {"q": ChoiceAnswer(option=option)}
            for place, option in enumerate(options)
        }

    items: dict[int, Item] = {0: ITEMS[1], 1: ITEMS[1], 2: SAYS[2]}
    twin, says = PlannedCheck(1, "rotated", 0), PlannedCheck(2, "instructed")
    assert met(twin, choices_by_place(3, 3), items).passed is True, "both wrong, but the same"
    assert met(twin, choices_by_place(1, 3), items).passed is False
    assert met(twin, choices_by_place(1, None), items).passed is None
    assert met(twin, choices_by_place(None, 1), items).passed is None
    assert met(says, choices_by_place(0, 0, 2), items).passed is True
    assert met(says, choices_by_place(0, 0, 1), items).passed is False
    assert met(says, choices_by_place(0, 0, None), items).passed is False, (
        "time ran out: it was not followed"
    )
    assert met(says, choices_by_place(0, 0, 2), {0: ITEMS[1]}).passed is None, (
        "it was never reached"
    )


FEW = tuple(item for n, item in enumerate(OTHERS) if n % 3 == 0)
SPARSE: Pools = {**POOLS, "other": FEW}
SAMPLED = """
title = "Sampled"
seed = {seed}
[[blocks]]
id = "main"
source = "main"
sample = "{sample}"
number = 7
[blocks.attention]
rotated = {rotated}
reworded = {reworded}
reworded_source = "other"
"""


@pytest.mark.slow
@pytest.mark.parametrize("sample", ["same", "per-slot", "balanced"])
@pytest.mark.parametrize(("rotated", "reworded"), [(0, 2), (1, 1)])
def test_every_sample_has_items_to_ask_again(sample: str, rotated: int, reworded: int) -> None:
    for seed in range(8):
        text = SAMPLED.format(seed=seed, sample=sample, rotated=rotated, reworded=reworded)
        loaded = study(text)
        (section,) = loaded.study.sections
        assert all(
            attention.minimum >= attention.need.number
            for attention in repeatable_items(section, SPARSE)
        )
        item_counts: Counter[str] = Counter()
        for slot in range(60):
            (block,) = make_plan(loaded.study, SPARSE, slot).blocks
            assert len(block.checks) == rotated + reworded
            main = [step.item_id for step in block.steps if step.index not in block.unscored]
            assert len(set(main)) == 7
            item_counts.update(main)
        if sample == "balanced":
            assert set(item_counts.values()) == {21}, "60 samples of 7 out of 20 items"


def test_too_few_for_some_sample_is_refused_before_anybody_starts() -> None:
    text = SAMPLED.format(seed=1, sample="balanced", rotated=0, reworded=1)
    pools: Pools = {**POOLS, "other": FEW[:2]}
    played = 0
    for slot in range(20):
        try:
            make_plan(study(text).study, pools, slot)
        except PlacedError:
            continue
        played += 1
    assert 0 < played < 20, "a slot that can be played proves nothing of the others"
    with pytest.raises(PlacedError, match="found 2 of 20 items, so that a sample may have no more"):
        preflight(study(text).study, pools, {})


@pytest.mark.parametrize("fitting", range(13))
@pytest.mark.parametrize("length", [1, 5, 12])
def test_items_that_fit_are_spread_over_every_run(fitting: int, length: int) -> None:
    members = {item.content_hash for item in ITEMS[:fitting]}
    need = Need("reworded", 1, lambda item: item.content_hash in members)
    order = spread(ITEMS[:12], [need])
    assert sorted(item.id for item in order) == sorted(item.id for item in ITEMS[:12])
    assert [i for i in order if need.fits(i)] == list(ITEMS[:fitting])
    twice = [need.fits(item) for item in order * 2]
    counts = {sum(twice[start : start + length]) for start in range(12)}
    assert min(counts) == length * fitting // 12
    assert max(counts) == -(-length * fitting // 12)
