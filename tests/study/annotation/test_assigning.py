"""Fixed shares: as much for everybody, by attribute and by skill, and desks apart never collide."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InputError
from study.annotation.assigning import Place, assigned
from study.annotation.dealing import Standing, deal
from study.annotation.queue import Entry, Queue, parse_queue, write_queue

DOMAINS = (
    "Arts",
    "Biology",
    "Economics",
    "Events",
    "Geography",
    "Law",
    "Math",
    "Physics",
    "Recreation",
    "Society",
    "Sports",
)
"""Eleven, as in ContextHub."""


def loads(given_to: dict[str, tuple[str, ...]]) -> Counter[str]:
    return Counter(name for names in given_to.values() for name in names)


@given(st.integers(1, 30), st.integers(1, 6), st.integers(1, 6), st.integers(0, 9))
def test_shares_are_equal_to_within_one(
    entries: int, annotators: int, overlap: int, seed: int
) -> None:
    names = "abcdef"[:annotators]
    overlap = min(overlap, annotators)
    places = [Place(f"e{n}", able=frozenset(names)) for n in range(entries)]
    outcome = dict(assigned(places, names, overlap, seed))
    assert outcome.keys() == {place.id for place in places}
    assert all(len(set(who)) == overlap for who in outcome.values())
    load = loads(outcome)
    numbers = [load[name] for name in names]
    assert max(numbers) - min(numbers) <= 1
    assert dict(assigned(places, names, overlap, seed)) == outcome


@pytest.mark.parametrize("seed", range(5))
def test_five_annotators_have_two_or_three_of_eleven_domains(seed: int) -> None:
    """ContextHub, appendix 7.3: five annotators, 2-3 domains each, 20 items of a domain."""
    places = [
        Place(f"{domain}/{n}", domain, frozenset("vwxyz")) for domain in DOMAINS for n in range(20)
    ]
    outcome = assigned(places, "vwxyz", 1, seed)
    own = {
        who: {id.split("/")[0] for id, names in outcome.items() if who in names} for who in "vwxyz"
    }
    assert sorted(len(domains) for domains in own.values()) == [2, 2, 2, 2, 3]
    assert set().union(*own.values()) == set(DOMAINS)


@given(
    st.lists(st.frozensets(st.sampled_from("abcd"), min_size=2), min_size=1, max_size=5),
    st.integers(0, 3),
)
def test_skills_hold_and_no_single_exchange_would_be_fairer(
    able: list[frozenset[str]], seed: int
) -> None:
    places = [Place(f"e{n}", able=who) for n, who in enumerate(able)]
    outcome = dict(assigned(places, "abcd", 2, seed))
    for place in places:
        assert set(outcome[place.id]) <= place.able
    load = loads(outcome)
    for place in places:
        for giver, taker in product(outcome[place.id], place.able - set(outcome[place.id])):
            assert load[giver] - load[taker] <= 1
    # Against every way there is: the largest share is at most one more than it has to be.
    assignments = product(*(combinations(sorted(who), 2) for who in able))
    best = min(max(Counter(name for pair in way for name in pair).values()) for way in assignments)
    assert max(load.values()) <= best + 1


def test_an_item_that_too_few_can_judge_is_named() -> None:
    places = [Place("e1", able=frozenset("a"), item="law/7")]
    with pytest.raises(InputError, match=r"law/7: expected 2 by --skill, found a"):
        assigned(places, "ab", 2, 0)


def fixed_queue() -> Queue:
    places = [Place(f"e{n}", able=frozenset("abc")) for n in range(7)]
    who = assigned(places, "abc", 2, 4)
    entries = [Entry(id=id, item=id, hash="0" * 64, annotators=who[id]) for id in who]
    return Queue(
        id="q",
        title="Q",
        scheme="hardened-item",
        sources=("a.jsonl",),
        annotators=("a", "b", "c"),
        overlap=2,
        entries=(*entries, Entry(id="control", item="c", hash="0" * 64)),
    )


def test_desks_that_know_nothing_of_one_another_complete_the_queue() -> None:
    """Each annotator works on a copy, and sees nobody else's work; together they do each place
    once, and the control is done by all."""
    plan = parse_queue(write_queue(fixed_queue()), "q.toml")
    completed: dict[str, set[str]] = {}
    for who in plan.annotators:
        own_standing = Standing()
        share = deal(plan, {"control"}, {who: own_standing}, who).share
        while (dealt := deal(plan, {"control"}, {who: own_standing}, who)).entry is not None:
            assert dealt.share == share
            own_standing = replace(own_standing, completed=own_standing.completed | {dealt.entry})
        completed[who] = set(own_standing.completed)
        assert len(completed[who]) == share
        assert deal(plan, {"control"}, {who: own_standing}, who, beyond=True).entry is None
    for entry in plan.entries:
        names = {who for who in plan.annotators if entry.id in completed[who]}
        assert names == set(entry.annotators or plan.annotators)


@pytest.mark.parametrize(
    ("names", "message"), [('["a", "x"]', "x"), ('["a"]', "a"), ('["a", "a"]', "a, a")]
)
def test_a_share_that_does_not_fit_the_queue_is_refused(names: str, message: str) -> None:
    text = write_queue(fixed_queue())
    first = text.index("annotators = ", text.index("[[entries]]"))
    wrong = f"{text[:first]}annotators = {names}{text[text.index(chr(10), first) :]}"
    with pytest.raises(InputError, match=f"found {message}"):
        parse_queue(wrong, "q.toml")
