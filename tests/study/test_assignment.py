"""Conditions, orders of blocks, and samples: balanced over slots, by counting all of them."""

from collections import Counter
from itertools import count, islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.models import Item
from solver.errors import InputError
from study.course.assignment import BlockOrder, assigned, in_order, number_of_orders, succession
from study.course.plan import Plan
from study.course.sections import option_order
from study.design.planning import make_plan
from tests.study.samples import choice, sample

HEAD = 'title = "T"\nconsent = "C"\nseed = 3\n'
TOLD = tuple(choice(f"told-{n}", twin=f"t{n}", kind="3c1e" if n % 2 else "3e1c") for n in range(12))
SIGNS = tuple(choice(f"signs-{n}", twin=f"t{n}") for n in reversed(range(12)))


def plan(text: str, slot: int, pools: dict[str, tuple[Item, ...]] | None = None) -> Plan:
    return make_plan(sample(HEAD + text).study, pools or {"told": TOLD, "signs": SIGNS}, slot)


def ids(plan: Plan, block: int) -> list[str]:
    return [step.item_id for step in plan.blocks[block].steps]


@pytest.mark.parametrize("count", range(2, 9))
def test_a_latin_square_balances_places_and_neighbours(count: int) -> None:
    orders = number_of_orders(count, "latin-square")
    rows = [in_order(range(count), "latin-square", row) for row in range(orders)]
    stood = Counter((place, block) for row in rows for place, block in enumerate(row))
    assert set(stood.values()) == {orders // count}
    assert len(stood) == count * count
    followed = Counter(pair for row in rows for pair in pairwise(row))
    assert len(followed) == count * (count - 1)
    assert len(set(followed.values())) == 1, "first-order carry-over is balanced"


def test_all_orders_once() -> None:
    rows = {tuple(in_order("abcd", "counterbalanced", n)) for n in range(24)}
    assert len(rows) == 24 == number_of_orders(4, "counterbalanced")


@given(
    conditions=st.integers(0, 4),
    orders=st.integers(1, 6),
    start=st.integers(0, 1000),
)
def test_any_run_of_slots_has_every_cell_equally_often(
    conditions: int, orders: int, start: int
) -> None:
    names = [f"c{n}" for n in range(conditions)]
    cells = max(conditions, 1) * orders
    first = start * cells
    run = [assigned(slot, names, orders) for slot in range(first, first + cells)]
    assert set(Counter((cell.condition, cell.order) for cell in run).values()) == {1}
    assert {cell.turn for cell in run} == {start}


@given(
    conditions=st.integers(0, 3),
    orders=st.sampled_from([1, 2, 3, 6]),
    shown=st.integers(0, 3),
    samples=st.integers(1, 24),
)
def test_a_balanced_sample_moves_on_with_every_slot_and_meets_every_cell(
    conditions: int, orders: int, shown: int, samples: int
) -> None:
    names = [f"c{n}" for n in range(conditions)]
    only = names[:shown]
    options = 3
    total = (len(only) or max(conditions, 1)) * orders * samples
    showing = (slot for slot in count() if not only or names[slot % conditions] in only)
    cells: Counter[tuple[str, int, int, int]] = Counter()
    row = []
    for slot in islice(showing, options * total):
        turn = succession(slot, names, orders, only).sample(samples)
        cell = assigned(slot, names, orders)
        row.append(turn % samples)
        cells[cell.condition, cell.order, turn % samples, turn // samples % options] += 1
    for first in range(0, len(row), samples):
        assert len(set(row[first : first + samples])) == samples
    assert len(cells) == options * total, "every sample and rotation once in every cell"


def test_items_of_a_balanced_sample_are_asked_equally_often_across_conditions() -> None:
    text = """
conditions = ["red", "blue"]
[[blocks]]
source = "told"
sample = "balanced"
number = 1
"""
    item_counts: Counter[str] = Counter()
    met: set[tuple[str, str]] = set()
    for slot in range(2 * len(TOLD)):
        drawn = plan(text, slot)
        (item,) = {step.item_id for step in drawn.steps}
        item_counts[item] += 1
        met.add((drawn.condition, item))
        if slot + 1 == len(TOLD):
            assert set(item_counts.values()) == {1}
            assert len(item_counts) == len(TOLD), "all items, after one round"
    assert len(met) == 2 * len(TOLD), "every item in every condition, after two"


CONDITIONS = """
conditions = ["words", "signs"]
[[blocks]]
source = "told"
number = 4
conditions = ["words"]
[[blocks]]
source = "signs"
number = 4
conditions = ["signs"]
"""


def test_each_condition_has_its_blocks_and_options_balanced_within_it() -> None:
    stood: Counter[tuple[str, str, int]] = Counter()
    by_hash = {item.content_hash: item for item in (*TOLD, *SIGNS)}
    for slot in range(8):
        session_plan = plan(CONDITIONS, slot)
        assert session_plan.condition == ("words", "signs")[slot % 2]
        (block,) = session_plan.blocks
        assert all(s.item_id.startswith(("told", "signs")[slot % 2]) for s in block.steps)
        for step in block.steps:
            first = option_order(step, by_hash[step.item_hash].questions[0])[0]
            stood[session_plan.condition, step.item_id, first] += 1
    assert set(stood.values()) == {1}
    assert len(stood) == 2 * 4 * 4


@pytest.mark.parametrize(("rule", "orders"), [("latin-square", 6), ("counterbalanced", 6)])
def test_blocks_change_places_and_nothing_else_does(rule: BlockOrder, orders: int) -> None:
    blocks = '[[blocks]]\nid = "{}"\nsource = "told"\nnumber = 2\n'
    text = '[[blocks]]\nstation = "text"\ntitle = "A"\ntext = "B"\n'
    study = f'block_order = "{rule}"\n' + "".join(map(blocks.format, "abc")) + text
    order_counts = Counter(
        "".join(block.id for block in plan(study, slot).blocks) for slot in range(12)
    )
    assert set(order_counts.values()) == {2}
    assert len(order_counts) == orders
    session_plan = plan(study, 5)
    assert [entry.station for entry in session_plan.stations][-2:] == ["text", "end"]
    assert [step.index for step in session_plan.steps] == list(range(len(session_plan.steps)))


STRATA = """
[[blocks]]
source = "told"
[[blocks.strata]]
number = 4
filter.attributes = { kind = "3c1e" }
[[blocks.strata]]
number = 2
filter.attributes = { kind = "3e1c" }
[[blocks]]
id = "again"
source = "signs"
same_as = "block-1"
"""


def test_strata_are_mixed_in_one_block() -> None:
    mixed = set()
    for slot in range(6):
        drawn = [int(name.removeprefix("told-")) % 2 for name in ids(plan(STRATA, slot), 0)]
        assert Counter(drawn) == {1: 4, 0: 2}
        mixed.add(tuple(drawn))
    assert len(mixed) > 1


def test_twins_are_those_of_the_items_that_were_drawn() -> None:
    for slot in range(6):
        session_plan = plan(STRATA, slot)
        messages = {name.removeprefix("told-") for name in ids(session_plan, 0)}
        assert {name.removeprefix("signs-") for name in ids(session_plan, 1)} == messages


@given(
    pool=st.integers(2, 12),
    number=st.integers(1, 12),
    start=st.integers(0, 50),
)
def test_a_balanced_sample_asks_all_items_alike_and_turns_their_options(
    pool: int, number: int, start: int
) -> None:
    number = min(number, pool)
    items = TOLD[:pool]
    text = f'[[blocks]]\nsource = "told"\nsample = "balanced"\nnumber = {number}\n'
    item_counts: Counter[str] = Counter()
    stood: Counter[tuple[str, int]] = Counter()
    by_hash = {item.content_hash: item for item in items}
    for slot in range(start * pool, (start + 4) * pool):
        steps = plan(text, slot, {"told": items}).steps
        assert len({step.item_id for step in steps}) == number
        for step in steps:
            item_counts[step.item_id] += 1
            question = by_hash[step.item_hash].questions[0]
            stood[step.item_id, option_order(step, question)[0]] += 1
    assert set(item_counts.values()) == {4 * number}
    assert set(stood.values()) == {number}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[[blocks]]\nsource = "told"\nconditions = ["x"]\n', r"blocks\[1\]\.conditions.*found x"),
        ('[[blocks]]\nsource = "told"\nsame_as = "elsewhere"\n', "found elsewhere"),
        (
            '[[blocks]]\nsource = "told"\n[[blocks.strata]]\nnumber = 9\nfilter.ids = ["told-1"]\n',
            "expected 9, found 1",
        ),
        (
            'block_order = "counterbalanced"\n' + '[[blocks]]\nsource = "told"\n' * 7,
            "at most 6 blocks, or latin-square, found 7",
        ),
    ],
)
def test_what_cannot_be_assigned_is_named(text: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        plan(text, 0)


def test_an_item_without_a_twin_is_named() -> None:
    text = '[[blocks]]\nid = "a"\nsource = "told"\n[[blocks]]\nsource = "signs"\nsame_as = "a"\n'
    with pytest.raises(InputError, match=r"none for 1 of 12, such as 't11'"):
        plan(text, 0, {"told": TOLD, "signs": SIGNS[1:]})
