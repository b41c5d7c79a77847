"""Dealing: every entry gets its annotators, nobody too many, and what is abandoned comes back."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from study.annotation.dealing import Standing, deal
from study.annotation.queue import Entry, Queue, parse_queue, write_queue


def queue(entries: int, annotators: str, overlap: int, seed: int = 1) -> Queue:
    return Queue(
        id="q",
        title="Q “quoted” \\ \x7f",
        scheme="hardened-item",
        sources=("a.jsonl",),
        annotators=tuple(annotators),
        overlap=overlap,
        seed=seed,
        entries=tuple(Entry(id=f"e{n}", item=f"i{n}", hash="0" * 64) for n in range(entries)),
    )


def work(plan: Queue, controls: set[str], turns: list[str]) -> dict[str, Standing]:
    """Annotators take turns, finishing whatever they are dealt; then all go on to the end."""
    standings: dict[str, Standing] = {}
    idle: set[str] = set()
    turn = iter([*turns, *(list(plan.annotators) * 200)])
    while len(idle) < len(plan.annotators):
        who = next(turn)
        dealt = deal(plan, controls, standings, who)
        if dealt.entry is None:
            idle.add(who)
            continue
        idle.clear()
        own_standing = standings.get(who, Standing())
        assert dealt.entry not in own_standing.completed
        standings[who] = replace(own_standing, completed=own_standing.completed | {dealt.entry})
    return standings


def test_a_queue_file_reads_back() -> None:
    plan = queue(3, "ab", 2)
    assert parse_queue(write_queue(plan), "q.toml") == plan


def test_nobody_takes_the_one_more_that_only_others_can_do() -> None:
    """Nine places for four: one of them does three. c has had two of the three entries and could
    only take the third, on which d then could not do the second of d's own."""
    plan = queue(4, "abcd", 3, 0)
    standings = work(plan, {"e0"}, list("abcdabcdabcd"))
    assert sorted(len(standing.completed - {"e0"}) for standing in standings.values()) == [
        2,
        2,
        2,
        3,
    ]


@given(
    st.integers(1, 12),
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(0, 3),
    st.integers(0, 5),
    st.data(),
)
def test_overlap_and_balance_hold_whoever_is_quick(
    entries: int, people: int, overlap: int, controls: int, seed: int, data: st.DataObject
) -> None:
    plan = queue(entries, "abcd"[:people], min(overlap, people), seed)
    known = {f"e{n}" for n in range(min(controls, entries - 1))}
    turns = data.draw(st.lists(st.sampled_from(plan.annotators), max_size=40))
    standings = work(plan, known, turns)
    counts = Counter(entry for standing in standings.values() for entry in standing.completed)
    for entry in plan.entries:
        assert counts[entry.id] == (people if entry.id in known else plan.overlap)
    loads = [len(standings.get(who, Standing()).completed - known) for who in plan.annotators]
    assert max(loads) - min(loads) <= 1


def test_nobody_does_the_others_share_unless_asked_to() -> None:
    plan = queue(10, "ab", 1)
    standing = Standing(completed=frozenset(f"e{n}" for n in range(5)))
    stopped = deal(plan, set(), {"a": standing}, "a")
    assert (stopped.entry, stopped.share, stopped.waiting) == (None, 5, 5)
    assert deal(plan, set(), {"a": standing}, "a", beyond=True).entry is not None


def test_what_is_held_is_not_dealt_and_what_is_abandoned_is() -> None:
    plan = queue(2, "ab", 1)
    holding = Standing(held_entries=frozenset({"e0"}))
    standing = Standing(completed=frozenset({"e1"}))
    assert deal(plan, set(), {"a": standing, "b": holding}, "a").entry is None
    abandoned = replace(holding, abandoned=True)
    assert deal(plan, set(), {"a": standing, "b": abandoned}, "a").entry == "e0"


def test_what_was_given_back_is_not_dealt_to_the_same_again() -> None:
    plan = queue(1, "ab", 1)
    standings = {"a": Standing(released=frozenset({"e0"}))}
    assert deal(plan, set(), standings, "a").entry is None
    assert deal(plan, set(), standings, "b").entry == "e0"


def test_annotators_have_orders_of_their_own() -> None:
    plan = queue(30, "ab", 2)
    firsts = {who: deal(plan, set(), {}, who).entry for who in "ab"}
    again = {who: deal(plan, set(), {}, who).entry for who in "ab"}
    assert firsts == again
    assert firsts["a"] != firsts["b"]
