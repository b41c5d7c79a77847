"""Which of several verdicts holds, against the rule said in plain code."""

from collections.abc import Sequence
from itertools import product

from sessions.record.grades import Grade, settled


def grades(verdicts: Sequence[tuple[str, bool | None]]) -> list[Grade]:
    return [
        Grade(b"a", "i", "1", judge, "model", match, "", f"2026-01-01T00:00:{at:02}Z")
        for at, (judge, match) in enumerate(verdicts)
    ]


def by_the_rule(verdicts: Sequence[tuple[str, bool | None]]) -> bool | None:
    """Each judge by its first verdict that could be read; on a tie, the first one asked that has
    one."""
    votes = []
    for judge in dict.fromkeys(judge for judge, _ in verdicts):
        readable = [match for name, match in verdicts if name == judge and match is not None]
        votes += readable[:1]
    if not votes:
        return None
    yes = votes.count(True)
    return votes[0] if 2 * yes == len(votes) else 2 * yes > len(votes)


def test_all_sequences_of_five_verdicts_of_three_judges() -> None:
    for count in range(1, 6):
        for judges in product("abc", repeat=count):
            if count == 5 and judges[:2] != ("a", "b"):
                continue
            for matches in product((True, False, None), repeat=count):
                judged = list(zip(judges, matches, strict=True))
                ruling = settled(grades(judged))
                assert (ruling.match if ruling else None) == by_the_rule(judged), judged
